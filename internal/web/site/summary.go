package site

import (
	"html/template"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/day"
	"tourney/internal/director"
	"tourney/internal/web/page"
)

// A TournamentsView is the list of tournaments (partial "tournaments").
type TournamentsView struct{ Running, Coming, Past []SummaryView }

// Any reports whether there is a tournament.
func (v *TournamentsView) Any() bool { return len(v.Running)+len(v.Coming)+len(v.Past) > 0 }

// A SummaryView is one tournament in the list.
type SummaryView struct {
	Name, Address, Where, Dates, State string
	// Players is "42 players"; Count is the number alone, or "42 of 60" while players sign up for
	// so many places.
	Players, Count string
	// Today is set while a day of the tournament is today.
	Today bool
	// Desk is the address of the desk for those who are logged in, else "".
	Desk string
	// Hidden says that only the desk sees the tournament, "" if everybody does.
	Hidden string
	// Tagged is set while the state is to come.
	Tagged bool
	// Progress counts the results of the round under way.
	Progress page.ProgressView
	// Winner has the first place of a finished tournament; "" if several share it.
	Winner, WinnerRank string
	// Code is the address of a running tournament as a QR code, Size wide, CodeWords the same
	// for screen readers; "" on the list of those who are logged in.
	Code      template.HTMLAttr
	Size      int
	CodeWords string
}

// urgency orders the tournaments under way: games of today are played, it is on today, neither.
func (v *SummaryView) urgency() int {
	switch {
	case v.Today && v.Progress.Done < v.Progress.Total:
		return 2
	case v.Today:
		return 1
	}
	return 0
}

// mostWinners is the number of past tournaments whose winner is looked up, and of those to come whose sign-up is.
const mostWinners = 40

// Tournaments returns the list of the tournaments given, the latest first, of those under way
// the ones that are played today. With desk it leads to their desks.
func (s *Site) Tournaments(c *gin.Context, all []director.Summary, desk bool) (TournamentsView, error) {
	var list TournamentsView
	for i := range all {
		t := &all[i]
		v := newSummaryView(s, c, t)
		if desk {
			v.Desk = "/desk/" + t.Slug
		}
		begin, end := t.Days()
		now := s.Director.Now()
		over := !end.IsZero() && now.Sub(end) > 48*time.Hour
		v.Today = !begin.After(now) && now.Sub(end) < 24*time.Hour
		switch {
		case t.Current == 0 && !over:
			if len(list.Coming) < mostWinners {
				if err := v.tellSignUp(s, c, t.Slug); err != nil {
					return list, err
				}
			}
			v.Tagged = true
			list.Coming = append(list.Coming, v)
			continue
		case t.Current == 0 || len(list.Past) >= mostWinners:
			list.Past = append(list.Past, v)
			continue
		}
		snapshot, err := s.Director.Snapshot(c.Request.Context(), t.Slug)
		if err != nil {
			return list, err
		}
		v.Progress = page.NewProgressView(snapshot.Tournament.Round(t.Current))
		if !desk {
			snapshot = snapshot.Public() // the winner may be hidden
		}
		finished := t.Current >= t.Rounds && v.Progress.Done == v.Progress.Total
		switch {
		case finished:
			v.Winner, v.WinnerRank = winner(snapshot)
			fallthrough
		case over:
			list.Past = append(list.Past, v)
			continue
		}
		if !desk {
			if v.Code, v.Size, err = page.QRPath(s.PublicBase(c) + v.Address); err != nil {
				return list, err
			}
			v.CodeWords = s.Language(c).T("tournament.page.code", v.Name)
		}
		list.Running = append(list.Running, v)
	}
	slices.SortStableFunc(list.Running, func(a, b SummaryView) int { return b.urgency() - a.urgency() })
	return list, nil
}

func newSummaryView(s *Site, c *gin.Context, t *director.Summary) SummaryView {
	lang := s.Language(c)
	v := SummaryView{
		Name: t.Name, Address: "/t/" + t.Slug, Where: page.Place(t.Place, t.Country), Dates: lang.Dates(t.Begin, t.End),
		Players: lang.T("player.count", t.Players), Count: strconv.Itoa(t.Players), State: lang.T("tournament.page.rounds", t.Rounds),
	}
	if t.Hidden {
		v.Hidden = lang.T("tournament.page.hidden")
	}
	if t.Current > 0 {
		v.State = lang.T("tournament.page.round", t.Current, t.Rounds)
	}
	return v
}

// tellSignUp tells in the line of a tournament that players can sign up, until when and how many places are taken.
func (v *SummaryView) tellSignUp(s *Site, c *gin.Context, slug string) error {
	snapshot, err := s.Director.Snapshot(c.Request.Context(), slug)
	if err != nil {
		return err
	}
	t := snapshot.Tournament
	rules := &t.Settings.SignUp
	if !t.TakesSignUps(s.Director.Now()) {
		return nil
	}
	lang := s.Language(c).In(page.Zone(t))
	v.State = lang.T("ratinglist.signup")
	if !rules.Closes.IsZero() {
		v.State = lang.T("ratinglist.signup.until", lang.Moment(rules.Closes))
	}
	if rules.Limit > 0 {
		v.Count = lang.T("ratinglist.places", day.PlacesOf(t).Taken, rules.Limit)
	}
	return nil
}

// winner returns the name and rank of the one who has the first place alone.
func winner(s *director.Snapshot) (name, rank string) {
	t := s.Tournament
	standings := s.Standings(t.Current())
	if page.OfTeams(t) {
		standings = s.Teams(t.Current())
	}
	if len(standings.Rows) == 0 || len(standings.Rows) > 1 && standings.Rows[1].Place == 1 {
		return "", ""
	}
	p := page.NewPlayerView(t, standings.Rows[0].Player)
	return p.Name, p.Rank
}
