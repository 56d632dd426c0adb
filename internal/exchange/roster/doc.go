// Package roster reads lists of players, and rating lists, out of workbooks and
// delimited text, in whatever columns, order and encoding people have them.
//
// A Sheet is a preview: it shows the meaning of each column, and nothing is
// imported before a person has reviewed it.
package roster
