package ratinglist

import (
	"archive/zip"
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"
	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

const egdHead = `<html><title>List of Players</title>
(15 Mar 2026)
<pre>
   PIN          Name                              Club     Grade P&D    GoR    NT appearance
</b>
`

func egdLine(pin, name, country, club, grade, suggested string, points, number int, code string) string {
	return fmt.Sprintf(" %8s  %-37s %-2s  %-4s   %3s  %3s  %5d %5d  %-8s", pin, name, country, club, grade, suggested, points, number, code)
}

func egdFile(lines ...string) string {
	return egdHead + strings.Join(lines, "\n") + fmt.Sprintf("\n\nNumber of players: %d\n</pre>", len(lines))
}

var egdSample = egdFile(
	egdLine("90123456", "Aho Aino", "FI", "Test", "2d", "--", 2190, 14, "T250913A"),
	egdLine("90123457", "van_der_Berg Bo_Jan", "NL", "xxxx", "30k", "29k", -773, 0, ""),
	egdLine("90123458", "Mononym", "XX", "xxx", "9p", "--", 2940, 3, "E061014 "),
)

const ffgSample = "#Echelle au 11/01/2026 07:09:39\r\n" +
	"DUPONTEL Zo\xe9                           -272 L 90AB123 75Te FR\r\n" +
	"LE_GRAND Jean_Paul                     243 - 9000002 13Ma FR\r\n" +
	"INCONNU Rien                         -9999 e ------- xxxx BE\r\n"

const agaSample = "Aho, Aino\t90001\tFull\t3.70000\t12/31/2026\tTEST\tMA\t0.31\t1/2/2026\r\n" +
	"Berg, Bo\t90002\tYouth\t-1.20000\t\tXYZ\tCA\t0.5\t1/2/2026\r\n" +
	"Cerny, Cyril\t90003\tNon\t\t1/1/2020\t\tTX\t\t\r\n" +
	"Solo Sam\t90004\tLife\t0.40000\t\t\t\t0.4\t\r\n"

const agaRow = "Aho, Aino\t90001\tFull\t3.7\t\t\t\n"

func read1(t *testing.T, text string) (*List, []Finding) {
	t.Helper()
	l, findings, err := Read([]byte(text))
	if err != nil {
		t.Fatalf("%v in %.60q", err, text)
	}
	return l, findings
}

// named is a table of names and ranks below a row of headings.
var named = Mapping{Skip: 1, Columns: []tournament.Field{FamilyGiven, Rank, Rating}}

func readTable(data []byte, m Mapping) (*List, []Finding, error) {
	rows, findings, err := Rows(data)
	if err != nil {
		return nil, findings, err
	}
	l, more, err := FromRows(rows, m)
	at := func(n Finding) int {
		if n.Key == "ratinglist.notes.more" {
			return MostEntries
		}
		return n.Line
	}
	findings = append(findings, more...)
	slices.SortStableFunc(findings, func(a, b Finding) int { return at(a) - at(b) })
	return l, findings, err
}

func table1(t *testing.T, text string, m Mapping) (*List, []Finding) {
	t.Helper()
	l, findings, err := readTable([]byte(text), m)
	if err != nil {
		t.Fatalf("%v in %.60q", err, text)
	}
	return l, findings
}

func wantEntries(t *testing.T, l *List, want []Entry) {
	t.Helper()
	if diff := cmp.Diff(want, l.Entries, cmp.AllowUnexported(rank.Rating{})); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
}

func keys(findings []Finding) string {
	var all []string
	for _, n := range findings {
		all = append(all, fmt.Sprintf("%d %s", n.Line, n.Key))
	}
	return strings.Join(all, ", ")
}

func wantFindings(t *testing.T, findings []Finding, want string) {
	t.Helper()
	if got := keys(findings); got != want {
		t.Errorf("findings: %s\nwant:  %s", got, want)
	}
}

func TestReadEGD(t *testing.T) {
	l, findings := read1(t, egdSample)
	if l.Format != EGD || l.Origin != "EGF" || l.Date.Format("2006-01-02") != "2026-03-15" {
		t.Errorf("%q %q %v", l.Format, l.Origin, l.Date)
	}
	wantEntries(t, l, []Entry{
		{Line: 6, Family: "Aho", Given: "Aino", EGD: "90123456", Rank: rank.Dan(2), Rating: rank.Points(2190), Figure: "2190", Country: "FI", Club: "Test", Tournaments: 14, LastSeen: "T250913A"},
		{Line: 7, Family: "van der Berg", Given: "Bo Jan", EGD: "90123457", Rank: rank.Kyu30, Suggested: rank.Kyu(29), Rating: rank.Points(-773), Figure: "-773", Country: "NL"},
		{Line: 8, Family: "Mononym", EGD: "90123458", Rank: rank.Pro9, Rating: rank.Points(2940), Figure: "2940", Tournaments: 3, LastSeen: "E061014"},
	})
	wantFindings(t, findings, "8 ratinglist.event.suffix, 8 ratinglist.name.single")
}

func TestReadEGDQuirks(t *testing.T) {
	shifted := strings.Replace(egdLine("90000007", "Xue Ame", "FR", "Test", "2k", "--", 1900, 1, "T200101A"), "Ame  ", "Amé ", 1)
	_, findings := read1(t, egdFile(
		egdLine("90000001", "Anonymous#0023 Anonymous", "FI", "Test", "2d", "--", 2190, 14, "T250913A"),
		egdLine("90000002", "Bar?? B", "FI", "Test", "2d", "--", 2190, 14, "T250913AB"),
		egdLine("90000003", "Uno_(Juli) Ivan1", "FI", "Test", "2d", "--", 2190, 14, "odd"),
		egdLine("90000003", "Same Name", "FI", "Test", "2d", "--", 2190, 14, "Txx"),
		egdLine("90000005", "Same Name", "FI", "Test", "2d", "--", 2190, 14, "T250913A"),
		" 90000006  Broken Line     FI  Test   2d  --   x  14  T250913A",
		shifted,
	))
	wantFindings(t, findings, "6 ratinglist.name.hidden, 7 ratinglist.event.suffix, 7 ratinglist.name.letter, "+
		"8 ratinglist.line, 9 ratinglist.event.odd, 9 ratinglist.name.shared, 11 ratinglist.line, 12 ratinglist.columns")
}

// A list cut off anywhere still gives the players before the cut, and a finding.
func TestReadEGDCut(t *testing.T) {
	l, findings := read1(t, egdSample[:strings.Index(egdSample, "Mononym")+3])
	if len(l.Entries) != 2 {
		t.Errorf("%d players", len(l.Entries))
	}
	wantFindings(t, findings, "8 ratinglist.line, 8 ratinglist.cut")
	_, findings = read1(t, strings.Replace(egdSample, "players: 3", "players: 45172", 1))
	wantFindings(t, findings, "0 ratinglist.count, 8 ratinglist.event.suffix, 8 ratinglist.name.single")
}

func TestReadFFG(t *testing.T) {
	l, findings := read1(t, ffgSample)
	if l.Format != FFG || l.Origin != "FFG" || l.Date.Format("2006-01-02") != "2026-01-11" {
		t.Errorf("%q %q %v", l.Format, l.Origin, l.Date)
	}
	want := []Entry{
		{Line: 2, Family: "DUPONTEL", Given: "Zoé", FFG: "90AB123", Rank: rank.Kyu(3), Rating: rank.Points(1778), Figure: "-272", Country: "FR", Club: "75Te", Licence: "L"},
		{Line: 3, Family: "LE GRAND", Given: "Jean Paul", FFG: "9000002", Rank: rank.Dan(3), Rating: rank.Points(2293), Figure: "243", Country: "FR", Club: "13Ma", Licence: "-"},
		{Line: 4, Family: "INCONNU", Given: "Rien", Figure: "-9999", Country: "BE", Licence: "e"},
	}
	wantEntries(t, l, want)
	wantFindings(t, findings, "0 ratinglist.charset")

	// The same with the columns lost, without its heading, and in UTF-8.
	text, err := charmap.ISO8859_1.NewDecoder().String(ffgSample)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(text, "\r\n")
	for i, line := range lines[1:] {
		lines[i+1] = strings.Join(strings.Fields(line), " ")
	}
	l, findings = read1(t, "\ufeff\n"+strings.Join(lines[1:], "\n"))
	wantEntries(t, l, want)
	wantFindings(t, findings, "")
}

// A name of 38 letters touches its rating.
func TestReadFFGLongName(t *testing.T) {
	name := "ABCDEFGHIJKLMNOPQRSTUVWXYZ_A Bcdefghij"
	l, _ := read1(t, "#Echelle au 11/01/2026\n"+name+"-1000 L 9000002 75Te FR\n")
	if e := l.Entries[0]; e.Given != "Bcdefghij" || e.Rating != rank.Points(1050) {
		t.Errorf("%+v", e)
	}
}

func TestReadAGA(t *testing.T) {
	l, findings := read1(t, agaSample)
	want := []Entry{
		{Line: 1, Family: "Aho", Given: "Aino", AGA: "90001", Rank: rank.Dan(3), Rating: rank.Points(2320), Figure: "3.70000", Club: "TEST", State: "MA", Licence: "Full", Expires: "12/31/2026"},
		{Line: 2, Family: "Berg", Given: "Bo", AGA: "90002", Rank: rank.Kyu1, Rating: rank.Points(2030), Figure: "-1.20000", Club: "XYZ", State: "CA", Licence: "Youth"},
		{Line: 3, Family: "Cerny", Given: "Cyril", AGA: "90003", State: "TX", Licence: "Non", Expires: "1/1/2020"},
		{Line: 4, Family: "Solo", Given: "Sam", AGA: "90004", Figure: "0.40000", Licence: "Life"},
	}
	wantEntries(t, l, want)
	wantFindings(t, findings, "4 ratinglist.name.comma, 4 ratinglist.rating.gap")

	l, _ = read1(t, "Aho, Aino                     90001 Full    3.70000 12/31/2026 TEST MA\n"+
		"Berg, Bo                      90002 Youth  -1.20000            XYZ CA\n")
	wantEntries(t, l, want[:2])
	for a, want := range map[float64]rank.Rank{0: rank.None, -0.4: rank.None, 10.33: rank.Dan9, 1: rank.Dan1, -1: rank.Kyu1, -1.99: rank.Kyu1, -2: rank.Kyu(2), -49.68: rank.Kyu30} {
		if got := rankAGA(a); got != want {
			t.Errorf("a member with %v is %v, want %v", a, got, want)
		}
	}
}

// The 0.0 of a member never rated and the chapter "none" are empty, without a note.
func TestMembersNeverRated(t *testing.T) {
	l, findings := read1(t, "Aho, Aino                     90001 Full     0.0   7/2/2027 none NY\n"+
		"Berg, Bo                       9002 Full   -21.9   1/1/2028 NONE --\n"+
		"Cerny, Cy C.                   9003 Youth    0.0 12/28/2027 TEST CA\n")
	wantEntries(t, l, []Entry{
		{Line: 1, Family: "Aho", Given: "Aino", AGA: "90001", State: "NY", Licence: "Full", Expires: "7/2/2027"},
		{Line: 2, Family: "Berg", Given: "Bo", AGA: "9002", Rank: rank.Kyu(21), Rating: rank.Points(-40), Figure: "-21.9", Licence: "Full", Expires: "1/1/2028"},
		{Line: 3, Family: "Cerny", Given: "Cy C.", AGA: "9003", Club: "TEST", State: "CA", Licence: "Youth", Expires: "12/28/2027"},
	})
	wantFindings(t, findings, "")
	player := tournament.Player{Family: "Aho", Given: "Aino", Rank: rank.Kyu(15), AGA: "90001", Rating: rank.Points(600), Club: "Testila"}
	for _, m := range NewIndex(l).Match([]tournament.Player{player}) {
		for _, d := range m.Differences {
			if d.Field == Rating || d.Field == Club {
				t.Errorf("the list would change %+v", d)
			}
		}
	}
}

// The scale of a table follows from all its ratings.
func TestTablesHaveOneScale(t *testing.T) {
	for _, tt := range []struct {
		list, ratings, findings string
	}{
		{"Name;Rank;Rating\nAho Aino;2d;2,105\nBerg Bo;1k;1,950\nCerny Cy;11k;950\n", "2105 1950 950", "2 ratinglist.rating.thousands"},
		{"Name;Rank;Rating\nAho Aino;3d;3.2\nBerg Bo;5k;0.0\nCerny Cy;5k;-5\n", "2270  1650", "2 ratinglist.rating.aga"},
		{"Name;Rank;Rating\nAho Aino;2d;2105\nBerg Bo;1k;1 950\nCerny Cy;1k;2'001\n", "2105 1950 2001", ""},
	} {
		l, findings := table1(t, tt.list, named)
		var ratings []string
		for _, e := range l.Entries {
			ratings = append(ratings, e.Rating.String())
		}
		if got := strings.Join(ratings, " "); got != tt.ratings {
			t.Errorf("%s\nhas the ratings %q, want %q", tt.list, got, tt.ratings)
		}
		wantFindings(t, findings, tt.findings)
	}
}

func TestReadJSON(t *testing.T) {
	l, findings := read1(t, `[
	{"egf":"90000001","name":"Aho","firstname":"Aino","country":"FI","club":"Test","rank":"2D","rating":"2190","origin":"EGF"},
	{"name":"LE_GRAND","firstname":"Zoé","rating":1778,"license":"L","ffg":"90AB123","club":"75Te","country":"FR","origin":"FFG","rank":"3k"},
	{"name":"INCONNU","firstname":"","rating":-7949,"license":"e","ffg":"-------","rank":"100k"},
	7, {"name":{"deep":[1]},"firstname":"Only"}, {"name":"","rank":"5k"}, {"name":"Some Club"},
	{"retcode":"Ok","Pin_Player":"90000009","AGAID":"0","Last_Name":"Berg","Name":"Bo","Country_Code":"SE","Club":"Lund","Grade":"1d","Gor":"2084",
	 "Proposed_Grade":"","Tot_Tournaments":"12","Last_Appearance":"T250913A","Elab_Date":"2026-03-15"}]`)
	if l.Format != JSON || l.Origin != "EGF" || l.Date.Format("2006-01-02") != "2026-03-15" {
		t.Errorf("%q %q %v", l.Format, l.Origin, l.Date)
	}
	wantEntries(t, l, []Entry{
		{Line: 1, Family: "Aho", Given: "Aino", EGD: "90000001", Rank: rank.Dan(2), Rating: rank.Points(2190), Figure: "2190", Country: "FI", Club: "Test"},
		{Line: 2, Family: "LE GRAND", Given: "Zoé", FFG: "90AB123", Rank: rank.Kyu(3), Rating: rank.Points(1778), Figure: "1778", Country: "FR", Club: "75Te", Licence: "L"},
		{Line: 3, Family: "INCONNU", Figure: "-7949", Licence: "e"},
		{Line: 5, Family: "Only"},
		{Line: 8, Family: "Berg", Given: "Bo", EGD: "90000009", Rank: rank.Dan1, Rating: rank.Points(2084), Figure: "2084", Country: "SE", Club: "Lund", Tournaments: 12, LastSeen: "T250913A"},
	})
	wantFindings(t, findings, "3 ratinglist.name.single, 4 ratinglist.record, 5 ratinglist.name.single, 6 ratinglist.name.missing, 7 ratinglist.record")

	l, _ = read1(t, `{"Pin_Player":"90000009","Last_Name":"Berg","Name":"Bo","Grade":"1d","Gor":"2084"}`)
	if len(l.Entries) != 1 || l.Entries[0].Given != "Bo" {
		t.Errorf("one record: %+v", l.Entries)
	}
	_, findings = read1(t, `[{"name":"Aho","firstname":"Aino"},{"name":"Be`)
	wantFindings(t, findings, "2 ratinglist.cut")
	l, findings = read1(t, "[{\"name\":\"M\xfcller\",\"firstname\":\"J\"}]")
	if l.Entries[0].Family != "Müller" {
		t.Errorf("%+v", l.Entries[0])
	}
	wantFindings(t, findings, "0 ratinglist.charset")
	_, findings = read1(t, `[{"name":"Aho","firstname":"Aino"}`)
	wantFindings(t, findings, "1 ratinglist.cut")
}

// registration is a sheet as people fill it in.
const registration = `Sukunimi;Etunimi;Luokitus;Kerho;Maa;PIN;Kierrokset;Huom
Aho;Aino;2 dan;Testila;FI;90000001;1-3;
Cerny;Cyril;1 Kyu;Brno;cz;;all;vegetarian
"van der Berg";Bo;１ｄ;Lund;se;90000002;1,3;
Dvořák;Dana;2K;Praha;CZ;;"1, 2, 3";
Eriksen;Eli;3級;Oslo;NO;90000004;;
Fabre;Fred;4;75Te;FR;;not 2;
Uusi;Ulla;-;;FI;;;first tournament
`

var registered = Mapping{Skip: 1, Columns: []tournament.Field{Family, Given, Rank, Club, Country, EGDNumber}}

func TestReadTable(t *testing.T) {
	want := []Entry{
		{Line: 2, Family: "Aho", Given: "Aino", EGD: "90000001", Rank: rank.Dan(2), Country: "FI", Club: "Testila"},
		{Line: 3, Family: "Cerny", Given: "Cyril", Rank: rank.Kyu1, Country: "CZ", Club: "Brno"},
		{Line: 4, Family: "van der Berg", Given: "Bo", EGD: "90000002", Rank: rank.Dan1, Country: "SE", Club: "Lund"},
		{Line: 5, Family: "Dvořák", Given: "Dana", Rank: rank.Kyu(2), Country: "CZ", Club: "Praha"},
		{Line: 6, Family: "Eriksen", Given: "Eli", EGD: "90000004", Rank: rank.Kyu(3), Country: "NO", Club: "Oslo"},
		{Line: 7, Family: "Fabre", Given: "Fred", Rank: rank.Kyu(4), Country: "FR", Club: "75Te"},
		{Line: 8, Family: "Uusi", Given: "Ulla", Country: "FI"},
	}
	var wide []byte
	for _, u := range utf16.Encode([]rune(registration)) {
		wide = append(wide, byte(u), byte(u>>8))
	}
	for name, tt := range map[string]struct{ text, findings string }{
		"plain":      {registration, "7 ratinglist.rank.bare"},
		"with mark":  {"\ufeff" + registration, "7 ratinglist.rank.bare"},
		"CRLF":       {strings.ReplaceAll(registration, "\n", "\r\n"), "7 ratinglist.rank.bare"},
		"Macintosh":  {strings.ReplaceAll(registration, "\n", "\r"), "7 ratinglist.rank.bare"},
		"UTF-16":     {"\xff\xfe" + string(wide), "0 ratinglist.charset, 7 ratinglist.rank.bare"},
		"UTF-16 too": {string(wide), "0 ratinglist.charset, 7 ratinglist.rank.bare"},
		"tabs":       {strings.ReplaceAll(registration, ";", "\t"), "7 ratinglist.rank.bare"},
	} {
		t.Run(name, func(t *testing.T) {
			l, findings := table1(t, tt.text, registered)
			if l.Format != CSV {
				t.Errorf("%s: format %q", name, l.Format)
			}
			wantEntries(t, l, want)
			wantFindings(t, findings, tt.findings)
		})
	}
}

func TestReadTableKinds(t *testing.T) {
	for _, tt := range []struct {
		name    string
		text    string
		mapping Mapping
		want    []Entry
	}{
		{"bars", "Aho|Aino|3k|Tes|HU|1680|f|\n", Mapping{Columns: []tournament.Field{Family, Given, Rank, Club, Country, Rating}},
			[]Entry{{Line: 1, Family: "Aho", Given: "Aino", Rank: rank.Kyu(3), Rating: rank.Points(1680), Figure: "1680", Country: "HU", Club: "Tes"}}},
		{"only a rating", "Aho,Aino,2100", Mapping{Columns: []tournament.Field{Family, Given, Rating}},
			[]Entry{{Line: 1, Family: "Aho", Given: "Aino", Rank: rank.Dan1, Rating: rank.Points(2100), Figure: "2100"}}},
		{"European and American figures with decimals", "Aho;1d;2100,9\nBerg;;3.7\nCerny;5k;-1.2", Mapping{Columns: []tournament.Field{Family, Rank, Rating}}, []Entry{
			{Line: 1, Family: "Aho", Rank: rank.Dan1, Rating: rank.Points(2100), Figure: "2100,9"},
			{Line: 2, Family: "Berg", Rank: rank.Dan(3), Rating: rank.Points(2320), Figure: "3.7"},
			{Line: 3, Family: "Cerny", Rank: rank.Kyu(5), Rating: rank.Points(2030), Figure: "-1.2"},
		}},
		{"names in one cell below a title and an empty line", "Testila Open\n\nNimi;Luokitus\nAHO Aino;2d\nAino AHO;2d\n\"Aho, Aino\";2d", Mapping{Skip: 3, Columns: named.Columns}, []Entry{
			{Line: 4, Family: "AHO", Given: "Aino", Rank: rank.Dan(2)}, {Line: 5, Family: "AHO", Given: "Aino", Rank: rank.Dan(2)},
			{Line: 6, Family: "Aho", Given: "Aino", Rank: rank.Dan(2)},
		}},
		{"given names first", "Aino Maria Aho;2d\nAho;1k", Mapping{Columns: []tournament.Field{GivenFamily, Rank}}, []Entry{
			{Line: 1, Family: "Aho", Given: "Aino Maria", Rank: rank.Dan(2)}, {Line: 2, Family: "Aho", Rank: rank.Kyu1},
		}},
		{"quotes and a cell of two lines", "Name;Rank;Remark\n\"O\"\"Hara \"\"Zoé\";5k;\"a;b\nc\"\nBerg Bo;6k;", Mapping{Skip: 1, Columns: []tournament.Field{FamilyGiven, Rank}}, []Entry{
			{Line: 2, Family: `O"Hara`, Given: `"Zoé`, Rank: rank.Kyu(5)}, {Line: 4, Family: "Berg", Given: "Bo", Rank: rank.Kyu(6)},
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l, _ := table1(t, tt.text, tt.mapping)
			if diff := cmp.Diff(tt.want, l.Entries, cmp.AllowUnexported(rank.Rating{})); diff != "" {
				t.Errorf("%q (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

// The European list writes UK for Britain, in rows like any other.
func TestReadEGDBritain(t *testing.T) {
	l, findings, err := Read([]byte(" 90123456  Aho Aino                              UK  Test    2d   --   2190    14  T250913A\n"))
	if err != nil || len(l.Entries) != 1 || l.Entries[0].Country != "GB" || l.Entries[0].Club != "Test" {
		t.Errorf("%+v, %v, %v", l, findings, err)
	}
}

// A number on two lines is noted at the second, with the line of the first.
func TestNumbersTwice(t *testing.T) {
	m := Mapping{Columns: []tournament.Field{FamilyGiven, EGDNumber}}
	l, findings, err := FromRows([][]string{{"Aho Aino", "91000001"}, {"Berg Bo", "91000002"}, {"Aho Ilkka", "91000001"}, {"Ek Ida", ""}, {"Os Ola", ""}}, m)
	if err != nil || len(l.Entries) != 5 {
		t.Fatal(err)
	}
	wantFindings(t, findings, "3 ratinglist.id.twice")
	if len(findings) == 1 && !slices.Equal(findings[0].Args, []any{"91000001", 1}) {
		t.Errorf("args %v", findings[0].Args)
	}
}

func TestReadTableFindings(t *testing.T) {
	_, findings := table1(t, "Name;Rank;Rating\nAho Aino;5k?;1600\n;6k;\nBerg Bo;35k;abc\nCerny Cyril;xyz;99999\n\"Open Otto;4;\nEriksen;0;\n"+strings.Repeat("Fabre Fred;1k;\n", 25), named)
	wantFindings(t, findings, "2 ratinglist.rank.vague, 3 ratinglist.name.missing, 4 ratinglist.rating.unreadable, 4 ratinglist.rank.low, "+
		"5 ratinglist.rating.unreadable, 5 ratinglist.rank.unreadable, 6 ratinglist.quote, 6 ratinglist.rank.bare, 7 ratinglist.rank.unreadable, 7 ratinglist.name.single, 8 ratinglist.name.shared")
}

func TestFromRowsRefuses(t *testing.T) {
	if _, _, err := FromRows([][]string{{"Aho"}}, Mapping{Columns: []tournament.Field{Given}}); !fault.Is(err, "ratinglist.columns.names") {
		t.Errorf("without names: %v", err)
	}
	for _, skip := range []int{9, -9} {
		if _, _, err := FromRows(nil, Mapping{Skip: skip, Columns: []tournament.Field{FamilyGiven}}); !fault.Is(err, "ratinglist.empty") {
			t.Errorf("nothing from row %d: %v", skip, err)
		}
	}
}

// One line in another character set among UTF-8 does not spoil the rest.
func TestReadMixedCharsets(t *testing.T) {
	l, findings := table1(t, "Name;Rank\nDvořák Jiří;5k\nM\xfcller J\xf6rg;6k\n", named)
	if l.Entries[0].Family != "Dvořák" || l.Entries[1].Family != "Müller" {
		t.Errorf("%+v", l.Entries)
	}
	wantFindings(t, findings, "3 ratinglist.charset.line")
}

func archive(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, text := range files {
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestReadZip(t *testing.T) {
	l, _ := read1(t, string(archive(t, map[string]string{"readme.txt": strings.Repeat("Read me. ", 1000), "list/": "", "list/world.html": egdSample})))
	if l.Format != EGD || len(l.Entries) != 3 {
		t.Errorf("%q, %d players", l.Format, len(l.Entries))
	}
}

func TestReadRefuses(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	many := map[string]string{}
	for i := range 101 {
		many[fmt.Sprint(i)] = "x"
	}
	for name, tt := range map[string]struct {
		data []byte
		key  string
	}{
		"nothing":       {nil, "ratinglist.unknown"},
		"blanks":        {[]byte("\n \r\n\t"), "ratinglist.unknown"},
		"prose":         {[]byte("Dear director,\nI would like to play, and my friends, too.\nYours, Aino"), "ratinglist.unknown"},
		"a game record": {[]byte("(;GM[1]FF[4]SZ[19];B[pd];W[dp])"), "ratinglist.unknown"},
		"a results file": {[]byte("; CL[B]\n; EV[Testila Open 2026]\n; PC[FI,Testila]\n;\n; Pl Name                            Rk Co Club   MMS\n" +
			"   1 Aho Aino                        2d FI Test    33    89     3      2+/b0    3+/w0 |90000001\n" +
			"   2 Berg Bo                         1d SE Lund    30    92     0      1-/w0    5-/w1 |90000002\n"), "ratinglist.unknown"},
		"XML":            {[]byte("<?xml version=\"1.0\"?>\n<Tournament><Players>\n<Player name=\"Aho\" firstName=\"Aino\" rank=\"2D\" rating=\"2190\"/>\n</Players></Tournament>\n"), "ratinglist.unknown"},
		"measurements":   {[]byte("kind,class,seen,area\nfirst,exact,196,139\nsecond,exact,159,202\n"), "ratinglist.unknown"},
		"a picture":      {append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, 400)...), "ratinglist.unknown"},
		"zeros":          {make([]byte, 5000), "ratinglist.unknown"},
		"a table":        {[]byte(registration), "ratinglist.unknown"},
		"no players":     {[]byte(egdHead), "ratinglist.empty"},
		"broken JSON":    {[]byte(`[{"name":`), "ratinglist.json"},
		"deep JSON":      {bytes.Repeat([]byte("["), 1<<20), "ratinglist.json"},
		"empty JSON":     {[]byte("[]"), "ratinglist.empty"},
		"object":         {[]byte(`{"name":"Testila Open","rating":"A"}`), "ratinglist.unknown"},
		"cut zip":        {archive(t, map[string]string{"a": egdSample})[:200], "ratinglist.zip"},
		"empty zip":      {archive(t, map[string]string{"a/": ""}), "ratinglist.unknown"},
		"many files":     {archive(t, many), "ratinglist.zip.files"},
		"a workbook":     {archive(t, map[string]string{"[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<workbook/>"}), "ratinglist.unknown"},
		"zip in a zip":   {archive(t, map[string]string{"b.zip": string(archive(t, map[string]string{"a": egdSample}))}), "ratinglist.unknown"},
		"a zip bomb":     {archive(t, map[string]string{"a": strings.Repeat(" ", MostBytes+1)}), "ratinglist.large"},
		"shared bombs":   {archive(t, map[string]string{"a": strings.Repeat(" ", MostBytes/2), "b": strings.Repeat("x", MostBytes/2+1)}), "ratinglist.large"},
		"too many bytes": {bytes.Repeat([]byte("Aho,5k\n"), MostBytes/7+1), "ratinglist.large"},
		"too many rows":  {[]byte(strings.Repeat(agaRow, MostEntries+1)), "ratinglist.rows"},
		"ends of lines":  {bytes.Repeat([]byte("\n"), MostBytes), "ratinglist.rows"},
		"too many items": {[]byte("[" + strings.Repeat("0,", MostEntries) + "0]"), "ratinglist.rows"},
	} {
		t.Run(name, func(t *testing.T) {
			if l, _, err := Read(tt.data); l != nil || !fault.Is(err, tt.key) {
				t.Errorf("%v, want %s", err, tt.key)
			}
		})
	}
}

// TestReadRefusesMostlyLost reads lists in which some lines have no name: a file that loses more lines than it has
// players is refused, unless only a few are lost.
func TestReadRefusesMostlyLost(t *testing.T) {
	const lost = ";1k;\n"
	for _, tt := range []struct {
		read, lost int
		refused    bool
	}{
		{1, 10, false}, {1, 11, true}, {10, 11, true}, {11, 11, false}, {40, 40, false}, {40, 41, true},
	} {
		t.Run(fmt.Sprintf("%d lines lost, %d read", tt.lost, tt.read), func(t *testing.T) {
			l, _, err := readTable([]byte("Name;Rank;Rating\n"+strings.Repeat("Aho Aino;5k;\n", tt.read)+strings.Repeat(lost, tt.lost)), named)
			f, _ := fault.As(err)
			switch {
			case tt.refused && (l != nil || !fault.Is(err, "ratinglist.failed") || !slices.Equal(f.Args, []any{tt.lost, tt.read})):
				t.Errorf("%d lines lost and %d read: %v", tt.lost, tt.read, err)
			case !tt.refused && (err != nil || len(l.Entries) != tt.read):
				t.Errorf("%d lines lost and %d read: %v", tt.lost, tt.read, err)
			}
		})
	}
}

// TestTableRefuses reads tables beyond the bounds or without names.
func TestTableRefuses(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for name, tt := range map[string]struct {
		data []byte
		key  string
	}{
		"nothing":        {nil, "ratinglist.empty"},
		"heading alone":  {[]byte("Name;Rank\n"), "ratinglist.empty"},
		"a picture":      {append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, 400)...), "ratinglist.unknown"},
		"too many bytes": {bytes.Repeat([]byte("Aho,5k\n"), MostBytes/7+1), "ratinglist.large"},
		"too many rows":  {[]byte("Name;Rank\n" + strings.Repeat("Aho Aino;5k\n", MostEntries+1)), "ratinglist.rows"},
		"ends of lines":  {bytes.Repeat([]byte("\n"), MostBytes), "ratinglist.rows"},
		"too many cells": {bytes.Repeat([]byte("Aho Aino;5k;;;;;;;;;;;;;;;;;;;;;;;;;;;\n"), MostEntries*7/10), "ratinglist.rows"},
	} {
		t.Run(name, func(t *testing.T) {
			if l, _, err := readTable(tt.data, named); l != nil || !fault.Is(err, tt.key) {
				t.Errorf("%v, want %s", err, tt.key)
			}
		})
	}
}

func TestMappingCheck(t *testing.T) {
	for key, columns := range map[string][]tournament.Field{
		"":                         {Ignored, Family, Ignored, Given, Rank},
		"ratinglist.columns.names": {Given, Rank},
		"ratinglist.columns.what":  {FamilyGiven, "shoe"},
		"ratinglist.columns.twice": {FamilyGiven, Rank, Rank},
	} {
		t.Run("fault "+key, func(t *testing.T) {
			if err := (Mapping{Columns: columns}).Check(); key == "" && err != nil || key != "" && !fault.Is(err, key) {
				t.Errorf("%v: %v, want %q", columns, err, key)
			}
		})
	}
	for _, columns := range [][]tournament.Field{{FamilyGiven, Given}, {Family, GivenFamily}, {FamilyGiven, GivenFamily}} {
		if err := (Mapping{Columns: columns}).Check(); !fault.Is(err, "ratinglist.columns.twice") {
			t.Errorf("%v: %v", columns, err)
		}
	}
}

// manyRows returns a table of the most rows allowed, each with an oddity.
func manyRows() []byte {
	var b bytes.Buffer
	b.WriteString("Name;Rank\n")
	for i := range MostEntries {
		fmt.Fprintf(&b, "Aho%d Aino;5k\n", i)
	}
	return b.Bytes()
}

// The most rows allowed are read, with no more findings than allowed.
func TestReadManyRows(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	l, findings := table1(t, string(manyRows()), named)
	if len(l.Entries) != MostEntries || len(findings) != MostFindings+1 {
		t.Errorf("%d players, %d findings", len(l.Entries), len(findings))
	}
	if last := findings[len(findings)-1]; last.Key != "ratinglist.notes.more" || last.Args[0] != MostEntries-MostFindings {
		t.Errorf("last finding %+v", last)
	}
}

func BenchmarkReadManyRows(b *testing.B) {
	content := manyRows()
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := readTable(content, named); err != nil {
			b.Fatal(err)
		}
	}
}

// Lines longer than in any list lose only themselves.
func TestReadLongLines(t *testing.T) {
	long := strings.Repeat("x", longestLine+1)
	l, findings := read1(t, egdFile(egdLine("90123456", "Aho Aino", "FI", "Test", "2d", "--", 2190, 14, "T250913A"), " 90123457 "+long))
	if len(l.Entries) != 1 {
		t.Errorf("%d players", len(l.Entries))
	}
	wantFindings(t, findings, "7 ratinglist.line")
	if l, _, err := readTable([]byte("Name;Rank\nAho;5k"+strings.Repeat(";", 1<<20)), named); err != nil || len(l.Entries) != 1 {
		t.Errorf("wide row: %v", err)
	}
	l, _ = table1(t, "Name;Rank\n"+strings.Repeat("ä", 5000)+";5k", named)
	if n := len([]rune(l.Entries[0].Family)); n != longestField {
		t.Errorf("a name of %d letters", n)
	}
}

// A line of the European list reads back the same.
func TestEGDRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[A-ZÅÖÉ][a-zåöé]{1,8}(_[a-z]{2,4})?`)
		e := Entry{
			Line: 6, Family: name.Draw(t, "family"), Given: name.Draw(t, "given"), EGD: rapid.StringMatching(`[1-9]\d{7}`).Draw(t, "pin"),
			Rank: rank.Rank(rapid.IntRange(int(rank.Kyu30), int(rank.Pro9)).Draw(t, "rank")), Rating: rank.Points(rapid.IntRange(-900, 2949).Draw(t, "rating")),
			Country: rapid.SampledFrom([]string{"FI", "DE", "GB"}).Draw(t, "country"), Club: rapid.StringMatching(`[0-9A-Z][a-w]{1,3}`).Draw(t, "club"),
			Tournaments: rapid.IntRange(0, 400).Draw(t, "tournaments"), LastSeen: rapid.SampledFrom([]string{"", "T250913A", "E061014"}).Draw(t, "code"),
		}
		e.Figure = e.Rating.String()
		suggested := "--"
		if rapid.Bool().Draw(t, "suggested") {
			e.Suggested = rank.Dan1
			suggested = "1d"
		}
		line := egdLine(e.EGD, e.Family+" "+e.Given, e.Country, e.Club, e.Rank.String(), suggested, e.Rating.Points(), e.Tournaments, e.LastSeen)
		l, _, err := Read([]byte(egdFile(line)))
		if err != nil {
			t.Fatal(err)
		}
		e.Family, e.Given = strings.ReplaceAll(e.Family, "_", " "), strings.ReplaceAll(e.Given, "_", " ")
		if diff := cmp.Diff([]Entry{e}, l.Entries, cmp.AllowUnexported(rank.Rating{})); diff != "" {
			t.Fatalf("%q:\n%s", line, diff)
		}
	})
}

// check fails if reading breaks the promises of an entry.
func check(t *testing.T, content []byte) {
	l, findings, err := Read(content)
	checkRead(t, l, findings, err)
}

func checkRead(t *testing.T, l *List, findings []Finding, err error) {
	if len(findings) > 2*(MostFindings+1) {
		t.Errorf("%d findings", len(findings))
	}
	if err != nil {
		if _, ok := fault.As(err); !ok {
			t.Errorf("not a fault: %v", err)
		}
		return
	}
	for i := range l.Entries {
		e := &l.Entries[i]
		if e.Line < 1 || e.Family == "" || strings.ContainsAny(e.Name(), "\n\t\x00") || e.Rank != rank.None && !e.Rank.Valid() {
			t.Errorf("%+v", e)
		}
	}
	ix := NewIndex(l)
	ix.Search(l.Entries[0].Name(), 3)
	ix.Match([]tournament.Player{{Family: l.Entries[0].Family, Rank: rank.Kyu1, EGD: l.Entries[0].EGD}})
}

func FuzzReadEGD(f *testing.F) {
	f.Add([]byte(egdSample))
	f.Add([]byte(egdHead))
	f.Fuzz(func(t *testing.T, content []byte) { check(t, content) })
}

func FuzzReadFFG(f *testing.F) {
	f.Add([]byte(ffgSample))
	f.Fuzz(func(t *testing.T, content []byte) { check(t, content) })
}

func FuzzReadAGA(f *testing.F) {
	f.Add([]byte(agaSample))
	f.Fuzz(func(t *testing.T, content []byte) { check(t, content) })
}

func FuzzReadJSON(f *testing.F) {
	f.Add([]byte(`[{"egf":"90000001","name":"Aho","rating":2190,"rank":"2d"},{"name":"B","rating":"-7949","rank":"100k"}]`))
	f.Add([]byte(`{"Pin_Player":"90000009","Last_Name":"Berg","Name":"Bo","Grade":"1d","Gor":"2084"}`))
	f.Fuzz(func(t *testing.T, content []byte) { check(t, content) })
}

func FuzzReadTable(f *testing.F) {
	f.Add([]byte(registration))
	f.Add([]byte("Aho|Aino|3k|Tes|HU|1680|f|\n"))
	f.Add([]byte("\xff\xfeN\x00a\x00m\x00e\x00,\x00r\x00a\x00n\x00k\x00\n\x00a\x00b\x00"))
	f.Fuzz(func(t *testing.T, content []byte) {
		for _, m := range []Mapping{registered, named, {Columns: []tournament.Field{Rating, Country, GivenFamily, Club, AGANumber, FFGNumber}}} {
			l, findings, err := readTable(content, m)
			checkRead(t, l, findings, err)
		}
	})
}

func FuzzReadZip(f *testing.F) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	if in, err := w.Create("a.txt"); err == nil {
		_, _ = in.Write([]byte(agaSample)) // a buffer takes all
	}
	if err := w.Close(); err != nil {
		f.Fatal(err)
	}
	f.Add(out.Bytes())
	f.Fuzz(func(t *testing.T, content []byte) { check(t, content) })
}
