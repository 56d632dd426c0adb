package desk

import (
	"html/template"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"
	"rsc.io/qr"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/web/page"
)

// A slipsPage is the result slips of a round, four on a sheet.
type slipsPage struct {
	page.Base
	Round  int
	Start  string
	Sheets [][]slipView
}

// A slipView is one slip; an empty one has table 0.
type slipView struct {
	page.GameView
	// Link is the address where the players report the result and hand in the
	// game's record, or of the round's public page. QR is the same as an SVG path in
	// a square of QRSize units.
	Link   string
	QR     template.HTMLAttr
	QRSize int
	// Label names what can be handed in there; "" on the public page.
	Label string
	// Board is the board of a match, 0 when no teams play.
	Board int
}

const slipsPerSheet = 4

// showSlips shows the slips, ordered so that the stacks of the cut sheets, laid on
// each other, are in the order of the tables.
func (s *Room) showSlips(c *gin.Context, snapshot *director.Snapshot) error {
	t := snapshot.Tournament
	n, err := strconv.Atoi(c.Param("round"))
	if err != nil || t.Round(n) == nil {
		return fault.New(fault.NotFound, "round.missing", fault.Clip(c.Param("round")))
	}
	r := t.Round(n)
	view := slipsPage{Base: s.DeskBase(c, snapshot, s.Language(c).T("slips.title", n), "exports").AtRound(n), Round: n}
	if !r.Start.IsZero() {
		view.Start = view.Clock(r.Start)
	}
	var slips []slipView
	public := s.PublicBase(c) + "/t/" + t.Info.Slug
	matches, _ := page.MatchViews(view.Language, t, r)
	boards := page.MatchBoards(matches)
	label := ""
	switch records := !t.Settings.DeskRecords; {
	case records && t.Settings.PlayerResults:
		label = view.T("slips.both")
	case records:
		label = view.T("slips.record")
	case t.Settings.PlayerResults:
		label = view.T("slips.result")
	}
	for i := range r.Games {
		slip := slipView{
			GameView: page.NewGameView(view.Language, t, &r.Games[i]), Label: label, Board: boards[r.Games[i].ID].Board,
		}
		address := public + "/round/" + strconv.Itoa(n)
		if slip.Label != "" {
			token, err := s.Director.GameToken(c.Request.Context(), t, &r.Games[i])
			if err != nil {
				return err
			}
			address = public + "/report/" + token
		}
		slip.Link = address
		if slip.QR, slip.QRSize, err = qrPath(address); err != nil {
			return err
		}
		slips = append(slips, slip)
	}
	view.Sheets = cutOrder(slips)
	return s.Render(c, "slips", view)
}

// cutOrder distributes slips over sheets: with m sheets, slips 1, m+1, 2m+1, 3m+1
// are on the first.
func cutOrder(slips []slipView) [][]slipView {
	sheets := make([][]slipView, (len(slips)+slipsPerSheet-1)/slipsPerSheet)
	for i := range sheets {
		for place := range slipsPerSheet {
			var slip slipView
			if at := place*len(sheets) + i; at < len(slips) {
				slip = slips[at]
			}
			sheets[i] = append(sheets[i], slip)
		}
	}
	return sheets
}

// qrPath returns a QR code as an SVG path attribute of unit squares, and its
// width.
func qrPath(text string) (template.HTMLAttr, int, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return "", 0, err
	}
	var b strings.Builder
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				b.WriteString("M" + strconv.Itoa(x) + " " + strconv.Itoa(y) + "h1v1h-1z")
			}
		}
	}
	return template.HTMLAttr(`d="` + b.String() + `"`), code.Size, nil
}
