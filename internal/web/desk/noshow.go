package desk

import (
	"context"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
)

// A noShowView asks whether an absent player of the round plays the next one.
type noShowView struct {
	page.PlayerView
	Text string
}

// An answeredView is an answer about a player, or an undo; both can be undone. Left
// describes how a draft was changed for the answer; may be nil. Redoes is set for an undo.
// Draw is the address of the draw where a pairing after the publication is undone, "" for others.
type answeredView struct {
	Text    string
	Version int
	Left    *history.RepairedDraft
	Redoes  bool
	Draw    string
}

// fillNoShows lists the questions about no-shows. They are about the next round, so only the current round has them.
func (p *roundPage) fillNoShows(t *tournament.Tournament) {
	if p.Round != t.Current() {
		return
	}
	for _, id := range director.NoShows(t) {
		v := page.NewPlayerView(t, id)
		p.NoShows = append(p.NoShows, noShowView{v, p.T("desk.noshow.ask", v.Name, p.Round, p.Round+1)})
	}
}

// fillAnswered fills the answer or the pairing that the address names, or for an entry that was undone its undo.
func (s *Handlers) fillAnswered(ctx context.Context, p *roundPage, t *tournament.Tournament) error {
	if p.Answer == 0 {
		return nil
	}
	e, err := s.Director.Logged(ctx, t.Info.Slug, p.Answer)
	undone := err == nil && e.UndoneBy > 0
	if undone {
		e, err = s.Director.Logged(ctx, t.Info.Slug, e.UndoneBy)
	}
	switch {
	case fault.Is(err, "log.missing"):
		return nil
	case err != nil:
		return err
	case undone && e.UndoneBy == 0:
		p.Answered = &answeredView{Text: page.Text(p.Language, history.Entry{LogEntry: e}), Version: e.Version, Redoes: e.Action == "undo"}
	case e.UndoneBy == 0 && e.Action == "draw.late":
		p.Answered = &answeredView{Text: page.Text(p.Language, history.Entry{LogEntry: e}), Draw: page.DrawPath(t, p.Round) + "#last"}
	case e.UndoneBy == 0 && t.IsOpen():
		p.Answered = &answeredView{Text: eveningAnswer(p.Language, e), Version: e.Version}
	case e.UndoneBy == 0 && director.Concerns(e.Action) == director.OfPlayers:
		p.Answered = &answeredView{
			Text: page.Text(p.Language, history.Entry{LogEntry: e}), Version: e.Version, Left: history.NewRepairedDraft(p.Language, t, e),
		}
	}
	return nil
}

// postNoShow enters an answer about an absent player: away until further notice, withdrawn, or back in the next round.
func (s *Handlers) postNoShow(c *gin.Context, f entryForm) (err error) {
	ctx, slug, id := c.Request.Context(), f.state.Slug, tournament.PlayerID(page.Natural(c.PostForm("player")))
	switch c.PostForm("answer") {
	case "away":
		err = f.editor.SetStatus(ctx, id, tournament.Preliminary)
	case "withdrawn":
		err = f.editor.SetStatus(ctx, id, tournament.Withdrawn)
	case "comes":
		err = f.editor.Expect(ctx, id, f.state.Round+1)
	default:
		err = fault.New(fault.Invalid, "form.incomplete")
	}
	if err != nil {
		return s.showRefused(c, f, "", err)
	}
	next := page.DeskState{Slug: slug, Round: f.state.Round}
	e, err := f.editor.LastLeave(ctx)
	switch {
	case err != nil && !fault.Is(err, "undo.nothing"):
		return err
	case e.Version > f.snapshot.Tournament.Version: // without a new version, another desk was first
		next.Answer = e.Version
	}
	return s.showNext(c, next)
}

// eveningAnswer describes a step of open play. An arrival or a departure has the words of the evening.
func eveningAnswer(lang *i18n.Language, e director.LogEntry) string {
	key := map[string]string{"player.checkin": "evening.done.checked-in", "player.preliminary": "evening.done.preliminary"}[e.Action]
	if key == "" || len(e.Args) == 0 {
		return page.Text(lang, history.Entry{LogEntry: e})
	}
	return lang.T(key, e.Args[0])
}
