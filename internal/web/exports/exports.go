package exports

import (
	"bytes"
	"context"
	"time"
	"weak"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/format"
	"tourney/internal/format/file"
	"tourney/internal/format/workbook"
	"tourney/internal/i18n"
	"tourney/internal/role"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/offline"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

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
	if c.Query("evening") != "" && format.For != nil {
		return s.sendEvening(c, snapshot, format)
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

// sendEvening sends one evening of open play as the file of a federation, with its date.
func (s *Handlers) sendEvening(c *gin.Context, snapshot *director.Snapshot, f format.Format) error {
	e := snapshot.Tournament.EveningNumbered(page.Natural(c.Query("evening")))
	if e == nil {
		return fault.New(fault.NotFound, "fault.page")
	}
	t := snapshot.Tournament.During(e, e)
	var file bytes.Buffer
	if _, err := format.Write(&file, f.Name, tournament.Whole{Tournament: t}, s.Language(c).T); err != nil {
		return err
	}
	site.SendFile(c, t.Info.Begin.Format(time.DateOnly)+"-"+f.FileName(t), f.Media, file.Bytes())
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
