package site

import (
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/web/page"
)

// A SummaryView is one tournament in the list.
type SummaryView struct {
	Name, Address, Where, Dates, State string
	// Players is "42 players", Count the number alone; both are "42 of 60" during a sign-up with limited places.
	Players, Count string
	// Owner is the organisation that owns it, "" if there is only one.
	Owner string
	// Desk is the address of the desk for logged-in readers, else "".
	Desk string
	// Hidden is the text that only the desk sees the tournament, Archived that it is read-only, Elsewhere, for readers
	// with access to a desk, that it runs on another computer; otherwise they are "".
	Hidden, Archived, Elsewhere string
	// Tagged is set for an open sign-up.
	Tagged bool
	// Progress counts the results of the present round.
	Progress page.ProgressView
	// Winner has the first place of a finished tournament; "" if several share it.
	Winner, WinnerRank string
}

// summaryOf returns the line of a tournament in a part of the list. With desk it links to the desk.
func (s *Site) summaryOf(c *gin.Context, t *director.Summary, part list) (SummaryView, error) {
	v := s.newSummaryView(c, t)
	if part.desk {
		v.Desk = "/desk/" + t.Slug
		if t.Elsewhere {
			v.Elsewhere = s.Language(c).T("tournament.page.elsewhere")
		}
	}
	if part.era == director.Coming {
		v.State = ""
		err := v.addSignUp(s, c, t.Slug)
		v.Tagged = v.State != ""
		return v, err
	}
	if t.Current == 0 || t.Rounds == 0 {
		return v, nil
	}
	snapshot, err := s.Director.Snapshot(c.Request.Context(), t.Slug)
	if err != nil {
		return v, err
	}
	v.Progress = page.NewProgressView(snapshot.Tournament.Round(t.Current))
	if !part.desk {
		snapshot = snapshot.Public() // the winner may be hidden
	}
	if part.era == director.Past && t.Current >= t.Rounds && v.Progress.Done == v.Progress.Total {
		v.Winner, v.WinnerRank = winner(snapshot)
	}
	return v, nil
}

func (s *Site) newSummaryView(c *gin.Context, t *director.Summary) SummaryView {
	lang := s.Language(c)
	v := SummaryView{
		Name: t.Name, Address: "/t/" + t.Slug, Where: page.Place(t.Place, t.Country), Dates: lang.Dates(t.Begin.Time, t.End.Time),
		Players: lang.T("player.count", t.Players), Count: strconv.Itoa(t.Players), State: lang.T("tournament.page.rounds", t.Rounds),
	}
	if t.Rounds == 0 {
		v.State = lang.T("system.open")
	}
	if t.Hidden {
		v.Hidden = lang.T("tournament.page.hidden")
	}
	if t.Archived {
		v.Archived = lang.T("tournament.page.archived")
	}
	if t.Current > 0 && t.Rounds > 0 {
		v.State = lang.T("tournament.page.round", t.Current, t.Rounds)
	}
	return v
}

// addSignUp adds the open sign-up to the line of a tournament, with its end and the number of taken places.
func (v *SummaryView) addSignUp(s *Site, c *gin.Context, slug string) error {
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
		v.Count = lang.T("ratinglist.places", t.Places().Taken, rules.Limit)
		v.Players = v.Count
	}
	return nil
}

// winner returns the name and rank of the only player in first place, "" if several share it.
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
