package people

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/format"
	"tourney/internal/format/file"
	"tourney/internal/format/roster"
	"tourney/internal/rank"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// postSheet saves the decisions about the list, or imports it: all chosen rows or none.
func (s *Handlers) postSheet(c *gin.Context, snapshot *director.Snapshot, up site.Upload, sheet *roster.Sheet) error {
	do, before := c.PostForm("do"), up.Options.Repairs
	decided, err := readDecision(c, sheet, up.Options)
	if err == nil {
		if decided.Worksheet != "" && decided.Worksheet != sheet.Worksheet {
			do = "look" // the page has not shown its rows
		}
		var now *roster.Sheet
		if now, err = format.ReadSheet(up.Data, snapshot.Tournament, decided); err == nil {
			sheet, up.Options = now, decided
			err = s.Uploads.Update(c.Request.Context(), up, func(u *site.Upload) { u.Options = decided })
		}
	}
	if err == nil && do == "apply" {
		err = uncorrected(sheet, decided.Repairs, before)
	}
	if err == nil && do == "apply" {
		decided.SkipErrors = true
		var chosen *roster.Sheet
		if chosen, err = format.ReadSheet(up.Data, snapshot.Tournament, decided); err == nil {
			if err = s.applySheet(c, up, chosen); err == nil {
				return nil
			}
		}
	}
	if _, ok := fault.As(err); ok {
		view := s.sheetPage(c, snapshot, up, sheet)
		view.Notice = &page.Banner{Level: "error", Text: view.Error(err)}
		return s.RenderStatus(c, site.StatusOfForm(err), "sheet", view)
	}
	if err != nil {
		return err
	}
	return s.Redirect(c, "/desk/"+up.Slug+"/import/"+up.Token)
}

// uncorrected returns a fault for a row with a new correction and an error: the page then shows the typed text beside
// the error.
func uncorrected(sheet *roster.Sheet, typed, before map[int]map[roster.Column]string) error {
	for i := range sheet.Rows {
		r := &sheet.Rows[i]
		if !r.Excluded && r.Worst() == file.Error && !maps.Equal(typed[r.Number], before[r.Number]) {
			return fault.New(fault.Invalid, "roster.repair.wrong", r.Number)
		}
	}
	return nil
}

// swapped are the columns of names in the other order.
var swapped = map[roster.Column]roster.Column{
	"family-given": "given-family", "given-family": "family-given", "family": "given", "given": "family",
}

// readDecision parses the choices made in the preview.
func readDecision(c *gin.Context, sheet *roster.Sheet, was roster.Options) (roster.Options, error) {
	form := c.Request.PostForm
	o := roster.Options{
		Encoding: cmp.Or(form.Get("encoding"), was.Encoding), Worksheet: cmp.Or(form.Get("worksheet"), was.Worksheet),
	}
	if o.Worksheet != "" && o.Worksheet != sheet.Worksheet {
		return o, nil // earlier decisions are about other rows
	}
	for i, column := range sheet.Columns {
		if chosen, ok := form["column"+strconv.Itoa(i+1)]; ok {
			column = roster.Column(chosen[0])
		}
		if other, ok := swapped[column]; ok && form.Has("swap") {
			column = other
		}
		o.Columns = append(o.Columns, column)
	}
	chosen, anyway := numberSet(form["take"]), numberSet(form["anyway"])
	for i := range sheet.Rows {
		switch n := sheet.Rows[i].Number; {
		case anyway[n]:
			o.Include = append(o.Include, n)
		case !chosen[n]:
			o.Exclude = append(o.Exclude, n)
		}
	}
	o.Repairs, o.Answers = repairs(form, sheet, was.Repairs), readAnswers(form, sheet, was.Answers)
	if text := form.Get("unranked"); text != "" {
		r, err := rank.Parse(text)
		if err != nil {
			return was, err
		}
		o.Unranked = r
	}
	return o, nil
}

// readAnswers returns a person's answers for words, from this form or earlier ones.
func readAnswers(form url.Values, sheet *roster.Sheet, was map[string]bool) map[string]bool {
	said := map[string]bool{}
	maps.Copy(said, was)
	for i, word := range form["word"] {
		_, known := was[word]
		if i >= len(form["answer"]) || !known && !slices.Contains(sheet.Unclear, word) {
			continue
		}
		switch form["answer"][i] {
		case "yes":
			said[word] = true
		case "no":
			said[word] = false
		case "":
			delete(said, word)
		}
	}
	return said
}

// numberSet returns the set of the numbers among texts.
func numberSet(texts []string) map[int]bool {
	set := map[int]bool{}
	for _, text := range texts {
		if n, err := strconv.Atoi(text); err == nil {
			set[n] = true
		}
	}
	return set
}

// repairs returns the corrected cells, from this form or earlier ones. A form may omit the fields of a row; an emptied
// field restores the file's value.
func repairs(form url.Values, sheet *roster.Sheet, was map[int]map[roster.Column]string) map[int]map[roster.Column]string {
	all := map[int]map[roster.Column]string{}
	for i := range sheet.Rows {
		r := &sheet.Rows[i]
		kept := maps.Clone(was[r.Number])
		if kept == nil {
			kept = map[roster.Column]string{}
		}
		for column, now := range map[roster.Column]string{
			"rank": r.Player.Rank.String(), "family": r.Player.Family, "given": r.Player.Given, "club": r.Player.Club, "absent": "",
		} {
			typed, ok := form[string(column)+strconv.Itoa(r.Number)]
			if !ok {
				continue
			}
			text := page.Clip(strings.TrimSpace(typed[0]))
			_, repaired := kept[column]
			switch {
			case text == "":
				delete(kept, column)
			case repaired || text != now:
				kept[column] = text
			}
		}
		if len(kept) > 0 {
			all[r.Number] = kept
		}
	}
	return all
}

// applySheet imports the chosen rows, once. Rows whose errors the page has shown are left out.
func (s *Handlers) applySheet(c *gin.Context, up site.Upload, sheet *roster.Sheet) error {
	if up.Taken {
		return s.Redirect(c, "/desk/"+up.Slug+"/players?taken=1")
	}
	sent := c.Request.PostForm
	chosen, wrong, updates := numberSet(sent["take"]), numberSet(sent["wrong"]), numberSet(sent["update"])
	for i := range sheet.Rows {
		switch r := &sheet.Rows[i]; { // the page has shown it differently
		case r.Excluded && chosen[r.Number] && !wrong[r.Number]:
			return fault.New(fault.Conflict, "roster.held", r.Number)
		case !r.Excluded && r.Known > 0 && !updates[r.Number]:
			return fault.New(fault.Conflict, "roster.updates.now", r.Number)
		}
	}
	n, updated, err := s.Editor(c).ImportSheet(c.Request.Context(), sheet, "list "+up.Token)
	if err != nil {
		return err
	}
	left := leftOut(sheet)
	if err := s.Uploads.Update(c.Request.Context(), up, func(u *site.Upload) { u.Taken, u.Left = true, left }); err != nil {
		return err
	}
	to := "/desk/" + up.Slug + "/players?imported=" + strconv.Itoa(n) + "&updated=" + strconv.Itoa(updated)
	if len(left) > 0 {
		to += "&list=" + up.Token
	}
	return s.Redirect(c, to)
}

// leftOut names the rows of a list that were not imported, except rows of registered players: rows with an error first,
// then rows without a tick.
func leftOut(sheet *roster.Sheet) []string {
	const most = 20
	var wrong, others []string
	for i := range sheet.Rows {
		r := &sheet.Rows[i]
		name := strings.TrimSpace(strconv.Itoa(r.Number) + " " + page.Clip(r.Player.Name()))
		switch {
		case !r.Excluded || r.Known > 0:
		case r.Worst() == file.Error:
			wrong = append(wrong, name)
		default:
			others = append(others, name)
		}
	}
	all := append(wrong, others...)
	if len(all) > most {
		all = append(all[:most], "…")
	}
	return all
}
