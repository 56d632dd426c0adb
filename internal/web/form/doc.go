// Package form reads and shows forms.
//
// The fields of a form are a table of Field: name, kind, and how the value is
// formatted and parsed. Read parses a sent form and returns faults by field, View
// returns the fields again as they were typed, and the partial "field" renders one.
// A fault of the model finds its field by its key. Merge updates a form with the
// changes that others made while it was open. ParseNames finds the players and teams
// that a field names.
package form
