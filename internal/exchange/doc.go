// Package exchange says a tournament as other programs and people's
// spreadsheets say it, and reads what they say.
//
// Formats lists what it knows. A file is recognised by its content, never by
// its name:
//
//	format, err := exchange.Recognise(data)
//	t, notes, err := exchange.Read(data)                 // a whole tournament
//	sheet, err := exchange.ReadSheet(data, t)            // a preview of a list of players
//	notes, err = exchange.Write(w, "opengotha", t, label)
//	findings := exchange.Check(t, "egd")                 // what the federation would refuse
//
// A fault means that nothing could be used; its message has the place and the
// remedy. A Note says what was understood otherwise than written, so that a
// person can look it over: nothing is skipped in silence.
package exchange
