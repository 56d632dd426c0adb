package exchange

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"io"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/exchange/federation"
	"tourney/internal/exchange/file"
	"tourney/internal/exchange/macmahon"
	"tourney/internal/exchange/native"
	"tourney/internal/exchange/opengotha"
	"tourney/internal/exchange/pairgoth"
	"tourney/internal/exchange/publish"
	"tourney/internal/exchange/roster"
	"tourney/internal/exchange/xmltree"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A Content says how much of a tournament a format holds.
type Content int8

// The contents, from nothing to all.
const (
	Nothing    Content = iota // the format is not read, or not written
	Players                   // a list of players
	Standings                 // lists for people: standings, pairings, players
	Tournament                // settings, players, rounds and results
)

var contentNames = []string{"nothing", "players", "standings", "tournament"}

// String returns nothing, players, standings or tournament.
func (c Content) String() string { return contentNames[c] }

// MarshalText writes the content as String does.
func (c Content) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// A Format is a way to say a tournament in a file.
type Format struct {
	// Name is how commands and addresses call the format; the catalogs
	// describe it under "format." + Name.
	Name string `json:"name"`
	// Extensions end the names of such files, the usual one first.
	Extensions []string `json:"extensions"`
	// Media is the type that browsers are told.
	Media string `json:"media"`
	// Reads and Writes say what is taken from such a file and put into one.
	Reads  Content `json:"reads"`
	Writes Content `json:"writes"`

	// every says that a file to be written may have any of the extensions; else
	// the first tells the format.
	every bool
	read  func([]byte) (*tournament.Tournament, []file.Note, error)
	write func(io.Writer, *tournament.Tournament, file.Label) ([]file.Note, error)
}

// Formats lists everything that is read and written, the formats that hold
// whole tournaments first.
func Formats() []Format {
	return []Format{
		{Name: "tourney", Extensions: []string{".json"}, Media: "application/json",
			Reads: Tournament, Writes: Tournament, read: native.Read, write: native.Write},
		{Name: "opengotha", Extensions: []string{".xml"}, Media: "application/xml",
			Reads: Tournament, Writes: Tournament, read: opengotha.Read, write: opengotha.Write},
		{Name: "macmahon", Extensions: []string{".xml"}, Media: "application/xml",
			Reads: Tournament, Writes: Tournament, read: macmahon.Read, write: macmahon.Write},
		{Name: "pairgoth", Extensions: []string{".tour"}, Media: "application/json", Reads: Tournament, read: pairgoth.Read},
		{Name: "xlsx", Extensions: []string{".xlsx", ".xlsm"}, Media: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
			Reads: Players, Writes: Standings, read: roster.ReadPlayers, write: publish.WriteWorkbook},
		{Name: "csv", Extensions: []string{".csv", ".tsv", ".txt"}, Media: "text/csv",
			Reads: Players, Writes: Players, read: roster.ReadPlayers, write: publish.WritePlayers},
		{Name: "egd", Extensions: []string{".h9", ".h0", ".h1", ".h2", ".h3", ".h4", ".h5", ".h6", ".h7", ".h8"}, Media: "text/plain",
			Reads: Tournament, Writes: Tournament, every: true, read: federation.ReadWall, write: federation.WriteEGD},
		{Name: "ffg", Extensions: []string{".tou"}, Media: "text/plain; charset=iso-8859-1",
			Reads: Tournament, Writes: Tournament, read: federation.ReadWall, write: federation.WriteFFG},
		{Name: "aga", Extensions: []string{".aga", ".txt"}, Media: "text/plain",
			Reads: Tournament, Writes: Tournament, read: federation.ReadAGA, write: federation.WriteAGA},
		{Name: "standings-csv", Extensions: []string{".csv"}, Media: "text/csv", Writes: Standings, write: publish.WriteStandings},
		{Name: "site", Extensions: []string{".zip"}, Media: "application/zip", Writes: Standings, write: publish.WriteSite},
		{Name: "calendar", Extensions: []string{".ics"}, Media: "text/calendar", Writes: Standings, write: publish.WriteCalendar},
	}
}

// Named returns the format of that name, or a fault "format.unknown" that
// lists the names.
func Named(name string) (Format, error) {
	var names []string
	for _, f := range Formats() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fault.New(fault.Invalid, "format.unknown", fault.Clip(name), strings.Join(names, ", "))
}

// ForFile returns the format that a file of this name is to be written in,
// judged by its extension, or a fault "format.extension"; "format.write" when it
// is that of a format which is only read.
func ForFile(name string) (Format, error) {
	var known []string
	for _, f := range Formats() {
		for i, extension := range f.Extensions {
			switch {
			case i > 0 && !f.every || !strings.HasSuffix(strings.ToLower(name), extension):
			case f.Writes == Nothing:
				return Format{}, fault.New(fault.Invalid, "format.write", f.Name)
			default:
				return f, nil
			}
		}
		if f.Writes != Nothing && !slices.Contains(known, f.Extensions[0]) {
			known = append(known, f.Extensions[0])
		}
	}
	return Format{}, fault.New(fault.Invalid, "format.extension", fault.Clip(name), strings.Join(known, ", "))
}

// CheckName returns a fault "format.mismatch" when a file of this name would be
// taken for one of another format.
func (f Format) CheckName(name string) error {
	ends := func(extension string) bool { return strings.HasSuffix(strings.ToLower(name), extension) }
	if slices.ContainsFunc(f.Extensions, ends) {
		return nil
	}
	for _, other := range Formats() {
		if slices.ContainsFunc(other.Extensions, ends) {
			return fault.New(fault.Invalid, "format.mismatch", fault.Clip(name), other.Name, f.Name, f.Extensions[0])
		}
	}
	return nil
}

// FileName returns the usual name of a file that holds the tournament in this
// format. That of a file for the European Go Database ends in the handicap
// reduction: .h0 for full handicap, .h9 for none.
func (f Format) FileName(t *tournament.Tournament) string {
	name, extension := t.Info.Slug, f.Extensions[0]
	switch f.Name {
	case "egd":
		extension = ".h" + strconv.Itoa(federation.Reduction(t))
	case "csv":
		name += "-players"
	case "standings-csv":
		name += "-standings"
	case "macmahon": // OpenGotha's files end in .xml too
		name += "-macmahon"
	}
	return name + extension
}

// Read reads a file of any format that holds a tournament. The notes say what
// a person should look over. A list of players becomes a tournament of the
// default preset without rounds; when a row of it has an error, the notes tell
// which beside the fault.
func Read(data []byte) (*tournament.Tournament, []file.Note, error) {
	f, err := Recognise(data)
	if err != nil {
		return nil, nil, err
	}
	return f.read(data)
}

// Write writes the tournament in the format of that name. The notes say what
// the format cannot hold. Formats for people take their headings from label,
// which the others do not need.
func Write(w io.Writer, name string, t *tournament.Tournament, label file.Label) ([]file.Note, error) {
	f, err := Named(name)
	if err != nil {
		return nil, err
	}
	if f.Writes == Nothing {
		return nil, fault.New(fault.Invalid, "format.write", f.Name)
	}
	return f.write(w, t, label)
}

// Recognise tells the format of a file from its content. A file of a kind that
// is known but not read gets a fault that says which and what to do:
// "file.empty", "file.large", "file.pdf", "file.locked", "file.xls",
// "file.ods", "file.zip", "file.bomb", "file.html",
// "file.xml", "file.json", "file.binary".
func Recognise(data []byte) (Format, error) {
	if len(data) > file.MostBytes {
		return Format{}, fault.New(fault.TooLarge, "file.large", len(data)>>20, file.MostBytes>>20)
	}
	name, err := recognise(data)
	if err != nil {
		return Format{}, err
	}
	return Named(name)
}

func recognise(data []byte) (string, error) {
	text := bytes.TrimSpace(file.FromUTF16(data))
	switch {
	case len(text) == 0:
		return "", fault.New(fault.Invalid, "file.empty")
	case bytes.HasPrefix(text, []byte("%PDF")):
		return "", fault.New(fault.Invalid, "file.pdf")
	case bytes.HasPrefix(text, []byte("\xd0\xcf\x11\xe0")):
		return "", oldOffice(data)
	case file.IsZip(data):
		return zipped(data)
	case text[0] == '<':
		return marked(text)
	case text[0] == '{':
		if bytes.Contains(text, []byte(`"tourney"`)) {
			return "tourney", nil
		}
		if bytes.Contains(text, []byte(`"gobanSize"`)) {
			return "pairgoth", nil
		}
		return "", fault.New(fault.Invalid, "file.json")
	case !plausible(text) && file.UTF16Width(data) == nil:
		return "", fault.New(fault.Invalid, "file.binary")
	}
	if name, ok := federation.Recognise(text); ok {
		return name, nil
	}
	return "csv", nil
}

// oldOffice tells the kinds of files of Office before 2007, which also wraps
// newer ones with a password.
func oldOffice(data []byte) error {
	wide := func(s string) []byte { return []byte(strings.Join(strings.Split(s, ""), "\x00")) }
	switch {
	case bytes.Contains(data, wide("EncryptedPackage")):
		return fault.New(fault.Invalid, "file.locked")
	case bytes.Contains(data, wide("Workbook")), bytes.Contains(data, wide("Book")):
		return fault.New(fault.Invalid, "file.xls")
	}
	return fault.New(fault.Invalid, "file.binary")
}

// zipped tells the kinds of files that are zip archives inside.
func zipped(data []byte) (string, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return "", fault.Wrap(err, fault.Invalid, "file.zip")
	}
	var size uint64
	for _, f := range z.File {
		if size += min(f.UncompressedSize64, file.MostUnzipped+1); size > file.MostUnzipped {
			return "", fault.New(fault.TooLarge, "file.bomb", file.MostUnzipped>>20)
		}
	}
	for _, f := range z.File {
		switch f.Name {
		case "xl/workbook.xml":
			return "xlsx", nil
		case "content.xml":
			return "", fault.New(fault.Invalid, "file.ods")
		}
	}
	return "", fault.New(fault.Invalid, "file.zip")
}

// marked tells XML formats by their root.
func marked(text []byte) (string, error) {
	root, err := xmltree.Root(text)
	if err != nil {
		return "", err
	}
	versioned := slices.ContainsFunc(root.Attr, func(a xml.Attr) bool { return a.Name.Local == "typeversion" })
	switch name := root.Name.Local; {
	case name == "Tournament" && !versioned:
		return "opengotha", nil
	case versioned, name == "TournamentData":
		return "macmahon", nil
	case strings.EqualFold(name, "html"):
		return "", fault.New(fault.Invalid, "file.html")
	default:
		return "", fault.New(fault.Invalid, "file.xml", fault.Clip(name))
	}
}

// plausible reports whether bytes may be text in one of the 8-bit encodings:
// next to no control characters.
func plausible(text []byte) bool {
	controls := 0
	for _, b := range text[:min(len(text), 64<<10)] {
		if b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != '\f' {
			controls++
		}
	}
	return controls*100 < min(len(text), 64<<10)+99
}
