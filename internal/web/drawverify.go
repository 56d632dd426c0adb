package web

import (
	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A verifyPage says whether a round is as the program draws it.
type verifyPage struct {
	base
	Round int
	// Path is the address of the round's draw.
	Path  string
	Drawn tournament.Drawn
	Total string
	// Failures say why the draw is not the one that was made, Differences what
	// in the round is not as drawn.
	Failures, Differences []string
	Same                  bool
}

func (s *Server) showVerify(c *gin.Context) error {
	snapshot, n, err := s.drawRound(c)
	if err != nil {
		return err
	}
	t := snapshot.Tournament
	v, err := s.director.Verify(c.Request.Context(), t, n)
	page := &verifyPage{base: s.deskBase(c, snapshot, s.language(c).T("draw.verify.title", n), "draw", n), Round: n, Path: drawPath(t, n)}
	if _, refused := fault.As(err); refused && t.Round(n) != nil {
		page.Drawn = t.Round(n).Drawn
		page.Failures = []string{page.Error(err)}
		return s.renderStatus(c, statusOf(err), "verify", page)
	}
	if err != nil {
		return err
	}
	page.Drawn, page.Same, page.Total = t.Round(n).Drawn, v.Same(), grouped(v.Draw.Total)
	for _, f := range v.Failures {
		page.Failures = append(page.Failures, say(page.Language, f))
	}
	for _, d := range v.Differences {
		page.Differences = append(page.Differences, say(page.Language, d))
	}
	return s.render(c, "verify", page)
}
