package draw

import (
	"cmp"
	"math/big"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A verifyPage compares the draw with one made again.
type verifyPage struct {
	page.Base
	Round int
	// Path is the address of the round's draw.
	Path  string
	Drawn tournament.Drawn
	// MadeFrom identifies the state that the draw was made from. Was is its total
	// then, Total the total of the draw made again, "" if none was made.
	MadeFrom, Was, Total string
	// Refused is the reason why no draw could be made.
	Refused string
	// Failures are the reasons for a different draw, Differences the differences in the round, ByHand the number of
	// games changed by the director, and Since the later changes of the state that the draw was made from.
	Failures, Differences, Since []string
	ByHand, Older                string
	Same                         bool
}

func (s *Handlers) showVerify(c *gin.Context, snapshot *director.Snapshot, n int) error {
	t := snapshot.Tournament
	v, err := snapshot.Verify(c.Request.Context(), n)
	view := &verifyPage{
		Base: s.DeskBase(c, snapshot, s.Language(c).T("draw.verify.title", n), "draw").AtRound(n), Round: n,
		Path: page.DrawPath(t, n),
	}
	if r := t.Round(n); r != nil {
		view.Drawn, view.MadeFrom = r.Drawn, cmp.Or(r.Drawn.MadeFrom, r.Drawn.Inputs)
		if total, ok := new(big.Int).SetString(r.Drawn.Total, 10); ok {
			view.Was = formatBig(total)
		}
	}
	if _, refused := fault.As(err); refused && t.Round(n) != nil {
		view.Refused = view.Error(err)
		return s.RenderStatus(c, site.StatusOf(err), "verify", view)
	}
	if err != nil {
		return err
	}
	view.Same, view.Total = v.Reproduced(), formatBig(v.Draw.Total)
	if v.ByHand > 0 {
		view.ByHand = view.T("draw.verify.byhand", v.ByHand)
	}
	if v.FromCurrent {
		view.Older = view.T("explain.verify.older")
	}
	view.Failures, view.Differences = page.Texts(view.Language, v.Failures), page.Texts(view.Language, v.Differences)
	view.Since = page.Texts(view.Language, v.Changes)
	return s.Render(c, "verify", view)
}
