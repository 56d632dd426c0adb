package people

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// postStatus checks a player in or out, withdraws or reinstates them.
func (s *Room) postStatus(c *gin.Context, snapshot *director.Snapshot, p *tournament.Player) error {
	var status tournament.Status
	if err := status.UnmarshalText([]byte(c.PostForm("status"))); err != nil {
		return fault.Wrap(err, fault.Invalid, "status.unknown", fault.Clip(c.PostForm("status")))
	}
	return s.leave(c, snapshot, p, func(e *director.Editor) error {
		return e.SetStatus(c.Request.Context(), p.ID, status)
	})
}

func (s *Room) postAttendance(c *gin.Context, snapshot *director.Snapshot, p *tournament.Player) error {
	round, err := strconv.Atoi(c.Param("round"))
	if err != nil {
		return fault.New(fault.NotFound, "page.missing")
	}
	return s.leave(c, snapshot, p, func(e *director.Editor) error {
		return e.SetAttendance(c.Request.Context(), p.ID, round, tournament.Attendance(c.PostForm("attendance")))
	})
}

// leave runs a step that may remove a player from a draft, and shows the list, which
// mentions how that changed the draft.
func (s *Room) leave(
	c *gin.Context, snapshot *director.Snapshot, p *tournament.Player, do func(e *director.Editor) error,
) error {
	t, editor := snapshot.Tournament, s.PersonEditor(c)
	r := t.Round(len(t.Rounds))
	drafted := r != nil && !r.Published && (r.Game(p.ID) != nil || r.HasBye(p.ID))
	if err := do(editor); err != nil {
		return err
	}
	if !drafted {
		return s.redirectToList(c, 0)
	}
	e, err := editor.LastLeave(c.Request.Context())
	inRound := func(c tournament.Change) bool { return c.InRound() > 0 }
	switch {
	case err != nil && !fault.Is(err, "undo.nothing"):
		return err
	case err == nil && e.Version > t.Version && slices.ContainsFunc(e.Changes, inRound):
		return s.redirectToList(c, e.Version)
	}
	return s.redirectToList(c, 0) // checked in, nothing changed, or the draft is another round's
}

// postCheckInAll checks in all players who are only announced.
func (s *Room) postCheckInAll(c *gin.Context) error {
	if _, err := s.PersonEditor(c).CheckInAll(c.Request.Context()); err != nil {
		return err
	}
	return s.redirectToList(c, 0)
}

// redirectToList redirects to the page with the button: the list with its filter,
// or the player's entry. Scripts follow and replace the list by that page's. left is
// the version that changed a draft, which the list mentions; 0 for none.
func (s *Room) redirectToList(c *gin.Context, left int) error {
	address := "/desk/" + c.Param("slug") + "/players"
	if c.PostForm("from") == "entry" && left == 0 {
		address += "/" + c.Param("player")
	} else {
		query := url.Values{}
		for _, name := range []string{"q", "show"} {
			if value := c.PostForm(name); value != "" {
				query.Set(name, page.Clip(value))
			}
		}
		if left > 0 {
			query.Set("left", strconv.Itoa(left))
		}
		if len(query) > 0 {
			address += "?" + query.Encode()
		}
	}
	c.Redirect(http.StatusSeeOther, site.LocalPath(address))
	return nil
}
