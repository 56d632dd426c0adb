// Package format converts tournaments to and from other programs' file formats and spreadsheets.
//
// Formats lists the formats; each format is a package below this one. A file is recognised by its content, never by its
// name:
//
//	format, err := format.Recognise(data)
//	t, findings, err := format.Read(data)              // a whole tournament
//	sheet, err := format.ReadSheet(data, t, options)   // a preview of a list of players
//	findings, err = format.Write(w, "opengotha", t, label)
//	findings := format.For.Check(t)                      // errors that the federation would refuse
//
// A fault means that the whole file is unusable; its message has the place and the remedy. A finding reports a part
// that was read differently from its text, for a person to review: nothing is skipped in silence.
package format
