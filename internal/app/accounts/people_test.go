package accounts

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/role"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

const password = "correct horse"

// club returns an Access with an owner, Anna, and two tournaments, a public and a hidden one.
func club(t *testing.T) (*Access, Session) {
	t.Helper()
	a := fresh(t)
	must(t, setPassword(t, a, "Anna", password))
	for slug, hidden := range map[string]bool{"cup": false, "secret": true} {
		found(t, a, slug, hidden, 0)
	}
	return a, loggedIn(t, a, "Anna")
}

func found(t *testing.T, a *Access, slug string, hidden bool, organisation int) {
	t.Helper()
	settings, err := tournament.PresetNamed("egf")
	must(t, err)
	tn, err := tournament.New(tournament.Info{Slug: slug, Name: slug, Hidden: hidden}, settings)
	must(t, err)
	must(t, a.store.Tx(t.Context(), func(tx *store.Tx) error {
		tx.CreateFor(organisation)
		_, err := tx.Save(&tournament.Tournament{}, tournament.Whole{Tournament: tn}, store.Entry{By: "Anna", At: a.now(), Action: "tournament.create"})
		return err
	}))
}

func loggedIn(t *testing.T, a *Access, name string) Session {
	t.Helper()
	token, err := a.Login(t.Context(), Credentials{Name: name, Password: password, Desk: "Desk 1", Known: true})
	must(t, err)
	s, ok, err := a.Session(t.Context(), token)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	return s
}

// joined adds a person by an invitation.
func joined(t *testing.T, a *Access, name string, i Invitation) Session {
	t.Helper()
	organisation := max(i.Organisation, store.FirstOrganisation)
	token, err := a.People().OrganisationAdmin(Session{User: "Anna"}, organisation).Invite(t.Context(), i)
	must(t, err)
	must(t, a.People().Join(t.Context(), token, name, password))
	return loggedIn(t, a, name)
}

func wantRoles(t *testing.T, a *Access, who Session, slug, want string) {
	t.Helper()
	got, err := a.People().InTournament(t.Context(), who.UserID, slug)
	if err != nil || got.Roles.String() != want {
		t.Errorf("%s is %s in %s, %v; want %s", who.User, got.Roles, slug, err, want)
	}
}

func TestRoles(t *testing.T) {
	a, anna := club(t)
	ctx, people := t.Context(), a.People()
	other, err := people.OrganisationAdmin(anna, 0).AddOrganisation(ctx, "Another Club")
	must(t, err)
	found(t, a, "bowl", false, other)
	desk := joined(t, a, "Emil", Invitation{Role: role.Desk})
	guest := joined(t, a, "Gerd", Invitation{Role: role.Desk, Slug: "secret"})
	owner := joined(t, a, "Olga", Invitation{Role: role.Owner, Organisation: other})
	for _, tt := range []struct {
		who        Session
		slug, want string
	}{
		{anna, "cup", "person, owner, operator"}, {anna, "secret", "person, owner, operator"}, {anna, "bowl", "person, operator"}, {anna, "nowhere", "person"},
		{desk, "cup", "person, desk"}, {desk, "secret", "person"},
		{guest, "secret", "person, desk"}, {guest, "cup", "person"},
		{owner, "bowl", "person, owner"}, {owner, "cup", "person"},
	} {
		wantRoles(t, a, tt.who, tt.slug, tt.want)
	}
	for who, want := range map[Session]string{anna: "person, owner, operator", owner: "person, owner", guest: "person"} {
		if got, err := people.InOrganisation(ctx, who.UserID, 0); err != nil || got.Roles.String() != want {
			t.Errorf("%s is %s, %v; want %s", who.User, got.Roles, err, want)
		}
	}
	lists := func(sight store.Visibility) string {
		var sorted []string
		all, err := a.store.Catalogue().Find(ctx, store.Search{Visibility: sight}, store.Page{Most: 9})
		must(t, err)
		for _, one := range all {
			sorted = append(sorted, one.Slug)
		}
		slices.Sort(sorted)
		return strings.Join(sorted, " ")
	}
	for who, want := range map[Session][2]string{
		anna: {"cup secret", "bowl cup secret"}, desk: {"cup", "bowl cup"}, guest: {"secret", "bowl cup secret"},
		owner: {"bowl", "bowl cup"}, {}: {"", "bowl cup"},
	} {
		for i, desks := range []bool{true, false} {
			sight, err := people.Visibility(ctx, who.UserID, desks)
			must(t, err)
			if got := lists(sight); got != want[i] {
				t.Errorf("%q sees %q, want %q (desks: %v)", who.User, got, want[i], desks)
			}
		}
	}
	for scope, want := range map[role.Role]string{
		role.ReadToken: "bowl cup", role.ResultsToken: "bowl cup", role.PublishToken: "bowl cup", role.WholeToken: "bowl cup secret",
	} {
		if got := lists(people.TokenVisibility(Token{Scope: scope, Organisation: store.FirstOrganisation})); got != want {
			t.Errorf("a program with a token to %s sees %q, want %q", scope, got, want)
		}
	}
}

// One person may do more than another if the table of roles allows them anything anywhere that it
// does not allow the other.
func TestExceeds(t *testing.T) {
	a, anna := club(t)
	desk := joined(t, a, "Dora", Invitation{Role: role.Desk})
	all := map[string]Session{
		"owner": anna, "desk": desk, "another desk": joined(t, a, "Emil", Invitation{Role: role.Desk}),
		"director":         joined(t, a, "Fedor", Invitation{Role: role.Director}),
		"reader":           joined(t, a, "Gert", Invitation{Role: role.Reader}),
		"guest desk":       joined(t, a, "Hana", Invitation{Role: role.Desk, Slug: "cup"}),
		"guest of another": joined(t, a, "Ida", Invitation{Role: role.Desk, Slug: "secret"}),
		"guest director":   joined(t, a, "Jan", Invitation{Role: role.Director, Slug: "cup"}),
	}
	for _, tt := range []struct {
		person, other string
		want          bool
	}{
		{"owner", "director", true}, {"director", "owner", false},
		{"desk", "another desk", false}, {"another desk", "desk", false},
		{"reader", "desk", true}, {"desk", "reader", true}, // files and results
		{"reader", "director", false},
		{"guest desk", "desk", false}, {"desk", "guest desk", true},
		{"guest desk", "director", false},
		{"guest of another", "desk", true}, // which hidden tournament no desk sees
		{"guest of another", "guest desk", true},
		{"guest director", "guest desk", true}, {"guest desk", "guest director", false},
		{"guest director", "desk", true}, {"guest director", "director", false},
	} {
		got, err := a.People().Exceeds(t.Context(), all[tt.person].UserID, all[tt.other].UserID)
		if err != nil || got != tt.want {
			t.Errorf("the %s may do more than the %s: %v, %v", tt.person, tt.other, got, err)
		}
	}
	black, white := Rights{Roles: role.Of(role.Person, role.Captain), Team: 1}, Rights{Roles: role.Of(role.Person, role.Captain), Team: 2}
	if !black.exceed(white) || black.exceed(black) || black.exceed(Rights{Roles: role.Of(role.Person, role.Desk)}) {
		t.Error("captains have one team each, a desk all")
	}
}

func TestInvitations(t *testing.T) {
	a, anna := club(t)
	ctx, people := t.Context(), a.People()
	office := people.OrganisationAdmin(anna, store.FirstOrganisation)
	for _, wrong := range []Invitation{{Role: role.Captain}, {Role: role.Operator}, {}, {Role: role.Owner, Slug: "cup"}, {Role: role.ReadToken}} {
		_, err := office.Invite(ctx, wrong)
		wantFault(t, err, "people.role")
	}
	_, err := office.Invite(ctx, Invitation{Role: role.Captain, Slug: "cup", Team: 7})
	wantFault(t, err, "team.missing")

	token, err := office.Invite(ctx, Invitation{Role: role.Desk, Label: "  the  door "})
	must(t, err)
	if open, err := people.Invitations(ctx, 1, ""); err != nil || len(open) != 1 || open[0].Label != "the door" || open[0].By != "Anna" {
		t.Errorf("open are %+v, %v", open, err)
	}
	wantFault(t, people.Join(ctx, token, "ANNA", password), "people.taken")
	wantFault(t, people.Join(ctx, token, "Emil", "short"), "login.password.short")
	must(t, people.Join(ctx, token, "Emil", password))
	wantFault(t, people.Join(ctx, token, "Fritz", password), "people.invitation")
	wantFault(t, people.Accept(ctx, token, anna), "people.invitation")
	wantFault(t, people.Join(ctx, "junk", "Fritz", password), "people.invitation")

	// An existing member gets the greater of both roles.
	emil := loggedIn(t, a, "Emil")
	for _, tt := range []struct {
		gets role.Role
		is   string
	}{{role.Director, "person, director"}, {role.Reader, "person, director"}} {
		token, err := office.Invite(ctx, Invitation{Role: tt.gets})
		must(t, err)
		must(t, people.Accept(ctx, token, emil))
		wantRoles(t, a, emil, "cup", tt.is)
	}

	// An invitation ends by time, or is taken back.
	now := a.now()
	later := over(a.store, func() time.Time { return now.Add(InvitationLife) })
	token, err = office.Invite(ctx, Invitation{Role: role.Desk})
	must(t, err)
	_, err = later.People().Invitation(ctx, token)
	wantFault(t, err, "people.invitation")
	wantFault(t, people.OrganisationAdmin(anna, 2).Withdraw(ctx, "", hashToken(token)), "people.invitation")
	must(t, office.Withdraw(ctx, "", hashToken(token)))
	wantFault(t, people.Join(ctx, token, "Fritz", password), "people.invitation")
}

func TestMembers(t *testing.T) {
	a, anna := club(t)
	ctx, office := t.Context(), a.People().OrganisationAdmin(anna, store.FirstOrganisation)
	wantFault(t, office.SetMember(ctx, anna.UserID, role.Desk), "people.last")
	wantFault(t, office.RemoveMember(ctx, anna.UserID, nil), "people.last")
	wantFault(t, office.SetMember(ctx, 4711, role.Desk), "people.missing")
	wantFault(t, office.SetMember(ctx, anna.UserID, role.Captain), "people.role")
	emil := joined(t, a, "Emil", Invitation{Role: role.Desk})
	guest := joined(t, a, "Gerd", Invitation{Role: role.Desk, Slug: "cup"})
	must(t, office.SetMember(ctx, emil.UserID, role.Owner))
	must(t, office.SetMember(ctx, anna.UserID, role.Director))
	members, err := a.People().Members(ctx, store.FirstOrganisation)
	if err != nil || len(members) != 2 || members[0].Role != role.Director || members[1].Role != role.Owner || members[1].Logins != 1 || !members[1].Seen.Equal(a.now()) {
		t.Errorf("the members are %+v, %v", members, err)
	}
	// Sessions past the idle limit do not count.
	now := a.now
	a.now = func() time.Time { return now().Add(idleLife + time.Minute) }
	if members, err := a.People().Members(ctx, store.FirstOrganisation); err != nil || members[1].Logins != 0 {
		t.Errorf("a day later the members are %+v, %v", members, err)
	}
	a.now = now
	// Without any role a person is deleted, and the logins with them.
	must(t, office.RemoveMember(ctx, anna.UserID, nil))
	_, err = a.Login(ctx, Credentials{Name: "Anna", Password: password, Known: true})
	wantFault(t, err, "login.failed")
	if left, err := a.Sessions(ctx, anna.UserID); err != nil || len(left) != 0 {
		t.Errorf("who is gone has the logins %+v, %v", left, err)
	}
	must(t, office.RemoveGuest(ctx, "cup", guest.UserID))
	wantFault(t, office.RemoveGuest(ctx, "cup", guest.UserID), "people.missing")
	if guests, err := a.People().Guests(ctx, "cup"); err != nil || len(guests) != 0 {
		t.Errorf("the guests are %+v, %v", guests, err)
	}
}

// An invitation depends on the rights of its maker: it ends when they are removed or lose the right, and a link that
// was kept aside is refused when it is used.
func TestInvitationEndsWithItsMaker(t *testing.T) {
	a, anna := club(t)
	ctx, people := t.Context(), a.People()
	office := people.OrganisationAdmin(anna, store.FirstOrganisation)
	made := func(by Session, i Invitation) string {
		t.Helper()
		token, err := people.OrganisationAdmin(by, store.FirstOrganisation).Invite(ctx, i)
		must(t, err)
		return token
	}
	owner, second, director := Invitation{Role: role.Owner}, Invitation{Role: role.Owner}, Invitation{Role: role.Director}
	helper := Invitation{Role: role.Desk, Slug: "cup"}
	olga, paul := joined(t, a, "Olga", owner), joined(t, a, "Paul", second)
	dora, gerd := joined(t, a, "Dora", director), joined(t, a, "Gerd", Invitation{Role: role.Director, Slug: "cup"})
	removed, demoted, toCup := made(olga, owner), made(paul, owner), made(paul, helper)
	ofDirector, ofGuest, ofAnna := made(dora, helper), made(gerd, helper), made(anna, helper)

	must(t, office.RemoveMember(ctx, olga.UserID, nil))
	must(t, office.SetMember(ctx, paul.UserID, role.Director))
	must(t, office.SetMember(ctx, dora.UserID, role.Desk))
	must(t, office.RemoveGuest(ctx, "cup", gerd.UserID))
	for what, token := range map[string]string{"a removed owner": removed, "a former owner": demoted, "a former director": ofDirector, "a removed guest": ofGuest} {
		if err := people.Join(ctx, token, "Mallory", password); !fault.Is(err, "people.invitation") {
			t.Errorf("the invitation of %s is answered %v", what, err)
		}
	}
	must(t, people.Join(ctx, toCup, "Hans", password)) // a director still invites helpers
	if open, err := people.Invitations(ctx, store.FirstOrganisation, ""); err != nil || len(open) != 0 {
		t.Errorf("open are %+v, %v", open, err)
	}
	entries, _, err := people.Log(ctx, store.FirstOrganisation, 0)
	must(t, err)
	withdrawn := 0
	for _, e := range entries {
		if e.Event == EventWithdrawn && e.Who == "Anna" {
			withdrawn++
		}
	}
	if withdrawn != 4 {
		t.Errorf("the log of access has %d invitations taken back: %+v", withdrawn, entries)
	}

	// A row that outlives the right, such as a row of an older program, is checked when it is used.
	must(t, a.store.Tx(ctx, func(tx *store.Tx) error {
		return errors.Join(tx.People().SetMember(store.FirstOrganisation, paul.UserID, role.Owner), tx.People().SetMember(store.FirstOrganisation, anna.UserID, role.Desk))
	}))
	_, err = people.Invitation(ctx, ofAnna)
	wantFault(t, err, "people.invitation")
	wantFault(t, people.Accept(ctx, ofAnna, dora), "people.invitation")
	// An invitation of an unknown maker is refused, too.
	wantFault(t, people.Join(ctx, made(Session{User: "Nobody"}, owner), "Mallory", password), "people.invitation")
}

// A removed person may have made tokens: they stay, unless they are revoked along.
func TestRemovedWithTokens(t *testing.T) {
	a, anna := club(t)
	ctx, people := t.Context(), a.People()
	office := people.OrganisationAdmin(anna, store.FirstOrganisation)
	olga := joined(t, a, "Olga", Invitation{Role: role.Owner})
	for _, name := range []string{"Screen", "Results"} {
		_, err := people.OrganisationAdmin(olga, store.FirstOrganisation).MakeToken(ctx, name, role.ReadToken)
		must(t, err)
	}
	all, err := people.Tokens(ctx, store.FirstOrganisation)
	must(t, err)
	wantFault(t, office.RemoveMember(ctx, olga.UserID, []int{all[0].ID, 4711}), "people.token")
	must(t, office.RemoveMember(ctx, olga.UserID, []int{all[0].ID}))
	if left, err := people.Tokens(ctx, store.FirstOrganisation); err != nil || len(left) != 1 || left[0].Name != "Results" {
		t.Errorf("left are %+v, %v", left, err)
	}
	entries, _, err := people.Log(ctx, store.FirstOrganisation, 0)
	must(t, err)
	if entries[0].Event != EventRemoved || entries[1].Event != EventTokenRevoked || entries[1].Subject != "Screen" {
		t.Errorf("the log of access has %+v", entries[:2])
	}
}

func TestLogins(t *testing.T) {
	a, anna := club(t)
	ctx := t.Context()
	second := loggedIn(t, a, "Anna")
	logins, err := a.Sessions(ctx, anna.UserID)
	if err != nil || len(logins) != 2 {
		t.Fatalf("the logins are %+v, %v", logins, err)
	}
	must(t, a.EndSession(ctx, anna, anna.UserID, second.Desk))
	token, err := a.Login(ctx, Credentials{Name: "Anna", Password: password, Known: true})
	must(t, err)
	wantFault(t, a.ChangePassword(ctx, token, "wrong horse", "another horse"), "login.password.wrong")
	wantFault(t, a.ChangePassword(ctx, token, password, "short"), "login.password.short")
	wantFault(t, a.ChangePassword(ctx, "junk", password, "another horse"), "login.needed")
	must(t, a.ChangePassword(ctx, token, password, "another horse"))
	wantWho(t, a, token, "Anna")
	if logins, err := a.Sessions(ctx, anna.UserID); err != nil || len(logins) != 1 {
		t.Errorf("a new password leaves the logins %+v, %v", logins, err)
	}
}

func TestTokens(t *testing.T) {
	a, anna := club(t)
	ctx, people := t.Context(), a.People()
	office := people.OrganisationAdmin(anna, store.FirstOrganisation)
	for _, wrong := range []role.Role{0, role.Owner, role.Desk} {
		_, err := office.MakeToken(ctx, "Screen", wrong)
		wantFault(t, err, "people.role")
	}
	_, err := office.MakeToken(ctx, " ", role.ReadToken)
	wantFault(t, err, "people.label")
	_, err = office.MakeToken(ctx, tournament.ByLink, role.ResultsToken) // no player's report
	wantFault(t, err, "people.token.at")
	secret, err := office.MakeToken(ctx, "Screen", role.ReadToken)
	must(t, err)
	_, err = office.MakeToken(ctx, " SCREEN ", role.WholeToken) // two tokens of one name would look the same in the log
	wantFault(t, err, "people.token.taken")
	token, ok, err := people.Token(ctx, secret)
	if err != nil || !ok || token.Name != "Screen" || token.By != "Anna" {
		t.Fatalf("%+v, %v, %v", token, ok, err)
	}
	for slug, want := range map[string]string{"cup": "read", "secret": "anyone", "nowhere": "anyone"} {
		if got, err := people.OfToken(ctx, token, slug); err != nil || got.Roles.String() != want {
			t.Errorf("in %s the token is %s, %v; want %s", slug, got.Roles, err, want)
		}
	}
	token.Scope = role.WholeToken
	if got, err := people.OfToken(ctx, token, "secret"); err != nil || got.Roles.String() != "whole" || !got.Known {
		t.Errorf("in a hidden tournament a token for everything is %s, %v", got.Roles, err)
	}
	token.Organisation = 2
	if got, err := people.OfToken(ctx, token, "secret"); err != nil || got.Roles.May(role.Hidden) || got.Known {
		t.Errorf("another club's token is %s, %v", got.Roles, err)
	}
	all, err := people.Tokens(ctx, 1)
	if err != nil || len(all) != 1 || all[0].Used.IsZero() {
		t.Errorf("the tokens are %+v, %v", all, err)
	}
	later := all[0].Used.Add(time.Minute) // which is not kept
	a.now = func() time.Time { return later }
	_, _, err = a.People().Token(ctx, secret)
	must(t, err)
	if all, err = people.Tokens(ctx, 1); err != nil || !all[0].Used.Equal(later) {
		t.Errorf("a minute later the tokens are %+v, %v", all, err)
	}
	wantFault(t, people.OrganisationAdmin(anna, 2).RevokeToken(ctx, all[0].ID), "people.token")
	must(t, office.RevokeToken(ctx, all[0].ID))
	if _, ok, err := people.Token(ctx, secret); ok || err != nil {
		t.Errorf("a revoked token is good: %v", err)
	}
}

// The log of access has the changes of people and data. The owner of another organisation does not see it.
func TestLogOfAccess(t *testing.T) {
	a, anna := club(t)
	ctx, people := t.Context(), a.People()
	office := people.OrganisationAdmin(anna, store.FirstOrganisation)
	emil := joined(t, a, "Emil", Invitation{Role: role.Desk, Label: "door"})
	must(t, office.SetMember(ctx, emil.UserID, role.Reader))
	must(t, office.SetOrganisation(ctx, " Helsinki  Go Club ", consent.Rules{Minors: consent.Initials, Age: 15}))
	wantFault(t, office.SetOrganisation(ctx, "", consent.Rules{}), "people.organisation.name")
	wantFault(t, office.SetOrganisation(ctx, "Club", consent.Rules{Minors: "loudly"}), "consent.unknown")
	wantFault(t, office.SetOrganisation(ctx, "Club", consent.Rules{Age: 99}), "consent.age")
	must(t, people.OrganisationAdmin(anna, 0).Note(ctx, EventBackup, "tourney.db"))
	entries, more, err := people.Log(ctx, store.FirstOrganisation, 0)
	must(t, err)
	want := []store.AccessEntry{
		{Who: "Anna", Event: EventBackup, Subject: "tourney.db"},
		{Organisation: 1, Who: "Anna", Event: EventOrganisation, Subject: "Helsinki Go Club"},
		{Organisation: 1, Who: "Anna", Event: EventRole, Role: role.Reader, Subject: "Emil"},
		{Organisation: 1, Who: "Emil", Event: EventLogin},
		{Organisation: 1, Who: "Emil", Event: EventJoined, Role: role.Desk},
		{Organisation: 1, Who: "Anna", Event: EventInvited, Role: role.Desk, Subject: "door"},
		{Organisation: 1, Who: "Anna", Event: EventLogin},
	}
	if len(entries) != len(want) || more {
		t.Fatalf("the log is %+v", entries)
	}
	for i := range want {
		want[i].At = entries[i].At
		if entries[i] != want[i] || !entries[i].At.Equal(a.now()) {
			t.Errorf("entry %d is %+v, want %+v", i, entries[i], want[i])
		}
	}
	if entries, _, err := people.Log(ctx, 2, 0); err != nil || len(entries) != 0 {
		t.Errorf("another organisation sees %+v, %v", entries, err)
	}
}
