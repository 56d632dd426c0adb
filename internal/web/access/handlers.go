package access

import (
	"time"

	"tourney/internal/web/site"
)

// Handlers handle logins, and list people with their roles.
type Handlers struct {
	*site.Site
	// tries limits failed logins by address and name, addresses by address alone, devices by known device and name.
	tries, addresses, devices *site.Limiter
	// failures counts recent failures by address; it refuses nothing.
	failures *site.Limiter
	// setups limits wrong set-up links by address.
	setups   *site.Limiter
	refusals refusals
}

// New returns the handlers of a site. wait delays the responses to attempts that come too early.
func New(s *site.Site, wait time.Duration) *Handlers {
	return &Handlers{
		Site: s, tries: site.NewLimiter(s, "login", site.Pace{AtOnce: site.TriesAtOnce, Every: site.TryAgain}),
		addresses: site.NewLimiter(s, "login-address", site.Pace{AtOnce: site.AddressTriesAtOnce, Every: site.AddressTryAgain}),
		devices:   site.NewLimiter(s, "login-device", site.Pace{AtOnce: site.TriesAtOnce, Every: site.TryAgain}),
		failures:  site.NewLimiter(s, "login-failed", site.Pace{AtOnce: site.FailuresCounted, Every: site.FailureForgotten}),
		setups:    site.NewLimiter(s, "setup", site.Pace{AtOnce: 5, Every: time.Minute}),
		refusals:  newRefusals(wait),
	}
}

// LoginRoutes mounts the addresses that need no login.
func (s *Handlers) LoginRoutes(g *site.Group) {
	g.Get("/login", s.OnlyEncrypted(s.showLogin))
	g.Post("/login", s.OnlyEncrypted(s.postLogin))
	g.Post("/login/passkey/ask", s.OnlyEncrypted(passkeyHandlers{s}.sendLoginChallenge))
	g.PostLarge("/login/passkey", mostAnswer, s.OnlyEncrypted(passkeyHandlers{s}.postAnswer))
	g.Get("/setup", s.redirectToLogin)
	g.Post("/setup", s.OnlyEncrypted(s.postFirst))
	g.Get("/setup/:token", s.OnlyEncrypted(s.showSetup))
	g.Post("/setup/:token", s.OnlyEncrypted(s.postSetup))
	g.Get("/invitation/:token", s.OnlyEncrypted(s.showInvitation))
	g.Post("/invitation/:token", s.OnlyEncrypted(s.postInvitation))
}

// AccountRoutes mounts the addresses of a person's own account.
func (s *Handlers) AccountRoutes(g *site.Group) {
	g.Post("/logout", s.postLogout)
	g.Post("/switch", s.postSwitch)
	g.Get("/account", s.showAccount)
	g.Post("/account", s.postAccount)
	g.Post("/account/passkey/ask", passkeyHandlers{s}.sendCreationChallenge)
	g.PostLarge("/account/passkey", mostAnswer, passkeyHandlers{s}.postKey)
}

// PeopleRoutes mounts the people and programs of an organisation.
func (s *Handlers) PeopleRoutes(g *site.Group) {
	g.Get("/people", s.showFirst)
	g.Get("/people/:organisation", WithOrganisation(s.Site, s.showPeople))
	g.Post("/people/:organisation", WithOrganisation(s.Site, s.postPeople))
	g.Get("/people/:organisation/programs", WithOrganisation(s.Site, s.showPrograms))
	g.Get("/people/:organisation/log", WithOrganisation(s.Site, s.showLog))
}

// ServerRoutes mounts the addresses for all organisations.
func (s *Handlers) ServerRoutes(g *site.Group) {
	g.Post("/organisations", organisationHandlers{s}.post)
}

// StaffRoutes mounts the people of one tournament.
func (s *Handlers) StaffRoutes(g *site.Group) {
	g.Get("/staff", s.WithTournament(s.showStaff))
	g.Post("/staff", s.WithTournament(s.postStaff))
}
