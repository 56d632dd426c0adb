package recordmatch

import (
	"archive/zip"
	"bytes"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/tournament"
)

// cup is a tournament of invented people in its second round: four games, of which the
// third has a record; Kaisa Aalto is there twice.
func cup() *tournament.Tournament {
	t := &tournament.Tournament{
		Info:     tournament.Info{Slug: "cup", Begin: tournament.DateOf(day(2026, 5, 2)), End: tournament.DateOf(day(2026, 5, 3))},
		Settings: tournament.Settings{Size: 19, Rules: "japanese"},
	}
	for i, name := range []string{
		"Laine Aino", "Kuusi Meri", "Kowalczyk Łukasz", "Novák Jiří", "Aalto Kaisa", "Mäkelä Onni", "Aalto Kaisa", "Петров Иван", "Vieras Väinö",
	} {
		family, given, _ := strings.Cut(name, " ")
		t.Players = append(t.Players, tournament.Player{ID: tournament.PlayerID(i + 1), Family: family, Given: given})
	}
	t.Players[1].Notes = "KGS: pihlaja3"
	pair := func(round int, ids ...tournament.PlayerID) tournament.Round {
		r := tournament.Round{Number: round, Published: true}
		for i := 0; i+1 < len(ids); i += 2 {
			table := i/2 + 1
			r.Games = append(r.Games, tournament.Game{
				ID: 10*round + table, Round: round, Table: table, Black: ids[i], White: ids[i+1], Komi: 13,
			})
		}
		return r
	}
	t.Rounds = []tournament.Round{pair(1, 2, 4, 1, 3, 5, 7), pair(2, 1, 2, 3, 4, 5, 6, 7, 8)}
	t.Rounds[1].Games[2].Record = gamerecord.Hash("(;)")
	t.Rounds[0].Games[0].Live = tournament.LiveGame{ID: 1, Black: 2, White: 4}
	return t
}

func day(y, m, d int) time.Time { return time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC) }

func TestAssign(t *testing.T) {
	kept := "(;SZ[19]PB[Kaisa Aalto]PW[Onni Mäkelä];B[pd])"
	for _, tt := range []struct {
		name, record string
		// want are the IDs of the games that fit, or the fault; then the doubts. A clear match has no doubts.
		want string
		why  string
	}{
		{"a.sgf", "(;PB[Aino Laine]PW[Meri Kuusi]DT[2026-05-02];B[pd])", "21", "names date"},
		{"a.sgf", "(;PB[LAINE, Aino]PW[Kuusi Meri];B[pd])", "21", "names"},
		{"a.sgf", "(;PB[Aino Laine [5k\\]]PW[Meri Kuusi, 4 kyu];B[pd])", "21", "names"},
		{"a.sgf", "(;PB[Lukasz Kowalczyk]PW[Jiri Novak];B[pd])", "22", "names"},
		{"a.sgf", "(;PB[Kaisa AALTO]PW[Maekelae, Onni];B[pd])", "23 kept", "names"},
		{"a.sgf", "(;PB[KOWALCZYK LUKASZ]PW[Jir\u030ci\u0301 Nova\u0301k];B[pd])", "22", "names"},
		{"a.sgf", "(;PB[Kaisa Aalto]PW[\xcf\xe5\xf2\xf0\xee\xe2 \xc8\xe2\xe0\xed];B[pd])", "24", "names"}, // Windows-1251
		{"a.sgf", "(;C[hi];PB[Aino Laine]PW[Meri Kuusi]RO[2]DT[2026-05-02];B[pd])", "21", "names date"},
		{"a.sgf", "(;PB[Aino Laine]PW[Meri Kuusi];B[pd](;W[dd])(;W[dp];B[dd];W[];B[]))", "21 branch", "names"},
		{"a.sgf", "(;PB[Aino Laine]PW[Meri Kuusi];B[pd](;W[dd];B[];W[])(;W[dp];B[dd]))", "21", "names"},
		{"a.sgf", "(;PB[Lukas Kowalczyk]PW[Jirí Novak];B[pd])", "22", "spelled"},
		{"a.sgf", "(;PB[Lukasz Kowalczyk (PL)]PW[Novak];B[pd])", "22", "spelled"},
		{"a.sgf", "(;PB[Aino Laine]PW[pihlaja3];B[pd])", "21", "nick"},
		{"a.sgf", "(;PB[Meri Kuusi]PW[Aino Laine];B[pd])", "21 swapped", "names"},
		{"round 2 table 1.sgf", "(;PB[Aino Laine]PW[Meri Kuusi];B[pd])", "21", "names table"},
		{"a.sgf", "(;EV[Cup]RO[2]PC[Table 2]PB[Lukasz Kowalczyk]PW[Jiri Novak];B[pd])", "22", "names table"},
		{"3-round/t1.sgf", "(;RO[Round 3]PB[Aino Laine]PW[Meri Kuusi];B[pd])", "21 round", "names"},
		{"table 4.sgf", "(;PB[Aino Laine]PW[Meri Kuusi];B[pd])", "21 place", "names"},
		{"a.sgf", "(;PB[Aino Laine]PW[Meri Kuusi]DT[2019-01-05];B[pd])", "21 date", "names"},
		{"a.sgf", "(;PB[Aino Laine]PW[Meri Kuusi]DT[2026-05-04];B[pd])", "21", "names date"},
		{"a.sgf", "(;PB[Aino Laine]PW[Meri Kuusi];B[pd];W[pd])", "21 illegal", "names"},
		{"a.sgf", "(;SZ[9]PB[Aino Laine]PW[Meri Kuusi];B[cd])", "21 rules.expect.size", "names"},
		// Kaisa Aalto plays at two tables: her opponent decides, or the table.
		{"a.sgf", "(;PB[Kaisa Aalto]PW[Ivan Petrov];B[pd])", "24", "spelled"},
		{"a.sgf", "(;PB[Kaisa Aalto]PW[Иван Петров];B[pd])", "24", "names"},
		{"a.sgf", "(;PB[Kaisa Aalto]PW[?];B[pd])", "23,24 several", "one"},
		{"t4.sgf", "(;PB[Kaisa Aalto]PW[?];B[pd])", "24", "one table"},
		{"a.sgf", "(;PB[Aino Laine]PW[kettu99];B[pd])", "21 one", "one"},
		{"cup-2-1.sgf", "(;PB[]PW[];B[pd])", "21 table", "table"},
		{"02.sgf", "(;PB[kettu]PW[susi];B[pd])", "22 table", "table"},
		{"a.sgf", "(;PB[Kaisa Aalto]PW[Onni Mäkelä];B[pd];W[dd])", "23 kept", "names"},
		{"a.sgf", kept, "23 kept", "names"},
		{"a.sgf", "(;PB[Aino Laine]PW[Łukasz Kowalczyk];B[pd])", "records.elsewhere", ""},
		{"a.sgf", "(;PB[Aino Laine]PW[Ivan Petrov];B[pd])", "records.apart", ""},
		{"a.sgf", "(;PB[Väinö Vieras]PW[kettu];B[pd])", "records.unplayed", ""},
		{"a.sgf", "(;PB[kettu]PW[susi];B[pd])", "records.nobody", ""},
		{"a.sgf", "(;B[pd])", "records.nameless", ""},
		{"a.sgf", "Dear director, here is my game", "sgf.tree.missing", ""},
		{"a.sgf", "(;GM[2]PB[Aino Laine]PW[Meri Kuusi])", "rules.game", ""},
		{"a.sgf", "(;SZ[21]PB[Aino Laine]PW[Meri Kuusi];B[pd])", "record.size", ""},
		{"a.sgf", "", "sgf.file.empty", ""},
		{"a.sgf", "(;PB[Aino Laine]PW[Meri Kuusi]" + strings.Repeat(";AE[aa:ss]AB[aa:ss]AW[aa:ss]", 1200) + ")", "rules.abuse", ""},
	} {
		t.Run(tt.name+" "+tt.record[:min(len(tt.record), 80)], func(t *testing.T) {
			matches, err := Assign(cup(), 2, []File{{Name: tt.name, Data: []byte(tt.record)}})
			if err != nil {
				t.Fatal(err)
			}
			m := matches[0]
			if got := short(m); got != tt.want {
				t.Errorf("it goes to %q, want %q", got, tt.want)
			}
			if m.Clear != (m.Refused == nil && !strings.Contains(tt.want, " ")) {
				t.Errorf("clear: %t, with %q", m.Clear, tt.want)
			}
			if m.Refused != nil {
				return
			}
			var why []string
			for _, r := range m.Games[0].Reasons {
				why = append(why, strings.TrimPrefix(r.Key, "records.why."))
			}
			if got := strings.Join(why, " "); got != tt.why {
				t.Errorf("because of %q, want %q", got, tt.why)
			}
		})
	}
}

// A record of a live game needs a person's decision: it would be published at once.
func TestRecordOfALiveGameIsDoubted(t *testing.T) {
	matches, err := Assign(cup(), 1, []File{{Name: "a.sgf", Data: []byte("(;PB[Meri Kuusi]PW[Jiří Novák];B[pd])")}})
	if err != nil {
		t.Fatal(err)
	}
	if got := short(matches[0]); got != "11 live" || matches[0].Clear {
		t.Errorf("it goes to %q, clear: %t", got, matches[0].Clear)
	}
}

// short formats a match as in the tests.
func short(m Match) string {
	if m.Refused != nil {
		f, _ := fault.As(m.Refused)
		return f.Key
	}
	var ids []string
	for _, fit := range m.Games {
		ids = append(ids, fmt.Sprint(fit.Game.ID))
	}
	s := strings.Join(ids, ",")
	for _, d := range m.Doubts {
		s += " " + strings.TrimPrefix(d.Key, "records.doubt.")
	}
	return s
}

func TestAssignSeveral(t *testing.T) {
	files := []File{
		{Name: "a", Data: []byte("(;PB[Aino Laine]PW[Meri Kuusi];B[pd])")},
		{Name: "b", Data: []byte("(;PB[Aino Laine]PW[Meri Kuusi];B[pd];W[dd])")},
		{Name: "c", Data: []byte("(;PB[Aino Laine]PW[Meri Kuusi];B[pd])")},
		{Name: "d", Data: []byte("(;PB[Jiri Novak]PW[Lukasz Kowalczyk];B[pd])")},
		{Name: "e", Data: nil, Refused: fault.New(fault.TooLarge, "records.file.large", 1)},
	}
	matches, err := Assign(cup(), 2, files)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range matches {
		got = append(got, short(m))
	}
	want := []string{"21 rival", "21 rival", "records.twice", "22 swapped", "records.file.large"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestAssignHeavy assigns the most hostile records that an upload may have: the limits of a record bound the work.
func TestAssignHeavy(t *testing.T) {
	var files []File
	for i := range MostFiles {
		text := fmt.Sprintf("(;C[%d]PB[Aino Laine]PW[Meri Kuusi]%s)", i, strings.Repeat(";AE[aa:ss]AB[aa:ss]AW[aa:ss]", 1200))
		files = append(files, File{Name: fmt.Sprint(i), Data: []byte(text)})
	}
	if _, err := Assign(cup(), 2, files); err != nil {
		t.Fatal(err)
	}
}

// TestAssignKept refuses the record that a game has already.
func TestAssignKept(t *testing.T) {
	record := "(;PB[Aino Laine]PW[Meri Kuusi];B[pd])"
	c := cup()
	c.Rounds[1].Games[0].Record = gamerecord.Hash(record)
	matches, err := Assign(c, 2, []File{{Name: "a", Data: []byte(record)}})
	if err != nil || short(matches[0]) != "records.kept" || matches[0].Games != nil {
		t.Errorf("%v, %q", err, short(matches[0]))
	}
}

func TestAssignRound(t *testing.T) {
	c := cup()
	c.Rounds[1].Published = false
	for round, want := range map[int]string{2: "round.draft", 3: "round.missing", 0: "round.missing"} {
		if _, err := Assign(c, round, nil); !fault.Is(err, want) {
			t.Errorf("round %d: %v, want %s", round, err, want)
		}
	}
}

// TestAssignAnyOrder assigns a whole round of large names in any order and spelling: each
// record goes to its game, clearly, whatever the order of the files.
func TestAssignAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "games")
		c := &tournament.Tournament{Info: tournament.Info{Slug: "cup"}, Settings: tournament.Settings{Size: 19, Rules: "japanese"}}
		r := tournament.Round{Number: 1, Published: true}
		// Syllables that stay distinct after typos and in other alphabets.
		family := []string{"bobo", "dada", "fifi", "gugu", "hehe", "kaka", "lolo", "mimi", "nunu", "papa", "rere", "tutu"}
		for i := range n {
			for side, given := range []string{"Aatami", "Veeti"} {
				c.Players = append(c.Players, tournament.Player{ID: tournament.PlayerID(2*i + side + 1), Family: family[i] + family[(i+side+1)%12], Given: given})
			}
			r.Games = append(r.Games, tournament.Game{ID: i + 1, Round: 1, Table: i + 1, Black: tournament.PlayerID(2*i + 1), White: tournament.PlayerID(2*i + 2)})
		}
		c.Rounds = []tournament.Round{r}
		write := func(p tournament.Player) string {
			form := rapid.SampledFrom([]string{"%[1]s %[2]s", "%[2]s %[1]s", "%[1]s, %[2]s", "%[2]s %[1]s 5k", "%[2]s %[1]s [12k?\\]"}).Draw(t, "form")
			return fmt.Sprintf(form, p.Family, p.Given)
		}
		var files []File
		for i := range n {
			files = append(files, File{Name: fmt.Sprintf("x%c", 'a'+i), Data: fmt.Appendf(nil, "(;PB[%s]PW[%s];B[a%c])", write(c.Players[2*i]), write(c.Players[2*i+1]), 'a'+i)})
		}
		rand.New(rand.NewSource(rapid.Int64().Draw(t, "order"))).Shuffle(n, func(i, j int) { files[i], files[j] = files[j], files[i] })
		matches, err := Assign(c, 1, files)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range matches {
			if want := int(m.Name[1]-'a') + 1; !m.Clear || m.Games[0].Game.ID != want {
				t.Fatalf("%s of %s goes to %q, want %d", m.Name, m.Data, short(m), want)
			}
		}
	})
}

func TestPlace(t *testing.T) {
	for _, tt := range []struct {
		name, record string
		want         place
	}{
		{"game.sgf", "(;)", place{}},
		{"cup-2-14.sgf", "(;)", place{2, 14}},
		{"other-2-14.sgf", "(;)", place{}},
		{"Round 3 Table 12.sgf", "(;)", place{3, 12}},
		{"r3t12.sgf", "(;)", place{3, 12}},
		{"R3_T12_laine.sgf", "(;)", place{3, 12}},
		{"round-3/board-12.sgf", "(;)", place{3, 12}},
		{`round3\12.sgf`, "(;)", place{3, 12}},
		{"3. kierros pöytä 7.sgf", "(;)", place{3, 7}},
		{"runda 2 stolik 5.sgf", "(;)", place{2, 5}},
		{"2. kolo, stůl č 5.sgf", "(;)", place{2, 0}},
		{"2026-05-02 laine.sgf", "(;)", place{}},
		{"laine5k.sgf", "(;)", place{}},
		{"part 3.sgf", "(;)", place{}},
		{"a.sgf", "(;RO[4])", place{4, 0}},
		{"a.sgf", "(;RO[4 (final)]EV[Cup 2026, board 3])", place{0, 3}},
		{"t9.sgf", "(;RO[Round 4, table 3])", place{4, 3}},
		{"t99999999999.sgf", "(;)", place{}},
	} {
		c, _ := gamerecord.Read([]byte(tt.record))
		if got := placeOf("cup", tt.name, c.Game(0)); got != tt.want {
			t.Errorf("%s %s is at %+v, want %+v", tt.name, tt.record, got, tt.want)
		}
	}
}

// packed returns an archive of names and texts.
func packed(t testing.TB, files ...[2]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.Create(f[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(f[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestCollect(t *testing.T) {
	files, err := Collect([]File{
		{Name: "one.sgf", Data: []byte("(;B[aa])")},
		{Name: "round.zip", Data: packed(t, [2]string{"../../etc/a.sgf", "(;B[bb])"}, [2]string{"__MACOSX/._a.sgf", "x"}, [2]string{"f/.DS_Store", "x"},
			[2]string{"f/", ""}, [2]string{"big.sgf", strings.Repeat(" ", gamerecord.MostBytes+1)})},
		{Name: "two\n\u202egames.sgf", Data: []byte("(;PB[A];B[aa])(;PB[B];B[bb])")},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range files {
		s := f.Name
		if f.Refused != nil {
			s += " " + f.Refused.Error()
		}
		got = append(got, s)
	}
	want := []string{"one.sgf", "../../etc/a.sgf", "big.sgf records.file.large: 1", "twogames.sgf (1)", "twogames.sgf (2)"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCollectBounds(t *testing.T) {
	var many, large [][2]string
	for i := range MostFiles + 1 {
		many = append(many, [2]string{fmt.Sprint(i), "(;)"})
	}
	for i := range 2 + MostBytes/(gamerecord.MostBytes) {
		large = append(large, [2]string{fmt.Sprint(i), "(;C[" + strings.Repeat("x", gamerecord.MostBytes-20) + "])"})
	}
	bomb := packed(t, large...)
	if len(bomb) > 1<<20 {
		t.Fatalf("the archive has %d bytes, it should be small", len(bomb))
	}
	for key, data := range map[string][]byte{
		"records.many": packed(t, many...), "records.large": bomb, "records.nothing": packed(t), "records.zip": []byte("PK\x03\x04 broken"),
	} {
		if _, err := Collect([]File{{Name: "x.zip", Data: data}}); !fault.Is(err, key) {
			t.Errorf("%v, want %s", err, key)
		}
	}
	if _, err := Collect([]File{{Name: "games.sgf", Data: bytes.Repeat([]byte("(;B[aa])"), 500)}, {Name: "more.sgf", Data: bytes.Repeat([]byte("(;B[aa])"), 500)}}); !fault.Is(err, "records.many") {
		t.Errorf("two files of 500 games: %v", err)
	}
}

// FuzzCollect reads any data as an archive or a record and assigns it: no panic, and only a record is clear.
func FuzzCollect(f *testing.F) {
	f.Add("a.sgf", []byte("(;PB[Aino Laine]PW[Meri Kuusi];B[pd])"))
	f.Add("r2t1.zip", packed(f, [2]string{"r2t1.sgf", "(;PB[Aino Laine]PW[?];B[pd])"}))
	f.Add("x", []byte("PK\x03\x04"))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		files, err := Collect([]File{{Name: name, Data: data}})
		if err != nil {
			if _, ok := fault.As(err); !ok {
				t.Fatal(err)
			}
			return
		}
		c := cup()
		matches, err := Assign(c, 2, files)
		if err != nil || len(matches) != len(files) {
			t.Fatal(err)
		}
		for _, m := range matches {
			if m.Refused != nil {
				if _, ok := fault.As(m.Refused); !ok {
					t.Fatal(m.Refused)
				}
			}
			if !m.Clear {
				continue
			}
			if _, err := c.JudgeRecord(m.Games[0].Game.ID, m.Data); err != nil {
				t.Fatalf("clear, but it cannot be attached: %v", err)
			}
		}
	})
}
