package accounts

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/role"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// InvitationLife is the life of an invitation.
const InvitationLife = 7 * 24 * time.Hour

// Bounds of names, in letters.
const (
	longestOrganisation = 100
	longestLabel        = 60
)

// An Event is the subject of an entry of the log of access.
type Event = store.Event

// The events of the log of access; the catalogs name them under "access.".
var (
	EventLogin           = event("login")
	EventLoginFailed     = event("login.failed")
	EventLoginUnknown    = event("login.unknown")
	EventLogout          = event("logout")
	EventLoginEnded      = event("login.ended")
	EventSwitched        = event("switched")
	EventPassword        = event("password")
	EventResetLink       = event("password.link")
	EventPasskey         = event("passkey")
	EventPasskeyRemoved  = event("passkey.removed")
	EventPasskeyLogin    = event("passkey.login")
	EventPasskeyCopied   = event("passkey.copied")
	EventInvited         = event("invited")
	EventWithdrawn       = event("withdrawn")
	EventJoined          = event("joined")
	EventRole            = event("role")
	EventRemoved         = event("removed")
	EventToken           = event("token")
	EventTokenRevoked    = event("token.revoked")
	EventOrganisation    = event("organisation")
	EventOrganisationNew = event("organisation.new")
	EventExport          = event("export")
	EventBackup          = event("backup")
	EventUploaded        = event("uploaded")
	EventRestore         = event("restore")
	EventForgotten       = event("forgotten")
	EventForgottenAgain  = event("forgotten.again")
	EventDeleted         = event("deleted")
	EventBroughtBack     = event("deleted.back")
	EventListReplaced    = event("list.replaced")
	EventListDropped     = event("list.dropped")
	EventTakenOver       = event("standby.taken")
	EventWebhook         = event("webhook")
	EventWebhookRemoved  = event("webhook.removed")
	EventWebhookResumed  = event("webhook.resumed")
	EventTablet          = event("tablet")
	EventTabletEnded     = event("tablet.ended")
)

// Events are all events of the log of access.
var Events []Event

// event adds an event to Events.
func event(word string) Event {
	e := store.NewEvent(word)
	Events = append(Events, e)
	return e
}

// An OrganisationAdmin changes the people and programs of one organisation on behalf of a person. It checks no rights;
// package role decides them.
type OrganisationAdmin struct {
	people       *People
	by           Session
	organisation int
}

// OrganisationAdmin returns the office of an organisation; 0 is the whole server.
func (p *People) OrganisationAdmin(by Session, organisation int) *OrganisationAdmin {
	return &OrganisationAdmin{p, by, organisation}
}

// change runs do in a transaction together with an entry of the log of access.
func (o *OrganisationAdmin) change(ctx context.Context, e store.AccessEntry, do func(tx store.PeopleTx) error) error {
	e.At, e.Organisation, e.Who = o.people.now(), o.organisation, o.by.User
	return o.people.access.store.Tx(ctx, func(tx *store.Tx) error {
		if err := do(tx.People()); err != nil {
			return err
		}
		return tx.People().NoteAccess(e)
	})
}

// Note adds an entry about removed or restored data to the log of access.
func (o *OrganisationAdmin) Note(ctx context.Context, event store.Event, subject string) error {
	return o.Noting(ctx, event, subject, func(*store.Tx) error { return nil })
}

// Noting runs do in a transaction together with an entry of the log of access.
func (o *OrganisationAdmin) Noting(ctx context.Context, event store.Event, subject string, do func(tx *store.Tx) error) error {
	return o.change(ctx, store.AccessEntry{Event: event, Subject: subject}, func(tx store.PeopleTx) error { return do(tx.Tx) })
}

// organisationName returns a name without needless blanks, or "people.organisation.name".
func organisationName(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if n := utf8.RuneCountInString(name); n == 0 || n > longestOrganisation {
		return "", fault.New(fault.Invalid, "people.organisation.name", longestOrganisation)
	}
	return name, nil
}

// AddOrganisation adds an organisation and returns its number; InviteFirst invites its first owner.
func (o *OrganisationAdmin) AddOrganisation(ctx context.Context, name string) (id int, err error) {
	if name, err = organisationName(name); err != nil {
		return 0, err
	}
	err = o.change(ctx, store.AccessEntry{Event: EventOrganisationNew, Subject: name}, func(tx store.PeopleTx) error {
		id, err = tx.AddOrganisation(name)
		return err
	})
	return id, err
}

// InviteFirst returns the token of an invitation for the first owner of an organisation without members, and withdraws
// earlier ones: "people.organisation.owned" for one with members.
func (o *OrganisationAdmin) InviteFirst(ctx context.Context) (token string, err error) {
	token, i := o.sealed(Invitation{Role: role.Owner})
	return token, o.change(ctx, store.AccessEntry{Event: EventInvited, Role: i.Role}, func(tx store.PeopleTx) error {
		if err := o.withdrawFirst(tx); err != nil {
			return err
		}
		return tx.AddInvitation(i, o.people.now())
	})
}

// WithdrawFirst withdraws the invitations to an organisation without members: "people.organisation.owned" for one with
// members.
func (o *OrganisationAdmin) WithdrawFirst(ctx context.Context) error {
	return o.people.access.store.Tx(ctx, func(tx *store.Tx) error { return o.withdrawFirst(tx.People()) })
}

func (o *OrganisationAdmin) withdrawFirst(tx store.PeopleTx) error {
	owners, err := tx.Owners(o.organisation) // without whom it has no other members either
	if err != nil {
		return err
	}
	if owners > 0 {
		return fault.New(fault.Conflict, "people.organisation.owned")
	}
	open, err := tx.Invitations(store.InvitedTo{Organisation: o.organisation}, o.people.now())
	for i := 0; err == nil && i < len(open); i++ {
		err = o.withdraw(tx, open[i])
	}
	return err
}

// SetOrganisation sets the name of the organisation, and how its new tournaments show minors. Faults:
// "people.organisation.name", and the faults of consent.Rules.
func (o *OrganisationAdmin) SetOrganisation(ctx context.Context, name string, minors consent.Rules) error {
	name, err := organisationName(name)
	if err == nil {
		err = minors.Check()
	}
	if err != nil {
		return err
	}
	e := store.AccessEntry{Event: EventOrganisation, Subject: name}
	return o.change(ctx, e, func(tx store.PeopleTx) error {
		return tx.SetOrganisation(Organisation{ID: o.organisation, Name: name, Consent: minors})
	})
}

// SetMember gives a member of the organisation another role. Open invitations that they may no
// longer give end. Faults: "people.role", "people.missing", "people.last" for the last owner.
func (o *OrganisationAdmin) SetMember(ctx context.Context, user int, r role.Role) error {
	if !slices.Contains(role.OfMembers, r) {
		return fault.New(fault.Invalid, "people.role")
	}
	return o.setMember(ctx, user, r, nil)
}

// RemoveMember takes the role of a member away, ends their open invitations and revokes tokens of the organisation: a
// person without any role anywhere is deleted. Faults: the faults of SetMember, "people.token".
func (o *OrganisationAdmin) RemoveMember(ctx context.Context, user int, tokens []int) error {
	all, err := o.people.Tokens(ctx, o.organisation)
	if err != nil {
		return err
	}
	var revoked []Token
	for _, id := range tokens {
		k := slices.IndexFunc(all, func(t Token) bool { return t.ID == id })
		if k < 0 {
			return fault.New(fault.NotFound, "people.token")
		}
		revoked = append(revoked, all[k])
	}
	return o.setMember(ctx, user, 0, revoked)
}

func (o *OrganisationAdmin) setMember(ctx context.Context, user int, r role.Role, revoked []Token) error {
	e, err := o.entryAbout(ctx, user, r)
	if err != nil {
		return err
	}
	return o.change(ctx, e, func(tx store.PeopleTx) error {
		was, err := tx.Member(o.organisation, user)
		if err != nil {
			return err
		}
		owners, err := tx.Owners(o.organisation)
		switch {
		case err != nil:
			return err
		case was == 0:
			return fault.New(fault.NotFound, "people.missing")
		case was == role.Owner && r != role.Owner && owners < 2:
			return fault.New(fault.Conflict, "people.last")
		}
		if err := tx.SetMember(o.organisation, user, r); err != nil {
			return err
		}
		for _, t := range revoked {
			if err := o.revoke(tx, t); err != nil {
				return err
			}
		}
		return o.leave(tx, user)
	})
}

// leave ends the invitations that a person may not give now, and deletes a person without any role.
func (o *OrganisationAdmin) leave(tx store.PeopleTx, user int) error {
	made, err := tx.InvitationsBy(user, o.people.now())
	if err != nil {
		return err
	}
	for _, i := range made {
		if isGiven(i) {
			continue
		}
		if err := o.withdraw(tx, i); err != nil {
			return err
		}
	}
	return tx.DropUserWithoutRole(user)
}

// withdraw deletes an invitation and notes it.
func (o *OrganisationAdmin) withdraw(tx store.PeopleTx, i Invitation) error {
	if err := tx.DropInvitation(i.Hash); err != nil {
		return err
	}
	return tx.NoteAccess(store.AccessEntry{
		At: o.people.now(), Organisation: i.Organisation, Who: o.by.User, Event: EventWithdrawn, Role: i.Role, Subject: about(i.Label, i.Slug),
	})
}

// revoke deletes a token and notes it.
func (o *OrganisationAdmin) revoke(tx store.PeopleTx, t Token) error {
	if err := tx.DropToken(t.ID); err != nil {
		return err
	}
	return tx.NoteAccess(store.AccessEntry{At: o.people.now(), Organisation: t.Organisation, Who: o.by.User, Event: EventTokenRevoked, Role: t.Scope, Subject: t.Name})
}

// RemoveGuest removes a person's role in a tournament of the organisation: "people.missing".
func (o *OrganisationAdmin) RemoveGuest(ctx context.Context, slug string, user int) error {
	st, _, err := o.people.store.RolesIn(ctx, user, slug)
	if err == nil && st.Guest == 0 {
		err = fault.New(fault.NotFound, "people.missing")
	}
	if err != nil {
		return err
	}
	e, err := o.entryAbout(ctx, user, 0)
	if err != nil {
		return err
	}
	e.Subject = about(e.Subject, slug)
	return o.change(ctx, e, func(tx store.PeopleTx) error {
		if err := tx.SetGuest(slug, store.Member{User: user}); err != nil {
			return err
		}
		return o.leave(tx, user)
	})
}

// about names a person and, for an entry about one, the tournament.
func about(name, slug string) string {
	if slug == "" || name == "" {
		return name + slug
	}
	return name + " · " + slug
}

// entryAbout is the log entry for a person's new role, 0 for a removed person.
func (o *OrganisationAdmin) entryAbout(ctx context.Context, user int, r role.Role) (store.AccessEntry, error) {
	u, _, err := o.people.store.UserByID(ctx, user)
	e := store.AccessEntry{Event: EventRole, Role: r, Subject: u.Name}
	if r == 0 {
		e.Event = EventRemoved
	}
	return e, err
}

// An Invitation gives a role once.
type Invitation = store.Invitation

// Invite returns the one-time token of an invitation to the organisation or, with a slug, to
// one of its tournaments. Faults: "people.role", "people.label", "team.missing".
func (o *OrganisationAdmin) Invite(ctx context.Context, i Invitation) (token string, err error) {
	i.Label = strings.Join(strings.Fields(i.Label), " ")
	allowed := role.OfMembers
	if i.Slug != "" {
		allowed = role.OfGuests
	}
	switch {
	case !slices.Contains(allowed, i.Role):
		return "", fault.New(fault.Invalid, "people.role")
	case utf8.RuneCountInString(i.Label) > longestLabel:
		return "", fault.New(fault.TooLarge, "people.label", longestLabel)
	case i.Role != role.Captain:
		i.Team = 0
	}
	token, i = o.sealed(i)
	e := store.AccessEntry{Event: EventInvited, Role: i.Role, Subject: about(i.Label, i.Slug)}
	return token, o.change(ctx, e, func(tx store.PeopleTx) error {
		if i.Role == role.Captain {
			t, err := tx.Tournament(i.Slug)
			if err != nil {
				return err
			}
			if t.Team(tournament.PlayerID(i.Team)) == nil {
				return fault.New(fault.NotFound, "team.missing", i.Team)
			}
		}
		return tx.AddInvitation(i, o.people.now())
	})
}

// sealed returns an invitation with its maker and its end, and its one-time token.
func (o *OrganisationAdmin) sealed(i Invitation) (token string, _ Invitation) {
	token, i.Hash = newToken()
	i.Organisation, i.By, i.Expires = o.organisation, o.by.User, o.people.now().Add(InvitationLife)
	i.Maker.User = o.by.UserID
	return token, i
}

// Withdraw withdraws an invitation to the organisation or, with a slug, to that tournament: "people.invitation".
func (o *OrganisationAdmin) Withdraw(ctx context.Context, slug, hash string) error {
	all, err := o.people.Invitations(ctx, o.organisation, slug)
	if err != nil {
		return err
	}
	k := slices.IndexFunc(all, func(i Invitation) bool { return i.Hash == hash })
	if k < 0 {
		return fault.New(fault.NotFound, "people.invitation")
	}
	e := store.AccessEntry{Event: EventWithdrawn, Role: all[k].Role, Subject: about(all[k].Label, slug)}
	return o.change(ctx, e, func(tx store.PeopleTx) error { return tx.DropInvitation(hash) })
}

// A Token authenticates a program of an organisation.
type Token = store.Token

// tokenPrefix marks tokens, so that programs which search for leaked secrets find them.
const tokenPrefix = "tourney_"

// MakeToken returns the secret of a new token, which is shown once. The logs show its name for actions of the program;
// it cannot equal the name of a player's link. Faults: "people.role", "people.label", "people.token.at",
// "people.token.taken".
func (o *OrganisationAdmin) MakeToken(ctx context.Context, name string, scope role.Role) (secret string, err error) {
	name = strings.Join(strings.Fields(name), " ")
	switch n := utf8.RuneCountInString(name); {
	case !slices.Contains(role.Scopes, scope) && !(scope == role.StandbyToken && o.organisation == store.FirstOrganisation):
		return "", fault.New(fault.Invalid, "people.role")
	case n == 0 || n > longestLabel:
		return "", fault.New(fault.Invalid, "people.label", longestLabel)
	case strings.HasPrefix(name, "@"):
		return "", fault.New(fault.Invalid, "people.token.at")
	}
	secret, _ = newToken()
	secret = tokenPrefix + secret
	t := Token{Organisation: o.organisation, Name: name, Scope: scope, By: o.by.User, Created: o.people.now()}
	err = o.change(ctx, store.AccessEntry{Event: EventToken, Role: scope, Subject: name}, func(tx store.PeopleTx) error {
		all, err := tx.Tokens(o.organisation)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(all, func(t Token) bool { return strings.EqualFold(t.Name, name) }) {
			return fault.New(fault.Conflict, "people.token.taken", name)
		}
		_, err = tx.AddToken(hashToken(secret), t)
		return err
	})
	if err != nil {
		return "", err
	}
	return secret, nil
}

// RevokeToken deletes a token: "people.token". The whole server's office deletes any.
func (o *OrganisationAdmin) RevokeToken(ctx context.Context, id int) error {
	all, err := o.people.Tokens(ctx, o.organisation)
	if err != nil {
		return err
	}
	k := slices.IndexFunc(all, func(t Token) bool { return t.ID == id })
	if k < 0 {
		return fault.New(fault.NotFound, "people.token")
	}
	return o.people.access.store.Tx(ctx, func(tx *store.Tx) error { return o.revoke(tx.People(), all[k]) })
}
