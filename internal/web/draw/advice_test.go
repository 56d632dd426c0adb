package draw_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/app/director"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// If the draw is impossible or bad for some players, its page describes in every language what to change; a bad draw
// does so among its checks.
func TestDrawSaysWhatToChange(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	each := func(change func(p *tournament.Player)) func(tn *tournament.Tournament) {
		return func(tn *tournament.Tournament) {
			for i := range tn.Players {
				change(&tn.Players[i])
			}
		}
	}
	for _, tt := range []struct {
		slug           string
		players, round int
		change         func(tn *tournament.Tournament)
		status         int
		says           [4]string // in English, Finnish, Polish and Czech
	}{
		{"none", 0, 1, each(nil), http.StatusConflict, [4]string{"Import a list", "Tuo luettelo", "Wczytaj listę", "Načtěte seznam"}},
		{"one", 1, 1, each(func(*tournament.Player) {}), http.StatusConflict,
			[4]string{"Check more players in", "Merkitse lisää", "Potwierdź obecność", "Potvrďte přítomnost"}},
		{"announced", 4, 1, each(func(p *tournament.Player) { p.Status = tournament.Preliminary }), http.StatusConflict,
			[4]string{"Check in the players who are here", "Merkitse paikalla olevat", "Potwierdź obecnych", "Potvrďte přítomné"}},
		{"absent", 4, 1, each(func(p *tournament.Player) { p.Absent = p.Absent.With(1) }), http.StatusConflict,
			[4]string{"Mark on the players' page who plays", "Merkitse pelaajasivulla", "Zaznacz na stronie graczy", "Označte na stránce hráčů"}},
		{"club", 4, 1, each(func(p *tournament.Player) { p.Club = "Hall" }), http.StatusOK,
			[4]string{"Switch the club's weight off", "Poista kerhon paino", "Wyłącz wagę", "Vypněte váhu"}},
		{"met", 2, 2, func(tn *tournament.Tournament) {
			t.Helper()
			result := tournament.Result{Outcome: tournament.BlackWins}
			tn.Rounds = []tournament.Round{{Number: 1, Published: true, Games: []tournament.Game{{ID: 1, Round: 1, Table: 1, Black: 1, White: 2, Komi: 13, Result: result}}}}
			tn.LastID = 2
		}, http.StatusOK, [4]string{"Play fewer rounds", "vähemmän kierroksia", "mniej rund", "méně kol"}},
		{"locked", 4, 1, func(tn *tournament.Tournament) {
			tn.Rounds = []tournament.Round{{Number: 1, Games: []tournament.Game{{ID: 1, Round: 1, Table: 1, Black: 1, White: 2, Komi: 13, Locked: true}}}}
			tn.Players[0].Status = tournament.Withdrawn
		}, http.StatusConflict, [4]string{"Unlock the table", "Avaa ensin lukitus", "odblokuj stolik", "stůl odemkněte"}},
	} {
		t.Run(tt.slug, func(t *testing.T) {
			s := newSite(t)
			settings, err := tournament.PresetNamed("egf")
			s.Check(err)
			tn, err := tournament.New(tournament.Info{Slug: tt.slug, Name: tt.slug}, settings)
			s.Check(err)
			for i := range tt.players {
				name := string(rune('A' + i))
				_, err := tn.AddPlayer(tournament.Player{Family: name, Rank: 25, Club: "Club " + name, Status: tournament.CheckedIn}, tournament.RefuseNamesakes)
				s.Check(err)
			}
			tt.change(tn)
			_, err = s.Director.Import(t.Context(), sitetest.Anna, tournament.Whole{Tournament: tn}, director.Founding{})
			s.Check(err)
			s.Login()
			path, form := "/desk/"+tt.slug+"/draw/"+string(rune('0'+tt.round)), url.Values{"do": {"pair"}, "seed": {"1"}}
			for i, language := range []string{"en", "fi", "pl", "cs"} {
				got := s.Post(path, form, "Accept-Language", language)
				at := "#draw > [role=alert]"
				if tt.status == http.StatusOK {
					s.SeeOther(got)
					got, at = s.Get(path, "Accept-Language", language), ".panel .checks"
				}
				if said := sitetest.Text(s.Page(got, tt.status), at); !strings.Contains(said, tt.says[i]) {
					t.Errorf("in %s the page says %q, want %q in it", language, said, tt.says[i])
				}
			}
		})
	}
}
