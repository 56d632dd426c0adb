package accounts

import (
	"fmt"
	"strings"
	"testing"

	"tourney/internal/app/passkey"
	"tourney/internal/data/store"
	"tourney/internal/role"
	"tourney/internal/testkit/passkeytest"
)

const origin = "https://go.example.org"

func place(t *testing.T) passkey.Origin {
	t.Helper()
	at, err := passkey.ParseOrigin(origin)
	must(t, err)
	return at
}

// withPasskey makes a passkey of a person and returns the device that holds it.
func withPasskey(t *testing.T, a *Access, who Session, label string, counter uint32) *passkeytest.Device {
	t.Helper()
	q, err := a.Passkeys().BeginRegistration(t.Context(), place(t), who, password)
	must(t, err)
	d := &passkeytest.Device{Counter: counter}
	answer, err := d.Create(origin, q.Options)
	must(t, err)
	must(t, a.Passkeys().Add(t.Context(), who, label, passkey.Response{Origin: place(t), Ticket: q.Ticket, Answer: answer}))
	return d
}

// byPasskey logs in with a device.
func byPasskey(t *testing.T, a *Access, d *passkeytest.Device) (token string, err error) {
	t.Helper()
	q, err := a.Passkeys().BeginLogin(t.Context(), place(t))
	must(t, err)
	answer, err := d.Get(origin, q.Options)
	must(t, err)
	name, err := a.Passkeys().Owner(t.Context(), answer)
	must(t, err)
	return a.Login(t.Context(), Credentials{Name: name, Desk: "Desk 1", Passkey: &passkey.Response{Origin: place(t), Ticket: q.Ticket, Answer: answer}})
}

func TestPasskey(t *testing.T) {
	a, anna := club(t)
	ctx := t.Context()
	// At an unattended laptop a passer-by cannot add a passkey without the password.
	_, err := a.Passkeys().BeginRegistration(ctx, place(t), anna, "wrong horse")
	wantFault(t, err, "login.password.wrong")
	_, err = a.Passkeys().BeginRegistration(ctx, place(t), anna, strings.Repeat("x", 1000))
	wantFault(t, err, "login.password.wrong")

	phone := withPasskey(t, a, anna, " Anna's  phone ", 1)
	token, err := byPasskey(t, a, phone)
	must(t, err)
	wantWho(t, a, token, "Anna")
	all, err := a.Passkeys().Of(ctx, anna.UserID)
	must(t, err)
	if len(all) != 1 || all[0].Label != "Anna's phone" || all[0].Used.IsZero() {
		t.Errorf("the passkeys are %+v", all)
	}
	// Invalid names, and an invalid answer.
	q, err := a.Passkeys().BeginRegistration(ctx, place(t), anna, password)
	must(t, err)
	answer, err := (&passkeytest.Device{}).Create(origin, q.Options)
	must(t, err)
	made := passkey.Response{Origin: place(t), Ticket: q.Ticket, Answer: answer}
	wantFault(t, a.Passkeys().Add(ctx, anna, " ", made), "people.label")
	wantFault(t, a.Passkeys().Add(ctx, anna, strings.Repeat("x", 61), made), "people.label")
	made.Answer = nil
	wantFault(t, a.Passkeys().Add(ctx, anna, "Key", made), "passkey.failed")

	// The counter of a copy lags behind: the copy is refused and noted, the passkey still works.
	copied := *phone
	copied.Counter--
	_, err = byPasskey(t, a, &copied)
	wantFault(t, err, "passkey.failed")
	_, err = byPasskey(t, a, phone)
	must(t, err)

	must(t, a.Passkeys().Remove(ctx, anna, all[0].ID))
	must(t, a.Passkeys().Remove(ctx, anna, all[0].ID))
	_, err = byPasskey(t, a, phone)
	wantFault(t, err, "passkey.failed")
	if name, err := a.Passkeys().Owner(ctx, []byte("junk")); name != "" || err != nil {
		t.Errorf("junk is of %q, %v", name, err)
	}
	wantLog(t, a, "passkey Anna's phone, passkey.login Anna's phone, passkey.copied Anna's phone, passkey.login Anna's phone, passkey.removed Anna's phone")
}

// wantLog checks the entries about passkeys in the log of access.
func wantLog(t *testing.T, a *Access, want string) {
	t.Helper()
	entries, _, err := a.People().Log(t.Context(), store.FirstOrganisation, 0)
	must(t, err)
	var got []string
	for _, e := range entries {
		if strings.HasPrefix(e.Event.String(), "passkey") {
			got = append([]string{fmt.Sprint(e.Event, " ", e.Subject)}, got...)
		}
	}
	if strings.Join(got, ", ") != want {
		t.Errorf("the log has %s; want %s", strings.Join(got, ", "), want)
	}
}

// A person cannot remove, add or use a passkey of another person.
func TestPasskeysOfOthers(t *testing.T) {
	a, anna := club(t)
	ctx := t.Context()
	token, err := a.People().OrganisationAdmin(anna, store.FirstOrganisation).Invite(ctx, Invitation{Role: role.Desk})
	must(t, err)
	must(t, a.People().Join(ctx, token, "Bert", password))
	bert := loggedIn(t, a, "Bert")
	annas, berts := withPasskey(t, a, anna, "Anna's", 0), withPasskey(t, a, bert, "Bert's", 0)
	all, err := a.Passkeys().Of(ctx, anna.UserID)
	must(t, err)
	must(t, a.Passkeys().Remove(ctx, bert, all[0].ID))
	_, err = byPasskey(t, a, annas)
	must(t, err)

	// Bert's browser cannot answer a challenge for Anna's.
	q, err := a.Passkeys().BeginRegistration(ctx, place(t), anna, password)
	must(t, err)
	answer, err := (&passkeytest.Device{}).Create(origin, q.Options)
	must(t, err)
	wantFault(t, a.Passkeys().Add(ctx, bert, "Mine", passkey.Response{Origin: place(t), Ticket: q.Ticket, Answer: answer}), "passkey.failed")
	// Anna's passkey under Bert's name, and under the name of Bert's passkey.
	forged := *annas
	forged.Handle = berts.Handle
	_, err = byPasskey(t, a, &forged)
	wantFault(t, err, "passkey.failed")
	forged.ID = berts.ID
	_, err = byPasskey(t, a, &forged)
	wantFault(t, err, "passkey.failed")

	// A removed person has no passkeys.
	must(t, a.People().OrganisationAdmin(anna, store.FirstOrganisation).RemoveMember(ctx, bert.UserID, nil))
	_, err = byPasskey(t, a, berts)
	wantFault(t, err, "passkey.failed")
	if left, err := a.Passkeys().Of(ctx, bert.UserID); len(left) != 0 || err != nil {
		t.Errorf("passkeys of nobody are left: %v, %v", left, err)
	}
}

// A new password by a link from the server's machine removes all passkeys: one may be an intruder's. A person with the
// old password sees them on the same page, and keeps them.
func TestNewPasswordAndPasskeys(t *testing.T) {
	a, anna := club(t)
	ctx := t.Context()
	phone, key := withPasskey(t, a, anna, "Phone", 0), withPasskey(t, a, anna, "Key", 0)
	token, err := a.Login(ctx, Credentials{Name: "Anna", Password: password})
	must(t, err)
	must(t, a.ChangePassword(ctx, token, password, password))
	_, err = byPasskey(t, a, phone)
	must(t, err)
	token, err = a.ResetToken(ctx, "Anna")
	must(t, err)
	_, err = byPasskey(t, a, key)
	must(t, err)
	must(t, a.SetPassword(ctx, token, "", password))
	for _, d := range []*passkeytest.Device{phone, key} {
		_, err = byPasskey(t, a, d)
		wantFault(t, err, "passkey.failed")
	}
	wantLog(t, a, "passkey Phone, passkey Key, passkey.login Phone, passkey.login Key, passkey.removed Key, passkey.removed Phone")
}

func TestPasskeysAreBounded(t *testing.T) {
	a, anna := club(t)
	must(t, a.store.Tx(t.Context(), func(tx *store.Tx) error {
		for i := range mostPasskeys {
			if _, err := tx.People().AddPasskey(Passkey{ID: fmt.Sprint(i), UserID: anna.UserID, Label: "x", Credential: "{}", Created: a.now()}); err != nil {
				return err
			}
		}
		return nil
	}))
	_, err := a.Passkeys().BeginRegistration(t.Context(), place(t), anna, password)
	wantFault(t, err, "passkey.most")
}
