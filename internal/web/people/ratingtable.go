package people

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/app/ratinglists"
	"tourney/internal/fault"
	"tourney/internal/format"
	"tourney/internal/format/file"
	"tourney/internal/format/ratinglist"
	"tourney/internal/format/roster"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A ratingTablePage is the preview of a rating list that is a table: the meaning of
// its columns, the first rows of the file, and the players read from them.
type ratingTablePage struct {
	page.Base
	FileName, Worksheet string
	Action, Home, Fault string
	// Name is the name of the list, Names the names of the organisation's own tables. A table of the same name is
	// replaced.
	Name      string
	Names     []string
	Columns   []sheetColumn
	Rows      []rawRow
	From      int
	Encodings []form.OptionView
	// Players are the first players, Count counts all; both are empty if no column is the name.
	Players  []candidateView
	Count    int
	Findings []page.FindingView
	More     int // findings that are not shown
}

// A rawRow is a row of the file.
type rawRow struct {
	Number int
	Above  bool // above the players
	Cells  []string
}

// mostRead limits the players that the preview shows.
const mostRead = 8

func (s *ratingHandlers) showRatingTable(c *gin.Context, snapshot *director.Snapshot, up site.Upload) error {
	read, err := format.ReadRatingList(up.Data, up.Reading)
	if read == nil {
		return err // it was a table at the upload
	}
	page, failed := s.ratingTablePage(c, snapshot, up, read)
	if failed != nil {
		return failed
	}
	page.refuse(err)
	return s.Render(c, "ratingtable", page)
}

// ratingTablePage returns the preview of an upload.
func (s *ratingHandlers) ratingTablePage(c *gin.Context, snapshot *director.Snapshot, up site.Upload, read *roster.RatingList) (*ratingTablePage, error) {
	lists, err := s.Director.RatingLists().At(c.Request.Context(), snapshot.Tournament.Info.Slug)
	if err != nil {
		return nil, err
	}
	kept, err := lists.All(c.Request.Context())
	if err != nil {
		return nil, err
	}
	table := read.Table
	home := "/desk/" + snapshot.Tournament.Info.Slug + "/ratings"
	view := &ratingTablePage{
		Base:     s.DeskBase(c, snapshot, s.Language(c).T("roster.title"), "players"),
		FileName: up.Name, Worksheet: table.Worksheet, Action: home + "/table/" + up.Token, Home: home, From: table.From,
		Name: ratinglists.File{Name: up.Title, File: up.Name}.TableName(),
	}
	for _, l := range kept {
		if l.Origin == "" && lists.Owns(l) {
			view.Names = append(view.Names, l.Name)
		}
	}
	for i, field := range table.Columns {
		view.Columns = append(view.Columns, sheetColumn{Index: i + 1, Options: fieldOptions(view.Language, field)})
	}
	for i, row := range table.Rows {
		raw := rawRow{Number: i + 1, Above: i+1 < table.From, Cells: make([]string, len(table.Columns))}
		for j := range min(len(row), len(raw.Cells)) {
			raw.Cells[j] = page.Clip(row[j])
		}
		view.Rows = append(view.Rows, raw)
	}
	if table.Encoding != "" {
		for _, name := range file.Encodings() {
			view.Encodings = append(view.Encodings, encodingOption(view.Language, name, table.Encoding))
		}
	}
	view.Findings, view.More = listFindings(view.Language, read.Findings)
	if read.List != nil {
		view.Count = len(read.List.Entries)
		for i := range read.List.Entries[:min(view.Count, mostRead)] {
			view.Players = append(view.Players, newCandidateView(view.Language, read.List, &read.List.Entries[i]))
		}
	}
	return view, nil
}

// refuse shows the reason of a refusal; nil for none.
func (p *ratingTablePage) refuse(wrong error) {
	if wrong != nil {
		p.Fault = p.Error(wrong)
	}
}

func fieldOptions(lang *i18n.Language, chosen tournament.Field) []form.OptionView {
	options := []form.OptionView{{Value: "", Text: lang.T("column.ignored"), Current: chosen == ratinglist.Ignored}}
	for _, f := range ratinglist.Fields() {
		options = append(options, form.OptionView{
			Value: string(f), Text: lang.T("column." + string(f)), Current: f == chosen,
		})
	}
	return options
}

// postRatingTable saves the meaning of the columns, or imports the table.
func (s *ratingHandlers) postRatingTable(c *gin.Context, snapshot *director.Snapshot, up site.Upload) error {
	reading := parseReading(c.Request.PostForm)
	up.Title = page.Clip(c.PostForm("name"))
	var wrong error
	if c.PostForm("do") == "apply" {
		query, err := s.keepTable(c, up, reading)
		if err == nil {
			return s.Redirect(c, "/desk/"+up.Slug+"/ratings"+query)
		}
		if _, ok := fault.As(err); !ok {
			return err
		}
		wrong = err
	}
	read, err := format.ReadRatingList(up.Data, reading)
	if wrong == nil {
		wrong = err
	}
	if read == nil { // unreadable with these choices: the page shows the former ones
		read, _ = format.ReadRatingList(up.Data, up.Reading)
	}
	if read == nil {
		return err
	}
	if wrong == nil {
		if err := s.Uploads.Update(c.Request.Context(), up, func(u *site.Upload) { u.Title, u.Reading = up.Title, reading }); err != nil {
			return err
		}
		return s.Redirect(c, "/desk/"+up.Slug+"/ratings/table/"+up.Token)
	}
	page, err := s.ratingTablePage(c, snapshot, up, read)
	if err != nil {
		return err
	}
	page.refuse(wrong)
	return s.RenderStatus(c, http.StatusUnprocessableEntity, "ratingtable", page)
}

// keepTable stores the table of an upload and returns the query of its page.
func (s *ratingHandlers) keepTable(c *gin.Context, up site.Upload, r roster.Reading) (query string, err error) {
	lists, err := s.Director.RatingLists().At(c.Request.Context(), up.Slug)
	if err != nil {
		return "", err
	}
	return s.keepRatings(c, lists, ratinglists.File{Name: up.Title, File: up.Name, Data: up.Data, Reading: r})
}

// parseReading parses the choices for reading a table: its encoding, first row and columns.
func parseReading(form url.Values) roster.Reading {
	r := roster.Reading{Encoding: form.Get("encoding"), From: page.Natural(form.Get("from"))}
	for i := 1; form.Has("column" + strconv.Itoa(i)); i++ {
		r.Columns = append(r.Columns, tournament.Field(form.Get("column"+strconv.Itoa(i))))
	}
	return r
}
