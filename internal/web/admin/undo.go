package admin

import (
	"reflect"
	"slices"
	"strings"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
)

// explainUndo returns a fault that names the changes to undo first, for an undo
// that was refused with err. newer are entries of the log, the latest first.
func explainUndo(t *tournament.Tournament, e director.LogEntry, newer []director.LogEntry, err error) error {
	if !fault.Is(err, "undo.overtaken") {
		return err
	}
	for _, change := range e.Changes {
		n := change.InRound()
		r := t.Round(n)
		switch {
		case r == nil || director.Concerns(e.Action) != director.OfRound:
		case len(t.Rounds) > n:
			return fault.Wrap(err, fault.Conflict, "undo.followed", n, n+1)
		case len(r.Finished()) > 0:
			return fault.Wrap(err, fault.Conflict, "undo.played", n)
		}
	}
	for _, change := range e.Changes {
		if p := change.Player; p != nil && p.New != nil {
			if n := lastRound(t, p.New.ID); p.Old == nil && n > 0 {
				return fault.Wrap(err, fault.Conflict, "undo.paired", p.New.Name(), n)
			}
		}
	}
	for _, later := range newer {
		if later.Version > e.Version && later.UndoneBy == 0 && slices.ContainsFunc(later.Changes, func(c tournament.Change) bool {
			return slices.ContainsFunc(e.Changes, func(mine tournament.Change) bool { return sameSubject(c, mine) })
		}) {
			return fault.Wrap(err, fault.Conflict, "undo.since", history.Entry{LogEntry: later})
		}
	}
	return err
}

// lastRound returns the last round with a game or bye of a player, 0 for none.
func lastRound(t *tournament.Tournament, id tournament.PlayerID) int {
	for i := range slices.Backward(t.Rounds) {
		if r := &t.Rounds[i]; r.Game(id) != nil || r.HasBye(id) {
			return r.Number
		}
	}
	return 0
}

// sameSubject reports whether two changes concern the same player, game or other
// subject.
func sameSubject(a, b tournament.Change) bool {
	switch {
	case a.Info != nil:
		return b.Info != nil
	case a.Settings != nil:
		return b.Settings != nil && settingsOverlap(a.Settings, b.Settings)
	case a.Team != nil && b.Team != nil:
		return a.Team.Value().ID == b.Team.Value().ID
	case a.Player != nil && b.Player != nil:
		return a.Player.Value().ID == b.Player.Value().ID
	case a.Round != nil && b.Round != nil:
		return a.Round.Value().Number == b.Round.Value().Number
	case a.Game != nil && b.Game != nil:
		return a.Game.Value().ID == b.Game.Value().ID
	}
	return false
}

// settingsOverlap reports whether two changes of the settings overlap. Wishes and
// tables are undone part by part, and apart from the other settings.
func settingsOverlap(a, b *tournament.Edit[tournament.Settings]) bool {
	rest := func(c *tournament.Edit[tournament.Settings]) bool {
		was := *c.Old
		was.Constraints = c.New.Constraints
		return !reflect.DeepEqual(was, *c.New)
	}
	if rest(a) || rest(b) {
		return rest(a) && rest(b)
	}
	was, now := reflect.ValueOf(a.Old.Constraints), reflect.ValueOf(a.New.Constraints)
	before, after := reflect.ValueOf(b.Old.Constraints), reflect.ValueOf(b.New.Constraints)
	for i := range was.NumField() {
		if !reflect.DeepEqual(was.Field(i).Interface(), now.Field(i).Interface()) &&
			!reflect.DeepEqual(before.Field(i).Interface(), after.Field(i).Interface()) {
			return true
		}
	}
	return false
}

// warnUnpaired returns a warning about players restored by an undo after
// their round was drawn; nil for none.
func (p *logPage) warnUnpaired(t *tournament.Tournament, undo director.LogEntry) *page.Banner {
	r := t.Round(len(t.Rounds))
	if r == nil {
		return nil
	}
	var names []string
	for _, change := range undo.Changes {
		if change.Player == nil || change.Player.New == nil {
			continue
		}
		id := change.Player.New.ID
		if now := t.Player(id); now != nil && now.Plays(r.Number) && r.Game(id) == nil && !r.HasBye(id) {
			names = append(names, now.Name())
		}
	}
	if len(names) == 0 {
		return nil
	}
	i18n.Sort(p.Language, names, func(name string) string { return name })
	return &page.Banner{
		Level: "warning", Text: p.T("log.unpaired", strings.Join(names, " · "), r.Number),
		Action: p.T("draw.title", r.Number), Address: page.DrawPath(t, r.Number) + "#idle",
	}
}
