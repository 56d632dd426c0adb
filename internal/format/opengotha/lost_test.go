package opengotha

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

var mixedValue, mixedName = regexp.MustCompile(`="([^"]+)"`), regexp.MustCompile(`P\d+X`)

// mixedIn returns a line with signs in its values.
func mixedIn(t *rapid.T, line string) string {
	for range rapid.IntRange(0, 2).Draw(t, "signs") {
		at := rapid.SampledFrom(mixedValue.FindAllStringSubmatchIndex(line, -1)).Draw(t, "at")
		sign := rapid.SampledFrom([]string{"'", ";", ",", "|", "*", "?", "=", "+", "(", ")", " x", "the ", " 1", "true", "-"}).Draw(t, "sign")
		line = line[:at[3]] + sign + line[at[3]:]
	}
	return line
}

// factsOf lists the players and games of a tournament.
func factsOf(tn *tournament.Tournament) map[string]bool {
	facts := map[string]bool{}
	name := func(id tournament.PlayerID) string { return mixedName.FindString(tn.Player(id).Name()) }
	for i := range tn.Players {
		p := &tn.Players[i]
		facts[fmt.Sprint(name(p.ID), " ", p.Rank, " ", p.Rating, " ", p.Status, " ", p.StartCorrection, " ", p.Absent.Has(1), p.Absent.Has(2), p.Absent.Has(3))] = true
	}
	for _, r := range tn.Rounds {
		for _, g := range r.Games {
			facts[fmt.Sprint("round ", r.Number, " ", name(g.Black), " ", name(g.White), " ", g.Handicap, " ", g.Result, " ", g.ColoursOpen)] = true
		}
		for _, id := range r.Byes {
			facts[fmt.Sprint("bye ", r.Number, " ", name(id))] = true
		}
	}
	return facts
}

// Whatever words and signs are mixed into the values of a file, each player, game and bye of it is read as written, or a
// finding names its line.
func TestNothingVanishes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := []string{`<Tournament dataVersion="201"><TournamentParameterSet><GeneralParameterSet name="Mixed" numberOfRounds="3"/></TournamentParameterSet>`}
		plain, lineOf := slices.Clone(lines), map[string]int{}
		add := func(name, line string) {
			plain, lines = append(plain, line), append(lines, mixedIn(t, line))
			lineOf[name] = len(lines)
		}
		n := rapid.IntRange(2, 8).Draw(t, "players")
		for i := range n {
			add(fmt.Sprintf("P%dX", i), fmt.Sprintf(`<Player name="P%dX" firstName="G" country="FI" club="Test" rank="%dK" rating="1500" ratingOrigin="EGF" `+
				`registeringStatus="FIN" participating="11111111111111111111" smmsCorrection="0"/>`, i, i+1))
		}
		for r := range rapid.IntRange(1, 3).Draw(t, "rounds") {
			order := rapid.Permutation(slices.Collect(numbersBelow(n))).Draw(t, "order")
			for k := 0; k+1 < n; k += 2 {
				b, w := order[k], order[k+1]
				add(fmt.Sprintf("round %d P%dX", r+1, b), fmt.Sprintf(`<Game roundNumber="%d" tableNumber="%d" blackPlayer="P%dXG" whitePlayer="P%dXG" handicap="0" knownColor="true" `+
					`result="RESULT_BLACKWINS"/>`, r+1, k/2+1, b, w))
			}
			if n%2 == 1 {
				add(fmt.Sprintf("bye %d P%dX", r+1, order[n-1]), fmt.Sprintf(`<ByePlayer player="P%dXG" roundNumber="%d"/>`, order[n-1], r+1))
			}
		}
		text := strings.Join(append(lines, `</Tournament>`), "\n")
		written, _, err := Read([]byte(strings.Join(append(plain, `</Tournament>`), "\n")))
		if err != nil {
			t.Fatal(err)
		}
		tn, findings, err := Read([]byte(text))
		if err != nil {
			if _, ok := fault.As(err); !ok {
				t.Fatal(err)
			}
			return
		}
		read := factsOf(tn)
		for fact := range factsOf(written) {
			line := 0
			for name, at := range lineOf {
				if strings.HasPrefix(fact, name+" ") || fact == name {
					line = at
				}
			}
			told := slices.ContainsFunc(findings, func(f file.Finding) bool {
				return f.Severity > file.Info && (f.Line == line || f.Key == "import.twice")
			})
			if !read[fact] && !told {
				t.Fatalf("%s is lost in silence: %v, read %v\n%s", fact, formattest.Brief(findings), read, text)
			}
		}
	})
}

// numbersBelow yields the numbers below n.
func numbersBelow(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// Values that tourney does not know are reported, never taken for others.
func TestUnknownValues(t *testing.T) {
	tn, findings, err := Read([]byte(`<Tournament dataVersion="201"><GeneralParameterSet name="X"/>
<Player name="Aho" rank="1D" registeringStatus="Preliminary" participating="1x0"/>
<Player name="Berg" rank="1D" registeringStatus="PRE"/>
<Game blackPlayer="AHO" whitePlayer="BERG" roundNumber="1" tableNumber="1" knownColor="FALSE"/></Tournament>`))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{
		"0: opengotha.criteria.none", "2: import.value registeringStatus Preliminary", "2: import.value participating 1x0", "4: import.present Berg 1",
	}, formattest.Brief(findings)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !tn.Rounds[0].Games[0].ColoursOpen || !tn.Players[0].Absent.Has(3) {
		t.Errorf("%+v", tn)
	}
}

// A file whose games all name other players is refused, also if its elements are in small letters.
func TestNoGameOfManyIsRead(t *testing.T) {
	const games = `<Game blackPlayer="AHO" whitePlayer="BERG" roundNumber="1" tableNumber="1" result="RESULT_EQUAL"/></Tournament>`
	if _, _, err := Read([]byte(`<Tournament dataVersion="201"><Player name="Cerny" rank="1D"/>` + games)); !fault.Is(err, "import.games.none") {
		t.Error(err)
	}
	small := `<Tournament dataVersion="201"><player name="Aho" rank="1D"/><player name="Berg" rank="1D"/>` + games
	if tn, _, err := Read([]byte(small)); err != nil || len(tn.Rounds[0].Games) != 1 {
		t.Error(err)
	}
}
