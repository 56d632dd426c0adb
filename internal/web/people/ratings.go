package people

import (
	"cmp"
	"crypto/rand"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/app/ratinglists"
	"tourney/internal/event/federations"
	"tourney/internal/format"
	"tourney/internal/format/ratinglist"
	"tourney/internal/format/roster"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// ratingHandlers store rating lists, update players from them, and show the changes of ratings by the games.
type ratingHandlers struct{ *site.Site }

func (s *ratingHandlers) routes(g *site.Group) {
	g.Get("/ratings", s.WithTournament(s.showRatings))
	g.Get("/ratings/changes", s.WithTournament(s.showGains))
	g.PostLarge("/ratings", site.MostUploadForm, s.WithTournament(s.postRatings))
	g.Get("/ratings/table/:token", s.WithUpload(s.showRatingTable))
	g.Post("/ratings/table/:token", s.WithUpload(s.postRatingTable))
	g.Post("/ratings/freeze", s.WithTournament(s.postFreeze))
	g.Post("/ratings/drop", s.postRatingsDrop)
	g.Post("/ratings/update", s.postRatingsUpdate)
}

// A ratingsPage lists the stored rating lists, and compares a list with the players of the tournament.
type ratingsPage struct {
	page.Base
	Lists []listView
	Fault string
	// Sources are the rating lists to download, first of the tournament's federation.
	Sources []listSource
	// Freeze is the day of the settings after which ratings stay, Frozen is set after it.
	Freeze form.FieldView
	Frozen string
	// List is the list compared with the players; nil without stored lists.
	List *listView
	Once string
	// Late is set after the first draw.
	Late bool
	// Changes are players whose entry differs, Doubtful players with several
	// possible entries, Missing players without an entry. Same counts the others.
	Changes  []updateView
	Doubtful []updateView
	Missing  []page.PlayerView
	Same     int
	Findings []page.FindingView
	More     int // findings that are not shown
	// Lost is set if the parser skipped parts of the list.
	Lost bool
}

// A listSource is a rating list to download.
type listSource struct {
	Title string
	Links []page.Link
}

// A listView is one rating list.
type listView struct {
	ID            int
	Name, Address string
	Players       int
	Facts         []string
	Current       bool
	// Own is set for a list of the organisation that owns the tournament.
	Own  bool
	date time.Time
}

// An updateView compares one player with a list.
type updateView struct {
	page.PlayerView
	Pick        string // the entry, as the form sends it back
	Differences []form.ChangeView
	Choices     []form.OptionView
	Doubts      []string
}

// mostListFindings limits the findings on a list that are shown.
const mostListFindings = 100

func (s *ratingHandlers) showRatings(c *gin.Context, snapshot *director.Snapshot) error {
	view, err := s.ratingsPage(c, snapshot)
	if err != nil {
		return err
	}
	if n, err := strconv.Atoi(c.Query("updated")); err == nil {
		view.Notice = &page.Banner{
			Level: "notice", Text: view.T("ratinglist.page.updated", n), Action: view.T("frame.log"),
			Address: view.Event.Home + "/log",
		}
	}
	if was, err := strconv.Atoi(c.Query("was")); err == nil && view.List != nil {
		view.Notice = view.replacedBanner(was, c.Query("of"))
	}
	return s.Render(c, "ratings", view)
}

// ratingsPage returns the page with the list in the address, or the most likely one.
func (s *ratingHandlers) ratingsPage(c *gin.Context, snapshot *director.Snapshot) (*ratingsPage, error) {
	view := &ratingsPage{
		Base: s.DeskBase(c, snapshot, s.Language(c).T("ratinglist.page.title"), "players"),
		Once: rand.Text(), Late: len(snapshot.Tournament.Rounds) > 0,
	}
	lists, err := s.Director.RatingLists().At(c.Request.Context(), snapshot.Tournament.Info.Slug)
	if err != nil {
		return nil, err
	}
	kept, err := lists.All(c.Request.Context())
	if err != nil {
		return nil, err
	}
	view.Sources = listSources(snapshot.Tournament)
	view.fillFreeze(snapshot.Tournament, s.Director.Now(), form.Sent{})
	wanted, chosen, found := page.Natural(c.Query("list")), 0, false
	for i, l := range kept {
		view.Lists = append(view.Lists, newListView(&view.Base, l, lists.Owns(l)))
		switch {
		case l.ID == wanted:
			chosen, found = i, true
		case !found && l.Origin == likelyOrigin(snapshot.Tournament):
			chosen = i
		}
	}
	if len(kept) == 0 {
		return view, nil
	}
	view.Lists[chosen].Current = true
	view.List = &view.Lists[chosen]
	return view, s.fillComparison(c, lists, snapshot.Tournament, view)
}

// likelyOrigin returns the federation whose list probably contains the tournament's players.
func likelyOrigin(t *tournament.Tournament) string {
	if t.Info.Country == "CA" { // its players are in the American list
		return federations.AGA().Origin
	}
	return federations.Of(t).Origin
}

// listSources returns the lists to download: the list of the tournament's federation, then the others.
func listSources(t *tournament.Tournament) (sources []listSource) {
	seen := map[string]bool{}
	for _, f := range append([]federations.Federation{federations.Of(t)}, federations.All()...) {
		if seen[f.Origin] {
			continue
		}
		seen[f.Origin] = true
		source := listSource{Title: f.Origin}
		if f.List.File.Text != "" {
			source.Links = append(source.Links, page.Link{Text: path.Base(f.List.File.Text), Address: f.List.File.Text})
		}
		if u, err := url.Parse(f.List.Page.Text); err == nil && u.Host != "" {
			source.Links = append(source.Links, page.Link{Text: strings.TrimPrefix(u.Host, "www."), Address: f.List.Page.Text})
		}
		sources = append(sources, source)
	}
	return sources
}

// fillFreeze adds the day after which ratings stay.
func (p *ratingsPage) fillFreeze(t *tournament.Tournament, now time.Time, sent form.Sent) {
	fields := []form.Field[tournament.Settings]{form.FreezeField()}
	p.Freeze = form.View(p.Language, fields, &t.Settings, sent)[0]
	if rules := t.Settings.Rating; rules.FrozenOn(t.Info.DateAt(now)) {
		p.Frozen = p.T("ratinglist.page.frozen", p.Date(rules.Freeze.Time))
	}
}

// postFreeze sets the day after which ratings stay.
func (s *ratingHandlers) postFreeze(c *gin.Context, snapshot *director.Snapshot) error {
	fields, settings := []form.Field[tournament.Settings]{form.FreezeField()}, snapshot.Tournament.Settings
	form.SpellDays(s.Language(c), fields, c.Request.PostForm)
	wrong, err := form.Read(fields, c.Request.PostForm, &settings)
	if err != nil {
		return err
	}
	if len(wrong) > 0 {
		view, err := s.ratingsPage(c, snapshot)
		if err != nil {
			return err
		}
		view.fillFreeze(snapshot.Tournament, s.Director.Now(), form.Sent{Values: c.Request.PostForm, Wrong: wrong})
		return s.RenderStatus(c, site.StatusOfForm(wrong.All()...), "ratings", view)
	}
	if err := s.EditorAt(c, snapshot).SetUp(c.Request.Context(), snapshot.Tournament.Info, settings); err != nil {
		return err
	}
	return s.Redirect(c, "/desk/"+snapshot.Tournament.Info.Slug+"/ratings")
}

// replacedBanner reports that the shown list replaced one with was players, and its date if day has one. It warns of a
// list with less than half the players, as from half a file, and of an older list.
func (p *ratingsPage) replacedBanner(was int, day string) *page.Banner {
	b := &page.Banner{Level: "notice", Text: p.T("ratinglist.page.replaced", p.List.Name, was, p.List.Players)}
	if date, err := time.Parse(time.DateOnly, day); err == nil {
		b.Text = p.T("ratinglist.page.replaced.dated", p.List.Name, was, p.List.Players, p.Date(date))
		if !p.List.date.IsZero() && p.List.date.Before(date) {
			b.Level, b.Text = "warning", b.Text+" "+p.T("ratinglist.page.replaced.older")
		}
	}
	if 2*p.List.Players < was {
		b.Level, b.Text = "warning", b.Text+" "+p.T("ratinglist.page.replaced.fewer")
	}
	return b
}

// newListView returns a list of the organisation, or a list of the whole server. The importer of the latter stays
// private.
func newListView(b *page.Base, l ratinglists.List, own bool) listView {
	v := listView{
		ID: l.ID, Name: l.Name, Players: l.Players, Own: own,
		Address: b.Event.Home + "/ratings?list=" + strconv.Itoa(l.ID), date: l.Date,
	}
	if !l.Date.IsZero() {
		v.Facts = append(v.Facts, b.T("ratinglist.page.of", b.Date(l.Date)))
	}
	if l.File != "" {
		v.Facts = append(v.Facts, l.File)
	}
	if own {
		v.Facts = append(v.Facts, b.T("ratinglist.page.taken", b.Moment(l.Taken), l.By))
	} else {
		v.Facts = append(v.Facts, b.T("ratinglist.page.taken.server", b.Moment(l.Taken)))
	}
	return v
}

func (s *ratingHandlers) fillComparison(c *gin.Context, lists ratinglists.Lists, t *tournament.Tournament, view *ratingsPage) error {
	index, findings, err := lists.Index(c.Request.Context(), view.List.ID)
	if err != nil {
		return err
	}
	frozen := t.Settings.Rating.FrozenOn(t.Info.DateAt(s.Director.Now()))
	for _, m := range index.Match(t.Players) {
		if frozen {
			index.Freeze(&m, t.Player(m.Player))
		}
		switch {
		case m.State == ratinglist.Missing:
			view.Missing = append(view.Missing, page.NewPlayerView(t, m.Player))
		case m.State == ratinglist.Several:
			view.Doubtful = append(view.Doubtful, newChoiceView(view.Language, t, index.List().Origin, m))
		case len(m.Differences) > 0:
			view.Changes = append(view.Changes, newUpdateView(view.Language, t, index.List().Origin, m))
		default:
			view.Same++
		}
	}
	for _, list := range [][]updateView{view.Changes, view.Doubtful} {
		i18n.Sort(view.Language, list, func(v updateView) string { return v.Name })
	}
	i18n.Sort(view.Language, view.Missing, func(v page.PlayerView) string { return v.Name })
	view.Findings, view.More = listFindings(view.Language, findings)
	view.Lost = slices.ContainsFunc(findings, func(n ratinglist.Finding) bool { return n.Lost })
	return nil
}

// listFindings returns the first findings on a list, and the number of the others. Findings about skipped parts come
// first, then rare ones, because hundreds of findings about shared names would hide them.
func listFindings(lang *i18n.Language, findings []ratinglist.Finding) (views []page.FindingView, more int) {
	often := map[string]int{}
	for _, n := range findings {
		if !n.Lost {
			often[n.Key]++
		}
	}
	findings = slices.Clone(findings)
	slices.SortStableFunc(findings, func(a, b ratinglist.Finding) int {
		return cmp.Or(page.First(a.Lost, b.Lost), cmp.Compare(often[a.Key], often[b.Key]),
			cmp.Compare(a.Key, b.Key), cmp.Compare(a.Line, b.Line))
	})
	for _, n := range findings[:min(len(findings), mostListFindings)] {
		v := page.FindingView{Level: "info", Text: lang.T(n.Key, n.Args...)}
		if n.Line > 0 {
			v.Place = lang.T("file.line", n.Line)
		}
		if n.Lost {
			v.Level = "warning"
		}
		views = append(views, v)
	}
	return views, len(findings) - len(views)
}

func newUpdateView(lang *i18n.Language, t *tournament.Tournament, origin string, m ratinglist.Match) updateView {
	v := updateView{
		PlayerView: page.NewPlayerView(t, m.Player), Pick: formatChoice(m.Player, m.Candidates[0]),
		Doubts: page.Texts(lang, m.Findings),
	}
	for _, d := range m.Differences {
		if d.Field == "origin" && d.Was == "" && len(m.Differences) > 1 {
			continue // the heading names the source of the rating
		}
		key, _ := d.Field.Message()
		change := form.ChangeView{Label: lang.T(key), Was: d.Was, Now: d.Now}
		if d.Field == ratinglist.Rating {
			change.Was = lang.Decimal(federations.RatingOf(t, t.Player(m.Player)))
			change.Now = lang.Decimal(federations.Listed(origin, m.Candidates[0].Rating))
		}
		v.Differences = append(v.Differences, change)
	}
	return v
}

func newChoiceView(lang *i18n.Language, t *tournament.Tournament, origin string, m ratinglist.Match) updateView {
	v := updateView{PlayerView: page.NewPlayerView(t, m.Player)}
	for _, e := range m.Candidates {
		text := joinFacts(
			e.Name(), e.Rank.String(), lang.Decimal(federations.Listed(origin, e.Rating)), e.Country, e.Club, e.ID(), page.LastPlayed(lang, e.LastSeen))
		v.Choices = append(v.Choices, form.OptionView{Value: formatChoice(m.Player, e), Text: text})
	}
	return v
}

func formatChoice(id tournament.PlayerID, e *ratinglist.Entry) string {
	return strconv.Itoa(int(id)) + "-" + strconv.Itoa(e.Line)
}

// postRatings stores a rating list, or redirects to the preview of a table.
func (s *ratingHandlers) postRatings(c *gin.Context, snapshot *director.Snapshot) error {
	home := "/desk/" + snapshot.Tournament.Info.Slug + "/ratings"
	lists, err := s.Director.RatingLists().At(c.Request.Context(), snapshot.Tournament.Info.Slug)
	if err != nil {
		return err
	}
	name, data, err := site.SentFile(c)
	var read *roster.RatingList
	if err == nil {
		read, err = format.ReadRatingList(data, roster.Reading{})
	}
	if read != nil && read.Table != nil {
		up := site.Upload{Slug: snapshot.Tournament.Info.Slug, Name: name, Data: data}
		up.Reading, err = lists.KnownReading(c.Request.Context(), ratinglists.File{File: name}, read.Table)
		if err != nil {
			return err
		}
		token, err := s.Uploads.Add(c.Request.Context(), up)
		if err != nil {
			return err
		}
		return s.Redirect(c, home+"/table/"+token)
	}
	address := ""
	if err == nil {
		address, err = s.keepRatings(c, lists, ratinglists.File{File: name, Data: data})
	}
	if err == nil {
		return s.Redirect(c, home+address)
	}
	page, failed := s.ratingsPage(c, snapshot)
	if failed != nil {
		return failed
	}
	page.Fault = page.Error(err)
	return s.RenderRefused(c, err, "ratings", page)
}

// keepRatings stores a rating list and returns the query of the page about it and the replaced list.
func (s *ratingHandlers) keepRatings(c *gin.Context, lists ratinglists.Lists, f ratinglists.File) (query string, err error) {
	before, err := lists.All(c.Request.Context())
	if err != nil {
		return "", err
	}
	by, _ := s.Actor(c) // the role of the group requires one
	kept, err := lists.Keep(c.Request.Context(), by, f)
	if err != nil {
		return "", err
	}
	query = "?list=" + strconv.Itoa(kept.ID)
	same := func(l ratinglists.List) bool {
		return lists.Owns(l) && l.Origin == kept.Origin && l.Name == kept.Name
	}
	if i := slices.IndexFunc(before, same); i >= 0 {
		query += "&was=" + strconv.Itoa(before[i].Players)
		if !before[i].Date.IsZero() {
			query += "&of=" + before[i].Date.Format(time.DateOnly)
		}
	}
	return query, nil
}

func (s *ratingHandlers) postRatingsDrop(c *gin.Context) error {
	lists, err := s.Director.RatingLists().At(c.Request.Context(), c.Param("slug"))
	if err != nil {
		return err
	}
	by, _ := s.Actor(c) // the role of the group requires one
	if err := lists.Drop(c.Request.Context(), by, page.Natural(c.PostForm("list"))); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, site.LocalPath("/desk/"+c.Param("slug")+"/ratings"))
	return nil
}

func (s *ratingHandlers) postRatingsUpdate(c *gin.Context) error {
	chosen := map[tournament.PlayerID]int{}
	form := c.Request.PostForm
	for _, text := range append(form["take"], form["choose"]...) {
		if text == "" {
			continue // unchanged
		}
		id, line, err := parseChoice(text)
		if err != nil {
			return err
		}
		chosen[id] = line
	}
	slug, list := c.Param("slug"), page.Natural(form.Get("list"))
	n, err := s.Editor(c).UpdateRatings(c.Request.Context(), list, chosen, site.IdempotencyKey(c))
	if err != nil {
		return err
	}
	return s.Redirect(c, site.LocalPath("/desk/"+slug+"/ratings?list="+strconv.Itoa(list)+"&updated="+strconv.Itoa(n)))
}
