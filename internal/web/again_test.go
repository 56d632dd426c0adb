package web

import (
	"io"
	"strings"
	"testing"

	"tourney/internal/exchange"
	"tourney/internal/exchange/file"
	"tourney/internal/exchange/roster"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// Exported lists of players in any language are imported without warnings or
// losses.
func TestListsComeBack(t *testing.T) {
	s := newSite(t)
	tn := s.cup()
	s.check(s.director.On(anna, "spring-cup").EditPlayer(t.Context(), 1, tournament.RefuseNamesakes, func(p *tournament.Player) {
		p.Rating, p.EGD, p.Tags = rank.Points(2012), "12345678", []string{"junior"}
	}))
	s.check(s.director.On(anna, "spring-cup").SetAttendance(t.Context(), 2, 4, tournament.Absent))
	s.login()
	empty, err := tournament.New(tournament.Info{Slug: "empty", Name: "Empty"}, tn.Settings)
	s.check(err)
	for _, lang := range []string{"en", "fi", "pl", "cs"} {
		for _, format := range []string{"csv", "xlsx"} {
			got := s.get("/desk/spring-cup/exports/"+format, "Accept-Language", lang)
			data, err := io.ReadAll(got.Body)
			s.check(err)
			list, err := exchange.ReadSheet(data, empty, roster.Options{})
			s.check(err)
			players, err := list.Players()
			s.check(err)
			if len(players) != len(tn.Players) {
				t.Errorf("%s in %s: %d players come back", format, lang, len(players))
			}
			for _, r := range list.Rows {
				for _, n := range r.Notes {
					t.Errorf("%s in %s: row %d says %s %v", format, lang, r.Number, n.Key, n.Args)
				}
			}
			for _, n := range list.Notes {
				if n.Severity > file.Info {
					t.Errorf("%s in %s says %s %v", format, lang, n.Key, n.Args)
				}
			}
			found := false
			for _, p := range players {
				if p.Family != "Öberg" {
					continue
				}
				found = true
				if p.Rating.Points() != 2012 || p.EGD != "12345678" || len(p.Tags) != 1 || p.Rank != rank.Dan(1) || p.Country != "FI" {
					t.Errorf("%s in %s brings %+v", format, lang, p)
				}
				if secret := p.Contact == "secret@example.org" && p.Notes == "secret note"; secret != (format == "csv") {
					t.Errorf("%s in %s: contact %q, notes %q", format, lang, p.Contact, p.Notes)
				}
			}
			if !found {
				t.Errorf("%s in %s: headings %v", format, lang, list.Headings)
			}
		}
	}
	list, err := exchange.ReadSheet([]byte("Imię;Nazwisko;Stopień;Ranking\nAnna;Nowak;5k;1600\n"), empty, roster.Options{})
	s.check(err)
	if p := list.Rows[0].Player; p.Rating.Points() != 1600 || p.Rank != rank.Kyu(5) {
		t.Errorf("a column Ranking of ratings is read as %+v", p)
	}
	if strings.Contains(s.body(s.get("/t/spring-cup/players")), "secret") {
		t.Error("the public list tells what only directors may see")
	}
}
