package draw_test

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/app/director"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// The draw marks games by wishes and games against them.
func TestDrawMarksWishes(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Ask("together", "who", "Dahl", "who", "Gran")
	doc := d.Press(3, "pair")
	if got := sitetest.Words(doc.Find("tr:contains('Dahl') .marks")); !strings.Contains(got, "requested") || !strings.Contains(sitetest.Words(doc.Find("tr:contains('Dahl')")), "Gran") {
		t.Errorf("the wished game is marked %q", got)
	}
	games := s.Round(3).Games
	g := games[slices.IndexFunc(games, func(g tournament.Game) bool { return !g.Has(4) })]
	d.Ask("apart", "who", s.State("spring-cup").Player(g.Black).Name(), "who", s.State("spring-cup").Player(g.White).Name())
	d.Ask("block", "tables", "4")
	doc = d.Look("/draw/3")
	for row, mark := range map[string]string{"#t" + strconv.Itoa(g.Table): "kept apart", "#t4": "blocked table"} {
		if got := sitetest.Words(doc.Find(row + " .tag")); !strings.Contains(got, mark) {
			t.Errorf("%s is marked %q, want %q", row, got, mark)
		}
	}
	doc = d.Look("/steering")
	if got := sitetest.Words(doc.Find(".meaning")); !strings.Contains(got, "1 game is between players who are kept apart") {
		t.Errorf("beside the wishes stands %q", got)
	}
}

// If a wish makes a draw impossible, the draw names the players and what to do.
func TestImpossibleWishesAreExplained(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Ask("apart", "who", "Öberg;Abel;Chvála;Dahl;Ek;Łoś;Gran;Holm;Iro")
	for _, language := range []string{"en", "fi", "pl", "cs"} {
		s.Run(language, func(t *testing.T) {
			got := d.Send("/draw/3", url.Values{"do": {"pair"}}, "Accept-Language", language)
			says := sitetest.Text(s.Page(got, http.StatusConflict), "#draw > [role=alert]")
			if !strings.Contains(says, "Abel X") || strings.Contains(says, "constraint.") {
				t.Errorf("in %s: %q", language, says)
			}
			if language == "en" && !strings.Contains(says, "Remove a constraint") {
				t.Errorf("it does not say what to do: %q", says)
			}
		})
	}
}

// Two players whose wish to stay apart has ended may meet in the draft.
func TestWishThatIsOverNotesNoDraft(t *testing.T) {
	s := newSite(t)
	tn := s.Cup()
	s.Login()
	g := tn.Round(3).Games[0]
	for until, noted := range map[int]bool{2: false, 3: true} {
		s.Run("until round "+strconv.Itoa(until), func(t *testing.T) {
			slug := "until-" + strconv.Itoa(until)
			tn.Info.Slug = slug
			tn.Settings.Constraints.Wishes = []tournament.Wish{{A: g.Black, B: g.White, Kind: tournament.Apart, Until: until}}
			_, err := s.Director.Import(t.Context(), sitetest.Anna, tournament.Whole{Tournament: tn}, director.Founding{})
			s.Check(err)
			doc := s.Page(s.Get("/desk/"+slug+"/steering"), http.StatusOK)
			if got := sitetest.Text(doc, "#apart .wishes"); got == "" || strings.Contains(got, "draft of round 3") != noted {
				t.Errorf("until round %d: %q", until, got)
			}
		})
	}
}

// Three byes given at once stay in a new draw of the other players.
func TestSeveralByesByHand(t *testing.T) {
	s := newSite(t)
	s.Cup()
	d := s.Desk("")
	d.Press(3, "bye", "player", "2", "player", "3", "player", "4")
	d.Press(3, "pair", "sure", "yes")
	r := s.Round(3)
	if !slices.Equal(r.Byes, []tournament.PlayerID{2, 3, 4}) || len(r.Games) != 3 {
		t.Errorf("byes %v and %d games, want the three and three", r.Byes, len(r.Games))
	}
	if got := sitetest.Text(d.Look("/log"), ".log"); strings.Count(got, "the bye") != 1 {
		t.Errorf("the log says %q", got)
	}
	d.Press(3, "takebye", "player", "3")
	d.Press(3, "pair", "sure", "yes")
	if r := s.Round(3); len(r.Games) != 3 || !r.HasBye(2) || !r.HasBye(4) || len(r.Byes) != 3 {
		t.Errorf("with one taken back: byes %v, %d games", r.Byes, len(r.Games))
	}
}
