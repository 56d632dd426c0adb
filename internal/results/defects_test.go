package results

import (
	"strings"
	"testing"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// valuesOf returns one player's values of criteria after a round, as text.
func valuesOf(t *testing.T, tn *tournament.Tournament, n int, player tournament.PlayerID, criteria ...tournament.Criterion) string {
	t.Helper()
	row := By(tn, n, criteria).Row(player)
	var texts []string
	for c := range criteria {
		texts = append(texts, row.Text(c))
	}
	return strings.Join(texts, " ")
}

// TestDefectsOfOtherPrograms lists known faults of other programs in the standings, and checks that this one has none
// of them.
func TestDefectsOfOtherPrograms(t *testing.T) {
	const aho, berg, cerny, dvorak, eriksen, fabre = 1, 2, 3, 4, 5, 6
	result := func(o tournament.Outcome, m tournament.Manner) tournament.Result {
		return tournament.Result{Outcome: o, Manner: m}
	}
	black, white, jigo := result(tournament.BlackWins, 0), result(tournament.WhiteWins, 0), result(tournament.Jigo, 0)
	plain := func() *tournament.Tournament {
		tn := six()
		tn.Settings.Scoring.PlainSOS = true
		return tn
	}
	check := func(defect, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %q, want %q", defect, got, want)
		}
	}

	check("SOS-1 and SOS-2 are 0 before the third round",
		valuesOf(t, plain(), 2, aho, tournament.SOSM, tournament.SOSM1, tournament.SOSM2), "60 30 0")
	check("SOS-1 drops the largest", valuesOf(t, plain(), 3, aho, tournament.SOSM1, tournament.SOSM2), "60 30")

	virtual := plain()
	virtual.Settings.Scoring.UnplayedHalf = true
	check("SOSTS sums zeros where unplayed games count half",
		valuesOf(t, virtual, 3, berg, tournament.SOSTS), "95.5") // Aho 33 and 4 for the knockout, Dvorak 29, Eriksen 27 + 2 + ½

	short := plain()
	short.Settings.Rounds, short.Rounds = 2, short.Rounds[:2]
	check("STS wants three rounds", valuesOf(t, short, 2, aho, tournament.MMS, tournament.STS), "32 34")

	twice := plain()
	rounds(twice,
		[]tournament.Game{{Black: berg, White: aho, Result: black}}, []tournament.Game{{Black: aho, White: berg, Result: white}})
	check("DC does not see two wins", valuesOf(t, twice, 2, berg, tournament.DC)+" "+valuesOf(t, twice, 2, aho, tournament.DC), "1 0")

	tied := plain()
	rounds(tied, []tournament.Game{{Black: aho, White: berg, Result: jigo}})
	check("a jigo counts nothing", valuesOf(t, tied, 1, aho, tournament.NBW, tournament.MMS, tournament.SODOSM), "0.5 30.5 15.25")

	long := plain()
	long.Settings.Rounds = 4
	rounds(long, []tournament.Game{{Black: cerny, White: berg, Result: black}}, []tournament.Game{{Black: cerny, White: aho, Result: black}},
		[]tournament.Game{{Black: cerny, White: dvorak, Result: black}}, []tournament.Game{{Black: cerny, White: eriksen, Result: black}})
	check("the cumulative sum doubles, or takes wins for McMahon scores",
		valuesOf(t, long, 4, cerny, tournament.CUSSW, tournament.CUSSM), "10 126")
	check("wins-based sums are taken from McMahon scores", valuesOf(t, long, 4, berg, tournament.SOSW), "4")

	check("the SOSOS of a bye is nothing", valuesOf(t, plain(), 3, eriksen, tournament.SOSOSM), "259")
	check("STS, SOSTS, CPS and the category are nothing",
		valuesOf(t, plain(), 3, aho, tournament.STS, tournament.SOSTS, tournament.CPS, tournament.Category), "37 89 7 1")
	check("EXT and EXR are nothing", valuesOf(t, plain(), 3, fabre, tournament.EXT, tournament.EXR), "7 1")

	fourth := plain()
	fourth.Rounds = nil
	var places []string
	for _, row := range By(fourth, 0, []tournament.Criterion{tournament.NBW, tournament.SOSW, tournament.CUSSW, tournament.ByRank}).Rows {
		places = append(places, Value(row.Place*4).String())
	}
	check("only the first three criteria part the places", strings.Join(places, " "), "1 2 3 4 5 6")

	check("the result of a match is that of the colours", teamPoints(black, black), "1 1")
	check("one board of two decides a match", teamPoints(black, tournament.Result{}), "0 0")
	check("a match of jigos is unknown", teamPoints(jigo, jigo), "1 1")
	check("a default is no win on the board", teamPoints(result(tournament.BlackWins, tournament.ByForfeit), white), "2 0")
}

// teamPoints returns the points of two teams in a match on two boards; the first team has Black on the first board and
// White on the second.
func teamPoints(first, second tournament.Result) string {
	tn := six()
	tn.Settings.System, tn.Settings.Teams.Boards = tournament.Swiss, 2
	tn.Settings.Teams.Teams = []tournament.Team{{ID: 50, Name: "A", Members: []tournament.PlayerID{1, 2}}, {ID: 51, Name: "B", Members: []tournament.PlayerID{3, 4}}}
	rounds(tn, []tournament.Game{{Black: 1, White: 3, Result: first}, {Black: 4, White: 2, Result: second}})
	tn.Settings.Criteria = []tournament.Criterion{tournament.TeamPoints}
	s := Teams(tn, 1)
	return s.Row(50).Text(0) + " " + s.Row(51).Text(0)
}

// A player of a rank below all others is in the last category.
func TestWeakestCategory(t *testing.T) {
	tn := six()
	tn.Settings.Categories = []rank.Rank{rank.Dan(2), rank.Kyu(3)}
	if got := valuesOf(t, tn, 0, 6, tournament.Category); got != "3" {
		t.Errorf("the weakest is in category %s", got)
	}
}
