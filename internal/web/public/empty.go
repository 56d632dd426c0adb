package public

import (
	"tourney/internal/event/day"
	"tourney/internal/web/page"
)

// An emptyView says on a page without content why it is empty and when it will not be, with the next steps. When may
// be empty.
type emptyView struct {
	Text, When string
	Links      []page.Link
}

// empty returns the view of a page that is empty until the first round.
func (v *Visit) empty() *emptyView {
	t := v.Tournament
	view := &emptyView{Text: v.Lang.T("now.before"), When: v.Lang.Dates(t.Info.Begin.Time, t.Info.End.Time)}
	if start := day.StartOf(t, 1); !start.IsZero() {
		view.When = v.Lang.T("hall.start", 1, v.Lang.Clock(start))
	}
	if v.SignsUp {
		view.Links = append(view.Links, page.Link{Text: v.Lang.T("signup.title"), Address: v.To("/sign-up")})
	}
	if len(t.Participants()) > 0 {
		view.Links = append(view.Links, page.Link{Text: v.Lang.T("frame.players"), Address: v.To("/players")})
	}
	view.Links = append(view.Links, page.Link{Text: v.Lang.T("frame.now"), Address: v.To("")}, page.Link{Text: v.Lang.T("frame.about"), Address: v.To("/about")})
	return view
}
