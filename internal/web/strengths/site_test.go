package strengths_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/rank"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// A testSite is a server with a browser, and with the helpers of these tests.
type testSite struct{ *sitetest.Site }

func newSite(t testing.TB) *testSite { return &testSite{sitetest.New(t)} }

// A member of the invented club has a declared rank and a hidden strength.
type member struct {
	family, given    string
	declared, hidden int // as rank indexes
}

var members = []member{
	{"Aho", "Aino", -6, -2}, {"Berg", "Bo", -4, -4}, {"Chvála", "Cyril", -1, -1}, {"Dahl", "Disa", -9, -9}, {"Ek", "Elsa", -3, -5},
	{"Falk", "Finn", -12, -11}, {"Gran", "Greta", 1, 1}, {"Holm", "Hugo", -8, -8}, {"Iro", "Ilta", -5, -5}, {"Łoś", "Jan", -2, -2},
}

// season stores twelve evenings of open play, the last of them today with a running game of the first two members.
func (s *testSite) season() *tournament.Tournament {
	s.T.Helper()
	settings, err := tournament.PresetNamed("finnish")
	s.Check(err)
	settings.System, settings.Rounds = tournament.Open, tournament.MostTurns
	tn, err := tournament.New(tournament.Info{Slug: "club", Name: "Testville Go Club, spring", Zone: "Europe/Helsinki"}, settings)
	s.Check(err)
	chance := rand.New(rand.NewPCG(43, 5))
	for _, m := range append(members, member{"Öberg", "Newcomer", -10, -10}) {
		_, err := tn.AddPlayer(tournament.Player{Family: m.family, Given: m.given, Rank: rank.FromIndex(m.declared)}, tournament.RefuseNamesakes)
		s.Check(err)
	}
	const evenings = 12
	for e := range evenings {
		at := sitetest.Noon.AddDate(0, 0, 7*(e+1-evenings))
		for i := range members {
			s.Check(tn.SetStatus(tn.Players[i].ID, tournament.CheckedIn))
		}
		tn.NoteArrivals(at)
		for range 3 {
			order := chance.Perm(len(members))
			for i := 0; i < len(order); i += 2 {
				s.play(tn, chance, order[i], order[i+1], at)
			}
			at = at.Add(time.Hour)
		}
		if e < evenings-1 {
			s.Check(tn.EndEvening(at))
		}
	}
	s.begin(tn, 0, 1, sitetest.Noon.Add(4*time.Hour))
	_, err = s.Director.Import(s.T.Context(), sitetest.Anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.Check(err)
	return s.State("club")
}

// begin begins a game of two members, the weaker by rank as Black.
func (s *testSite) begin(tn *tournament.Tournament, a, b int, at time.Time) *tournament.Game {
	s.T.Helper()
	if members[a].declared > members[b].declared {
		a, b = b, a
	}
	terms := tn.Settings.Handicap.Between(members[a].declared, members[b].declared)
	id, err := tn.Begin(tournament.Pair{Black: tn.Players[a].ID, White: tn.Players[b].ID, Terms: terms}, at)
	s.Check(err)
	return tn.Game(id)
}

// play plays a game by the hidden strengths.
func (s *testSite) play(tn *tournament.Tournament, chance *rand.Rand, a, b int, at time.Time) {
	s.T.Helper()
	if members[a].declared > members[b].declared {
		a, b = b, a
	}
	g := s.begin(tn, a, b, at)
	d := float64(members[a].hidden-members[b].hidden) + g.Terms().Advantage(19)
	result := tournament.Result{Outcome: tournament.WhiteWins}
	if chance.Float64() < 1/(1+math.Exp(-0.5*d)) {
		result.Outcome = tournament.BlackWins
	}
	_, _, err := tn.Record(tournament.Entry{Round: g.Round, Table: g.Table, Result: result, By: "Desk", At: at.Add(40 * time.Minute)})
	s.Check(err)
}
