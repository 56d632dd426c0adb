// Package roster reads lists of players, and rating lists, out of workbooks and delimited text, in any columns, order
// and encoding.
//
// A Sheet is a preview: it shows the meaning of each column, and nothing is imported before a person has reviewed it.
package roster
