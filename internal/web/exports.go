package web

import (
	"bytes"
	"fmt"
	"mime"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/exchange"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// An exportsPage offers everything that can be taken away: files and paper.
type exportsPage struct {
	base
	Formats []formatView
	Prints  []link
}

// A formatView is one kind of file.
type formatView struct {
	Title, Holds, Text string
	Address, File      string
	// Lost is what the format cannot hold of this tournament.
	Lost []noteView
}

func (s *Server) showExports(c *gin.Context) error {
	snapshot, err := s.visible(c)
	if err != nil {
		return err
	}
	t := snapshot.Tournament
	page := exportsPage{base: s.deskBase(c, snapshot, s.language(c).T("frame.exports"), "exports", 0)}
	for _, f := range exchange.Formats() {
		if f.Writes == exchange.Nothing {
			continue
		}
		var file bytes.Buffer
		notes, err := exchange.Write(&file, f.Name, t, page.T)
		if err != nil {
			return err
		}
		page.Formats = append(page.Formats, formatView{
			Title: page.T("format." + f.Name), Holds: page.T("content." + f.Writes.String()), Text: page.T("format.text." + f.Name),
			Address: page.Event.Home + "/exports/" + f.Name, File: fileName(t, f), Lost: worstFirst(page.Language, notes),
		})
	}
	public := "/t/" + t.Info.Slug
	page.Prints = []link{{Text: page.T("exports.startlist"), Address: public + "/players"}}
	for n := len(t.Rounds); n >= 1; n-- {
		if t.Rounds[n-1].Published {
			page.Prints = append(page.Prints,
				link{Text: page.T("exports.pairings", n), Address: fmt.Sprintf("%s/round/%d", public, n)},
				link{Text: page.T("exports.names", n), Address: fmt.Sprintf("%s/round/%d?by=name", public, n)})
		}
		page.Prints = append(page.Prints, link{Text: page.T("slips.title", n), Address: fmt.Sprintf("%s/print/slips/%d", page.Event.Home, n)})
	}
	page.Prints = append(page.Prints, link{Text: page.T("frame.standings"), Address: public + "/standings"},
		link{Text: page.T("frame.crosstable"), Address: public + "/crosstable"})
	page.Prints = append(page.Prints, link{Text: page.T("prizes.title"), Address: page.Event.Home + "/prizes"},
		link{Text: page.T("changes.title"), Address: page.Event.Home + "/ratings/changes"})
	return s.render(c, "exports", page)
}

// fileName names the file of an export.
func fileName(t *tournament.Tournament, f exchange.Format) string {
	name := t.Info.Slug
	if f.Writes != exchange.Tournament && f.Extensions[0] == ".csv" {
		name += "-" + strings.TrimSuffix(f.Name, "-csv")
		name = strings.Replace(name, "-csv", "-players", 1)
	}
	return name + f.Extensions[0]
}

// sendExport sends the tournament as a file, in the reader's language where
// the format has words. It is always saved, never shown: what it holds was
// typed by anybody.
func (s *Server) sendExport(c *gin.Context) error {
	snapshot, err := s.visible(c)
	if err != nil {
		return err
	}
	format, err := exchange.Named(c.Param("format"))
	if err != nil {
		return err
	}
	if format.Writes == exchange.Nothing {
		return fault.New(fault.NotFound, "page.missing")
	}
	var file bytes.Buffer
	lang := s.language(c).In(zone(snapshot.Tournament))
	if _, err := exchange.Write(&file, format.Name, snapshot.Tournament, lang.T); err != nil {
		return err
	}
	sendFile(c, fileName(snapshot.Tournament, format), format.Media, file.Bytes())
	return nil
}

func sendFile(c *gin.Context, name, media string, data []byte) {
	c.Header("Cache-Control", "no-store")
	c.Header("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	c.Header("Content-Security-Policy", "sandbox; default-src 'none'")
	if strings.HasPrefix(media, "text/") {
		media += "; charset=utf-8"
	}
	c.Data(http.StatusOK, media, data)
}

// sendBackup sends a copy of the whole database.
func (s *Server) sendBackup(c *gin.Context) error {
	var file bytes.Buffer
	name, err := s.director.Backup(c.Request.Context(), &file)
	if err != nil {
		return err
	}
	sendFile(c, name, "application/vnd.sqlite3", file.Bytes())
	return nil
}
