package draw

import (
	"context"

	"tourney/internal/app/director"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
)

// A stepView is a change of the draw that can be undone, or an undone change that
// can be made again.
type stepView struct {
	// What describes the change, By names the director who made it, "" for the
	// reader.
	What, By string
	// Version identifies the change to be undone; 0 when later changes depend on
	// it.
	Version int
	// Will lists the changes of a draft, by the departure of a player.
	Will []history.ChangedView
	// Cost is the cost of a change of games; may be nil.
	Cost *changeCost
}

// fillSteps offers to undo the latest change of the draw, or to make it again,
// and marks the games that have changed since the round was published.
func (d *details) fillSteps(ctx context.Context) error {
	t, p := d.snapshot.Tournament, d.page
	h, err := d.handlers.Director.History(ctx, t, d.r.Number)
	if err != nil {
		return err
	}
	if h.Undone != nil && history.CheckUndo(t, *h.Undone) == nil {
		p.Undone = d.step(h.Undone)
	}
	if d.r.Published {
		p.markChanged(h.Applied)
	}
	if len(h.Applied) == 0 {
		return nil
	}
	last := &h.Applied[0]
	subject := director.Concerns(last.Step())
	if !p.Drawn && subject != director.OfRound && subject != director.OfGames {
		return nil // such as blocked tables, which their own page frees
	}
	p.Last = d.step(last)
	before, err := t.Undone(last.Changes)
	if err != nil {
		p.Last.Version = 0
		return nil
	}
	// A change of settings or a new draw is not a change by hand.
	if before.Round(d.r.Number) != nil && subject == director.OfGames {
		p.Last.Cost, err = costOfChange(p, before, t)
	}
	return err
}

func (d *details) step(e *director.LogEntry) *stepView {
	v := &stepView{What: page.Text(d.page.Language, history.Entry{LogEntry: *e}), Version: e.Version}
	if director.IsLeave(*e) {
		v.Will = (history.Describer{Lang: d.page.Language, Tournament: d.snapshot.Tournament}).DraftChanges(*e)
	}
	if e.By != d.page.Me {
		v.By = history.AuthorName(d.page.Language, d.snapshot.Tournament, e.By)
	}
	return v
}

// markChanged marks the games that some steps have changed.
func (p *roundPage) markChanged(steps []director.LogEntry) {
	games := map[int]bool{}
	for _, e := range steps {
		for _, c := range e.Changes {
			if c.Game != nil {
				games[c.Game.Value().ID] = true
			}
		}
	}
	for i := range p.Rows {
		if row := &p.Rows[i]; games[row.ID] {
			row.Changed = true
			row.Marks = append([]markView{{Text: p.T("draw.changed"), Plain: true}}, row.Marks...)
		}
	}
}
