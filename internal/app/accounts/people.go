package accounts

import (
	"context"
	"slices"
	"time"

	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/role"
)

// People returns the rights of people and programs, and accepts invitations and tokens. It is safe for concurrent use.
type People struct {
	access *Access
	store  store.People
	now    func() time.Time
}

// People returns the organisations and roles of the database.
func (a *Access) People() *People { return &People{a, a.store.People(), a.now} }

// An Organisation owns tournaments.
type Organisation = store.Organisation

// Rights are the rights of a person or program at one address.
type Rights struct {
	Roles role.Set
	// Team is the team of a captain, else 0.
	Team int
	// Known is set if the tournament exists, for an address of one.
	Known bool
}

// May reports whether they may do something.
func (r Rights) May(a role.Action) bool { return r.Roles.May(a) }

// InTournament returns the rights of a person in a tournament. A member without the right to see hidden tournaments of
// their organisation has none in them, unless they were invited to this one.
func (p *People) InTournament(ctx context.Context, user int, slug string) (Rights, error) {
	st, ok, err := p.store.RolesIn(ctx, user, slug)
	if err != nil || !ok {
		return Rights{Roles: role.Of(role.Person)}, err
	}
	if st.Hidden && !role.Of(st.Member).May(role.Hidden) {
		st.Member = 0
	}
	roles := role.Of(role.Person, st.Member, st.Guest)
	if st.Operator {
		roles |= role.Of(role.Operator)
	}
	return Rights{Roles: roles, Team: st.Team, Known: !st.Hidden || roles.May(role.Watch)}, nil
}

// InOrganisation returns the rights of a person in an organisation, or for 0 in any.
func (p *People) InOrganisation(ctx context.Context, user, organisation int) (Rights, error) {
	r := Rights{Roles: role.Of(role.Person)}
	all, err := p.store.Memberships(ctx, user)
	for _, m := range all {
		if organisation == 0 || m.ID == organisation {
			r.Roles |= role.Of(m.Role)
		}
		if m.ID == store.FirstOrganisation && m.Role == role.Owner {
			r.Roles |= role.Of(role.Operator)
		}
	}
	return r, err
}

// Exceeds reports whether a person may do anything anywhere that another one may not: in an
// organisation or, as a guest, in a tournament.
func (p *People) Exceeds(ctx context.Context, person, other int) (bool, error) {
	members, err := p.store.Memberships(ctx, person)
	if err != nil {
		return false, err
	}
	for _, m := range members {
		theirs, err := p.InOrganisation(ctx, person, m.ID)
		if err != nil {
			return false, err
		}
		if mine, err := p.InOrganisation(ctx, other, m.ID); err != nil || theirs.exceed(mine) {
			return true, err
		}
	}
	guest, err := p.store.GuestRoles(ctx, person)
	if err != nil {
		return false, err
	}
	for _, in := range guest {
		theirs, err := p.InTournament(ctx, person, in.Slug)
		if err != nil {
			return false, err
		}
		if mine, err := p.InTournament(ctx, other, in.Slug); err != nil || theirs.exceed(mine) {
			return true, err
		}
	}
	return false, nil
}

// exceed reports whether the rights allow anything that others do not. A captain sets the line-up of one team, a person
// with the right to register players of all.
func (r Rights) exceed(others Rights) bool {
	if r.Team != 0 && r.Team != others.Team && !others.May(role.Register) {
		return true
	}
	return slices.ContainsFunc(role.Actions(), func(a role.Action) bool { return r.May(a) && !others.May(a) })
}

// Visibility returns the tournaments that a person sees in lists; with desks only those whose desk they may see. Person
// 0 is a stranger.
func (p *People) Visibility(ctx context.Context, user int, desks bool) (store.Visibility, error) {
	sight := store.Visibility{Desks: desks, User: user}
	members, err := p.store.Memberships(ctx, user)
	for _, m := range members {
		roles := role.Of(m.Role)
		if roles.May(role.Watch) {
			sight.Watched = append(sight.Watched, m.ID)
		}
		if roles.May(role.Hidden) {
			sight.Hidden = append(sight.Hidden, m.ID)
		}
	}
	return sight, err
}

// TokenVisibility returns the tournaments that a program sees in lists.
func (p *People) TokenVisibility(t Token) store.Visibility {
	if !role.Of(t.Scope).May(role.Hidden) {
		return store.Visibility{}
	}
	return store.Visibility{Hidden: []int{t.Organisation}}
}

// OfToken returns the rights of a program in a tournament.
func (p *People) OfToken(ctx context.Context, t Token, slug string) (Rights, error) {
	st, ok, err := p.store.RolesIn(ctx, 0, slug)
	scope := role.Of(t.Scope)
	if err != nil || !ok || st.Organisation != t.Organisation || st.Hidden && !scope.May(role.Hidden) {
		return Rights{Roles: role.Of(role.Anyone), Known: ok && !st.Hidden}, err
	}
	return Rights{Roles: scope, Known: true}, nil
}

// Token returns the token of a secret, and whether it exists. The time of its use is stored once an hour; Tokens
// returns the exact time.
func (p *People) Token(ctx context.Context, secret string) (Token, bool, error) {
	t, ok, err := p.store.TokenOf(ctx, hashToken(secret))
	if err != nil || !ok {
		return t, ok, err
	}
	now := p.now()
	p.access.uses.Store(t.ID, now)
	if now.Sub(t.Used) < time.Hour {
		return t, ok, nil
	}
	// A disk that refuses writes must not lock out a reading program.
	_ = p.access.store.Tx(ctx, func(tx *store.Tx) error { return tx.People().NoteTokenUse(t.ID, now) }, store.Unconfirmed)
	return t, ok, nil
}

// Memberships returns the organisations of a person.
func (p *People) Memberships(ctx context.Context, user int) ([]store.Membership, error) {
	return p.store.Memberships(ctx, user)
}

// Organisations returns all organisations.
func (p *People) Organisations(ctx context.Context) ([]Organisation, error) {
	return p.store.Organisations(ctx)
}

// Populations returns the number of members of each organisation, without organisations that have none.
func (p *People) Populations(ctx context.Context) (map[int]int, error) {
	return p.store.Populations(ctx)
}

// Organisation returns an organisation, or "people.organisation.missing".
func (p *People) Organisation(ctx context.Context, id int) (Organisation, error) {
	o, ok, err := p.store.Organisation(ctx, id)
	if err == nil && !ok {
		err = fault.New(fault.NotFound, "people.organisation.missing")
	}
	return o, err
}

// Owner returns the organisation that owns a tournament, or "tournament.missing".
func (p *People) Owner(ctx context.Context, slug string) (organisation int, err error) {
	st, ok, err := p.store.RolesIn(ctx, 0, slug)
	if err == nil && !ok {
		err = fault.New(fault.NotFound, "tournament.missing", fault.Clip(slug))
	}
	return st.Organisation, err
}

// Log returns a page of the log of access of an organisation, the latest first, and whether there are older entries.
// The log of the first organisation has the server's entries too. Failed logins that are not stored yet stand first.
func (p *People) Log(ctx context.Context, organisation, page int) (list []store.AccessEntry, more bool, err error) {
	of := []int{organisation}
	if organisation == store.FirstOrganisation {
		of = append(of, 0)
	}
	if page == 0 {
		if list, err = p.pendingEntries(ctx, organisation); err != nil {
			return nil, false, err
		}
	}
	kept, more, err := p.store.AccessLog(ctx, of, page)
	return append(list, kept...), more, err
}

// Members returns the people of an organisation.
func (p *People) Members(ctx context.Context, organisation int) ([]store.Member, error) {
	now := p.now()
	return p.store.Members(ctx, organisation, now, now.Add(-idleLife))
}

// Guests returns the people with a role in one tournament only.
func (p *People) Guests(ctx context.Context, slug string) ([]store.Member, error) {
	now := p.now()
	return p.store.Guests(ctx, slug, now, now.Add(-idleLife))
}

// GuestRoles returns the roles of a person in single tournaments.
func (p *People) GuestRoles(ctx context.Context, user int) ([]store.GuestRole, error) {
	return p.store.GuestRoles(ctx, user)
}

// Tokens returns the tokens of an organisation; of organisation 0 all.
func (p *People) Tokens(ctx context.Context, organisation int) ([]Token, error) {
	all, err := p.store.Tokens(ctx, organisation)
	for i, t := range all {
		used, _ := p.access.uses.Load(t.ID)
		if at, is := used.(time.Time); is && at.After(t.Used) && !at.Before(t.Created) { // otherwise a previous token with this number was used
			all[i].Used = at
		}
	}
	return all, err
}

// isGiven reports whether the maker of an invitation may still give its role. The first owner of an organisation is
// invited by the operator of the server.
func isGiven(i Invitation) bool {
	if i.Slug != "" {
		return role.Of(i.Maker.Member, i.Maker.Guest).May(role.Staff)
	}
	return role.Of(i.Maker.Member).May(role.Manage) || i.Maker.FirstOwner
}

// Invitation returns the invitation of a token, or "people.invitation" if it has been used or has expired, or its maker
// may not give its role now.
func (p *People) Invitation(ctx context.Context, token string) (Invitation, error) {
	i, ok, err := p.store.Invitation(ctx, hashToken(token), p.now())
	if err == nil && (!ok || !isGiven(i)) {
		err = fault.New(fault.Denied, "people.invitation")
	}
	return i, err
}

// Invitations returns the unused invitations to an organisation or, with a slug, to a tournament of it.
func (p *People) Invitations(ctx context.Context, organisation int, slug string) ([]Invitation, error) {
	all, err := p.store.Invitations(ctx, store.InvitedTo{Organisation: organisation, Slug: slug}, p.now())
	return slices.DeleteFunc(all, func(i Invitation) bool { return !isGiven(i) }), err
}

// Accept gives a person the role of an invitation, which is used up. A greater role stays. Fault: "people.invitation".
func (p *People) Accept(ctx context.Context, token string, by Session) error {
	i, err := p.Invitation(ctx, token)
	if err != nil {
		return err
	}
	return p.access.store.Tx(ctx, func(tx *store.Tx) error { return p.accept(ctx, tx.People(), i, by) })
}

func (p *People) accept(ctx context.Context, tx store.PeopleTx, i Invitation, by Session) error {
	// Once more: it may have been used, or the maker lost the right, since it was opened.
	i, ok, err := tx.Invitation(i.Hash, p.now())
	switch {
	case err != nil:
		return err
	case !ok || !isGiven(i):
		return fault.New(fault.Denied, "people.invitation")
	}
	if err := tx.DropInvitation(i.Hash); err != nil {
		return err
	}
	err = tx.NoteAccess(store.AccessEntry{At: p.now(), Organisation: i.Organisation, Who: by.User, Event: EventJoined, Role: i.Role, Subject: i.Slug})
	if err != nil {
		return err
	}
	if i.Slug == "" {
		was, err := tx.Member(i.Organisation, by.UserID)
		if err != nil {
			return err
		}
		return tx.SetMember(i.Organisation, by.UserID, max(was, i.Role))
	}
	st, _, err := p.store.RolesIn(ctx, by.UserID, i.Slug)
	if err != nil || st.Guest > i.Role {
		return err
	}
	return tx.SetGuest(i.Slug, store.Member{User: by.UserID, Role: i.Role, Team: i.Team})
}

// Join adds a person by an invitation, which is used up. Faults: "people.invitation", "people.taken" for a used name,
// and the faults of a password.
func (p *People) Join(ctx context.Context, token, name, password string) error {
	i, err := p.Invitation(ctx, token)
	if err != nil {
		return err
	}
	user, err := newUser(name)
	if err != nil {
		return err
	}
	if user.Password, err = p.access.hash(ctx, user.Name, password); err != nil {
		return err
	}
	return p.access.store.Tx(ctx, func(tx *store.Tx) error {
		id, added, err := tx.AddUser(user, p.now())
		switch {
		case err != nil:
			return err
		case !added:
			return fault.New(fault.Conflict, "people.taken", user.Name)
		}
		return p.accept(ctx, tx.People(), i, Session{UserID: id, User: user.Name})
	})
}
