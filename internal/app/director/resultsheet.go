package director

import (
	"context"
	"time"

	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/format/resultsheet"
	"tourney/internal/tournament"
)

// A SheetEntry is the results of a sheet filled in outside the program.
type SheetEntry struct {
	Lines []resultsheet.Line
	// Replace allows a line to correct a result, and to contest a result that was entered after the sheet was written.
	// Without it such lines are held back.
	Replace bool
}

// A SheetLine is a line of a sheet with a new result, and its effect.
type SheetLine struct {
	resultsheet.Line
	// Before is the game before the entry; the zero Game if it does not exist now.
	Before tournament.Game
	// Held is true for a line that needs SheetEntry.Replace; Effect is its actual or possible effect.
	Held   bool
	Effect tournament.Effect
	// Refused is the fault that prevents the entry of the result; it may be nil.
	Refused error
}

// Corrects reports whether the line replaces a result unchanged since the sheet was written.
func (l *SheetLine) Corrects() bool {
	return l.Effect == tournament.Recorded && l.Before.Result.Known()
}

// EnterSheet enters the results of a sheet in one step and returns the lines with new results, in their order. Each
// counts as entered at the time of writing the sheet, see tournament.Enter. An empty cell changes nothing. Fault:
// "workbook.results.other" for lines of another tournament. On an editor from Preview it saves nothing.
func (ed *Editor) EnterSheet(ctx context.Context, entry SheetEntry) (lines []SheetLine, err error) {
	_, err = ed.change(ctx, store.Entry{Action: "result.sheet", Desk: ed.by.Desk}, func(t *tournament.Whole, e *store.Entry) error {
		lines = nil // the step may be taken again
		entered := 0
		for _, l := range entry.Lines {
			if l.Slug != t.Info.Slug {
				return fault.New(fault.Invalid, "workbook.results.other", fault.Clip(l.Slug))
			}
			line, err := entry.enterLine(t.Tournament, ed.by, e.At, l)
			switch {
			case err != nil:
				return err
			case line == nil:
				continue
			case !line.Held && line.Refused == nil:
				entered++
			}
			lines = append(lines, *line)
		}
		e.Args = []any{entered}
		return nil
	})
	return lines, err
}

// enterLine enters one line for an actor. It returns nil for a line without news.
func (entry *SheetEntry) enterLine(t *tournament.Tournament, by Actor, at time.Time, l resultsheet.Line) (*SheetLine, error) {
	line := &SheetLine{Line: l}
	g := t.Game(l.Game)
	switch {
	case !l.Changed():
		return nil, nil
	case g == nil:
		line.Refused = fault.New(fault.NotFound, "workbook.results.gone", l.Cell)
		return line, nil
	case g.Result == l.Result && !g.Dispute.Open():
		return nil, nil // entered already
	}
	line.Before, line.Held = *g, g.Result.Known() && !entry.Replace
	done, err := t.Enter(tournament.Entry{
		Round: g.Round, Table: g.Table, Game: g.ID, Seen: l.Seen, Result: l.Result, Mode: tournament.Chosen,
		By: by.Name, Desk: by.Desk, At: at,
	})
	line.Effect = done.Effect
	if line.Held {
		*g = line.Before // the step only computes the effect
	}
	if _, isFault := fault.As(err); isFault {
		line.Refused, line.Held = err, false
		return line, nil
	}
	return line, err
}
