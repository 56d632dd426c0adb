package web

import (
	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// mostRecordForm bounds a form with a game record.
const mostRecordForm = 2 * tournament.MostRecordBytes

// A reportPage is where the link on a slip leads: the players' own game, and
// the ways to hand its record in.
type reportPage struct {
	base
	gameView
	Round  int
	Record *recordView
	handIn
}

// A report is a request that comes by the link on a slip.
type report struct {
	snapshot *director.Snapshot
	t        *tournament.Tournament
	g        *tournament.Game
	lang     *i18n.Language
	page     *reportPage
}

// report finds the game whose token the address has.
func (s *Server) report(c *gin.Context) (*report, error) {
	snapshot, err := s.visible(c)
	if err != nil {
		return nil, err
	}
	t := snapshot.Tournament
	g, err := s.director.GameOf(c.Request.Context(), t, c.Param("token"))
	if err != nil {
		return nil, err
	}
	r := &report{snapshot: snapshot, t: t, g: g, lang: s.language(c).In(zone(t))}
	page := &reportPage{gameView: newGameView(r.lang, t, g), Round: g.Round}
	v := visit{Snapshot: snapshot, server: s, lang: r.lang, path: c.Request.URL.Path}
	page.base = v.base(r.lang.T("report.title", g.Table), "", g.Round)
	page.Address = v.to("/report/" + c.Param("token"))
	page.Action = page.Address
	if g.Record != "" {
		review, err := s.director.Review(c.Request.Context(), t, g.ID)
		if err != nil {
			return nil, err
		}
		page.Record = newRecordView(r.lang, g, review)
	} else if page.Play, err = s.playView(r.lang, t, g, "", ""); err != nil {
		return nil, err
	}
	r.page = page
	return r, nil
}

func (s *Server) showReport(c *gin.Context) error {
	r, err := s.report(c)
	if err != nil {
		return err
	}
	return s.render(c, "report", r.page)
}

// handIn attaches a record in the players' name, once: what is in already only
// the desk replaces.
func (s *Server) handIn(c *gin.Context, r *report, data []byte) error {
	switch {
	case r.g.Record != "":
		return fault.New(fault.Conflict, "report.done")
	case !s.tries.allow("report " + r.page.Action):
		return fault.New(fault.Denied, "login.slow")
	}
	by := director.Actor{Name: r.lang.T("report.by", r.g.Table)}
	return s.director.AttachRecord(c.Request.Context(), by, r.t.Info.Slug, r.g.ID, data)
}

func (s *Server) postReport(c *gin.Context) error {
	r, err := s.report(c)
	if err != nil {
		return err
	}
	_, data, err := sentFile(c)
	if err == nil {
		err = s.handIn(c, r, data)
	}
	return s.reported(c, r, err)
}

// reported leads back to the page, or shows it with the reason why not.
func (s *Server) reported(c *gin.Context, r *report, err error) error {
	if err == nil {
		return loadAnew(c, r.page.Action)
	}
	if _, ok := fault.As(err); !ok {
		return err
	}
	r.page.refuse(c, r.lang, err, r.page.Error(err))
	if isHTMX(c) && r.page.Play != nil { // only the board will be shown anew
		r.page.Play.Fault = r.page.Fault
	}
	return s.renderStatus(c, statusOf(err), "report", r.page)
}

func (s *Server) postReportPlay(c *gin.Context) error {
	r, err := s.report(c)
	if err != nil {
		return err
	}
	return s.stepBoard(c, r.lang, r.t, r.g,
		func(record string) error { return s.reported(c, r, s.handIn(c, r, []byte(record))) },
		func(status int, v *playView) error {
			r.page.Play = v
			return s.renderStatus(c, status, "report", r.page)
		})
}
