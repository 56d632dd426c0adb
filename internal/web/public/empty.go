package public

import "tourney/internal/web/page"

// An emptyView says on a page without content why it is empty, with the next steps.
type emptyView struct {
	Text  string
	Links []page.Link
}

// empty returns the view of a page that is empty until the first round.
func (v *Visit) empty() *emptyView {
	view := &emptyView{Text: v.Lang.T("now.before")}
	if v.SignsUp {
		view.Links = append(view.Links, page.Link{Text: v.Lang.T("signup.title"), Address: v.To("/sign-up")})
	}
	if len(v.Tournament.Participants()) > 0 {
		view.Links = append(view.Links, page.Link{Text: v.Lang.T("frame.players"), Address: v.To("/players")})
	} else {
		view.Links = append(view.Links, page.Link{Text: v.Lang.T("frame.about"), Address: v.To("/about")})
	}
	return view
}
