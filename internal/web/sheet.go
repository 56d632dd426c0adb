package web

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/exchange"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rank"
)

// An uploadPage takes a list of players: a file or pasted text.
type uploadPage struct {
	base
	Text  string
	Fault string
}

func (s *Server) showUpload(c *gin.Context) error {
	snapshot, err := s.visible(c)
	if err != nil {
		return err
	}
	return s.render(c, "upload", s.uploadPage(c, snapshot))
}

func (s *Server) uploadPage(c *gin.Context, snapshot *director.Snapshot) uploadPage {
	return uploadPage{base: s.deskBase(c, snapshot, s.language(c).T("registration.import"), "players", 0)}
}

// postUpload takes the list in and leads to its preview.
func (s *Server) postUpload(c *gin.Context) error {
	snapshot, err := s.visible(c)
	if err != nil {
		return err
	}
	name, data, err := sentFile(c)
	if err == nil {
		_, err = exchange.ReadSheet(data, snapshot.Tournament, exchange.Options{})
	}
	if _, ok := fault.As(err); ok {
		page := s.uploadPage(c, snapshot)
		page.Text, page.Fault = c.PostForm("text"), page.Error(err)
		return s.renderStatus(c, statusOf(err), "upload", page)
	}
	if err != nil {
		return err
	}
	slug := snapshot.Tournament.Info.Slug
	token := s.uploads.keep(upload{slug: slug, name: name, data: data})
	return s.back(c, "/desk/"+slug+"/import/"+token)
}

// A sheetPage is the preview of a list: every row, the doubtful ones first.
type sheetPage struct {
	base
	FileName, Action string
	Notes            []noteView
	Headings         []sheetColumn
	Doubtful, Clear  []sheetRow
	Encodings        []optionView
	Unranked         string
	// Count says what Apply would do; Ready, that it would.
	Count       string
	Ready       bool
	Take, Wrong int
}

// A sheetColumn is a column of the file and what it was taken for.
type sheetColumn struct {
	Index   int
	Heading string
	Options []optionView
}

// A sheetRow is one row of the preview.
type sheetRow struct {
	Number        int
	Level         string
	Take          bool
	Name, Rank    string
	Country, Club string
	Rating, EGD   string
	Notes         []noteView
	Cells         string // what the file has
	// Repairable says that rank and names can be typed anew, and Family, Given
	// and RankText what they are now.
	Repairable              bool
	Family, Given, RankText string
}

func (s *Server) showSheet(c *gin.Context) error {
	snapshot, up, sheet, err := s.sheet(c)
	if err != nil {
		return err
	}
	return s.render(c, "sheet", s.sheetPage(c, snapshot, up, sheet))
}

// sheet reads the list that the address names, as it was decided so far.
func (s *Server) sheet(c *gin.Context) (*director.Snapshot, upload, *exchange.Sheet, error) {
	snapshot, err := s.visible(c)
	if err != nil {
		return nil, upload{}, nil, err
	}
	up, err := s.uploads.get(c.Param("token"), snapshot.Tournament.Info.Slug)
	if err != nil {
		return nil, upload{}, nil, err
	}
	sheet, err := exchange.ReadSheet(up.data, snapshot.Tournament, up.options)
	return snapshot, up, sheet, err
}

func (s *Server) sheetPage(c *gin.Context, snapshot *director.Snapshot, up upload, sheet *exchange.Sheet) sheetPage {
	page := sheetPage{
		base:     s.deskBase(c, snapshot, s.language(c).T("sheet.title"), "players", 0),
		FileName: up.name, Action: "/desk/" + snapshot.Tournament.Info.Slug + "/import/" + up.token,
		Notes: worstFirst(s.language(c), sheet.Notes), Unranked: up.options.Unranked.String(),
	}
	for i, column := range sheet.Columns {
		page.Headings = append(page.Headings, newSheetColumn(page.Language, sheet, i, column, snapshot.Tournament.Settings))
	}
	for _, name := range exchange.Encodings() {
		page.Encodings = append(page.Encodings, optionView{name, name, name == sheet.Encoding})
	}
	if sheet.Encoding == "" {
		page.Encodings = nil
	}
	for i := range sheet.Rows {
		row := newSheetRow(page.Language, &sheet.Rows[i])
		repairs, repaired := up.options.Repairs[row.Number]
		row.Repairable = repaired || row.Level == exchange.Error.String()
		row.RankText = cmp.Or(repairs["rank"], row.Rank)
		if len(row.Notes) > 0 {
			page.Doubtful = append(page.Doubtful, row)
		} else {
			page.Clear = append(page.Clear, row)
		}
	}
	gravest := map[string]int{"error": 0, "warning": 1, "info": 2}
	slices.SortStableFunc(page.Doubtful, func(a, b sheetRow) int { return gravest[a.Level] - gravest[b.Level] })
	players, doubtful, wrong := sheet.Count()
	page.Take, page.Wrong, page.Ready = players, wrong, wrong == 0 && players > 0
	page.Count = page.T("sheet.count", players, doubtful, wrong, len(sheet.Rows)-players)
	return page
}

func newSheetColumn(lang *i18n.Language, sheet *exchange.Sheet, i int, taken exchange.Column, t settings) sheetColumn {
	column := sheetColumn{Index: i + 1}
	if i < len(sheet.Headings) {
		column.Heading = sheet.Headings[i]
	}
	column.Options = append(column.Options, optionView{"", lang.T("column.ignored"), taken == ""})
	for _, what := range exchange.Columns() {
		if what == "team" && t.Teams.Boards == 0 {
			continue
		}
		column.Options = append(column.Options, optionView{string(what), lang.T("column." + string(what)), taken == what})
	}
	for n := 1; n <= t.Rounds; n++ {
		value := "round" + strconv.Itoa(n)
		column.Options = append(column.Options, optionView{value, lang.T("frame.round", n), string(taken) == value})
	}
	return column
}

func newSheetRow(lang *i18n.Language, r *exchange.Row) sheetRow {
	p := &r.Player
	row := sheetRow{
		Number: r.Number, Level: r.Worst().String(), Take: !r.Excluded, Name: p.Name(), Rank: p.Rank.String(),
		Country: p.Country, Club: p.Club, Rating: lang.Decimal(p.Rating.String()), EGD: p.EGD, Family: p.Family, Given: p.Given,
	}
	if r.Team != "" && r.Team != p.Club {
		row.Club = strings.TrimPrefix(p.Club+" · "+r.Team, " · ")
	}
	for _, n := range r.Notes {
		row.Notes = append(row.Notes, newNoteView(lang, n))
	}
	for _, cell := range r.Cells {
		if cell != "" {
			row.Cells += " · " + clip(cell)
		}
	}
	row.Cells = row.Cells[min(len(" · "), len(row.Cells)):]
	return row
}

// postSheet keeps what was decided about the list, and imports it when that is
// asked for: all chosen rows or none.
func (s *Server) postSheet(c *gin.Context) error {
	snapshot, up, sheet, err := s.sheet(c)
	if err != nil {
		return err
	}
	decided, err := decision(c, sheet, up.options)
	if err == nil {
		var now *exchange.Sheet
		if now, err = exchange.ReadSheet(up.data, snapshot.Tournament, decided); err == nil {
			sheet = now
		}
	}
	if err == nil && c.PostForm("do") == "apply" {
		if err = s.applySheet(c, up, sheet); err == nil {
			return nil
		}
	}
	if _, ok := fault.As(err); ok {
		page := s.sheetPage(c, snapshot, up, sheet)
		page.Notice = &banner{Level: "error", Text: page.Error(err)}
		return s.renderStatus(c, http.StatusUnprocessableEntity, "sheet", page)
	}
	if err != nil {
		return err
	}
	s.uploads.decide(up.token, func(u *upload) { u.options = decided })
	return s.back(c, "/desk/"+up.slug+"/import/"+up.token)
}

// decision reads what a person has chosen in the preview.
func decision(c *gin.Context, sheet *exchange.Sheet, was exchange.Options) (exchange.Options, error) {
	form := c.Request.PostForm
	o := exchange.Options{Encoding: form.Get("encoding")}
	if o.Encoding == "" {
		o.Encoding = was.Encoding
	}
	for i, column := range sheet.Columns {
		if chosen, ok := form["column"+strconv.Itoa(i+1)]; ok {
			column = exchange.Column(chosen[0])
		}
		o.Columns = append(o.Columns, column)
	}
	taken := map[string]bool{}
	for _, number := range form["take"] {
		taken[number] = true
	}
	clean := form.Get("do") == "clean" // leaves out what is wrong
	for i := range sheet.Rows {
		r := &sheet.Rows[i]
		if n := r.Number; taken[strconv.Itoa(n)] && !(clean && r.Worst() == exchange.Error) {
			o.Include = append(o.Include, n)
		} else {
			o.Exclude = append(o.Exclude, n)
		}
	}
	o.Repairs = repairs(form, sheet)
	if text := form.Get("unranked"); text != "" {
		r, err := rank.Parse(text)
		if err != nil {
			return was, err
		}
		o.Unranked = r
	}
	return o, nil
}

// repairs reads the rows that were typed anew.
func repairs(form url.Values, sheet *exchange.Sheet) map[int]map[exchange.Column]string {
	all := map[int]map[exchange.Column]string{}
	for i := range sheet.Rows {
		n := sheet.Rows[i].Number
		for _, column := range []exchange.Column{"rank", "family", "given"} {
			text := strings.TrimSpace(form.Get(string(column) + strconv.Itoa(n)))
			if text == "" {
				continue
			}
			if all[n] == nil {
				all[n] = map[exchange.Column]string{}
			}
			all[n][column] = clip(text)
		}
	}
	return all
}

func (s *Server) applySheet(c *gin.Context, up upload, sheet *exchange.Sheet) error {
	if up.taken {
		return s.back(c, "/desk/"+up.slug+"/players?taken=1")
	}
	players, err := sheet.Players()
	if err != nil {
		return err
	}
	actor, _ := s.actor(c)
	n, err := s.director.ImportTeams(c.Request.Context(), actor, up.slug, players, sheet.Teams(), "list "+up.token)
	if err != nil {
		return err
	}
	s.uploads.decide(up.token, func(u *upload) { u.taken = true })
	return s.back(c, "/desk/"+up.slug+"/players?imported="+strconv.Itoa(n))
}
