package exports

import (
	"bytes"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/format/file"
	"tourney/internal/format/resultsheet"
	"tourney/internal/format/workbook"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A resultsPage is the preview of the results on an uploaded worksheet.
type resultsPage struct {
	page.Base
	FileName, Action string
	// Read is the number of results on the sheet.
	Read int
	// Findings are the unreadable cells, Refused the impossible results.
	Findings []page.FindingView
	Refused  []string
	// New are results of games without one. Changes would replace or contest others, which needs a tick.
	New, Changes []string
}

// sheetPath is the path of the worksheet for entering results, below the desk's.
const sheetPath = "/exports/results.xlsx"

// sendSheet sends the worksheet for entering results alone, because the right to enter results does not include the
// other files.
func (s *Handlers) sendSheet(c *gin.Context, snapshot *director.Snapshot) error {
	t := snapshot.Tournament
	lang := s.Language(c).In(page.Zone(t))
	var book bytes.Buffer
	at := workbook.Occasion{Made: s.Director.Now(), Language: lang.Code()}
	if err := at.WriteResultSheet(&book, page.WithPresetNames(lang, t), lang.T); err != nil {
		return err
	}
	site.NoteFile(c, s.Site, snapshot, "results") // it names hidden players
	site.SendFile(c, t.Info.Slug+"-results.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", book.Bytes())
	return nil
}

// postResults stores a filled-in worksheet and redirects to its preview.
func (s *Handlers) postResults(c *gin.Context, snapshot *director.Snapshot) error {
	name, data, err := site.SentFile(c)
	if err == nil {
		_, _, err = resultsheet.Read(data)
	}
	if err != nil {
		view, pageErr := s.filesPage(c, snapshot)
		if pageErr != nil {
			return pageErr
		}
		view.Fault = view.Error(err)
		return s.RenderRefused(c, err, "files", view)
	}
	slug := snapshot.Tournament.Info.Slug
	token, err := s.Uploads.Add(c.Request.Context(), site.Upload{Slug: slug, Name: name, Data: data})
	if err != nil {
		return err
	}
	return s.Redirect(c, "/desk/"+slug+"/exports/results/"+token)
}

// showResults shows the preview of a worksheet; nothing is saved.
func (s *Handlers) showResults(c *gin.Context, snapshot *director.Snapshot, up site.Upload) error {
	lines, findings, err := resultsheet.Read(up.Data)
	if err != nil {
		return err
	}
	seen, err := s.Director.Preview(snapshot.Tournament).EnterSheet(c.Request.Context(), director.SheetEntry{Lines: lines})
	if err != nil {
		return err
	}
	return s.Render(c, "results", s.resultsPage(c, snapshot, up, seenSheet{seen, findings, len(lines)}))
}

// A seenSheet is a worksheet after reading and a trial.
type seenSheet struct {
	lines    []director.SheetLine
	findings []file.Finding
	read     int
}

func (s *Handlers) resultsPage(c *gin.Context, snapshot *director.Snapshot, up site.Upload, sheet seenSheet) resultsPage {
	view := resultsPage{
		Base:     s.DeskBase(c, snapshot, s.Language(c).T("workbook.results.preview"), "exports"),
		FileName: up.Name, Read: sheet.read, Action: "/desk/" + snapshot.Tournament.Info.Slug + "/exports/results/" + up.Token,
		Findings: page.FindingViews(s.Language(c), sheet.findings),
	}
	t := snapshot.Tournament
	for i := range sheet.lines {
		l := &sheet.lines[i]
		g := &l.Before
		args := []any{g.Round, g.Table, t.NameOf(g.Black), t.NameOf(g.White), l.Result, g.Result}
		switch {
		case l.Refused != nil && g.ID == 0:
			view.Refused = append(view.Refused, view.Error(l.Refused))
		case l.Refused != nil:
			view.Refused = append(view.Refused, l.Cell+": "+view.Error(l.Refused))
		case !l.Held:
			view.New = append(view.New, l.Cell+": "+view.T("workbook.results.enters", args[:5]...))
		case l.Corrects():
			view.Changes = append(view.Changes, l.Cell+": "+view.T("workbook.results.corrects", args...))
		default:
			by := history.AuthorOrSomebody(view.Language, t, g.EnteredBy)
			view.Changes = append(view.Changes, l.Cell+": "+view.T("workbook.results.contests", append(args, by)...))
		}
	}
	return view
}

// applyResults enters the results of a worksheet. Changes of other results need a tick.
func (s *Handlers) applyResults(c *gin.Context, snapshot *director.Snapshot, up site.Upload) error {
	lines, _, err := resultsheet.Read(up.Data)
	if err != nil {
		return err
	}
	slug := snapshot.Tournament.Info.Slug
	entry := director.SheetEntry{Lines: lines, Replace: c.PostForm("replace") != ""}
	if _, err := s.Editor(c).EnterSheet(c.Request.Context(), entry); err != nil {
		return err
	}
	return s.Redirect(c, "/desk/"+slug)
}
