package beyond

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/beyond/standby"
	"tourney/internal/fault"
	"tourney/internal/web/site"
)

// followHandlers serve the data to standby computers.
type followHandlers struct{ *Extension }

// mostStatus limits the status of another computer, in bytes.
const mostStatus = 64 << 10

// routes mounts the addresses for a standby computer, for its token.
func (s followHandlers) routes(g *site.Group) {
	g.PostStream("/standby", standby.MostAsked, s.postFetch)
	g.PostStream("/standby/reign", mostStatus, s.postLeadership)
}

// leadershipRoutes mounts the addresses for other computers with a copy of the same data, about the present leader.
func (s followHandlers) leadershipRoutes(g *site.Group) {
	g.Get("/standby/reign", s.showLeadership)
	g.PostStream("/standby/told", standby.MostTold, s.postPeerStatus)
}

// postFetch answers with the pages of the data file that a copy misses, and waits for a change if it is complete.
func (s followHandlers) postFetch(c *gin.Context) error {
	ctx, cancel := context.WithCancel(c.Request.Context())
	defer cancel()
	defer context.AfterFunc(s.Streams, cancel)()
	// Pages take long on a slow connection; a server without such deadlines has none to extend.
	line, late := http.NewResponseController(c.Writer), time.Now().Add(uploadTimeout)
	_, _ = line.SetReadDeadline(late), line.SetWriteDeadline(late)
	ask, err := standby.ReadRequest(c.Request.Body)
	if err != nil {
		return err
	}
	set, err := s.Standby.Respond(ctx, ask)
	switch {
	case err != nil && ctx.Err() == nil:
		return err
	case err != nil || set.Size == 0:
		c.Status(http.StatusNoContent)
		return nil
	}
	entry, err := set.Entry()
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "no-store")
	c.Data(http.StatusOK, "application/octet-stream", entry)
	return nil
}

// postLeadership records that another computer has taken over, and answers with the last state of the data.
func (s followHandlers) postLeadership(c *gin.Context) error {
	var sent standby.Status
	if err := json.NewDecoder(io.LimitReader(c.Request.Body, mostStatus)).Decode(&sent); err != nil {
		return fault.Wrap(err, fault.Invalid, "standby.ask")
	}
	last, err := s.Standby.Yield(c.Request.Context(), sent)
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, last)
	return nil
}

// postPeerStatus records the status of another computer with the same data.
func (s followHandlers) postPeerStatus(c *gin.Context) error {
	var told standby.Status
	if err := json.NewDecoder(io.LimitReader(c.Request.Body, standby.MostTold)).Decode(&told); err != nil {
		return fault.Wrap(err, fault.Invalid, "standby.ask")
	}
	if err := s.Standby.Receive(c.Request.Context(), told); err != nil {
		return err
	}
	c.Status(http.StatusNoContent)
	return nil
}

// showLeadership answers which computer is the leader, with a proof for computers that have the data.
func (s followHandlers) showLeadership(c *gin.Context) error {
	status, err := s.Standby.Status(c.Request.Context(), c.Query("question"))
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, status)
	return nil
}
