package people

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// postStatus checks a player in or out, withdraws or reinstates them.
func (s *Handlers) postStatus(c *gin.Context, snapshot *director.Snapshot, p *tournament.Player) error {
	var status tournament.Status
	if err := status.UnmarshalText([]byte(c.PostForm("status"))); err != nil {
		return fault.Wrap(err, fault.Invalid, "player.status.unknown", fault.Clip(c.PostForm("status")))
	}
	return s.removeFromRound(c, snapshot, p, func(e *director.Editor) error {
		return e.SetStatus(c.Request.Context(), p.ID, status)
	})
}

func (s *Handlers) postAttendance(c *gin.Context, snapshot *director.Snapshot, p *tournament.Player) error {
	round, err := strconv.Atoi(c.Param("round"))
	if err != nil {
		return fault.New(fault.NotFound, "fault.page")
	}
	return s.removeFromRound(c, snapshot, p, func(e *director.Editor) error {
		return e.SetAttendance(c.Request.Context(), p.ID, round, tournament.Attendance(c.PostForm("attendance")))
	})
}

// removeFromRound runs a step that may remove a player from a draft, and redirects to the list, with a note on the
// changed draft or the player's new status. If the player leaves only one round, its number is in the address.
func (s *Handlers) removeFromRound(
	c *gin.Context, snapshot *director.Snapshot, p *tournament.Player, do func(e *director.Editor) error,
) error {
	t, editor := snapshot.Tournament, s.Editor(c)
	r := t.Round(len(t.Rounds))
	drafted := r != nil && !r.Published && (r.Game(p.ID) != nil || r.HasBye(p.ID))
	if err := do(editor); err != nil {
		return err
	}
	query := url.Values{}
	if c.Param("round") == "" {
		query.Set("done", strconv.Itoa(int(p.ID)))
		query.Set("was", p.Status.String())
	}
	if c.Request.PostForm.Has("attendance") {
		query.Set("plays", strconv.Itoa(int(p.ID)))
	}
	if drafted {
		e, err := editor.LastLeave(c.Request.Context())
		if err != nil && !fault.Is(err, "undo.nothing") {
			return err
		}
		// Otherwise checked in, nothing changed, or the draft is another round's.
		inRound := func(c tournament.Change) bool { return c.InRound() > 0 }
		if err == nil && e.Version > t.Version && slices.ContainsFunc(e.Changes, inRound) {
			query = url.Values{"left": {strconv.Itoa(e.Version)}}
		}
	}
	return s.redirectToList(c, query)
}

// postCheckInAll checks in all announced players.
func (s *Handlers) postCheckInAll(c *gin.Context) error {
	if _, err := s.Editor(c).CheckInAll(c.Request.Context()); err != nil {
		return err
	}
	return s.redirectToList(c, url.Values{})
}

// redirectToList redirects to the page with the button: the list with its filter, or the player's entry. query holds
// the notes of the list. A script follows the redirect, replaces the list, and keeps typed text.
func (s *Handlers) redirectToList(c *gin.Context, query url.Values) error {
	address := "/desk/" + c.Param("slug") + "/players"
	if c.PostForm("from") == "fees" {
		address = "/desk/" + c.Param("slug") + "/fees"
	} else if c.PostForm("from") == "entry" && !query.Has("left") {
		address += "/" + c.Param("player")
		query = nil
	} else {
		for _, name := range []string{"find", "show", "by"} {
			if value := c.PostForm(name); value != "" && !(name == "find" && site.IsHTMX(c)) {
				query.Set(name, page.Clip(value))
			}
		}
	}
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	c.Redirect(http.StatusSeeOther, site.LocalPath(address))
	return nil
}
