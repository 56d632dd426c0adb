package beyond

import (
	"fmt"
	"html"
	"strings"

	"tourney/internal/format"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A shareView has the parts of a tournament for other web sites.
type shareView struct {
	// Codes are the codes for pages of other sites, Preview the address of the first one's content here.
	Codes   []embedView
	Preview string
	// File is the file name of all pages.
	File string
	// Feed and Calendar are addresses to subscribe to.
	Feed, Calendar string
}

// An embedView is the code that shows a page in a frame of another site.
type embedView struct{ Title, Code string }

// newShareView returns the parts of a tournament with a public address: by a script, or in a frame for sites that
// refuse scripts.
func newShareView(b page.Base, t *tournament.Tournament, home string) (v shareView, err error) {
	pages, err := format.Named("site")
	if err != nil {
		return v, err
	}
	v = shareView{
		Preview: "/t/" + t.Info.Slug + "/embed/standings?lang=" + b.Code(), File: pages.FileName(t),
		Feed: home + "/feed.atom", Calendar: home + "/calendar.ics",
	}
	base, slug, _ := strings.Cut(home, "/t/")
	games := 0
	if r := t.Round(t.Current()); r != nil {
		games = len(r.Games)
	}
	for _, e := range []struct {
		title, part string
		rows        int
	}{{"frame.standings", "standings", len(t.Participants())}, {"publish.embed.pairings", "pairings", games}} {
		// Estimated heights of a row and of the rest, in pixels.
		const row, around = 56, 120
		v.Codes = append(v.Codes, embedView{b.T(e.title), fmt.Sprintf(
			`<script async src="%s/embed.js" data-tournament="%s" data-show="%s" data-lang="%s" data-title="%s" data-height="%d"></script>`,
			html.EscapeString(base), html.EscapeString(slug), e.part, b.Code(), html.EscapeString(t.Info.Name), around+row*e.rows,
		)})
	}
	v.Codes = append(v.Codes, embedView{b.T("publish.embed.frame"), fmt.Sprintf(
		`<iframe src="%s" title="%s" width="100%%" height="600"></iframe>`,
		html.EscapeString(home+"/embed/standings?lang="+b.Code()), html.EscapeString(t.Info.Name),
	)})
	return v, nil
}
