package people

import (
	"net/http"
	"net/url"
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
	left, err := s.LeaveDraft(c, snapshot, p, func(by director.Actor, slug string) error {
		return s.Director.On(by, slug).SetStatus(c.Request.Context(), p.ID, status)
	})
	if err != nil {
		return err
	}
	return s.redirectToList(c, left)
}

// postAttendance sets a player's attendance in a round.
func (s *Room) postAttendance(c *gin.Context, snapshot *director.Snapshot, p *tournament.Player) error {
	round, err := strconv.Atoi(c.Param("round"))
	if err != nil {
		return fault.New(fault.NotFound, "page.missing")
	}
	left, err := s.LeaveDraft(c, snapshot, p, func(by director.Actor, slug string) error {
		return s.Director.On(by, slug).SetAttendance(c.Request.Context(), p.ID, round, tournament.Attendance(c.PostForm("attendance")))
	})
	if err != nil {
		return err
	}
	return s.redirectToList(c, left)
}

// postCheckInAll checks in all players who are only announced.
func (s *Room) postCheckInAll(c *gin.Context) error {
	actor, _ := s.Actor(c)
	if _, err := s.Director.On(actor, c.Param("slug")).CheckInAll(c.Request.Context()); err != nil {
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
