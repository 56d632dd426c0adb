package web

import (
	"cmp"
	"context"
	"crypto/sha1" // #nosec G505 -- names of feeds
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/i18n"
	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// A feed is an Atom feed (RFC 4287) of the events of a tournament, or of the tournaments.
type feed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Lang    string      `xml:"http://www.w3.org/XML/1998/namespace lang,attr"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  string      `xml:"author>name"`
	Links   []feedLink  `xml:"link"`
	Entries []feedEntry `xml:"entry"` // the latest first
}

type feedLink struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type feedEntry struct {
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Link    feedLink `xml:"link"`
	Summary string   `xml:"summary,omitempty"`
	at      time.Time
}

const atomKind = "application/atom+xml; charset=utf-8"

// feedID returns a permanent ID, the same under each address of the server: a UUID of version 5 (RFC 9562) in the
// namespace of addresses.
func feedID(parts ...string) string {
	namespace := [16]byte{0x6b, 0xa7, 0xb8, 0x11, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8}
	sum := sha1.Sum(append(namespace[:], "tourney:"+strings.Join(parts, "/")...)) // #nosec G401 -- required by the RFC; not a secret
	sum[6], sum[8] = sum[6]&0x0f|0x50, sum[8]&0x3f|0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

// newFeed returns the feed about a page of the server, at the page's address with /feed.atom.
func newFeed(lang *i18n.Language, title, page string) *feed {
	own := strings.TrimSuffix(page, "/") + "/feed.atom"
	return &feed{
		Lang: lang.Code(), Title: xmlText(title),
		Links: []feedLink{{Rel: "alternate", Type: "text/html", Href: page}, {Rel: "self", Type: "application/atom+xml", Href: own}},
	}
}

// xmlText removes the control characters that XML cannot encode.
func xmlText(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, text)
}

// add adds an entry with its title, summary, address and time, unless the time is zero.
func (f *feed) add(e feedEntry, id ...string) {
	if e.at.IsZero() {
		return
	}
	e.ID, e.Link.Rel, e.Updated = feedID(id...), "alternate", e.at.UTC().Format(time.RFC3339)
	e.Title, e.Summary = xmlText(e.Title), xmlText(e.Summary)
	f.Entries = append(f.Entries, e)
}

// send answers with the feed, the latest entry first. begin dates one without entries.
func (f *feed) send(c *gin.Context, begin time.Time) error {
	slices.SortStableFunc(f.Entries, func(a, b feedEntry) int { return b.at.Compare(a.at) })
	if len(f.Entries) > 0 {
		begin = f.Entries[0].at
	}
	if begin.IsZero() {
		begin = time.Unix(0, 0)
	}
	f.Updated = begin.UTC().Format(time.RFC3339)
	text, err := xml.MarshalIndent(f, "", " ")
	if err != nil {
		return fmt.Errorf("write feed: %w", err)
	}
	body := site.NewBody(atomKind, append([]byte(xml.Header), append(text, '\n')...))
	c.Header("Cache-Control", "no-cache")
	body.Write(c, http.StatusOK)
	return nil
}

// sendFeed sends the published rounds or the evenings, final standings and announcements of a tournament.
func (s *Server) sendFeed(c *gin.Context, snapshot *director.Snapshot) error {
	lang := s.Language(c).In(page.Zone(snapshot.Tournament))
	t := public.In(lang, snapshot).Tournament
	slug := t.Info.Slug
	var published map[int]time.Time
	if !t.IsOpen() {
		var err error
		if published, err = publicationTimes(c.Request.Context(), s.Director, t); err != nil {
			return err
		}
	}
	home := s.PublicBase(c) + "/t/" + slug
	f := newFeed(lang, t.Info.Name, home)
	f.ID, f.Author = feedID(slug), xmlText(cmp.Or(t.Info.Director, t.Info.Name))
	f.addEvenings(lang, t, home)
	for n := 1; n <= t.Current() && !t.IsOpen(); n++ {
		number := strconv.Itoa(n)
		f.add(feedEntry{
			at: cmp.Or(published[n], publishedBy(t, n)), Title: lang.T("feed.round", t.Info.Name, page.RoundTitle(lang, t, n)), Summary: roundSummary(lang, t, n),
			Link: feedLink{Href: home + "/round/" + number},
		}, slug, "round", number)
	}
	for i := range t.Day.Finals {
		key, final := "feed.final", &t.Day.Finals[i]
		if i > 0 {
			key = "feed.corrected"
		}
		f.add(feedEntry{
			at: final.At, Title: lang.T(key, t.Info.Name), Summary: finalSummary(final), Link: feedLink{Href: home + "/final"},
		}, slug, "final", strconv.Itoa(final.ID))
	}
	for _, a := range t.Day.Announcements {
		if a.Open(s.Director.Now()) {
			f.add(feedEntry{
				at: a.At, Title: lang.T("feed.news", t.Info.Name), Summary: a.Text, Link: feedLink{Href: home},
			}, slug, "announcement", strconv.Itoa(a.ID))
		}
	}
	return f.send(c, t.Info.Begin.Time)
}

// addEvenings adds the ended evenings of open play, each with its players and games.
func (f *feed) addEvenings(lang *i18n.Language, t *tournament.Tournament, home string) {
	for i := range t.Day.Evenings {
		e := &t.Day.Evenings[i]
		f.add(feedEntry{
			at: e.Ended, Title: lang.T("feed.evening", t.Info.Name, lang.Date(e.Began)), Link: feedLink{Href: home},
			Summary: lang.T("player.count", len(e.Present)) + " · " + lang.T("check.games", len(t.GamesOf(e))),
		}, t.Info.Slug, "evening", strconv.Itoa(e.ID))
	}
}

// roundSummary returns the number of games of a round, and its start.
func roundSummary(lang *i18n.Language, t *tournament.Tournament, n int) string {
	r := t.Round(n)
	text := lang.T("check.games", len(r.Games))
	if !r.Start.IsZero() {
		text += " · " + lang.Moment(r.Start)
	}
	return text
}

// finalSummary lists the first places of final standings: "1 Ek Ida, 2 Aho Aino", and their note.
func finalSummary(list *tournament.FinalList) string {
	const most = 3
	var places []string
	for i, place := range results.FinalPlaces(list.Lines)[:min(most, len(list.Lines))] {
		places = append(places, place+" "+list.Lines[i].Name)
	}
	return strings.Trim(strings.Join(places, ", ")+"\n"+list.Note, "\n")
}

// publicationTimes returns the time of the last publication of each round, from the log. Rounds from a file or another
// computer have none.
func publicationTimes(ctx context.Context, d *director.Director, t *tournament.Tournament) (map[int]time.Time, error) {
	times := map[int]time.Time{}
	for page, more := 0, true; more && len(times) < t.Current(); page++ {
		var entries []director.LogEntry
		var err error
		if entries, more, err = d.Log(ctx, t.Info.Slug, page, director.LogFilter{Actions: []string{"round.publish", "round.withhold"}}); err != nil {
			return nil, err
		}
		for _, e := range entries {
			for _, change := range e.Changes {
				if r := change.Round; r != nil && r.New != nil && r.New.Published && times[r.New.Number].IsZero() {
					times[r.New.Number] = e.At
				}
			}
		}
	}
	return times, nil
}

// publishedBy estimates the publication time of a round: its start, its first result, or the first day of the
// tournament.
func publishedBy(t *tournament.Tournament, n int) time.Time {
	r := t.Round(n)
	if !r.Start.IsZero() {
		return r.Start
	}
	var first time.Time
	for i := range r.Games {
		if at := r.Games[i].EnteredAt; !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	if first.IsZero() {
		return t.Info.Begin.Time
	}
	return first
}

// mostInFeed limits the tournaments of the feed: feed readers only need new ones.
const mostInFeed = 50

// sendListFeed sends the latest public tournaments.
func (s *Server) sendListFeed(c *gin.Context) error {
	all, err := s.Director.Catalogue().Find(c.Request.Context(), director.Search{}, director.Page{Most: mostInFeed})
	if err != nil {
		return err
	}
	lang, base := s.Language(c), s.PublicBase(c)
	f := newFeed(lang, lang.T("tournament.page.title"), base+"/")
	f.ID, f.Author = feedID("tournaments"), "tourney"
	for _, t := range all {
		where := strings.Trim(lang.Dates(t.Begin.Time, t.End.Time)+" · "+page.Place(t.Place, t.Country), " ·")
		f.add(feedEntry{at: t.Begin.Time, Title: t.Name, Summary: where, Link: feedLink{Href: base + "/t/" + t.Slug}}, "tournament", t.Slug)
	}
	return f.send(c, time.Time{})
}
