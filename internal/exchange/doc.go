// Package exchange converts tournaments to and from other programs' file formats and spreadsheets.
//
// Formats lists the formats; each format is a package below this one. A file is recognised by its content, never by its
// name:
//
//	format, err := exchange.Recognise(data)
//	t, findings, err := exchange.Read(data)              // a whole tournament
//	sheet, err := exchange.ReadSheet(data, t, options)   // a preview of a list of players
//	findings, err = exchange.Write(w, "opengotha", t, label)
//	findings := format.For.Check(t)                      // errors that the federation would refuse
//
// A fault means that the whole file is unusable; its message has the place and the remedy. A finding reports a part
// that was read differently from its text, for a person to review: nothing is skipped in silence.
package exchange
