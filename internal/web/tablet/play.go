package tablet

import (
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// postOpen enters a touch of open play.
func (s *Handlers) postOpen(c *gin.Context, snapshot *director.Snapshot, id tournament.PlayerID) error {
	t := snapshot.Tournament
	ctx, ed := c.Request.Context(), s.Director.OnTablet(t.Info.Slug, id)
	switch c.PostForm("do") {
	case "begin":
		return s.begin(c, snapshot, id)
	case "cancel":
		g := t.RunningGame(id)
		if g == nil || g.ID != page.Natural(c.PostForm("game")) {
			return s.answer(c, fault.New(fault.Conflict, "report.changed", page.Natural(c.PostForm("table"))))
		}
		return s.answerPlayers(c, snapshot, ed.Cancel(ctx, g.ID))
	case "rest", "wait":
		return s.answerPlayers(c, snapshot, ed.Rest(ctx, id, c.PostForm("do") == "rest"))
	}
	return s.answer(c, fault.New(fault.Invalid, "form.incomplete"))
}

// begin begins a game of two players at the shown table, or at another one if a game has begun there in between. The
// answer has a note then.
func (s *Handlers) begin(c *gin.Context, snapshot *director.Snapshot, id tournament.PlayerID) error {
	t := snapshot.Tournament
	p := director.Pairing{
		A: id, B: tournament.PlayerID(page.Natural(c.PostForm("with"))), Table: page.Natural(c.PostForm("table")),
		Against: c.PostForm("against") != "",
	}
	shown := p.Table
	if slices.ContainsFunc(t.Running(), func(g *tournament.Game) bool { return g.Table == shown }) {
		p.Table = 0
	}
	g, err := s.Director.OnTablet(t.Info.Slug, id).Begin(c.Request.Context(), p, site.IdempotencyKey(c))
	if err != nil || shown == 0 || g.Table == shown {
		return s.answerPlayers(c, snapshot, err)
	}
	v := s.visit(c, snapshot)
	note := v.Lang.T("tablet.begun.other", g.Table, v.Tournament.NameOf(g.Black), v.Tournament.NameOf(g.White), shown)
	return send(c, 200, map[string]string{"note": note})
}

// begunWith returns the game of a player and the opponent of the form that the begin with the key of the form has begun,
// nil without one: the begin was refused, or its game taken back.
func (s *Handlers) begunWith(c *gin.Context, t *tournament.Tournament, id tournament.PlayerID) (*tournament.Game, error) {
	with := tournament.PlayerID(page.Natural(c.PostForm("with")))
	key, _, _ := strings.Cut(site.IdempotencyKey(c), ".") // what follows is of all fields, which differ from those of the begin
	for _, g := range t.GamesOf(t.LastEvening()) {
		if key == "" || id == with || !g.Has(id) || !g.Has(with) {
			continue
		}
		begins, _, err := s.Director.Log(c.Request.Context(), t.Info.Slug, 0, director.LogFilter{Game: g.ID, Actions: []string{"open.begin"}})
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(begins, func(e director.LogEntry) bool { return strings.HasPrefix(e.Once, key+".") }) {
			return g, nil
		}
	}
	return nil, nil
}

// newcomer returns the player of a typed name and rank: the family name first, unless the form of the name marks the
// family name elsewhere.
func newcomer(c *gin.Context) (p tournament.Player, err error) {
	p.Family, p.Given, _ = spelling.SplitName(page.Clip(c.PostForm("name")), false)
	if p.Family == "" {
		return p, fault.New(fault.Invalid, "form.incomplete")
	}
	p.Rank, err = rank.Parse(page.Clip(c.PostForm("rank")))
	return p, err
}
