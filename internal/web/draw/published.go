package draw

import (
	"net/url"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/event/reason"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
)

// confirmedButtons are the buttons that need a confirmation in a published round, where
// players see the change at once.
var confirmedButtons = []string{"swap", "two", "bye", "takebye", "unpair", "unmatch", "among", "meet", "colours", "terms", "move", "undo"}

// confirmedFields are the fields of those buttons that the question sends again.
var confirmedFields = []string{"handicap", "komi", "to", "version"}

// preview returns the tournament as a button would change it.
func (s *Handlers) preview(d change, do string) (*tournament.Tournament, error) {
	editor := s.Director.Preview(d.t)
	d.editor, d.round, d.draws = editor, editor.Round(d.n), nil
	if _, err := buttons[do](d); err != nil {
		return nil, err
	}
	return editor.Previewed(), nil
}

// confirmationPath returns the address that asks before a change of a published round, ""
// when the change needs no confirmation.
func (s *Handlers) confirmationPath(d change, do string) (address string, err error) {
	if r := d.t.Round(d.n); !slices.Contains(confirmedButtons, do) || r == nil || !r.Published || d.form.Get("sure") != "" {
		return "", nil
	}
	if _, err := s.preview(d, do); err != nil {
		return "", err
	}
	q := url.Values{"ask": {do}}
	if d.table > 0 {
		q.Set("table", strconv.Itoa(d.table))
	}
	for _, id := range d.players {
		q.Add("player", strconv.Itoa(int(id)))
	}
	for _, name := range confirmedFields {
		if value := d.form.Get(name); value != "" {
			q.Set(name, page.Clip(value))
		}
	}
	return page.DrawPath(d.t, d.n) + "?" + q.Encode(), nil
}

// askPublished returns the question about a change of a published round: how many
// tables change, from what to what, at what cost. It is nil for changes that need
// no confirmation.
func (d *details) askPublished(c *gin.Context, do string) (*askView, error) {
	if !slices.Contains(confirmedButtons, do) || !d.r.Published {
		return nil, nil
	}
	t, p := d.snapshot.Tournament, d.page
	tried := change{
		ctx: c.Request.Context(), t: t, n: d.r.Number, table: d.chosen, players: page.PlayerIDs(c.QueryArray("player")),
		form: c.Request.URL.Query(),
	}
	next, err := d.handlers.preview(tried, do)
	if err != nil {
		return nil, err
	}
	ask := &askView{Do: do, Button: p.T("draw.apply"), Table: d.chosen, Players: tried.players, Explained: reason.Needed(t, next) != nil}
	for _, name := range confirmedFields {
		if value := c.Query(name); value != "" {
			ask.Fields = append(ask.Fields, fieldView{name, page.Clip(value)})
		}
	}
	changes, tables := t.Diff(next), map[int]bool{}
	ask.Changes = history.Describer{Lang: p.Language, Tournament: next}.DescribeAll(changes)
	for _, change := range changes {
		if change.Game != nil {
			tables[change.Game.Value().Table] = true
		}
	}
	ask.Text = p.T("draw.ask.published", len(tables))
	if len(ask.Changes) == 0 {
		ask.Text, ask.Button = p.T("draw.ask.nothing"), ""
		return ask, nil
	}
	ask.Cost, err = costOfChange(p, t, next)
	return ask, err
}

// mostTables limits the tables with results that are named.
const mostTables = 24

// askUnpublish explains why the publication of the round cannot be undone, with
// links to what prevents it; nil when it can be undone.
func (d *details) askUnpublish() *askView {
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
