package draw

import (
	"context"
	"strings"

	"tourney/internal/director"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
)

// A stepView is a change of the draw that can be taken back, or one taken back
// that can be made again.
type stepView struct {
	// What says it, By who made it if it was somebody else.
	What, By string
	// Version is by which the director takes it back; 0 when something rests on
	// it.
	Version int
	// Will says what became of a draft that a player has left.
	Will []history.ChangedView
	// Cost is what it costs where it has changed games; may be nil.
	Cost *changeCost
}

// fillSteps offers to take the latest change of the draw back, or to make it
// again, and marks what has changed since the round was published.
func (d *drawing) fillSteps(ctx context.Context) error {
	t, p := d.snapshot.Tournament, d.page
	h, err := d.room.Director.History(ctx, t, d.r.Number)
	if err != nil {
		return err
	}
	if h.Undone != nil && history.CheckUndo(t, *h.Undone) == nil {
		p.Undone = d.step(h.Undone)
	}
	if d.r.Published {
		p.markChanged(h.Standing)
	}
	if len(h.Standing) == 0 {
		return nil
	}
	last := &h.Standing[0]
	p.Last = d.step(last)
	before := t.Clone()
	if before.Undo(last.Changes) != nil {
		p.Last.Version = 0
		return nil
	}
	// What was asked of the draw, or another draw, is no change by hand.
	if deed := last.Deed(); before.Round(d.r.Number) != nil && (strings.HasPrefix(deed, "draw.") || strings.HasPrefix(deed, "game.")) {
		p.Last.Cost, err = priced(p, before, t)
	}
	return err
}

func (d *drawing) step(e *director.LogEntry) *stepView {
	v := &stepView{What: page.Text(d.page.Language, history.Entry{LogEntry: *e}), Version: e.Version}
	if director.IsLeave(*e) {
		v.Will = history.DraftChanges(history.Describer{Lang: d.page.Language, Tournament: d.snapshot.Tournament}, *e)
	}
	if e.By != d.page.Me {
		v.By = history.AuthorName(d.page.Language, e.By)
	}
	return v
}

// markChanged marks the games that some steps have touched.
func (p *drawPage) markChanged(steps []director.LogEntry) {
	games := map[int]bool{}
	for _, e := range steps {
		for _, c := range e.Changes {
			if c.Game != nil {
				games[c.Game.Thing().ID] = true
			}
		}
	}
	for i := range p.Rows {
		if row := &p.Rows[i]; games[row.ID] {
			row.Changed = true
			row.Marks = append([]markView{{Text: p.T("draw.changed")}}, row.Marks...)
		}
	}
}
