// Package form reads and shows forms.
//
// The fields of a form are a table of Field: name, kind, how the value is written
// and how it is read. Read takes what was sent and returns faults by field, View
// shows the fields again as they were typed, the partial "field" draws one. A
// fault of the model finds its field by its key. Merge brings a form up to date
// with what somebody else has changed while it was open.
package form
