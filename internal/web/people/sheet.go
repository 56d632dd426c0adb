package people

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/day"
	"tourney/internal/event/federations"
	"tourney/internal/format"
	"tourney/internal/format/file"
	"tourney/internal/format/roster"
	"tourney/internal/i18n"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// An uploadPage has the form for a list of players: a file or pasted text.
type uploadPage struct {
	page.Base
	Text  string
	Fault string
}

func (s *Handlers) showUpload(c *gin.Context, snapshot *director.Snapshot) error {
	return s.Render(c, "upload", s.uploadPage(c, snapshot))
}

func (s *Handlers) uploadPage(c *gin.Context, snapshot *director.Snapshot) uploadPage {
	view := uploadPage{Base: s.DeskBase(c, snapshot, s.Language(c).T("registration.import"), "players")}
	s.noteFrozen(&view.Base, snapshot.Tournament)
	return view
}

// noteFrozen adds a warning if the final standings stand: they forbid most changes by a list.
func (s *Handlers) noteFrozen(view *page.Base, t *tournament.Tournament) {
	if err := day.Frozen(t, s.Director.Now()); err != nil {
		view.Notice = &page.Banner{Level: "warning", Text: view.Error(err), Action: view.T("final.title"), Address: view.Event.Home + "/final"}
	}
}

// postUpload stores the list and redirects to its preview.
func (s *Handlers) postUpload(c *gin.Context, snapshot *director.Snapshot) error {
	name, data, err := site.SentFile(c)
	if err == nil {
		_, err = format.ReadSheet(data, snapshot.Tournament, roster.Options{})
	}
	if err != nil {
		page := s.uploadPage(c, snapshot)
		page.Text, page.Fault = c.PostForm("text"), page.Error(err)
		return s.RenderRefused(c, err, "upload", page)
	}
	slug := snapshot.Tournament.Info.Slug
	token, err := s.Uploads.Add(c.Request.Context(), site.Upload{Slug: slug, Name: name, Data: data})
	if err != nil {
		return err
	}
	return s.Redirect(c, "/desk/"+slug+"/import/"+token)
}

// A sheetPage is the preview of a list: all rows, the doubtful ones first, then the excluded ones.
type sheetPage struct {
	page.Base
	FileName, Action string
	Findings         []page.FindingView
	Headings         []sheetColumn
	Groups           []sheetGroup
	Encodings        []form.OptionView
	Worksheets       []form.OptionView
	Unranked         string
	// Answers are words of the file, each with a person's choice.
	Answers []sheetAnswer
	// HasRatings and HasNotes are set if a row has any; Columns counts the columns.
	HasRatings, HasNotes bool
	Columns              int
	// Mapping lists the meanings of the columns in a line.
	Mapping string
	// Take counts the rows of the import, Import is the label of its button.
	Import string
	Take   int
}

// A sheetGroup holds rows of the preview that are in the same state.
type sheetGroup struct {
	Title string
	Rows  []sheetRow
}

// A sheetColumn is a column of the file with its possible meanings.
type sheetColumn struct {
	Index   int
	Heading string
	Options []form.OptionView
}

// A sheetAnswer is a word of the file, with yes and no to choose from.
type sheetAnswer struct {
	Word    string
	Options []form.OptionView
}

// A sheetRow is one row of the preview.
type sheetRow struct {
	Number int
	Level  string
	Take   bool
	Wrong  bool // left out unless repaired
	// Box names the checkbox: "anyway" for a row that is held back, else "take".
	Box           string
	Name, Rank    string
	Guessed       bool // the encoding of the name was guessed
	Country, Club string
	Team          string // the team and the board in it
	Rating, EGD   string
	Findings      []page.FindingView
	Cells         string // the content of the file's cells
	Absent        string // the rounds that the player misses
	Notes         string // the player's notes
	// Updates is set when the row changes a registered player by Changes.
	Updates bool
	Changes []form.ChangeView
	Paid    string // the payment
	// Repairable is set when rank, names and rounds can be corrected, AsksRounds when a finding asks for the rounds.
	// Family, Given, RankText and AbsentText are their current values.
	// Open shows the fields after a correction with an error.
	Repairable, AsksRounds, Open        bool
	Family, Given, RankText, AbsentText string
}

func (s *Handlers) showSheet(c *gin.Context, snapshot *director.Snapshot, up site.Upload, sheet *roster.Sheet) error {
	return s.Render(c, "sheet", s.sheetPage(c, snapshot, up, sheet))
}

// withSheet returns the action that runs do with the list in the address, read by the
// decisions made so far.
func (s *Handlers) withSheet(
	do func(c *gin.Context, snapshot *director.Snapshot, up site.Upload, sheet *roster.Sheet) error,
) site.Action {
	return s.WithUpload(func(c *gin.Context, snapshot *director.Snapshot, up site.Upload) error {
		sheet, err := format.ReadSheet(up.Data, snapshot.Tournament, up.Options)
		if err != nil {
			return err
		}
		return do(c, snapshot, up, sheet)
	})
}

func (s *Handlers) sheetPage(c *gin.Context, snapshot *director.Snapshot, up site.Upload, sheet *roster.Sheet) sheetPage {
	view := sheetPage{
		Base:     s.DeskBase(c, snapshot, s.Language(c).T("roster.title"), "players"),
		FileName: up.Name, Action: "/desk/" + snapshot.Tournament.Info.Slug + "/import/" + up.Token,
		Findings: page.FindingViews(s.Language(c), sheet.Findings), Unranked: up.Options.Unranked.String(),
	}
	s.noteFrozen(&view.Base, snapshot.Tournament)
	for i := range sheet.Columns {
		view.Headings = append(view.Headings, newSheetColumn(view.Language, sheet, i, snapshot.Tournament.Settings))
	}
	for _, name := range file.Encodings() {
		view.Encodings = append(view.Encodings, encodingOption(view.Language, name, sheet.Encoding))
	}
	if sheet.Encoding == "" || up.Name == "" { // a workbook or pasted text
		view.Encodings = nil
	}
	if len(sheet.Worksheets) > 1 {
		for _, name := range sheet.Worksheets {
			view.Worksheets = append(view.Worksheets, form.OptionView{
				Value: name, Text: name, Current: name == sheet.Worksheet,
			})
		}
	}
	view.Answers = sheetAnswers(view.Language, sheet, up.Options.Answers)
	view.Groups = sheetGroups(view.Language, snapshot.Tournament, sheet, up.Options.Repairs)
	ready, doubtful, wrong, excluded := sheet.Count()
	view.Take = ready + doubtful
	view.Import = view.T("roster.apply", view.Take)
	if out := wrong + excluded; out > 0 {
		view.Import = view.T("roster.apply.rest", view.Take, out)
	}
	if updates := len(sheet.Updates()); updates > 0 {
		view.Import = view.T("roster.apply.update", view.Take-updates, updates)
		if out := wrong + excluded; out > 0 {
			view.Import = view.T("roster.apply.update.rest", view.Take-updates, updates, out)
		}
	}
	view.Mapping = mapping(view.Headings)
	if at := slices.IndexFunc(sheet.Findings, func(f file.Finding) bool { return f.Key == "roster.order" }); at >= 0 {
		said := page.NewFindingView(view.Language, sheet.Findings[at])
		if i := slices.Index(view.Findings, said); i >= 0 {
			view.Findings[i].Button, view.Findings[i].Name = view.T("roster.swap"), "swap"
		}
	}
	view.countColumns()
	return view
}

// countColumns counts the columns that a row fills.
func (view *sheetPage) countColumns() {
	view.Columns = 6
	for _, g := range view.Groups {
		for i := range g.Rows {
			r := &g.Rows[i]
			view.HasRatings = view.HasRatings || r.Rating != ""
			view.HasNotes = view.HasNotes || r.AsksRounds || r.Updates || r.Absent+r.Notes+r.Paid != ""
		}
	}
	for _, has := range []bool{view.HasRatings, view.HasNotes} {
		if has {
			view.Columns++
		}
	}
}

// mapping lists the used headings with their meanings.
func mapping(columns []sheetColumn) string {
	var parts []string
	for _, column := range columns {
		for _, o := range column.Options {
			switch {
			case !o.Current || o.Value == "":
			case spelling.Equal(column.Heading, o.Text):
				parts = append(parts, o.Text)
			case column.Heading == "":
				parts = append(parts, strconv.Itoa(column.Index)+" → "+o.Text)
			default:
				parts = append(parts, page.Clip(column.Heading)+" → "+o.Text)
			}
		}
	}
	return strings.Join(parts, " · ")
}

// sheetGroups splits the rows into doubtful ones, the worst first, excluded ones and the others.
func sheetGroups(
	lang *i18n.Language, t *tournament.Tournament, sheet *roster.Sheet, repairs map[int]map[roster.Column]string,
) []sheetGroup {
	var doubtful, updates, excluded, clear []sheetRow
	for i := range sheet.Rows {
		r := &sheet.Rows[i]
		row := newSheetRow(lang, t, r)
		repaired, isRepaired := repairs[row.Number]
		row.Repairable, row.AsksRounds = isRepaired || r.Worst() > file.Info, needsRounds(r)
		row.Wrong = !r.Excluded && r.Worst() == file.Error
		row.Open = isRepaired && row.Wrong && repaired["rank"] == "" && !row.AsksRounds
		row.RankText, row.AbsentText = cmp.Or(repaired["rank"], row.Rank), repaired["absent"]
		row.Guessed = sheet.Guessed && strings.ContainsFunc(row.Name, func(r rune) bool { return r > unicode.MaxASCII })
		switch {
		case r.Excluded:
			excluded = append(excluded, row)
		case r.Worst() > file.Info:
			doubtful = append(doubtful, row)
		case row.Updates:
			updates = append(updates, row)
		default:
			clear = append(clear, row)
		}
	}
	slices.SortStableFunc(doubtful, func(a, b sheetRow) int { return cmp.Compare(a.Level, b.Level) }) // error, warning
	groups := []sheetGroup{
		{lang.T("roster.doubtful", len(doubtful)), doubtful},
		{lang.T("roster.updates", len(updates)), updates},
		{lang.T("roster.excluded", len(excluded)), excluded},
		{lang.T("roster.clear", len(clear)), clear},
	}
	return slices.DeleteFunc(groups, func(g sheetGroup) bool { return len(g.Rows) == 0 })
}

// needsRounds reports whether a finding asks which rounds the player of a row plays.
func needsRounds(r *roster.Row) bool {
	asking := []string{"roster.row.note", "roster.row.rounds", "roster.row.rounds.part", "roster.row.rounds.typed", "roster.row.rounds.word"}
	return slices.ContainsFunc(r.Findings, func(f file.Finding) bool { return slices.Contains(asking, f.Key) })
}

// sheetAnswers returns the words that need a person's answer, or have it.
func sheetAnswers(lang *i18n.Language, sheet *roster.Sheet, said map[string]bool) (list []sheetAnswer) {
	words := slices.Sorted(maps.Keys(said))
	for _, word := range slices.Concat(words, sheet.Unclear) {
		yes, ok := said[word]
		list = append(list, sheetAnswer{Word: word, Options: []form.OptionView{
			{Value: "", Text: lang.T("roster.answer.choose"), Current: !ok},
			{Value: "yes", Text: lang.T("roster.answer.yes"), Current: ok && yes},
			{Value: "no", Text: lang.T("roster.answer.no"), Current: ok && !yes},
		}})
	}
	return list
}

// encodingOption offers an encoding, with its scripts.
func encodingOption(lang *i18n.Language, name, chosen string) form.OptionView {
	return form.OptionView{Value: name, Text: name + " · " + lang.T("roster.script."+file.Script(name)), Current: name == chosen}
}

// newSheetColumn returns the i-th column, counted from 0.
func newSheetColumn(lang *i18n.Language, sheet *roster.Sheet, i int, t tournament.Settings) sheetColumn {
	column, chosen := sheetColumn{Index: i + 1}, sheet.Columns[i]
	if i < len(sheet.Headings) {
		column.Heading = sheet.Headings[i]
	}
	column.Options = append(column.Options, form.OptionView{Value: "", Text: lang.T("column.ignored"), Current: chosen == ""})
	for _, what := range roster.Columns() {
		if (what == "team" || what == "board") && t.Teams.Boards == 0 {
			continue
		}
		column.Options = append(column.Options, form.OptionView{
			Value: string(what), Text: lang.T("column." + string(what)), Current: chosen == what,
		})
	}
	for n := 1; n <= t.Rounds; n++ {
		value := "round" + strconv.Itoa(n)
		column.Options = append(column.Options, form.OptionView{
			Value: value, Text: lang.T("frame.round", n), Current: string(chosen) == value,
		})
	}
	return column
}

func newSheetRow(lang *i18n.Language, t *tournament.Tournament, r *roster.Row) sheetRow {
	p := &r.Player
	row := sheetRow{
		Number: r.Number, Level: r.Worst().String(), Take: !r.Excluded, Box: "take", Name: p.Name(), Rank: p.Rank.String(),
		Country: p.Country, Club: p.Club, Rating: lang.Decimal(federations.RatingOf(t, p)), EGD: p.EGD, Family: p.Family, Given: p.Given,
	}
	if r.Held {
		row.Box = "anyway"
	}
	row.Updates = len(r.Changes) > 0
	for _, change := range r.Changes {
		row.Changes = append(row.Changes, newRowChange(lang, t, change))
	}
	if row.Team = r.Team; r.Board > 0 {
		row.Team = strings.TrimSpace(r.Team + " " + strconv.Itoa(r.Board))
	}
	for _, n := range r.Findings {
		row.Findings = append(row.Findings, page.NewFindingView(lang, n))
	}
	if absent := page.Rounds(p.Absent); absent != "" && r.Known == 0 {
		row.Absent = lang.T("roster.absent", absent)
	}
	if p.Notes != "" && r.Known == 0 {
		row.Notes = page.Clip(p.Notes)
	}
	if p.Fee.Paid > 0 && r.Known == 0 {
		row.Paid = lang.T("roster.paid", page.Money(lang, t, p.Fee.Paid))
	}
	var cells []string
	for _, cell := range r.Cells {
		cells = append(cells, page.Clip(cell))
	}
	row.Cells = joinFacts(cells...)
	return row
}

// newRowChange returns the change of a registered player by a row.
func newRowChange(lang *i18n.Language, t *tournament.Tournament, c roster.Change) form.ChangeView {
	shown := func(text string) string {
		switch c.Column {
		case "rating":
			return lang.Decimal(federations.Score(t, tournament.ByRating, text))
		case "paid":
			return strings.TrimSpace(lang.Decimal(text) + " " + t.Settings.Fees.Currency)
		}
		return page.Clip(text)
	}
	v := form.ChangeView{Label: lang.T("column." + string(c.Column)), Now: shown(c.Now)}
	if c.Was != "" {
		v.Was = shown(c.Was)
	}
	return v
}
