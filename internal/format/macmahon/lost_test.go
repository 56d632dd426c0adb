package macmahon

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

// Whatever words and signs are mixed into the values of a file, each player and each game of it is read, or a finding
// names its line.
func TestNothingVanishes(t *testing.T) {
	value, name := regexp.MustCompile(`>([^<>]+)<`), regexp.MustCompile(`P\d+X`)
	rapid.Check(t, func(t *rapid.T) {
		lines := []string{`<Tournament typeversion="4"><Name>Mixed</Name><Kind>0</Kind>`}
		players, games, lineOf := map[string]bool{}, map[string]int{}, map[string]int{}
		add := func(line string) int {
			for range rapid.IntRange(0, 2).Draw(t, "signs") {
				places := value.FindAllStringSubmatchIndex(line, -1)
				at := rapid.SampledFrom(places).Draw(t, "at")
				sign := rapid.SampledFrom([]string{`"`, "'", ";", ",", "|", "*", "?", "=", "+", "(", ")", " x", "the ", " 1", "true", "-"}).Draw(t, "sign")
				line = line[:at[3]] + sign + line[at[3]:]
			}
			lines = append(lines, line)
			return len(lines)
		}
		n := rapid.IntRange(2, 8).Draw(t, "players")
		for i := range n {
			player := fmt.Sprintf("P%dX", i)
			players[player] = true
			lineOf[player] = add(fmt.Sprintf(`<IndividualParticipant><Id>%d</Id><SuperBarMember>false</SuperBarMember><GoPlayer><FirstName>G</FirstName><Surname>%s</Surname>`+
				`<GoLevel>%dk</GoLevel><Rating>1500</Rating></GoPlayer></IndividualParticipant>`, i+1, player, i+1))
		}
		for r := range rapid.IntRange(1, 3).Draw(t, "rounds") {
			lines = append(lines, fmt.Sprintf(`<TournamentRound><RoundNumber>%d</RoundNumber>`, r+1))
			order := rapid.Permutation(slices.Collect(seq(n))).Draw(t, "order")
			for k := 0; k+1 < n; k += 2 {
				b, w := order[k], order[k+1]
				games[fmt.Sprintf("%d P%dX-P%dX %d", r+1, b, w, tournament.BlackWins)] = add(fmt.Sprintf(
					`<Pairing><Black>%d</Black><White>%d</White><Handicap>0</Handicap><Result>1-0</Result><BoardNumber>%d</BoardNumber></Pairing>`, b+1, w+1, k/2+1))
			}
			lines = append(lines, `</TournamentRound>`)
		}
		text := strings.Join(append(lines, `</Tournament>`), "\n")
		tn, findings, err := Read([]byte(text))
		if err != nil {
			if _, ok := fault.As(err); !ok {
				t.Fatal(err)
			}
			return
		}
		told := func(line int) bool {
			return slices.ContainsFunc(findings, func(f file.Finding) bool { return f.Line == line && f.Severity > file.Info })
		}
		read := map[string]bool{}
		for i := range tn.Players {
			read[name.FindString(tn.Players[i].Name())] = true
		}
		for _, r := range tn.Rounds {
			for _, g := range r.Games {
				read[fmt.Sprintf("%d %s-%s %d", r.Number, name.FindString(tn.Player(g.Black).Name()), name.FindString(tn.Player(g.White).Name()), g.Result.Outcome)] = true
			}
		}
		for player := range players {
			if !read[player] && !told(lineOf[player]) {
				t.Fatalf("%s is lost in silence: %v\n%s", player, formattest.Brief(findings), text)
			}
		}
		for game, line := range games {
			if !read[game] && !told(line) {
				t.Fatalf("%s is lost in silence: %v\n%s", game, formattest.Brief(findings), text)
			}
		}
	})
}

// seq yields the numbers below n.
func seq(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// Other spellings of a kind, a bye of White and small letters are read; an unreadable number of a round is reported.
func TestOtherSpellings(t *testing.T) {
	const players = `<P><Id>1</Id><GoPlayer><Surname>Aho</Surname><GoLevel>1d</GoLevel></GoPlayer></P><P><Id>2</Id><GoPlayer><Surname>Berg</Surname><GoLevel>1d</GoLevel></GoPlayer></P>` +
		`<P><Id>3</Id><GoPlayer><Surname>Cerny</Surname><GoLevel>1d</GoLevel></GoPlayer></P>`
	tn, findings, err := Read([]byte(`<Tournament typeversion="4"><Name>X</Name><Kind>MacMahon</Kind>` + players + "\n" +
		`<R><RoundNumber>one</RoundNumber><pairing><Black>1</Black><White>2</White><Result>1-0</Result></pairing><pairing><White>3</White><PairingWithBye>true</PairingWithBye></pairing></R></Tournament>`))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"2: import.value RoundNumber one"}, formattest.Brief(findings)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if r := tn.Rounds[0]; tn.Settings.System != tournament.McMahon || len(r.Games) != 1 || !slices.Contains(r.Byes, 3) {
		t.Errorf("%s, %+v", tn.Settings.System, r)
	}
}
