package exports

import (
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/role"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/paper"
)

const slipsPerSheet = 4

// printSlips shows the slips of a round in cut order. A draft's slips require the right to enter results.
func (s *Handlers) printSlips(c *gin.Context, snapshot *director.Snapshot) error {
	n, err := strconv.Atoi(c.Param("round"))
	r := snapshot.Tournament.Round(n)
	if err != nil || r == nil || r.State() == tournament.Draft && !s.May(c, role.Results) {
		return fault.New(fault.NotFound, "round.missing", fault.Clip(c.Param("round")))
	}
	view := s.newSheets(c, snapshot, s.Language(c).T("paper.slip.title", n))
	view.Base = view.AtRound(n)
	slips, err := s.slips(c, snapshot, n)
	if err != nil {
		return err
	}
	view.addSlips(slips)
	return s.Render(c, "sheets", view)
}

// slips returns the slips of a round in the order of the tables. The players' links for reports require the right to
// enter results, since a link can report for both players.
func (s *Handlers) slips(c *gin.Context, snapshot *director.Snapshot, n int) ([]paper.Slip, error) {
	t, lang := snapshot.Tournament, s.Language(c).In(page.Zone(snapshot.Tournament))
	r := t.Round(n)
	round := paper.Slip{Used: true, Round: lang.T("frame.round", n)}
	if !r.Start.IsZero() {
		round.Start = lang.Moment(r.Start)
	}
	var does []string
	for _, part := range []struct {
		is  bool
		key string
	}{
		{t.Settings.KomiChoice != handicap.Announced, "komi.title"}, {t.Settings.PlayersDecide(), "paper.slip.result"},
		{!t.Settings.DeskRecords, "paper.slip.record"},
	} {
		if part.is {
			does = append(does, lang.T(part.key))
		}
	}
	if t.Origin == "" && s.May(c, role.Results) { // only the computer that runs the tournament can make a link
		round.Label = strings.Join(does, ", ")
	}
	public, err := s.phoneAddress(c, t)
	if err != nil {
		return nil, err
	}
	matches := page.MatchViews(lang, t, r)
	boards := page.MatchBoards(matches)
	var slips []paper.Slip
	for i := range r.Games {
		g := page.NewGameView(lang, t, &r.Games[i])
		slip := round
		slip.Table, slip.Terms, slip.Open, slip.Board = g.Table, g.TermsWords, g.Open, boards[g.ID].Board
		slip.Jigo = t.ChoosesKomi(&r.Games[i]) || t.MayBeJigo(&r.Games[i])
		slip.Seats = [2]paper.Seat{
			{Black: true, Name: g.Black.Name, Rank: g.Black.Rank, Team: g.Black.Team},
			{Name: g.White.Name, Rank: g.White.Rank, Team: g.White.Team},
		}
		slip.Link, slip.LinkText = public+"/round/"+strconv.Itoa(n), round.Round
		if slip.Label != "" {
			token, err := s.Director.GameToken(c.Request.Context(), t, &r.Games[i])
			if err != nil {
				return nil, err
			}
			slip.Link, slip.LinkText = public+"/report/"+token, lang.T("report.title", g.Table)
		}
		if slip.QR.Path, slip.QR.Size, err = page.QRPath(slip.Link); err != nil {
			return nil, err
		}
		slips = append(slips, slip)
	}
	return slips, nil
}

// phoneAddress returns a tournament's address for phones: the public one, unless the players' steps need this server.
func (s *Handlers) phoneAddress(c *gin.Context, t *tournament.Tournament) (string, error) {
	if t.Settings.PlayersSettle || t.Settings.KomiChoice != handicap.Announced {
		return s.PhoneBase(c) + "/t/" + t.Info.Slug, nil
	}
	return s.worldAddress(c, t)
}

// worldAddress returns the public address of a tournament: at the hub of its publication, else in the network of this
// server.
func (s *Handlers) worldAddress(c *gin.Context, t *tournament.Tournament) (string, error) {
	address, _, err := s.Beyond.Published(c.Request.Context(), t.Info.Slug)
	if err == nil && address != "" {
		return address, nil
	}
	return s.PhoneBase(c) + "/t/" + t.Info.Slug, err
}

// addSlips places slips, four on a sheet.
func (p *sheetsPage) addSlips(slips []paper.Slip) {
	for _, sheet := range paper.CutOrder(slips, slipsPerSheet) {
		p.Sheets = append(p.Sheets, paper.Sheet{Slips: sheet})
	}
}
