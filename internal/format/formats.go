package format

import (
	"encoding/xml"
	"io"
	"slices"
	"strings"

	"tourney/internal/event/privacy"
	"tourney/internal/fault"
	"tourney/internal/format/federation"
	"tourney/internal/format/file"
	"tourney/internal/format/macmahon"
	"tourney/internal/format/native"
	"tourney/internal/format/opengotha"
	"tourney/internal/format/pairgoth"
	"tourney/internal/format/roster"
	"tourney/internal/format/workbook"
	"tourney/internal/tournament"
)

// A Content is the part of a tournament that a format holds.
type Content int8

// The contents, from nothing to all.
const (
	Nothing     Content = iota // the format is not read, or not written
	Players                    // a list of players
	Standings                  // lists to read: standings, pairings, players
	Times                      // the days and the starts of the rounds
	PublicPages                // the public pages
	Results                    // players and results without the rules
	Tournament                 // settings, players, rounds and results
)

var contentNames = []string{"nothing", "players", "standings", "times", "pages", "results", "tournament"}

// String returns the name of a content, such as players.
func (c Content) String() string { return contentNames[c] }

// MarshalText writes the content as String does.
func (c Content) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// A Format is one kind of file that holds a tournament, or a part of it.
type Format struct {
	// Name is how commands and addresses call the format; the catalogs
	// describe it under "format." + Name.
	Name string `json:"name"`
	// Extensions end the names of such files, the usual one first.
	Extensions []string `json:"extensions"`
	// Media is the media type sent to browsers.
	Media string `json:"media"`
	// Reads is the content read from such a file, Writes the content written to one.
	Reads  Content `json:"reads"`
	Writes Content `json:"writes"`
	// For is the federation that accepts such files, which have games and results without settings; nil for other
	// formats.
	For *federation.Body `json:"-"`
	// WriteDated writes a file that contains the time of writing and, unless it is Public, the log; nil if only the
	// tournament decides the bytes.
	WriteDated func(workbook.Occasion, io.Writer, *tournament.Tournament, file.Label) error `json:"-"`

	// Pages is set if the file is the tournament's public pages: package web/offline writes it, with the templates of
	// the pages.
	Pages bool `json:"-"`

	// every is set if a file to be written may have any of the extensions; else the first identifies the format.
	every bool
	// Public is set for a public file: hidden players are in it as on public pages, and its download is not in the log
	// of access.
	Public bool `json:"-"`
	// suffix distinguishes files of formats whose names would be the same.
	suffix string
	// extension is nil if the first of Extensions ends every name.
	extension func(*tournament.Tournament) string
	// byRoot, byJSON and byText recognise a file: by the root of an XML document,
	// by text in JSON, by other text. Workbooks have none of them, and text that
	// nothing else recognises is a list of players.
	byRoot         func(xml.StartElement) bool
	byJSON, byText func([]byte) bool

	read  func([]byte) (*tournament.Tournament, []file.Finding, error)
	write func(io.Writer, *tournament.Tournament, file.Label) ([]file.Finding, error)
	// readWhole and writeWhole replace them in a format that holds the texts, too.
	readWhole  func([]byte) (tournament.Whole, []file.Finding, error)
	writeWhole func(io.Writer, tournament.Whole, file.Label) ([]file.Finding, error)
}

// Formats lists everything that is read and written, the formats that hold
// whole tournaments first.
func Formats() []Format {
	return []Format{
		{Name: "tourney", Extensions: []string{".json"}, Media: "application/json",
			byJSON: native.Recognise,
			Reads:  Tournament, Writes: Tournament, readWhole: native.Read, writeWhole: native.Write},
		{Name: "opengotha", Extensions: []string{".xml"}, Media: "application/xml",
			byRoot: opengotha.Recognise,
			Reads:  Tournament, Writes: Tournament, read: opengotha.Read, write: opengotha.Write},
		{Name: "macmahon", Extensions: []string{".xml"}, Media: "application/xml",
			byRoot: macmahon.Recognise, suffix: "-macmahon",
			Reads: Tournament, Writes: Tournament, read: macmahon.Read, write: macmahon.Write},
		{Name: "pairgoth", Extensions: []string{".tour"}, Media: "application/json",
			byJSON: pairgoth.Recognise,
			Reads:  Tournament, read: pairgoth.Read},
		{Name: "xlsx", Extensions: []string{".xlsx", ".xlsm"},
			Media: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
			Reads: Players, Writes: Standings, read: roster.ReadPlayers, WriteDated: workbook.Occasion.WriteWorkbook},
		{Name: PublicWorkbook, Extensions: []string{".xlsx"}, suffix: "-public",
			Media:  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
			Writes: Standings, Public: true, WriteDated: writePublicWorkbook},
		{Name: "csv", Extensions: []string{".csv", ".tsv", ".txt"}, Media: "text/csv", suffix: "-players",
			Reads: Players, Writes: Players, read: roster.ReadPlayers, write: workbook.WritePlayers},
		{Name: "egd", Extensions: []string{".h9", ".h0", ".h1", ".h2", ".h3", ".h4", ".h5", ".h6", ".h7", ".h8"}, every: true,
			Media: "text/plain", extension: federation.Extension, byText: federation.IsEGD, For: federation.EGD,
			Reads: Results, Writes: Results, read: federation.ReadWall, write: federation.WriteEGD},
		{Name: "ffg", Extensions: []string{".tou"}, Media: "text/plain; charset=iso-8859-1",
			byText: federation.IsFFG, For: federation.FFG,
			Reads: Results, Writes: Results, read: federation.ReadWall, write: federation.WriteFFG},
		{Name: "aga", Extensions: []string{".aga", ".txt"}, Media: "text/plain",
			byText: federation.IsAGA, For: federation.AGA,
			Reads: Results, Writes: Results, read: federation.ReadAGA, write: federation.WriteAGA},
		{Name: "standings-csv", Extensions: []string{".csv"}, Media: "text/csv", suffix: "-standings",
			Writes: Standings, Public: true, write: workbook.WriteStandings},
		{Name: "site", Extensions: []string{".zip"}, Media: "application/zip", Writes: PublicPages, Public: true, Pages: true},
		{Name: "calendar", Extensions: []string{".ics"}, Media: "text/calendar",
			Writes: Times, Public: true, write: workbook.WriteCalendar},
	}
}

// PublicWorkbook is the name of the public workbook.
const PublicWorkbook = "xlsx-public"

// writePublicWorkbook writes the public workbook: hidden players as on public pages, no log, no sheet for entering
// results.
func writePublicWorkbook(o workbook.Occasion, w io.Writer, t *tournament.Tournament, label file.Label) error {
	o.Log, o.Counted = nil, t
	return o.WriteWorkbook(w, privacy.Public(t), label)
}

// Named returns the format of that name for a file to be written, or a fault "format.unknown" that
// lists the names; "format.write" for a format that is only read.
func Named(name string) (Format, error) {
	var names []string
	for _, f := range Formats() {
		switch {
		case f.Writes == Nothing && f.Name == name:
			return Format{}, fault.New(fault.Invalid, "format.write", f.Name)
		case f.Writes == Nothing:
		case f.Name == name:
			return f, nil
		default:
			names = append(names, f.Name)
		}
	}
	return Format{}, fault.New(fault.Invalid, "format.unknown", fault.Clip(name), strings.Join(names, ", "))
}

// ForFile returns the format in which a file of this name is to be written, judged by its extension, or a fault
// "format.extension"; "format.write" for a format that is only read. A name that FileName gives to one format alone,
// such as cup-public.xlsx, means that format.
func ForFile(name string) (Format, error) {
	var known []string
	for _, f := range Formats() {
		if f.suffix != "" && strings.HasSuffix(strings.ToLower(name), f.suffix+f.Extensions[0]) {
			return f, nil
		}
	}
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

// CheckName returns a fault "format.mismatch" if a file of this name would be mistaken for another format.
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
// format.
func (f Format) FileName(t *tournament.Tournament) string {
	extension := f.Extensions[0]
	if f.extension != nil {
		extension = f.extension(t)
	}
	return t.Info.Slug + f.suffix + extension
}

// Read reads a file of any format that holds a tournament. The findings report parts for a person to review. A list of
// players becomes a tournament of the default preset without rounds; when a row of it has an error, the findings name
// which beside the fault.
func Read(data []byte) (tournament.Whole, []file.Finding, error) {
	f, err := Recognise(data)
	if err != nil {
		return tournament.Whole{}, nil, err
	}
	if f.readWhole != nil {
		return f.readWhole(data)
	}
	t, findings, err := f.read(data)
	return tournament.Whole{Tournament: t}, findings, err
}

// Write writes the tournament in the format of that name. The findings report what
// the format cannot hold. Formats for people take their headings from label,
// which the others do not need. Formats with Pages are not written here.
func Write(w io.Writer, name string, t tournament.Whole, label file.Label) ([]file.Finding, error) {
	f, err := Named(name)
	if err != nil {
		return nil, err
	}
	if f.Pages {
		return nil, fault.New(fault.Invalid, "format.write", f.Name)
	}
	if f.WriteDated != nil {
		return nil, f.WriteDated(workbook.Occasion{}, w, t.Tournament, label)
	}
	if f.Public {
		t.Tournament = privacy.Public(t.Tournament)
	}
	if f.writeWhole != nil {
		return f.writeWhole(w, t, label)
	}
	return f.write(w, t.Tournament, label)
}
