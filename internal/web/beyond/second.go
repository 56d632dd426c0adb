package beyond

import (
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/beyond/relay"
	"tourney/internal/beyond/standby"
	"tourney/internal/fault"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// secondHandlers make this computer a second one, before it has any data. Only the link of the first start opens them.
type secondHandlers struct{ *Extension }

func (s secondHandlers) routes(g *site.Group) {
	g.Get("/setup/:token/second", s.OnlyEncrypted(s.show))
	g.Post("/setup/:token/second", s.OnlyEncrypted(s.post))
}

// A followingPage has the form for the line that another computer shows.
type followingPage struct {
	page.Base
	// Setup is the token of the first start, Line the refused line.
	Setup, Line string
	Fault       string
}

func (s secondHandlers) page(c *gin.Context) (*followingPage, error) {
	known, err := s.Director.Access().CheckSetup(c.Request.Context(), c.Param("token"))
	if err == nil && (known != "" || s.Follow == nil) {
		err = fault.New(fault.NotFound, "fault.page")
	}
	return &followingPage{Base: s.PageBase(c, s.Language(c).T("second.title")), Setup: c.Param("token")}, err
}

func (s secondHandlers) show(c *gin.Context) error {
	view, err := s.page(c)
	if err != nil {
		return err
	}
	return s.Render(c, "following", view)
}

func (s secondHandlers) post(c *gin.Context) error {
	view, err := s.page(c)
	if err != nil {
		return err
	}
	var to string
	from, err := parseSource(c.PostForm("line"))
	if err == nil {
		to, err = s.Follow(c.Request.Context(), from)
	}
	if err != nil {
		if _, known := fault.As(err); !known {
			return err
		}
		view.Fault, view.Line = view.Error(err), page.Clip(c.PostForm("line"))
		return s.RenderRefused(c, err, "following", view)
	}
	return s.Redirect(c, to)
}

// parseSource parses the line of a leader: its address, a token, and the fingerprint of a self-signed certificate.
// Faults: "second.line", and the faults of relay.HubAddress and relay.Token.
func parseSource(line string) (from standby.Source, err error) {
	const fingerprint = 64 // hexadecimal digits
	parts := strings.Fields(line)
	if len(parts) < 2 || len(parts) > 3 {
		return from, fault.New(fault.Invalid, "second.line")
	}
	if from.Address, err = relay.HubAddress(parts[0]); err != nil {
		return standby.Source{}, err
	}
	if from.Token, err = relay.Token(parts[1]); err != nil {
		return standby.Source{}, err
	}
	if len(parts) == 3 {
		from.Fingerprint = parts[2]
		if len(from.Fingerprint) != fingerprint || strings.Trim(strings.ToLower(from.Fingerprint), "0123456789abcdef") != "" {
			return standby.Source{}, fault.New(fault.Invalid, "second.line")
		}
	}
	return from, nil
}
