package today

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/day"
	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
)

// A finalPage is the end of a tournament: the final standings, the reports, pictures.
type finalPage struct {
	page.Base
	// Announced is set while final standings stand, Ready if they can be announced.
	Announced, Ready bool
	// Missing is the number of results that block the announcement, Wait the state of the tournament until then.
	Missing int
	Wait    string
	Lists   []listView
	// Top and More are the lines of the next announcement.
	Top, More linesView
	// Sendings are the reports to federations.
	Sendings []sendingView
	Pictures []pictureView
	// Public is the address of the public page of the final standings.
	Public string
	Fault  string
}

// A listView is one version of the final standings, the latest first.
type listView struct {
	Title, When, By, Note string
	// Reopened describes the time, author and reason of a correction; "" for a standing version.
	Reopened string
	// Changes are the differences from the version before.
	Changes []page.FinalChangeView
}

// A linesView is a part of the final standings. Place and Player are headings.
type linesView struct {
	Place, Player string
	Criteria      []page.CriterionView
	Lines         []finalLine
}

// A finalLine is a line with the rank of its player, 0 for none and for teams, and its place as text.
type finalLine struct {
	tournament.FinalLine
	Rank  rank.Rank
	Place string
}

// A sendingView is a report to a federation.
type sendingView struct {
	Title, Text string
}

// A pictureView is a picture on the public pages.
type pictureView struct {
	ID            int
	Address       string
	Caption       string
	Width, Height int
}

// topLines is the number of lines that the page shows first before an announcement, winnerLines the number after it.
const topLines, winnerLines = 10, 3

func (s *Handlers) showFinal(c *gin.Context, snapshot *director.Snapshot) error {
	return s.Render(c, "final", s.finalPage(c, snapshot))
}

func (s *Handlers) finalPage(c *gin.Context, snapshot *director.Snapshot) *finalPage {
	t := snapshot.Tournament
	v := &finalPage{
		Base:      s.DeskBase(c, snapshot, s.Language(c).T("final.title"), "final"),
		Announced: t.Frozen() != nil, Public: "/t/" + t.Info.Slug + "/final",
	}
	for i := range t.Current() {
		v.Missing += t.Rounds[i].Missing()
	}
	if v.Ready = t.Current() > 0 && v.Missing == 0; v.Ready {
		criteria, announced := day.FinalLines(t)
		lines, places := make([]finalLine, len(announced)), results.FinalPlaces(announced)
		for i, line := range announced {
			for c := range line.Scores {
				line.Scores[c] = v.Decimal(line.Scores[c])
			}
			lines[i] = finalLine{line, rankOf(t, line.Player), places[i]}
		}
		top := topLines
		if v.Announced {
			top = winnerLines
		}
		v.Top = linesView{v.T("standings.place"), v.T("standings.player"), page.Criteria(v.Language, criteria), lines[:min(top, len(lines))]}
		v.More = linesView{v.Top.Place, v.Top.Player, v.Top.Criteria, lines[len(v.Top.Lines):]}
	}
	v.Wait = v.T("final.wait", t.Current(), t.Settings.Rounds)
	switch {
	case t.IsOpen():
		v.Wait = v.T("final.wait.open")
	case t.Current() == 0:
		v.Wait = v.T("final.first.round", t.Settings.Rounds)
	}
	for i := range t.Day.Finals {
		v.Lists = append(v.Lists, v.newListView(t, i))
	}
	slices.Reverse(v.Lists)
	for _, sent := range t.Day.Sendings {
		v.Sendings = append(v.Sendings, sendingView{
			sent.To, strings.TrimSpace(page.Text(v.Language, sent.State) + " " + v.Moment(sent.At)),
		})
	}
	for _, p := range t.Day.Pictures {
		v.Pictures = append(v.Pictures, pictureView{
			p.ID, "/t/" + t.Info.Slug + "/pictures/" + strconv.Itoa(p.ID), p.Caption, p.Width, p.Height,
		})
	}
	return v
}

// rankOf returns the rank of a player, 0 for a team.
func rankOf(t *tournament.Tournament, id tournament.PlayerID) rank.Rank {
	if p := t.Player(id); p != nil && !page.OfTeams(t) {
		return p.Rank
	}
	return 0
}

func (v *finalPage) newListView(t *tournament.Tournament, i int) listView {
	list := &t.Day.Finals[i]
	view := listView{
		Title: v.T("final.announced"), When: v.Moment(list.At), By: history.AuthorName(v.Language, t, list.By), Note: list.Note,
	}
	if i > 0 {
		view.Title, view.Changes = v.T("final.corrected"), page.FinalChanges(v.Language, &t.Day.Finals[i-1], list)
	}
	if !list.Reopened.IsZero() {
		view.Reopened = v.T("final.reopened", v.Moment(list.Reopened), history.AuthorName(v.Language, t, list.ReopenedBy), list.Reason)
	}
	return view
}

// refuseFinal shows the page again with the reason.
func (s *Handlers) refuseFinal(c *gin.Context, snapshot *director.Snapshot, err error) error {
	v := s.finalPage(c, snapshot)
	v.Fault = v.Error(err)
	return s.RenderRefused(c, err, "final", v)
}

// redirectToFinal redirects to the page, or shows it with the reason of a refusal.
func (s *Handlers) redirectToFinal(c *gin.Context, snapshot *director.Snapshot, err error) error {
	if err != nil {
		return s.refuseFinal(c, snapshot, err)
	}
	return s.Redirect(c, "/desk/"+snapshot.Tournament.Info.Slug+"/final")
}

// postFinal announces the final standings, or reopens them for a correction.
func (s *Handlers) postFinal(c *gin.Context, snapshot *director.Snapshot) error {
	ctx, sent, editor := c.Request.Context(), c.Request.PostForm, s.Editor(c).Day()
	switch sent.Get("do") {
	case "announce":
		return s.redirectToFinal(c, snapshot, editor.AnnounceFinal(ctx, strings.TrimSpace(sent.Get("note"))))
	case "reopen":
		return s.redirectToFinal(c, snapshot, editor.Reopen(ctx, strings.TrimSpace(sent.Get("reason"))))
	}
	return fault.New(fault.Invalid, "form.incomplete")
}

// postPicture adds the picture of a form.
func (s *Handlers) postPicture(c *gin.Context, snapshot *director.Snapshot) error {
	header, err := c.FormFile("file")
	if err != nil {
		return s.refuseFinal(c, snapshot, fault.Wrap(err, fault.Invalid, "photo.format"))
	}
	file, err := header.Open()
	if err != nil {
		return err
	}
	defer file.Close()
	data, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	return s.redirectToFinal(c, snapshot, s.Editor(c).Day().AddPicture(c.Request.Context(), data, c.PostForm("caption")))
}

// postPictureChanged changes the caption of a picture, or removes it.
func (s *Handlers) postPictureChanged(c *gin.Context, snapshot *director.Snapshot) error {
	ctx, id, editor := c.Request.Context(), page.Natural(c.Param("id")), s.Editor(c).Day()
	if c.PostForm("do") == "remove" {
		return s.redirectToFinal(c, snapshot, editor.RemovePicture(ctx, id))
	}
	return s.redirectToFinal(c, snapshot, editor.CaptionPicture(ctx, id, c.PostForm("caption")))
}
