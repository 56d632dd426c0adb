// Package roster reads lists of players, and rating lists, out of workbooks and
// delimited text, in whatever columns, order and encoding people have them.
//
// A Sheet is a preview: it shows what each column was taken for, and nothing is
// imported before somebody has looked at it.
package roster
