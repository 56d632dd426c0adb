package exports

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"slices"
	"strings"
	"weak"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/format"
	"tourney/internal/format/federation"
	"tourney/internal/format/file"
	"tourney/internal/format/workbook"
	"tourney/internal/i18n"
	"tourney/internal/role"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/history"
	"tourney/internal/web/offline"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// An exportsPage lists the pages to print and the files to download.
type exportsPage struct {
	page.Base
	// Round is the last paired round, 0 for none. Now are the prints needed first, Rounds the prints of earlier rounds,
	// Prints the others.
	Round  int
	Now    []page.Link
	Rounds []roundPaper
	Prints []page.Link
	// Federations are the files for federations, Files all other files.
	Federations, Files []formatView
	// Asked are the facts that a federation requires and the tournament does not have.
	Asked []form.FieldView
	// Sheet is the address of the worksheet for entering results, "" without games. Fault is the reason of a refused
	// one.
	Sheet, Fault string
	// Embeds are the parts of the public pages for other sites, Feed and Calendar addresses to subscribe to.
	Embeds         []embedView
	Feed, Calendar string
}

// An embedView is the code that shows a page in a frame of another site, and the address of that page here, "" if
// another embedView has it.
type embedView struct{ Title, Code, Address string }

// A formatView is one kind of file.
type formatView struct {
	*i18n.Language
	Title, Holds, Text string
	Address, File      string
	// Formulas is the address of the file with tie-breaks as formulas; may be "".
	Formulas string
	// Refused is the reason against writing the file. A federation's file has it among its Errors.
	Refused string
	// Lost are findings on data that do not fit the format.
	Lost []page.FindingView
	// Checks are the findings of the federation behind the format, Errors counts those for which it would refuse the
	// file. Spelled are the names with another spelling in the file.
	Checks  []findingView
	Errors  int
	Spelled []federation.Respelling
	// Lists is the address of the rating lists, which contain missing IDs.
	Lists string
}

func (s *Handlers) showExports(c *gin.Context, snapshot *director.Snapshot) error {
	view, err := s.exportsPage(c, snapshot, form.Sent{})
	if err != nil {
		return err
	}
	return s.Render(c, "exports", view)
}

func (s *Handlers) exportsPage(c *gin.Context, snapshot *director.Snapshot, sent form.Sent) (*exportsPage, error) {
	t := snapshot.Tournament
	view := &exportsPage{Base: s.DeskBase(c, snapshot, s.Language(c).T("frame.exports"), "exports")}
	asked := map[tournament.Field]bool{}
	for _, f := range format.Formats() {
		if f.Writes == format.Nothing || !s.mayDownload(c, f) || !s.May(c, role.Files) && !f.Public {
			continue
		}
		offer := formatView{
			Language: view.Language,
			Title:    view.T("format." + f.Name), Holds: view.T("format.content." + f.Writes.String()), Text: view.T("format.text." + f.Name),
			Address: view.Event.Home + "/exports/" + f.Name, File: f.FileName(t), Spelled: f.For.Respellings(t),
		}
		view.addChecks(t, f.For, &offer, asked)
		if f.Pages { // cannot fail, and takes long
			view.Files = append(view.Files, offer)
			continue
		}
		file, err := s.export(c.Request.Context(), snapshot, exportKey{f, view.Language, false})
		switch _, isFault := fault.As(err); {
		case isFault:
			offer.Refused = view.Error(err)
		case err != nil:
			return nil, err
		}
		if f.WriteDated != nil {
			offer.Formulas = offer.Address + "?formulas=1"
		}
		if err == nil && len(offer.Checks) == 0 { // a federation's findings are more precise
			offer.Lost = page.FindingViews(view.Language, file.findings)
		}
		if f.For != nil {
			view.Federations = append(view.Federations, offer)
		} else {
			view.Files = append(view.Files, offer)
		}
	}
	view.addPaper(t)
	if workbook.HasResultSheet(t) {
		view.Sheet = view.Event.Home + sheetPath
	}
	home, err := s.worldAddress(c, t)
	if err != nil {
		return nil, err
	}
	view.addEmbeds(home, t)
	fields := form.View(view.Language, form.Pick(form.InfoFields, askableFacts...), &t.Info, sent)
	view.Asked = slices.DeleteFunc(fields, func(f form.FieldView) bool { return !asked[tournament.Field(f.Name)] })
	return view, nil
}

// addEmbeds adds the parts of a tournament for other sites: by a script, or in a frame for sites that refuse scripts.
func (v *exportsPage) addEmbeds(home string, t *tournament.Tournament) {
	v.Feed, v.Calendar = home+"/feed.atom", home+"/calendar.ics"
	at := strings.LastIndex(home, "/t/")
	base, slug := home[:at], home[at+len("/t/"):]
	games := 0
	if r := t.Round(t.Current()); r != nil {
		games = len(r.Games)
	}
	for _, e := range []struct {
		title, part string
		rows        int
	}{{"frame.standings", "standings", len(t.Participants())}, {"export.page.embed.pairings", "pairings", games}} {
		// Estimated heights of a row and of the rest, in pixels.
		const row, around = 56, 120
		v.Embeds = append(v.Embeds, embedView{v.T(e.title), fmt.Sprintf(
			`<script async src="%s/embed.js" data-tournament="%s" data-show="%s" data-lang="%s" data-title="%s" data-height="%d"></script>`,
			html.EscapeString(base), html.EscapeString(slug), e.part, v.Code(), html.EscapeString(t.Info.Name), around+row*e.rows,
		), "/t/" + t.Info.Slug + "/embed/" + e.part + "?lang=" + v.Code()})
	}
	v.Embeds = append(v.Embeds, embedView{v.T("export.page.embed.frame"), fmt.Sprintf(
		`<iframe src="%s" title="%s" width="100%%" height="600"></iframe>`,
		html.EscapeString(home+"/embed/standings?lang="+v.Code()), html.EscapeString(t.Info.Name),
	), ""})
}

// askableFacts are the facts about a tournament that the page can ask for, if a federation refuses a file without them.
var askableFacts = []string{"place", "country", "begin"}

// postFacts saves the facts that a federation requires.
func (s *Handlers) postFacts(c *gin.Context, snapshot *director.Snapshot) error {
	sent, info := c.Request.PostForm, snapshot.Tournament.Info
	fields := form.Pick(form.InfoFields, askableFacts...)
	form.SpellDays(s.Language(c), fields, sent)
	wrong, err := form.Read(fields, sent, &info)
	if err != nil {
		return err
	}
	if len(wrong) == 0 {
		err := s.EditorAt(c, snapshot).SetUp(c.Request.Context(), info, snapshot.Tournament.Settings)
		if err == nil {
			return s.Redirect(c, "/desk/"+info.Slug+"/exports")
		}
		if err := wrong.Add(err); err != nil {
			return err
		}
	}
	view, err := s.exportsPage(c, snapshot, form.Sent{Values: sent, Wrong: wrong})
	if err != nil {
		return err
	}
	return s.RenderStatus(c, site.StatusOfForm(wrong.All()...), "exports", view)
}

// sendExport sends the tournament as a file, in the reader's language if the format has words. Browsers must save it
// and not open it, since its content is from strangers.
func (s *Handlers) sendExport(c *gin.Context, snapshot *director.Snapshot) error {
	format, err := format.Named(c.Param("format"))
	if err != nil {
		return site.AtField("format", err)
	}
	if !s.mayDownload(c, format) {
		return fault.New(fault.Denied, "role.denied")
	}
	want := exportKey{format, s.Language(c).In(page.Zone(snapshot.Tournament)), c.Query("formulas") != ""}
	file, err := s.export(c.Request.Context(), snapshot, want)
	if err != nil {
		return err
	}
	if !format.Public {
		site.NoteFile(c, s.Site, snapshot, format.Name)
	}
	site.SendFile(c, format.FileName(snapshot.Tournament), format.Media, file.data)
	return nil
}

// sendPublic returns the action that sends a public file.
func (s *Handlers) sendPublic(f format.Format) site.Action {
	return s.WithTournament(func(c *gin.Context, snapshot *director.Snapshot) error {
		file, err := s.export(c.Request.Context(), snapshot, exportKey{f, s.Language(c).In(page.Zone(snapshot.Tournament)), false})
		if err != nil {
			return err
		}
		site.SendFile(c, f.FileName(snapshot.Tournament), f.Media, file.data)
		return nil
	})
}

// mayDownload reports whether the viewer may download files of a format. Files with contacts and notes need the right
// to see these.
func (s *Handlers) mayDownload(c *gin.Context, f format.Format) bool {
	// A tournament published here by another computer contains nothing private.
	return s.May(c, role.Contacts) || f.Public || f.For != nil || s.Rights(c).Roles.Has(role.Host)
}

// An export is a tournament in one format and language, with findings on data that do not fit the format.
type export struct {
	data     []byte
	findings []file.Finding
}

// Size is the length of the file in bytes.
func (e *export) Size() int { return len(e.data) }

// A exportKey file is a format in a language; a workbook is with or without formulas.
type exportKey struct {
	format.Format
	lang     *i18n.Language
	formulas bool
}

// export writes a file once per snapshot and language: a workbook of a large
// tournament takes a while.
func (s *Handlers) export(ctx context.Context, snapshot *director.Snapshot, f exportKey) (*export, error) {
	lang := f.lang
	return s.files.Get(f.key(snapshot), func() (*export, error) {
		whole, err := s.Director.Whole(ctx, snapshot.Tournament)
		if err != nil {
			return nil, err
		}
		var file bytes.Buffer
		if f.WriteDated != nil {
			at := workbook.Occasion{Made: s.Director.Now(), Language: lang.Code(), Formulas: f.formulas}
			if !f.Public {
				if at.Log, err = s.logLines(ctx, whole.Tournament, lang); err != nil {
					return nil, err
				}
			}
			err = f.WriteDated(at, &file, page.WithPresetNames(lang, whole.Tournament), lang.T)
			return &export{data: file.Bytes()}, err
		}
		if f.Pages {
			// Other requests may wait for it after this one ends.
			err := offline.Write(context.WithoutCancel(ctx), &file, offline.Source{
				Snapshot: snapshot, Records: whole.Records, Pictures: whole.Pictures,
				Catalog: s.Catalog, Language: lang, Renderer: s.Renderer, Static: s.Static,
			})
			return &export{data: file.Bytes()}, err
		}
		findings, err := format.Write(&file, f.Name, whole, lang.T)
		return &export{file.Bytes(), findings}, err
	})
}

func (f *exportKey) key(snapshot *director.Snapshot) site.PageKey {
	address := f.Name
	if f.formulas && f.WriteDated != nil {
		address += "?formulas"
	}
	return site.PageKey{Of: weak.Make(snapshot), Address: address, Language: f.lang.Code()}
}

// logLines formats the log of a tournament up to its version.
func (s *Handlers) logLines(ctx context.Context, t *tournament.Tournament, lang *i18n.Language) ([]workbook.LogLine, error) {
	entries, err := s.LogUntil(ctx, t.Info.Slug, 1)
	if err != nil {
		return nil, err
	}
	var lines []workbook.LogLine
	for _, e := range entries {
		if e.Version <= t.Version {
			what := page.Text(lang, history.Entry{LogEntry: e})
			if e.Reason != "" {
				what += ". " + lang.T("log.why", e.Reason)
			}
			lines = append(lines, workbook.LogLine{Version: e.Version, At: e.At, By: history.AuthorName(lang, t, e.By), What: what})
		}
	}
	return lines, nil
}
