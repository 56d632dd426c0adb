package admin

import (
	"net"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/role"
	"tourney/internal/standby"
	"tourney/internal/store"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// StandbyRoutes returns what adds the computers that follow all the data, to go on with them.
func StandbyRoutes(s *Room) func(g *site.Group) {
	r := standbyRoom{s}
	return func(g *site.Group) {
		g.Get("/standby", r.show)
		g.Post("/standby", r.post)
	}
}

type standbyRoom struct{ *Room }

// A standbyPage shows the computers that follow.
type standbyPage struct {
	page.Base
	Rows []standbyRow
	// Command is what somebody types at the other computer, shown once; "" before it is made.
	Command string
	// Cannot is why the data cannot be followed from another computer, "" if they can.
	Cannot string
	Fault  string
}

// A standbyRow is one computer that follows, or did, or from which this one has taken over.
type standbyRow struct {
	ID, Name, State string
	Addresses       []string
	// Good is set while it has everything; Do is what to do with one that does not follow, nil else.
	Good bool
	Do   *page.Choice
}

func (s standbyRoom) show(c *gin.Context) error {
	view, err := s.page(c)
	if err != nil {
		return err
	}
	return s.Render(c, "standby", view)
}

func (s standbyRoom) page(c *gin.Context) (*standbyPage, error) {
	view := &standbyPage{Base: s.PageBase(c, s.Language(c).T("standby.page.title"))}
	if err := s.Director.Standby.CannotBeFollowed(); err != nil {
		view.Cannot = view.Error(err)
	} else if all, err := s.Director.Standby.Standbys(c.Request.Context()); err != nil {
		return nil, err
	} else {
		for _, is := range all {
			view.Rows = append(view.Rows, rowOf(view.Language, is))
		}
	}
	if old := s.Director.Standby.Unheard(); old != "" {
		lost := &page.Choice{Value: "lose", Text: view.T("standby.page.lost")}
		view.Rows = append(view.Rows, standbyRow{ID: old, Name: old, State: view.T("standby.page.deaf"), Do: lost})
	}
	return view, nil
}

func rowOf(lang *i18n.Language, is standby.Standby) standbyRow {
	row := standbyRow{ID: is.ID, Name: is.Name, Addresses: is.Addresses, Good: is.Follows}
	if !is.Follows {
		row.Do = &page.Choice{Value: "forget", Text: lang.T("standby.page.forget")}
	}
	switch {
	case is.Follows:
		row.State = lang.T("standby.page.whole")
	case is.Behind.IsZero():
		row.State = lang.T("standby.page.unheard")
	default:
		row.State = lang.T("standby.page.behind", fault.Moment(is.Behind))
	}
	return row
}

// post makes the command for another computer, or forgets one.
func (s standbyRoom) post(c *gin.Context) error {
	command, err := "", error(nil)
	switch c.PostForm("do") {
	case "make":
		command, err = s.makeCommand(c)
	case "forget":
		err = s.Director.Standby.Forget(c.Request.Context(), c.PostForm("id"))
	case "lose":
		err = s.Director.Standby.Lose(c.Request.Context(), c.PostForm("id"))
	}
	if err == nil && command == "" {
		return s.Redirect(c, "/standby")
	}
	view, wrong := s.page(c)
	if wrong != nil {
		return wrong
	}
	if err != nil {
		view.Fault = view.Error(err)
		return s.RenderRefused(c, err, "standby", view)
	}
	view.Command = command
	return s.Render(c, "standby", view)
}

// makeCommand returns the command with which another computer follows this one, with a new token in it.
func (s standbyRoom) makeCommand(c *gin.Context) (string, error) {
	if err := s.Director.Standby.CannotBeFollowed(); err != nil {
		return "", err
	}
	session, _ := s.Session(c)
	office := s.Director.Access().People().Office(session, store.FirstOrganisation)
	const most = 100
	for n := 1; ; n++ {
		secret, err := office.MakeToken(c.Request.Context(), s.Language(c).T("standby.page.token", n), role.StandbyToken)
		if fault.Is(err, "people.token.taken") && n < most {
			continue
		}
		if err != nil {
			return "", err
		}
		address, print := s.followedAt(c)
		command := "tourney serve --standby " + address + " --token " + secret
		if print != "" {
			command += " --fingerprint " + print
		}
		return command, nil
	}
}

// followedAt returns the address at which another computer follows this one, and the fingerprint of its certificate if
// it has signed that itself.
func (s standbyRoom) followedAt(c *gin.Context) (address, print string) {
	address = s.PhoneBase(c)
	at, err := url.Parse(address)
	if s.Encrypted == nil || err != nil {
		return address, ""
	}
	at.Scheme, at.Host = "https", net.JoinHostPort(at.Hostname(), s.Encrypted.HTTPS)
	return at.String(), strings.ReplaceAll(s.Encrypted.Fingerprint, " ", "")
}
