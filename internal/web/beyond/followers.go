package beyond

import (
	"net"
	"net/url"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/beyond/remote"
	"tourney/internal/beyond/standby"
	"tourney/internal/data/store"
	"tourney/internal/i18n"
	"tourney/internal/role"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// standbyHandlers handle the list of computers that follow the data.
type standbyHandlers struct{ *Extension }

func (s standbyHandlers) routes(g *site.Group) {
	g.Get("/standby", s.show)
	g.Post("/standby", s.post)
}

// A standbyPage lists the standby computers.
type standbyPage struct {
	page.Base
	Rows []standbyRow
	// Command is the command for the other computer, shown once; "" before it is made.
	Command string
	// Warning is the reason against the command: other computers cannot reach the address, or it is unsafe for a token.
	Warning string
	// Cannot is the reason if no standby is possible, else "".
	Cannot string
	Fault  string
}

// A standbyRow is a current or former standby computer, or the one whose data this one has taken over.
type standbyRow struct {
	ID, Name, State string
	Addresses       []string
	// Good is set if it has all data; Do is the action for a computer that does not follow, else nil.
	Good bool
	Do   *page.Choice
}

func (s standbyHandlers) show(c *gin.Context) error {
	view, err := s.page(c)
	if err != nil {
		return err
	}
	if name := c.Query("forgotten"); name != "" {
		view.Notice = &page.Banner{Level: "notice", Text: view.T("standby.page.forgotten", page.Clip(name))}
	}
	return s.Render(c, "standby", view)
}

func (s standbyHandlers) page(c *gin.Context) (*standbyPage, error) {
	view := &standbyPage{Base: s.PageBase(c, s.Language(c).T("standby.page.title"))}
	if err := s.Standby.CannotBeFollowed(); err != nil {
		view.Cannot = view.Error(err)
	} else if all, err := s.Standby.Standbys(c.Request.Context()); err != nil {
		return nil, err
	} else {
		for _, is := range all {
			view.Rows = append(view.Rows, s.rowOf(view.Language, is))
		}
	}
	if old := s.Standby.Unnotified(); old != "" {
		lost := &page.Choice{Value: "settle", Text: view.T("standby.page.lost")}
		view.Rows = append(view.Rows, standbyRow{ID: old, Name: old, State: view.T("standby.page.deaf"), Do: lost})
	}
	return view, nil
}

func (s standbyHandlers) rowOf(lang *i18n.Language, is standby.Standby) standbyRow {
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
		row.State = lang.T("standby.page.behind", lang.Since(is.Behind, s.Director.Now())+" "+lang.ZoneName(is.Behind))
	}
	return row
}

// post makes the command for another computer, or removes one.
func (s standbyHandlers) post(c *gin.Context) error {
	var token string
	var err error
	to := "/standby"
	switch c.PostForm("do") {
	case "make":
		token, err = s.makeToken(c)
	case "forget":
		err = s.Standby.Forget(c.Request.Context(), c.PostForm("id"))
		to += "?forgotten=" + url.QueryEscape(page.Clip(c.PostForm("name")))
	case "settle":
		err = s.Standby.Settle(c.Request.Context(), c.PostForm("id"))
	}
	if err == nil && token == "" {
		return s.Redirect(c, to)
	}
	view, wrong := s.page(c)
	if wrong != nil {
		return wrong
	}
	if err != nil {
		view.Fault = view.Error(err)
		return s.RenderRefused(c, err, "standby", view)
	}
	at, print := s.leaderAddress(c)
	view.Command = "tourney serve --standby " + at.String() + " --token " + token
	if print != "" {
		view.Command += " --fingerprint " + print
	}
	switch {
	case site.IsLoopback(at.Hostname()):
		view.Warning = view.T("standby.page.unreached", at.Host)
	case at.Scheme == "http" && !remote.IsLocal(at.Hostname()):
		view.Warning = view.T("standby.page.plain", at.Host)
	}
	return s.Render(c, "standby", view)
}

// makeToken returns a new token for a standby computer. It replaces the first unused token that was made here.
func (s standbyHandlers) makeToken(c *gin.Context) (secret string, err error) {
	if err := s.Standby.CannotBeFollowed(); err != nil {
		return "", err
	}
	ctx := c.Request.Context()
	session, _ := s.Session(c)
	people := s.Director.Access().People()
	all, err := people.Tokens(ctx, store.FirstOrganisation)
	if err != nil {
		return "", err
	}
	office := people.OrganisationAdmin(session, store.FirstOrganisation)
	for n := 1; ; n++ {
		name := s.Language(c).T("standby.page.token", n)
		i := slices.IndexFunc(all, func(t accounts.Token) bool { return strings.EqualFold(t.Name, name) })
		if i >= 0 && (all[i].Scope != role.StandbyToken || !all[i].Used.IsZero()) {
			continue
		}
		if i >= 0 {
			err = office.RevokeToken(ctx, all[i].ID)
		}
		if err == nil {
			secret, err = office.MakeToken(ctx, name, role.StandbyToken)
		}
		return secret, err
	}
}

// leaderAddress returns the address for standby computers, and the fingerprint of its certificate if that is
// self-signed.
func (s standbyHandlers) leaderAddress(c *gin.Context) (at *url.URL, print string) {
	at, err := url.Parse(s.PhoneBase(c))
	if err != nil { // the host of the browser's request
		at = &url.URL{Scheme: "http", Host: c.Request.Host}
	}
	if s.Encrypted != nil {
		at.Scheme, at.Host = "https", net.JoinHostPort(at.Hostname(), s.Encrypted.HTTPS)
		print = strings.ReplaceAll(s.Encrypted.Fingerprint, " ", "")
	}
	return at, print
}
