package public

import (
	"slices"
	"strings"

	"tourney/internal/spelling"
	"tourney/internal/web/page"
)

// A findPage lists the players whose names contain the typed text, with their tables.
type findPage struct {
	page.Base
	Typed string
	Seats []seatView
	// Drawn is set after the publication of a round: before it, players have no tables.
	Drawn bool
}

// longestTyped limits the searched text, in bytes.
const longestTyped = 100

// Find returns the page of the players that match a typed name, and these players.
func (v *Visit) Find(typed string) (name string, found []page.PlayerView, data any) {
	typed = strings.ToValidUTF8(typed[:min(len(typed), longestTyped)], "")
	view := findPage{Base: v.Base(v.Lang.T("now.find"), "/find"), Typed: typed}
	words := spelling.Words(typed)
	matches := func(p page.PlayerView) bool {
		name := spelling.SearchText(p.Name)
		return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(name, " "+w) })
	}
	r := v.Tournament.Round(v.Tournament.Current())
	if v.Tournament.IsOpen() {
		r = v.runningRound()
	}
	if r != nil {
		view.Drawn = true
		view.Seats = slices.DeleteFunc(v.seatsByName(r), func(s seatView) bool { return !matches(s.Player) })
	}
	for _, p := range v.names() {
		if !matches(p) {
			continue
		}
		found = append(found, p)
		seated := func(s seatView) bool { return s.Player.ID == p.ID }
		if !slices.ContainsFunc(view.Seats, seated) {
			view.Seats = append(view.Seats, seatView{Player: p, Text: v.Lang.T(page.StatusKeys[v.Tournament.Player(p.ID).Status])})
		}
	}
	return "find", found, &view
}
