package sitetest

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// Many stores tournaments of the last years besides the cup, in turn past ones, coming ones, and a few that run.
func (s *Site) Many(n int) {
	s.T.Helper()
	kept, err := store.Open(s.T.Context(), s.Database)
	s.Check(err)
	settings, err := tournament.PresetNamed("finnish")
	s.Check(err)
	err = kept.Tx(s.T.Context(), func(tx *store.Tx) error {
		for i := range n {
			info := tournament.Info{Slug: fmt.Sprint("open-", i), Name: fmt.Sprintf("Testville Open %d of the Go Club", i), Place: "Testville", Country: "FI"}
			switch {
			case i%10 == 0:
				info.Begin = tournament.DateOf(Noon.AddDate(0, 0, 1+i%300))
			case i%100 == 1:
				info.Begin = tournament.DateOf(Noon.AddDate(0, 0, -1))
			default:
				info.Begin = tournament.DateOf(Noon.AddDate(0, 0, -3-i%3000))
			}
			tn, err := tournament.New(info, settings)
			if err != nil {
				return err
			}
			if i%100 == 1 {
				for _, name := range []string{"Abel", "Bela"} {
					if _, err := tn.AddPlayer(tournament.Player{Family: name, Status: tournament.CheckedIn, Rank: settings.Bar}, tournament.RefuseNamesakes); err != nil {
						return err
					}
				}
				if err := tn.SetDraft(1, []tournament.Game{{Table: 1, Black: 1, White: 2, Komi: 13}}, nil, tournament.Drawn{}); err != nil {
					return err
				}
				if err := tn.Publish(1); err != nil {
					return err
				}
			}
			if _, err := tx.Save(&tournament.Tournament{}, tournament.Whole{Tournament: tn}, store.Entry{By: "Anna", At: Noon, Action: "tournament.create"}); err != nil {
				return err
			}
		}
		return nil
	})
	s.Check(err)
	s.Check(kept.Close())
}

// Press presses a button of the draw and returns the page that follows.
func (d *Desk) Press(round int, do string, more ...string) *goquery.Document {
	d.T.Helper()
	return d.Follow(d.Send(fmt.Sprintf("/draw/%d", round), DrawForm(do, more)))
}

// Refused presses a button and returns the reason of the refusal.
func (d *Desk) Refused(status, round int, do string, more ...string) string {
	d.T.Helper()
	return Text(d.Page(d.Send(fmt.Sprintf("/draw/%d", round), DrawForm(do, more)), status), "#draw > [role=alert]")
}

// DrawForm returns the form of a button of the draw.
func DrawForm(do string, more []string) url.Values {
	form := url.Values{"do": {do}}
	for i := 0; i+1 < len(more); i += 2 {
		form.Add(more[i], more[i+1])
	}
	return form
}

// Ended reloads the page of a draw, as browsers do, until the draw has ended.
func (d *Desk) Ended(path string) *goquery.Document {
	d.T.Helper()
	for d.T.Context().Err() == nil {
		if doc := d.Look(path); doc.Find("#draw progress").Length() == 0 {
			return doc
		}
	}
	d.T.Fatal("the draw does not end")
	return nil
}

// Undo presses a button of the last steps of a draw, "undo" or "redo".
func (d *Desk) Undo(round int, doc *goquery.Document, button string) *goquery.Document {
	d.T.Helper()
	form := doc.Find("#" + button).Closest("form")
	version := form.Find("[name=version]").AttrOr("value", "")
	return d.Press(round, doc.Find("#"+button).AttrOr("value", ""), "version", version, "sure", "yes", "why", "slip")
}

// Drawn makes the program draw round 3 of the cup.
func Drawn(t *testing.T) (*Site, *Desk) {
	t.Helper()
	s := New(t)
	s.Cup()
	d := s.Desk("")
	d.Press(3, "pair", "seed", "1")
	return s, d
}

// CupPrizes is the form of three prizes.
var CupPrizes = url.Values{
	"currency": {"€"},
	"name-0":   {"Main prize"}, "places-0": {"3"}, "money-0": {"100 50,50 30"},
	"name-2": {"Best kyu"}, "strongest-2": {"1k"}, "money-2": {"20"},
	"name-3": {"Two wins"}, "wins-3": {"2"},
}

// SavePrizes sends the form of prizes.
func (s *Site) SavePrizes(form url.Values) {
	s.T.Helper()
	if got := s.Post("/desk/spring-cup/prizes", form); got.StatusCode != http.StatusSeeOther {
		s.T.Fatalf("the prizes are answered %d", got.StatusCode)
	}
}

// League stores a tournament on two boards without teams, of four clubs with three
// players each: Oulu, Pori, Rauma and Salo, the strongest club first.
func (s *Site) League() {
	s.T.Helper()
	settings, err := tournament.PresetNamed("teams")
	s.Check(err)
	settings.Teams.Boards, settings.Rounds, settings.Handicap.EvenKomi = 2, 3, 14 // komi 7 allows jigo
	tn, err := tournament.New(tournament.Info{Slug: "league", Name: "League"}, settings)
	s.Check(err)
	for i, club := range []string{"Oulu", "Pori", "Rauma", "Salo"} {
		for k := range 3 {
			_, err := tn.AddPlayer(tournament.Player{
				Family: fmt.Sprint(club, k+1), Rank: rank.Dan(5) - rank.Rank(i+3*k), Club: club, Status: tournament.CheckedIn,
			}, tournament.RefuseNamesakes)
			s.Check(err)
		}
	}
	_, err = s.Director.Import(s.T.Context(), Anna, tournament.Whole{Tournament: tn}, director.Founding{})
	s.Check(err)
}

// LeagueNow returns the league as it is stored.
func (s *Site) LeagueNow() *tournament.Tournament {
	s.T.Helper()
	snapshot, err := s.Director.Snapshot(s.T.Context(), "league")
	s.Check(err)
	return snapshot.Tournament
}

// PlayedLeague creates the teams of the clubs and plays one round, in which Black wins
// at every table but the first, and half of a second.
func (s *Site) PlayedLeague() {
	s.T.Helper()
	s.League()
	ctx := s.T.Context()
	_, err := s.Director.On(Anna, "league").AddTeams(ctx, s.LeagueNow().ClubTeams(), "")
	s.Check(err)
	for n := 1; n <= 2; n++ {
		s.Check(s.Director.On(Anna, "league").Round(n).Pair(ctx, 1))
		s.Check(s.Director.On(Anna, "league").Round(n).Publish(ctx))
		for _, g := range s.LeagueNow().Round(n).Games {
			outcome := tournament.BlackWins
			switch {
			case n == 2 && g.Table > 2:
				continue
			case g.Table == 1:
				outcome = tournament.Jigo
			}
			_, err := s.Director.On(Anna, "league").Enter(ctx, tournament.Entry{
				Round: n, Table: g.Table, Game: g.ID, Seen: g.Revision, Result: tournament.Result{Outcome: outcome},
			})
			s.Check(err)
		}
	}
}

// Unzipped returns the files in a body that is a ZIP archive, such as a workbook.
func Unzipped(t testing.TB, body string) (texts []string) {
	t.Helper()
	archive, err := zip.NewReader(strings.NewReader(body), int64(len(body)))
	if err != nil {
		return nil // not an archive
	}
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err := errors.Join(err, r.Close()); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return texts
}

// Enter stores a result of the second round of the cup.
func (s *Site) Enter(table int, outcome tournament.Outcome) {
	s.T.Helper()
	_, err := s.Director.On(Anna, "spring-cup").Enter(s.T.Context(), tournament.Entry{
		Round: 2, Table: table, Seen: s.State("spring-cup").Round(2).At(table).Revision, Result: tournament.Result{Outcome: outcome},
	})
	s.Check(err)
}
