package draw

import (
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/pairing"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
)

// previews are the changes that need a confirmation in a published round, where
// players see them at once. Each applies the change to a copy.
var previews = map[string]func(d change, t *tournament.Tournament) error{
	"swap": preview(change.couple, func(t *tournament.Tournament, n int, p []tournament.PlayerID) (*tournament.Round, error) {
		return pairing.Swap(t, n, p[0], p[1])
	}),
	"two": preview(change.couple, func(t *tournament.Tournament, n int, p []tournament.PlayerID) (*tournament.Round, error) {
		return pairing.Pair(t, n, p[0], p[1])
	}),
	"bye": preview(change.some, func(t *tournament.Tournament, n int, p []tournament.PlayerID) (*tournament.Round, error) {
		return pairing.GiveBye(t, n, p...)
	}),
	"takebye": preview(change.single, func(t *tournament.Tournament, n int, p []tournament.PlayerID) (*tournament.Round, error) {
		return pairing.TakeBye(t, n, p...)
	}),
	"unpair": func(d change, t *tournament.Tournament) error {
		next, err := pairing.Unpair(t, d.n, d.table)
		if err != nil {
			return err
		}
		return t.Repair(d.n, next.Games, next.Byes)
	},
	"among": previewDraw(func(d change, t *tournament.Tournament) (*tournament.Tournament, error) {
		return d.snapshot.PreviewAmong(d.ctx, d.n, d.players)
	}),
	"meet": previewDraw(func(d change, t *tournament.Tournament) (*tournament.Tournament, error) {
		two, err := d.couple()
		if err != nil {
			return nil, err
		}
		return d.snapshot.PreviewMeeting(d.ctx, d.n, two[0], two[1])
	}),
	"colours": func(d change, t *tournament.Tournament) error { return t.SwapColours(d.n, d.table) },
	"unmatch": previewUnmatch,
}

// preview returns a preview of a change of ticked players.
func preview(
	pick func(change) ([]tournament.PlayerID, error),
	do func(*tournament.Tournament, int, []tournament.PlayerID) (*tournament.Round, error),
) func(change, *tournament.Tournament) error {
	return func(d change, t *tournament.Tournament) error {
		players, err := pick(d)
		if err != nil {
			return err
		}
		next, err := do(t, d.n, players)
		if err != nil {
			return err
		}
		return t.Repair(d.n, next.Games, next.Byes)
	}
}

// previewDraw returns a preview of a change that makes a draw.
func previewDraw(do func(change, *tournament.Tournament) (*tournament.Tournament, error)) func(change, *tournament.Tournament) error {
	return func(d change, t *tournament.Tournament) error {
		next, err := do(d, t)
		if err == nil {
			*t = *next
		}
		return err
	}
}

// question returns the address that asks before a change of a published round, ""
// when the change needs no confirmation.
func (d change) question(do string) (address string, err error) {
	try, announced := previews[do]
	if r := d.t.Round(d.n); !announced || r == nil || !r.Published || d.form.Get("sure") != "" {
		return "", nil
	}
	if err := try(d, d.t.Clone()); err != nil {
		return "", err
	}
	q := url.Values{"ask": {do}}
	if d.table > 0 {
		q.Set("table", strconv.Itoa(d.table))
	}
	for _, id := range d.players {
		q.Add("player", strconv.Itoa(int(id)))
	}
	return page.DrawPath(d.t, d.n) + "?" + q.Encode(), nil
}

// askPublished returns the question about a change of a published round: how many
// tables change, from what to what, at what cost. It is nil for changes that need
// no confirmation.
func (d *details) askPublished(c *gin.Context, do string) (*askView, error) {
	try, announced := previews[do]
	if !announced || !d.r.Published {
		return nil, nil
	}
	t, p := d.snapshot.Tournament, d.page
	tried := change{
		ctx: c.Request.Context(), snapshot: d.snapshot, t: t, n: d.r.Number, table: d.chosen, players: page.PlayerIDs(c.QueryArray("player")),
	}
	next := t.Clone()
	if err := try(tried, next); err != nil {
		return nil, err
	}
	ask := &askView{Do: do, Button: p.T("draw.apply"), Table: d.chosen, Players: tried.players}
	words, tables := history.Describer{Lang: p.Language, Tournament: next}, map[int]bool{}
	for _, change := range tournament.Diff(t, next) {
		ask.Changes = append(ask.Changes, words.Describe(change)...)
		if change.Game != nil {
			tables[change.Game.Value().Table] = true
		}
	}
	ask.Text = p.T("draw.ask.published", len(tables))
	if len(ask.Changes) == 0 {
		ask.Text, ask.Button = p.T("draw.ask.nothing"), ""
		return ask, nil
	}
	var err error
	ask.Cost, err = costOfChange(p, t, next)
	return ask, err
}

// mostTables limits the tables with results that are named.
const mostTables = 24

// askWithhold explains why the publication of the round cannot be undone, with
// links to what prevents it; nil when it can be undone.
func (d *details) askWithhold() *askView {
	t, p := d.snapshot.Tournament, d.page
	err := t.Clone().Unpublish(d.r.Number)
	if err == nil {
		return nil
	}
	ask := &askView{Text: p.Error(err)}
	if d.r.Number < len(t.Rounds) {
		ask.Links = []page.Link{{Text: p.T("draw.title", d.r.Number+1), Address: page.DrawPath(t, d.r.Number+1)}}
		return ask
	}
	if finished := d.r.Finished(); len(finished) > 0 {
		ask.Text = p.T("draw.withheld", len(finished))
		for _, table := range finished[:min(mostTables, len(finished))] {
			at := page.DeskState{Slug: t.Info.Slug, Round: d.r.Number, Table: table}
			ask.Links = append(ask.Links, page.Link{Text: strconv.Itoa(table), Address: at.Desk()})
		}
		ask.More = len(finished) - len(ask.Links)
	}
	return ask
}
