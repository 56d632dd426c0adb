package roster

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"tourney/internal/fault"
	"tourney/internal/format/native"
	"tourney/internal/rank"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

func sheetOf(t testing.TB, text string, o Options) *Sheet {
	t.Helper()
	s, err := Read([]byte(text), formattest.Club(t), o)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return s
}

// lines formats the players of a sheet one a line: family|given|rank|rating|country|club|EGD|absent|contact|notes|tags.
func lines(s *Sheet) []string {
	var out []string
	for _, r := range s.Rows {
		p := r.Player
		var absent []string
		for n := 1; n <= 5; n++ {
			if p.Absent.Has(n) {
				absent = append(absent, fmt.Sprint(n))
			}
		}
		line := strings.Join([]string{p.Family, p.Given, p.Rank.String(), p.Rating.String(), p.Country, p.Club, p.EGD,
			strings.Join(absent, ","), p.Contact, p.Notes, strings.Join(p.Tags, ",")}, "|")
		if r.Excluded {
			line = "(" + line + ")"
		}
		out = append(out, line)
	}
	return out
}

// problems formats the findings of all rows: "row/column severity key args".
func problems(s *Sheet) []string {
	var out []string
	for _, r := range s.Rows {
		for _, n := range r.Findings {
			text := fmt.Sprintf("%d/%d %s %s", n.Line, n.Column, n.Severity, n.Key)
			for _, a := range n.Args {
				text += fmt.Sprintf(" %v", a)
			}
			out = append(out, text)
		}
	}
	return out
}

func TestSheetReadsTheDifficultList(t *testing.T) {
	const list = `Sukunimi;Etunimi;Luokitus;Kerho;Maa;PIN;Kierrokset;Huom
Aho;Aino;2 dan;Testila;FI;90000001;1-3;
Cerny;Cyril;1 Kyu;Brno;cz;;all;vegetarian
"van der Berg";Bo;１ｄ;Lund;se;90000002;1,3;
Dvořák;Dana;2K;Praha;CZ;;"1, 2, 3";
Eriksen;Eli;3級;Oslo;NO;90000004;;
Fabre;Fred;4;75Te;FR;;not 2;
Uusi;Ulla;-;;FI;;;first tournament
`
	s := sheetOf(t, list, Options{})
	want := []string{
		"Aho|Aino|2d||FI|Testila|90000001|4,5|||", "Cerny|Cyril|1k||CZ|Brno||||vegetarian|", "van der Berg|Bo|1d||SE|Lund|90000002|2,4,5|||",
		"Dvořák|Dana|2k||CZ|Praha||4,5|||", "Eriksen|Eli|3k||NO|Oslo|90000004||||", "Fabre|Fred|4k||FR|75Te||2|||", "Uusi|Ulla|||FI|||||first tournament|",
	}
	if diff := cmp.Diff(want, lines(s)); diff != "" {
		t.Errorf("players (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"7/3 warning roster.row.rank.read 4 4k", "8/3 error roster.row.rank.missing"}, problems(s)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if _, err := s.Players(); !fault.Is(err, "roster.rows.wrong") {
		t.Errorf("a list with an error is imported: %v", err)
	}
	for _, o := range []Options{{Exclude: []int{8}}, {Unranked: rank.Kyu30}} {
		players, err := sheetOf(t, list, o).Players()
		if err != nil || len(players) != 7-len(o.Exclude) {
			t.Errorf("%+v: %d players, %v", o, len(players), err)
		}
	}
}

func TestSheetKnowsHeadings(t *testing.T) {
	for _, tt := range []struct{ list, want string }{
		{"Last name,First name,EGF rank,Go club,E-mail\nAho,Aino,2d,Testila,a@example.org", "Aho|Aino|2d|||Testila|||a@example.org||"},
		{"Name,First Name,Rank\nAho,Aino,2d", "Aho|Aino|2d||||||||"},
		{"Imię;Nazwisko;Stopień;Kraj;Klub;Uwagi\nŁucja;Gąsior;3k;Polska;Wilno;bez mięsa", "Gąsior|Łucja|3k||PL|Wilno||||bez mięsa|"},
		{"Klub;Siła gry;Nazwisko i imię\nWilno;3 kyu;Gąsior Łucja", "Gąsior|Łucja|3k|||Wilno|||||"},
		{"Jméno\tPříjmení\tTřída\tZemě\tOddíl\tPoznámka\nJiří\tDvořák\t2. kyu\tČeská republika\tPraha\tx", "Dvořák|Jiří|2k||CZ|Praha||||x|"},
		{"Nimi|Taso|Sähköposti|Poissa\nAho, Aino|2-dan|a@example.org|2 ja 4", "Aho|Aino|2d|||||2,4|a@example.org||"},
		{"Pelaaja;Vahvuusluku\nAHO Aino;2190", "Aho|Aino"},
		{"Registration\n\nNo.;Player;Rank;Rating;Country\n1;BERG Bo;1d;2120;Sweden\n2;;;;", "BERG|Bo|1d|2120|SE||||||"},
		{"Name;Rank;Round 1;R2;3. kierros;Junior\nAho, Aino;2d;x;ei;x;yes", "Aho|Aino|2d|||||2|||Junior"},
		{"sep=,\nName,Rank\n\"Aho, Aino\",2d", "Aho|Aino|2d||||||||"},
		{"Name\nAho, Aino 2d", "Aho|Aino|2d||||||||"},
		{"Name;Rank;Name;Phone;Mail\nAho, Aino;2d;other;12;b@example.org", "Aho|Aino|2d||||||12; b@example.org||"},
	} {
		t.Run(tt.list, func(t *testing.T) {
			s := sheetOf(t, tt.list, Options{})
			if got := lines(s); len(got) != 1 || !strings.HasPrefix(strings.ToLower(got[0]), strings.ToLower(tt.want)) {
				t.Errorf("%s\n got %v\nwant %s\ncolumns %q", tt.list, got, tt.want, s.Columns)
			}
			if len(s.Headings) == 0 {
				t.Errorf("no headings found in %s", tt.list)
			}
		})
	}
}

// A birthday under any of its headings is kept as the year; any
// other value is reported.
func TestSheetReadsYearsOfBirth(t *testing.T) {
	for _, tt := range []struct {
		list string
		born int
		said bool
	}{
		{"Name;Rank;Born\nAho, Aino;2d;2008", 2008, false},
		{"Nimi;Taso;Syntymäaika\nAho, Aino;2d;3.12.2008", 2008, false},
		{"Nazwisko i imię;Stopień;Data urodzenia\nAho, Aino;2d;2008-12-03", 2008, false},
		{"Příjmení;Jméno;Třída;Ročník\nAho;Aino;2d;1965", 1965, false},
		{"Name;Rank;Date of birth\nAho, Aino;2d;12/3/08", 0, true},
		{"Name;Rank;Born\nAho, Aino;2d;20081", 0, true},
		{"Name;Rank;Born\nAho, Aino;2d;-", 0, false},
	} {
		t.Run(tt.list, func(t *testing.T) {
			s := sheetOf(t, tt.list, Options{})
			if got := s.Rows[0].Player.Born; got != tt.born {
				t.Errorf("%s\n is born %d", tt.list, got)
			}
			said := slices.ContainsFunc(problems(s), func(p string) bool { return strings.Contains(p, "roster.row.born") })
			if said != tt.said {
				t.Errorf("%s\n is answered %q", tt.list, problems(s))
			}
		})
	}
}

func TestSheetGuessesColumnsWithoutHeadings(t *testing.T) {
	for _, tt := range []struct {
		list    string
		want    string
		columns []Column
	}{
		{"1;Aho;Anna;2d;FI;Testila\n2;Berg;Peter;1k;SE;Lund\n3;Cerny;Jan;10k;CZ;Brno", "Aho|Anna|2d||FI|Testila|||||",
			[]Column{"", "family", "given", "rank", "country", "club"}},
		{"Anna,Aho,2d\nPeter,Berg,1k\nJan,Cerny,5k", "Aho|Anna|2d||||||||", []Column{"given", "family", "rank"}},
		{"2d\tAho Anna\t2190\t90000001\n1k\tBerg Peter\t2000\t90000002\n", "Aho|Anna|2d|2190|||90000001||||", []Column{"rank", "family-given", "rating", "egd"}},
		{"Aho Anna 2d\nBerg Peter 1 kyu\n", "Aho|Anna|2d||||||||", []Column{"family-given"}},
		{"Anna Aho (2d)\nPeter van der Berg (1k)\n", "Aho|Anna|2d||||||||", []Column{"given-family"}},
	} {
		t.Run(tt.list, func(t *testing.T) {
			s := sheetOf(t, tt.list, Options{})
			if len(s.Headings) != 0 || !slices.Equal(s.Columns, tt.columns) || lines(s)[0] != tt.want {
				t.Errorf("%s\n got %q %v\nwant %q %s", tt.list, s.Columns, lines(s), tt.columns, tt.want)
			}
			if _, _, wrong, _ := s.Count(); wrong > 0 {
				t.Errorf("%s: %v", tt.list, problems(s))
			}
			if s.Findings[0].Key != "roster.guessed" {
				t.Errorf("%s: findings %v", tt.list, s.Findings)
			}
		})
	}
	s := sheetOf(t, "Aho;Anna;2d\nBerg;Peter;1k", Options{Columns: []Column{"given", "family", "rank"}})
	if got := lines(s)[0]; !strings.HasPrefix(got, "Anna|Aho|2d") {
		t.Errorf("columns said by a person: %s", got)
	}
}

func TestOrderOfWholeNames(t *testing.T) {
	for _, tt := range []struct {
		heading string
		names   []string
		want    Column
		stated  bool
	}{
		{"Nazwisko i imię", []string{"Jan Lis"}, colFamilyGiven, true},
		{"Imię i nazwisko", []string{"Lis Jan"}, colGivenFamily, true},
		{"Name", []string{"Jan Lis", "Anna Aho"}, colGivenFamily, false},
		{"Name", []string{"Lis Jan", "Aho Anna"}, colFamilyGiven, false},
		{"Name", []string{"Zork Quax", "Zork Bleem"}, colGivenFamily, false}, // given names recur
	} {
		t.Run(fmt.Sprint(tt.heading, tt.names), func(t *testing.T) {
			if got, stated := nameOrder(tt.heading, tt.names); got != tt.want || stated != tt.stated {
				t.Errorf("%s %v: %s %v, want %s", tt.heading, tt.names, got, stated, tt.want)
			}
		})
	}
	s := sheetOf(t, "Name;Rank\nJan Lis;5k\nAnna Aho;4k", Options{Columns: []Column{"family-given", "rank"}})
	if got := lines(s)[0]; !strings.HasPrefix(got, "Jan|Lis") {
		t.Errorf("the order a person says is not used: %s", got)
	}
}

func TestSheetMarksDoubtfulRows(t *testing.T) {
	tn := formattest.Club(t,
		tournament.Player{Family: "Virtanen", Given: "Mikko", Rank: rank.Kyu(5), Club: "Hel"},
		tournament.Player{Family: "Korhonen", Given: "Liisa", Rank: rank.Kyu(2), EGD: "90000077"})
	long := strings.Repeat("x", 10_000)
	s, err := Read([]byte(`Family,Given,Rank,Rating,Country,PIN,Absent
Aho,Aino,12 stones,,FI,,
Berg,Bo,12 stones,2100,Sverige,,
Cerny,Cyril,,1800,Atlantis,123,
Dvorak,Dana,5k?,9000,CZ,,round 2
Eriksen,Eli,1d,1200,NO,,9
Mikko,Wirtanen,5k,,FI,,
VIRTANEN,Mikko,5k,,FI,,
Korhonen-Laine,Liisa,1k,,FI,90000077,
Aho,AINO,3d,,FI,,
Dvořák,Dana M,4k,,CZ,,
`+long+`,Long,4k,,CZ,,
,Nobody,4k,,CZ,,
Fabre,Fred,2190,,FR,,
`), tn, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"2/3 error roster.row.rank.unreadable 12 stones",
		"3/3 warning roster.row.rank.instead 12 stones 2100 1d",
		"4/5 warning roster.row.country Atlantis",
		"4/6 warning roster.row.egd 123",
		"4/3 warning roster.row.rank.rating 1800 3k",
		"5/4 warning roster.row.rating 9000",
		"5/3 warning roster.row.rank.read 5k? 5k",
		"6/7 warning roster.row.rounds 9 5",
		"6/4 warning ratinglist.rank.rating 1d 1200 9k",
		"7/1 warning roster.row.alike Virtanen Mikko 5k, Hel",
		"9/1 warning roster.row.number.known EGD 90000077 Korhonen Liisa 2k",
		"10/1 warning roster.row.alike.row 2",
		"11/1 warning roster.row.alike.row 5",
		"12/1 error field.long family 10000 100",
		"13/1 error player.name.empty",
		"14/3 warning roster.row.rank.read 2190 2d",
	}
	if diff := cmp.Diff(want, problems(s)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if ready, doubtful, wrong, excluded := s.Count(); ready != 1 || doubtful != 8 || wrong != 3 || excluded != 1 {
		t.Errorf("%d ready, %d doubtful, %d wrong, %d left out", ready, doubtful, wrong, excluded)
	}
	if got := s.Rows[12].Player.Rating.Points(); got != 2190 {
		t.Errorf("a rating in the place of the rank gives %d", got)
	}

	again, err := Read([]byte("Family,Given,Rank\nVirtanen,Mikko,5k\nAho,Aino,1d\nAho,Aino,1d\n"), tn, Options{Include: []int{2}, Exclude: []int{4}})
	if err != nil {
		t.Fatal(err)
	}
	players, err := again.Players()
	if err != nil || len(players) != 2 {
		t.Errorf("included and excluded rows: %v %v", players, err)
	}
}

// Two people of one name are distinguished by the numbers of their federations, among the rows and against the
// tournament; one number under two names is a finding.
func TestNumbersComeBeforeNames(t *testing.T) {
	tn := formattest.Club(t,
		tournament.Player{Family: "Aho", Given: "Aino", Rank: rank.Dan(2), EGD: "90000001"},
		tournament.Player{Family: "Berg", Given: "Bo", Rank: rank.Kyu(2), AGA: "1234"})
	for _, tt := range []struct {
		list string
		want []string
		held int
	}{
		{"Aho;Aino;15k;90000007;", []string{"2/1 warning roster.row.namesake Aho Aino EGD 90000001"}, 0},
		{"Aho;Aino;15k;;", []string{"2/1 warning roster.row.known Aho Aino 2d"}, 1},
		{"Aho;Aino;15k;90000001;", nil, 0},
		{"Aho;Aino;1d;;", nil, 0},
		{"Aho;Aino;2d;90000001;", []string{"2/1 warning roster.row.known.same Aho Aino 2d"}, 1},
		{"Aho;Aino;15k;;1234", []string{"2/1 warning roster.row.number.known AGA 1234 Berg Bo 2k"}, 1},
		{"Virtanen;Aino;2d;90000001;", []string{"2/1 warning roster.row.number.known EGD 90000001 Aho Aino 2d"}, 1},
		{"Salo;Sam;2d;90000008;\nSalo;Sam;5k;90000009;\nSalo;Sam;7k;90000008;",
			[]string{"3/1 warning roster.row.namesake.row 2 EGD 90000008", "4/1 warning roster.row.twice 2"}, 1},
		{"Salo;Sam;2d;90000008;\nLaine;Lee;5k;90000008;", []string{"3/1 warning roster.row.number.twice EGD 90000008 2 Salo Sam"}, 1},
		{"Salo;Sam;2d;;77\nSalo;Sam;5k;90000008;", []string{"3/1 warning roster.row.twice 2"}, 1},
		{"Salo;Sam;2d;;0077\nSalo;Sam;5k;;77", []string{"3/1 warning roster.row.twice 2"}, 1},
	} {
		t.Run(tt.list, func(t *testing.T) {
			s, err := Read([]byte("Family;Given;Rank;EGD;AGA\n"+tt.list), tn, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, problems(s)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.list, diff)
			}
			if _, _, wrong, excluded := s.Count(); wrong != 0 || excluded != tt.held {
				t.Errorf("%s: %d rows are held back, %d wrong", tt.list, excluded, wrong)
			}
		})
	}
}

// A row without a rank is registered with a typed one. When the list is imported again, the player keeps it without a
// question; another rank in the list is still a change.
func TestRowsWithoutRankComeAgain(t *testing.T) {
	tn := formattest.Club(t, tournament.Player{Family: "Aho", Given: "Aino", Rank: rank.Kyu(4), Club: "Hki", EGD: "90000001"})
	for _, tt := range []struct {
		row     string
		include bool
		want    []string
		changes string
	}{
		{row: "Aho;Aino;;Hki;;", want: []string{"2/3 info roster.row.rank.known 4k", "2/1 warning roster.row.known.same Aho Aino 4k"}},
		{row: "Aho;Aino;strong;Hki;;", want: []string{"2/3 info roster.row.rank.known 4k", "2/1 warning roster.row.known.same Aho Aino 4k"}},
		{row: "Aho;Aino;beginner;Lahti;;", want: []string{"2/3 info roster.row.rank.known 4k"}, changes: "club Lahti"},
		{row: "Aho;Aino;;Lahti;90000001;1800", want: []string{"2/3 info roster.row.rank.known 4k"}, changes: "rating 1800 club Lahti"},
		{row: "Aho;Aino;3k;Hki;;", changes: "rank 3k"},
		{row: "Ahola;Aino;;Hki;;", want: []string{"2/3 error roster.row.rank.missing", "2/1 warning roster.row.alike Aho Aino 4k, Hki"}},
		{row: "Aho;Aino;;Hki;;", include: true, want: []string{"2/3 error roster.row.rank.missing", "2/1 warning roster.row.known Aho Aino 4k"}},
	} {
		o := Options{}
		if tt.include {
			o.Include = []int{2}
		}
		s, err := Read([]byte("Family;Given;Rank;Club;EGD;Rating\n"+tt.row), tn, o)
		if err != nil {
			t.Fatal(err)
		}
		var got, changes []string
		for _, f := range s.Rows[0].Findings {
			got = append(got, strings.TrimSpace(fmt.Sprintln(append([]any{fmt.Sprintf("%d/%d %s %s", f.Line, f.Column, f.Severity, f.Key)}, f.Args...)...)))
		}
		for _, c := range s.Rows[0].Changes {
			changes = append(changes, string(c.Column), c.Now)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.row, diff)
		}
		if got := strings.Join(changes, " "); got != tt.changes {
			t.Errorf("%s changes %q, want %q", tt.row, got, tt.changes)
		}
	}
}

func TestSheetComesInManyEncodings(t *testing.T) {
	const list = "Příjmení;Jméno;Třída\r\nDvořák;Jiří;2k\r\nŠťastná;Žofie;5k\r\n"
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(list)
	if err != nil {
		t.Fatal(err)
	}
	latin2, err := charmap.ISO8859_2.NewEncoder().String(list)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{"UTF-8": list, "UTF-16": utf16, "UTF-16 without mark": utf16[2:], "ISO-8859-2": latin2, "UTF-8 mark": "\ufeff" + list, "old Mac lines": strings.ReplaceAll(list, "\r\n", "\r")} {
		t.Run(name, func(t *testing.T) {
			s := sheetOf(t, data, Options{})
			if got := lines(s); got[0] != "Dvořák|Jiří|2k||||||||" || got[1] != "Šťastná|Žofie|5k||||||||" {
				t.Errorf("%v", got)
			}
			if name == "ISO-8859-2" && (len(s.Findings) != 1 || s.Findings[0].Key != "roster.encoding.names" || s.Findings[0].Args[0] != "ISO-8859-2") {
				t.Errorf("findings %v", s.Findings)
			}
		})
	}
	if s := sheetOf(t, latin2, Options{Encoding: "Windows-1252"}); strings.Contains(lines(s)[0], "Dvořák") {
		t.Error("the encoding that a person says is not used")
	}
}

func TestSheetIsBounded(t *testing.T) {
	rows := func(n int) string {
		var b strings.Builder
		b.WriteString("Family;Given;Rank\n")
		for i := range n {
			fmt.Fprintf(&b, "Family%c%c%c;Given%d;%dk\n", 'a'+i%26, 'a'+i/26%26, 'a'+i/676%26, i, 1+i%30)
		}
		return b.String()
	}
	s, err := Read([]byte(rows(mostRows)), formattest.Club(t), Options{})
	if err != nil || len(s.Rows) != mostRows {
		t.Fatalf("%d rows: %v", mostRows, err)
	}
	wide := strings.Repeat("x;", 101) + "x"
	for _, tt := range []struct {
		name string
		data []byte
		key  string
	}{
		{"5,001 rows", []byte(rows(mostRows + 1)), "roster.rows"},
		{"many rows", []byte(rows(mostRows * 3)), "roster.rows"},
		{"many columns", []byte("Name;Rank\n" + wide), "roster.columns"},
		{"headings only", []byte("Name;Rank\n"), "roster.empty"},
		{"an empty workbook", formattest.Workbook(t), "roster.empty"},
		{"no names", []byte("2d;2190\n1k;2100\n"), "roster.nameless"},
		{"broken workbook", formattest.ZipOf(t, "xl/workbook.xml", "<workbook"), "file.xlsx"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Read(tt.data, formattest.Club(t), Options{}); !fault.Is(err, tt.key) {
				t.Errorf("got %v, want %s", err, tt.key)
			}
		})
	}
	if _, err := Read([]byte("Name\nAho"), formattest.Club(t), Options{Encoding: "EBCDIC"}); !fault.Is(err, "roster.encoding.unknown") {
		t.Error(err)
	}
	if _, err := Read([]byte("Aho;5k\nBerg;4k"), formattest.Club(t), Options{Columns: []Column{"name", "name"}}); !fault.Is(err, "roster.column.twice") {
		t.Error(err)
	}
	if _, err := Read([]byte("Aho;5k\nBerg;4k"), formattest.Club(t), Options{Columns: []Column{"name", "shoe"}}); !fault.Is(err, "roster.column.what") {
		t.Error(err)
	}
}

func FuzzReadSheet(f *testing.F) {
	f.Add([]byte("Name;Rank\nAho, Aino;5k\n"))
	f.Add([]byte("1,Aho,Aino,2d,FI,90000001\n2,Berg,Bo,1k,SE,\n"))
	f.Add([]byte("Jm\xe9no\tT\xf8\xedda\tRound 1\nDvo\xf8\xe1k Ji\xf8\xed\t2k\tx"))
	f.Add([]byte("Nimi|Poissa\nAho|1-3"))
	f.Add([]byte("1. Pekka Heinonen 12k Helsinki\n- Laura Toivonen 9 kyu Tampere\n"))
	f.Add([]byte("Last update: 12.3.2026\nAGA ID,Name,Rating,Status\n7,Dr. Aho Aino (90000001),3.2,cancelled\nTotal,26"))
	f.Add([]byte("Name;Rank;Country\nAho;NR;D\nBerg;4-5k;Holland\nCox;2-Jan;Georgia"))
	f.Fuzz(func(t *testing.T, data []byte) {
		tn := formattest.Club(t, tournament.Player{Family: "Aho", Given: "Aino", Rank: rank.Dan1})
		s, err := Read(data, tn, Options{})
		if err != nil {
			if _, ok := fault.As(err); !ok {
				t.Fatalf("not a fault: %v", err)
			}
			return
		}
		players, err := s.Players()
		if err != nil {
			return
		}
		for _, p := range players {
			if _, err := tn.AddPlayer(p, tournament.AllowNamesakes); err != nil {
				t.Fatalf("%+v: %v", p, err)
			}
		}
	})
}

// A tournament made of a list has all the rounds that the list names, and the absences of its players; cells that name
// no rounds add none.
func TestListsNameTheRounds(t *testing.T) {
	for _, tt := range []struct {
		list   string
		rounds int
		absent tournament.Rounds
	}{
		{"Name;Rank;Absent\nAho Aino;2d;2,7\nBerg Bo;1k;\n", 7, tournament.Rounds(0).With(2).With(7)},
		{"Name;Rank;Absent\nAho Aino;2d;6-8\nBerg Bo;1k;0\n", 8, tournament.Rounds(0).With(6).With(7).With(8)},
		{"Name;Rank;Rounds\nAho Aino;2d;1-6\nBerg Bo;1k;all\n", 6, 0},
		{"Name;Rank;R1;R2;R6\nAho Aino;2d;x;x;-\nBerg Bo;1k;x;x;x\n", 6, tournament.Rounds(0).With(6)},
		{"Name;Rank;Absent\nAho Aino;2d;3\nBerg Bo;1k;\n", 5, tournament.Rounds(0).With(3)},
		{"Name;Rank;Absent\nAho Aino;2d;99\nBerg Bo;1k;from 7 pm\n", 5, 0},
		{"Name;Rank;Club\nAho Aino;2d;Go 2000\nBerg Bo;1k;7\n", 5, 0},
	} {
		t.Run(tt.list, func(t *testing.T) {
			tn, _, err := ReadPlayers([]byte(tt.list))
			if err != nil {
				t.Fatal(err)
			}
			if p := tn.Players[0]; tn.Settings.Rounds != tt.rounds || p.Absent != tt.absent {
				t.Errorf("%q: %d rounds, absent %b; want %d, %b", tt.list, tn.Settings.Rounds, p.Absent, tt.rounds, tt.absent)
			}
			var kept bytes.Buffer
			if _, err := native.Write(&kept, tournament.Whole{Tournament: tn}, nil); err != nil {
				t.Fatal(err)
			}
			again, _, err := native.Read(kept.Bytes())
			if err != nil || again.Players[0].Absent != tt.absent {
				t.Errorf("%q is kept as %+v, %v", tt.list, again, err)
			}
		})
	}
}

// The sex of players is a category, in any letters, and beside other categories.
func TestGenderIsACategory(t *testing.T) {
	for _, heading := range []string{"Gender", "Sex", "Sukupuoli", "Płeć", "Pohlaví", "Kön", "Gender (for prizes)"} {
		sheet, err := Read([]byte("Name;Rank;"+heading+";Junior\nAho Aino;2d;N;\nBerg Bo;1k;M;x\nMróz Ewa;5k;K;\nCerny Cyril;6k;-;\n"), formattest.Club(t), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got [][]string
		for _, row := range sheet.Rows {
			got = append(got, row.Player.Tags)
		}
		want := [][]string{{"N"}, {"M", "Junior"}, {"K"}, nil}
		if diff := cmp.Diff(want, got); sheet.Columns[2] != colTags || diff != "" {
			t.Errorf("%s is taken for %q (-want +got):\n%s", heading, sheet.Columns[2], diff)
		}
	}
}

func TestTeamsAreRead(t *testing.T) {
	tn := formattest.Match(t)
	const list = "Name;Rank;Joukkue;Seura\nAho Aino;2k;Up;Oulu\nBerg Bo;3k;New;Oulu\nChan Ci;4k;;Oulu\n"
	s, err := Read([]byte(list), tn, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Teams(); !slices.Equal(got, []string{"Up", "New", ""}) || s.Rows[0].Player.Club != "Oulu" {
		t.Errorf("read the teams %q of %+v", got, s.Rows)
	}
	// If no teams play, a team is a club, unless there is a column of clubs.
	tn.Settings.Teams = tournament.TeamPlay{}
	if s, err = Read([]byte(list), tn, Options{}); err != nil || s.Teams()[0] != "" || s.Rows[0].Player.Club != "Oulu" {
		t.Errorf("read %+v, %v", s.Rows, err)
	}
	if s, err = Read([]byte("Name;Rank;Team\nAho Aino;2k;Up\n"), tn, Options{}); err != nil || s.Teams()[0] != "" || s.Rows[0].Player.Club != "Up" {
		t.Errorf("read %+v, %v", s.Rows, err)
	}
}

// A column of payments is read as sums, or as the whole fee.
func TestPayments(t *testing.T) {
	for cell, want := range map[string]struct {
		sum      tournament.Money
		paid, ok bool
	}{
		"15": {15_00, true, true}, "15 €": {15_00, true, true}, "€12,50": {12_50, true, true}, "12.5 EUR": {12_50, true, true}, "100 Kč": {100_00, true, true},
		"kyllä": {0, true, true}, "Paid": {0, true, true}, "zapłacone": {0, true, true}, "x": {0, true, true}, "1": {0, true, true},
		"no": {0, false, true}, "ei": {0, false, true}, "0,00": {0, false, true},
		"later": {0, true, false}, "12.345": {0, true, false}, "2026-05-01": {0, true, false}, "99999999": {0, true, false},
	} {
		if sum, paid, ok := readPayment(cell, &answers{}); sum != want.sum || ok != want.ok || ok && paid != want.paid {
			t.Errorf("readPayment(%q) = %d, %v, %v, want %+v", cell, sum, paid, ok, want)
		}
	}
	settings := tournament.Presets()[0].Settings
	tn, err := tournament.New(tournament.Info{Slug: "a", Name: "A"}, settings)
	if err != nil {
		t.Fatal(err)
	}
	const list = "Nimi;Taso;Maksettu\nAho Aino;5k;kyllä\nBerg Bo;4k;10 €\nCihla Cia;3k;ei\nDahl Dag;3k;ehkä\n"
	read := func() (paid []tournament.Money, keys []string) {
		s, err := Read([]byte(list), tn, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range s.Rows {
			paid = append(paid, row.Player.Fee.Paid)
			for _, f := range row.Findings {
				keys = append(keys, f.Key)
			}
		}
		return paid, keys
	}
	if paid, keys := read(); !slices.Equal(paid, []tournament.Money{0, 10_00, 0, 0}) || !slices.Equal(keys, []string{"roster.row.paid.none", "roster.row.paid"}) {
		t.Errorf("without fees: %v %v", paid, keys)
	}
	classes := slices.Grow(tn.Settings.Fees.Classes, 1)[:1]
	classes[0].Name, classes[0].Amount = "all", 20_00
	tn.Settings.Fees.Classes = classes
	if paid, keys := read(); !slices.Equal(paid, []tournament.Money{20_00, 10_00, 0, 0}) || !slices.Equal(keys, []string{"roster.row.paid"}) {
		t.Errorf("with fees: %v %v", paid, keys)
	}
}

// A column of boards gives the order in teams, and is not used where no teams play.
func TestBoardsAreRead(t *testing.T) {
	tn := formattest.Match(t)
	const list = "Name;Rank;Team;Lauta\nAho Aino;2k;Up;2\nBerg Bo;3k;Up;1.\nChan Ci;4k;Up;-\nDay Di;5k;Up;first\nEk Eva;6k;Up;99999999999\n"
	s, err := Read([]byte(list), tn, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, said := s.Boards(), problems(s); !slices.Equal(got, []int{2, 1, 0, 0, 0}) ||
		!slices.Equal(said[:2], []string{"5/4 warning roster.row.board first", "6/4 warning roster.row.board 99999999999"}) {
		t.Errorf("read %v, %q", got, said)
	}
	tn.Settings.Teams = tournament.TeamPlay{}
	if s, err = Read([]byte(list), tn, Options{}); err != nil || s.Columns[3] != colIgnored || slices.Max(s.Boards()) > 0 {
		t.Errorf("without teams: %v, %v", s.Columns, err)
	}
}
