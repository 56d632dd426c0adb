// Package strengths has the page about the strengths of a club's members in open play: proposed ranks, the strengths
// with their uncertainty, and how well the handicaps even out games.
package strengths

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/results/strength"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// Handlers answer the page and its forms.
type Handlers struct{ *site.Site }

// Routes adds the addresses of the package to g.
func (s *Handlers) Routes(g *site.Group) {
	g.Get("/strengths", s.WithTournament(s.show))
	g.Post("/strengths/:player", s.WithTournament(s.post))
}

// A strengthsPage shows proposals, members and the evenness of games.
type strengthsPage struct {
	page.Base
	// Open is set in open play; the page of another tournament is empty.
	Open bool
	// Games and Evenings count the games with a result and the evenings.
	Games, Evenings int
	Done            *doneView
	Proposals       []proposalView
	Members         []memberView
	// Newcomers are the names of members without a game.
	Newcomers []string
	Even      *evenView
	// Once is for the forms.
	Once string
}

// A doneView is the decision just made, with its undo, or the state after the undo.
type doneView struct {
	Text, Undo string
}

func (s *Handlers) show(c *gin.Context, snapshot *director.Snapshot) error {
	t := snapshot.Tournament
	v := strengthsPage{Base: s.DeskBase(c, snapshot, s.Language(c).T("strength.title"), "strengths"), Open: t.IsOpen(), Once: rand.Text()}
	if !v.Open {
		return s.Render(c, "strengths", v)
	}
	today := strength.DayOf(t, s.Director.Now())
	history := snapshot.Strengths()
	v.Evenings, v.Done = len(t.Day.Evenings), v.doneWith(c, t)
	for _, p := range history.Due(t, today) {
		v.Proposals = append(v.Proposals, newProposalView(v.Language, t, p))
	}
	v.addMembers(t, history, today)
	rows := history.Handicaps()
	if len(rows) > 0 {
		v.Even = newEvenView(v.Language, t, history, rows)
	}
	return s.Render(c, "strengths", v)
}

// doneWith describes the decision in the address, nil without one.
func (p *strengthsPage) doneWith(c *gin.Context, t *tournament.Tournament) *doneView {
	player := t.Player(tournament.PlayerID(page.Natural(c.Query("of"))))
	version := page.Natural(c.Query("version"))
	key := map[string]string{"accept": "strength.accepted", "later": "strength.later.done", "undo": "strength.undone"}[c.Query("did")]
	if player == nil || key == "" {
		return nil
	}
	v := &doneView{Text: p.T(key, player.Name(), player.Rank)}
	if c.Query("did") != "undo" && version > 0 {
		v.Undo = address(t, player.ID) + "?version=" + strconv.Itoa(version)
	}
	return v
}

// address returns the address of the forms about a player.
func address(t *tournament.Tournament, id tournament.PlayerID) string {
	return "/desk/" + t.Info.Slug + "/strengths/" + strconv.Itoa(int(id))
}

// post accepts a proposal, puts it off, or undoes that. The form names both ranks: a proposal that has changed since the
// page was rendered is refused.
func (s *Handlers) post(c *gin.Context, snapshot *director.Snapshot) error {
	ctx, editor, do := c.Request.Context(), s.Editor(c), c.PostForm("do")
	t := snapshot.Tournament
	player := t.Player(tournament.PlayerID(page.Natural(c.Param("player"))))
	if player == nil {
		return fault.New(fault.NotFound, "player.missing", page.Natural(c.Param("player")))
	}
	done := url.Values{"did": {do}, "of": {strconv.Itoa(int(player.ID))}}
	decide := map[string]func(p strength.Proposal) (int, error){
		"accept": func(p strength.Proposal) (int, error) { return editor.AcceptRank(ctx, p, site.IdempotencyKey(c)) },
		"later":  func(p strength.Proposal) (int, error) { return editor.PutOffRank(ctx, p, site.IdempotencyKey(c)) },
	}[do]
	switch {
	case do == "undo":
		if err := editor.UndoRank(ctx, player.ID, page.Natural(c.Query("version"))); err != nil {
			return err
		}
	case decide == nil:
		return fault.New(fault.Invalid, "form.incomplete")
	default:
		proposal, err := proposed(snapshot, player, s.Director.Now(), c.Request.PostForm)
		if err != nil {
			return err
		}
		version, err := decide(proposal)
		if err != nil {
			return err
		}
		done.Set("version", strconv.Itoa(version))
	}
	c.Redirect(http.StatusSeeOther, "/desk/"+t.Info.Slug+"/strengths?"+done.Encode())
	return nil
}

// proposed returns the proposal for a player with the ranks of the form, or "strength.overtaken".
func proposed(snapshot *director.Snapshot, p *tournament.Player, now time.Time, sent url.Values) (strength.Proposal, error) {
	t := snapshot.Tournament
	for _, due := range snapshot.Strengths().Due(t, strength.DayOf(t, now)) {
		if due.Person == int(p.ID) && due.Present.String() == sent.Get("was") && due.Proposed.String() == sent.Get("rank") {
			return due, nil
		}
	}
	return strength.Proposal{}, fault.New(fault.Conflict, "strength.overtaken", p.Name(), p.Rank)
}
