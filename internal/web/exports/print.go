package exports

import (
	"cmp"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/day"
	"tourney/internal/fault"
	"tourney/internal/role"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/paper"
)

// A printPage is the papers of one round, or of the moment before the first or after the last one.
type printPage struct {
	tabsPage
	// Round is 0 outside the rounds; Head titles the table.
	Round int
	Head  string
	Rows  []paperRow
	// Drawn is set if a round is drawn.
	Drawn bool
	// Total is the number of pages to print. Kept is set if the choice is stored.
	Total int
	Kept  bool
	// Changed describes the draw's changes since the last print, "" for none.
	Changed string
	// Look is the paper in the panel, nil without one. Sheets is its first sheet.
	Look   *paperRow
	Sheets []paper.Sheet
	Lists  []paperList
}

// A paperRow is a paper in the table.
type paperRow struct {
	Name, Title, Use string
	// Address is the address of the paper alone, Look of the page that shows it in the panel.
	Address, Look string
	Ticked        bool
	Copies, Pages int
	// Later is the time from which the paper exists; it has no addresses before. In the lists of other moments it is the
	// number of sheets of a paper that exists.
	Later string
}

// A paperList is the list of the papers of another moment.
type paperList struct {
	Title string
	Rows  []paperRow
}

// copiesField is the beginning of the name of a field with copies.
const copiesField = "copies-"

// showPrint shows the papers of the round in the address, or those needed now.
func (s *Handlers) showPrint(c *gin.Context, snapshot *director.Snapshot) error {
	t := snapshot.Tournament
	now, n := momentOf(t), len(t.Rounds)
	if text := c.Query("round"); text != "" && !t.IsOpen() {
		now, n = atRound, page.Natural(text)
		if t.Round(n) == nil {
			return fault.New(fault.NotFound, "round.missing", fault.Clip(text))
		}
	}
	view := &printPage{tabsPage: s.newTabs(c, snapshot, "")}
	view.Kept = !view.Event.Archived && t.Origin == "" && s.May(c, role.Results)
	view.Drawn = len(t.Rounds) > 0 && !t.IsOpen()
	switch now {
	case atRound:
		view.Round, view.Head = n, view.T("frame.round", n)
	case beforeRounds:
		view.Head = view.T("paper.before")
		if t.IsOpen() {
			view.Head = view.T("paper.evening")
		}
	default:
		view.Head = view.T("paper.end")
	}
	for i := range view.Event.Rounds {
		r := &view.Event.Rounds[i]
		if r.Address, r.Current = "", r.Number == view.Round; r.Number <= len(t.Rounds) {
			r.Address = fmt.Sprintf("%s/exports?round=%d", view.Event.Home, r.Number)
		}
	}
	p, err := s.newPress(c, snapshot, &sheetsPage{})
	if err != nil {
		return err
	}
	p.page.Base = view.Base
	if err := view.addRows(c, p, now); err != nil {
		return err
	}
	if err := view.addLists(p, now); err != nil {
		return err
	}
	if view.Kept {
		if view.Changed, err = s.changedSince(c, &view.Base, snapshot, view.Round); err != nil {
			return err
		}
	}
	return s.Render(c, "exports", view)
}

// addRows adds the papers of the moment, with the typed or the stored choice, and the paper in the panel.
func (v *printPage) addRows(c *gin.Context, p *press, now moment) error {
	t := p.snapshot.Tournament
	var shown *paperKind
	for i := range paperKinds {
		k := &paperKinds[i]
		if k.momentIn(t) != now || !p.s.May(c, k.needs) || k.name == "standings" && v.Round == 1 {
			continue
		}
		row := paperRow{Name: k.name, Title: k.titleAt(&v.Base, v.Round), Use: v.T(k.use), Copies: 1}
		copies, known := day.CopiesOf(t, k.name)
		if c.Query("typed") != "" {
			copies, known = copiesIn(c.Request.URL.Query(), k.name), true
		}
		if !known {
			copies = k.copies
		}
		if !k.exists(t, v.Round) {
			row.Later = v.T("paper.later.published")
			v.Rows = append(v.Rows, row)
			continue
		}
		var err error
		if row.Pages, err = k.pages(p, v.Round); err != nil {
			return err
		}
		if row.Pages == 0 {
			row.Later = v.T("paper.later.players")
			v.Rows = append(v.Rows, row)
			continue
		}
		row.Ticked, row.Copies = copies > 0, max(1, copies)
		row.Address, row.Look = k.address(t.Info.Slug, v.Round), v.Event.Home+"/exports?"+v.query(k.name)
		if row.Ticked {
			v.Total += row.Pages * row.Copies
		}
		v.Rows = append(v.Rows, row)
		asked := c.Query("look")
		if v.Look == nil && asked == "" && row.Ticked || asked == k.name {
			v.Look, shown = &row, k
		}
	}
	if shown == nil {
		return nil
	}
	sheets, err := shown.sheets(p, v.Round)
	if err != nil && p.s.Director.Trouble() != nil { // slips need the data file, the other papers can still be printed
		v.Look, err = nil, nil
	}
	v.Sheets = sheets[:min(1, len(sheets))]
	return err
}

// query returns the query of the page with a paper in the panel.
func (v *printPage) query(look string) string {
	q := url.Values{"look": {look}}
	if v.Round > 0 {
		q.Set("round", strconv.Itoa(v.Round))
	}
	return q.Encode()
}

// pages counts the sheets of a paper.
func (k *paperKind) pages(p *press, n int) (int, error) {
	if k.count != nil {
		return k.count(p, n), nil
	}
	sheets, err := k.sheets(p, n)
	return len(sheets), err
}

// addLists adds the papers of the other moments.
func (v *printPage) addLists(p *press, now moment) error {
	t := p.snapshot.Tournament
	for _, l := range []struct {
		at    moment
		title string
	}{{beforeRounds, "paper.before"}, {anytime, "paper.anytime"}, {atEnd, "paper.end"}} {
		if l.at == now {
			continue
		}
		list := paperList{Title: v.T(l.title)}
		if l.at == atEnd && t.IsOpen() {
			list.Title = v.T("paper.season")
		}
		for i := range paperKinds {
			k := &paperKinds[i]
			if k.momentIn(t) != l.at || !p.s.May(p.c, k.needs) {
				continue
			}
			row := paperRow{Title: k.titleAt(&v.Base, v.Round)}
			switch {
			case k.exists(t, v.Round):
				row.Address = k.address(t.Info.Slug, v.Round)
				if k.sheets != nil {
					n, err := k.pages(p, v.Round)
					if err != nil {
						return err
					}
					row.Later = v.T("paper.count", n)
				}
			case t.IsOpen():
				row.Later = v.T("paper.later.game")
			case l.at == atEnd:
				row.Later = v.T("paper.later", t.Settings.Rounds)
			case l.at == anytime && t.Current() == 0 && (k.name == "crosstable" || k.name == "gains"):
				row.Later = v.T("paper.later", 1)
			default:
				continue
			}
			list.Rows = append(list.Rows, row)
		}
		v.Lists = append(v.Lists, list)
	}
	return nil
}

// copiesIn returns the copies of a paper in a form, 0 for one without a tick.
func copiesIn(form url.Values, name string) int {
	if !slices.Contains(form["paper"], name) {
		return 0
	}
	return min(max(page.Natural(form.Get(copiesField+name)), 1), tournament.MostCopies)
}

// postPrint stores the choice of papers and redirects to the document.
func (s *Handlers) postPrint(c *gin.Context, snapshot *director.Snapshot) error {
	form, t := c.Request.PostForm, snapshot.Tournament
	n := page.Natural(form.Get("round"))
	q := url.Values{"paper": form["paper"]}
	var papers []tournament.Copies
	for i := range paperKinds {
		k := &paperKinds[i]
		copies := copiesIn(form, k.name)
		if copies > 0 {
			q.Set(copiesField+k.name, strconv.Itoa(copies))
		}
		if copies > 0 || form.Has(copiesField+k.name) {
			papers = append(papers, tournament.Copies{Paper: k.name, Count: copies})
		}
	}
	if last := day.LastPrinting(t, n); last != nil && form.Has("changed") {
		q.Set("since", strconv.Itoa(last.Version))
	}
	if err := s.Editor(c).Day().Print(c.Request.Context(), n, papers); err != nil {
		return err
	}
	return s.Redirect(c, fmt.Sprintf("/desk/%s/print/papers/%d?%s", t.Info.Slug, n, q.Encode()))
}

// printPapers shows the chosen papers in one document. With "since" it has only the pages that an earlier version does
// not have.
func (s *Handlers) printPapers(c *gin.Context, snapshot *director.Snapshot) error {
	t, form := snapshot.Tournament, c.Request.URL.Query()
	n := page.Natural(c.Param("round"))
	switch {
	case n > 0 && t.IsOpen():
		return fault.New(fault.Conflict, "open.rounds")
	case n > 0 && t.Round(n) == nil:
		return fault.New(fault.NotFound, "round.missing", fault.Clip(c.Param("round")))
	}
	title := s.Language(c).T("export.page.paper")
	if n > 0 {
		title = s.Language(c).T("frame.round", n)
	}
	view := s.newSheets(c, snapshot, title)
	if n > 0 {
		view.Base, view.Back = view.AtRound(n), fmt.Sprintf("%s?round=%d", view.Back, n)
	}
	p, err := s.newPress(c, snapshot, view)
	if err != nil {
		return err
	}
	var past *press
	if since := page.Natural(form.Get("since")); since > 0 {
		before, err := s.Director.Past(c.Request.Context(), t.Info.Slug, since)
		if err != nil {
			return err
		}
		if past, err = s.newPress(c, before, view); err != nil {
			return err
		}
		p.only = map[int]bool{}
		for _, table := range changedTables(before.Tournament.Round(n), t.Round(n)) {
			p.only[table] = true
		}
	}
	for i := range paperKinds {
		k := &paperKinds[i]
		copies := copiesIn(form, k.name)
		if copies == 0 || k.sheets == nil || !s.May(c, k.needs) || (k.moment == atRound) != (n > 0) || !k.exists(t, n) {
			continue
		}
		sheets, err := k.sheets(p, n)
		if err != nil {
			return err
		}
		if past != nil && k.name != "slips" && k.exists(past.snapshot.Tournament, n) {
			old, err := k.sheets(past, n)
			if err != nil {
				return err
			}
			sheets = slices.DeleteFunc(sheets, func(s paper.Sheet) bool {
				return slices.ContainsFunc(old, func(o paper.Sheet) bool { return reflect.DeepEqual(s, o) })
			})
		}
		view.addPart(k.titleAt(&view.Base, n), slices.Repeat(sheets, copies))
	}
	return s.Render(c, "sheets", view)
}

// changedSince describes the changes of a round's draw since its last print, "" for none.
func (s *Handlers) changedSince(c *gin.Context, b *page.Base, snapshot *director.Snapshot, n int) (string, error) {
	t := snapshot.Tournament
	last := day.LastPrinting(t, n)
	if n == 0 || last == nil || last.Version >= t.Version {
		return "", nil
	}
	before, err := s.Director.Past(c.Request.Context(), t.Info.Slug, last.Version)
	if err != nil {
		if fault.Is(err, "log.missing") { // the log was shortened
			return "", nil
		}
		return "", err
	}
	was, now := before.Tournament.Round(n), t.Round(n)
	var tables []string
	for _, table := range changedTables(was, now) {
		tables = append(tables, strconv.Itoa(table))
	}
	switch at := b.Since(last.At, s.Director.Now()); {
	case len(tables) > 0:
		return b.T("paper.changed", len(tables), at, strings.Join(tables, ", ")), nil
	case was == nil || !slices.Equal(was.Byes, now.Byes):
		return b.T("paper.changed.byes", at), nil
	}
	return "", nil
}

// changedTables lists the tables of a round with other players, colours or terms than before, in order.
func changedTables(was, now *tournament.Round) (tables []int) {
	before := map[int]tournament.Game{}
	if was != nil {
		for _, g := range was.Games {
			before[g.Table] = g
		}
	}
	for i := range now.Games {
		g := &now.Games[i]
		old, ok := before[g.Table]
		if !ok || old.Black != g.Black || old.White != g.White || old.Terms() != g.Terms() {
			tables = append(tables, g.Table)
		}
		delete(before, g.Table)
	}
	for table := range before {
		tables = append(tables, table)
	}
	slices.SortFunc(tables, cmp.Compare)
	return tables
}

// A tabsPage is one of the tabs of the page Print and send.
type tabsPage struct {
	page.Base
	Tabs []tab
}

// A tab is a link to a part of the page; Open counts its open questions.
type tab struct {
	page.Link
	Open int
}

// newTabs returns the frame of a tab by the path below the page.
func (s *Handlers) newTabs(c *gin.Context, snapshot *director.Snapshot, path string) tabsPage {
	v := tabsPage{Base: s.DeskBase(c, snapshot, s.Language(c).T("frame.exports"), "exports")}
	for _, part := range []struct{ key, path string }{
		{"frame.print", ""}, {"export.page.federations", "/federations"}, {"export.page.files", "/files"},
	} {
		t := tab{Link: page.Link{Text: v.T(part.key), Address: v.Event.Home + "/exports" + part.path, Current: part.path == path}}
		if part.path == "/federations" {
			if !s.May(c, role.Files) {
				continue
			}
			t.Open = openQuestions(snapshot.Tournament)
		}
		v.Tabs = append(v.Tabs, t)
	}
	return v
}
