package director

import (
	"context"
	"strings"
	"testing"
	"time"
)

func TestFirstLogin(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	old, needed, err := d.SetupToken(ctx)
	if err != nil || !needed || len(old) < 40 {
		t.Fatal(old, needed, err)
	}
	token, _, err := d.SetupToken(ctx)
	must(t, err)
	const password = "correct horse"
	wantFault(t, d.SetPassword(ctx, old, "Anna", password), "setup.token")
	wantFault(t, d.SetPassword(ctx, "", "Anna", password), "setup.token")
	wantFault(t, d.SetPassword(ctx, token, " ", password), "user.name")
	wantFault(t, d.SetPassword(ctx, token, strings.Repeat("a", 1000), password), "user.name")
	wantFault(t, d.SetPassword(ctx, token, "Anna", "short"), "password.short")
	wantFault(t, d.SetPassword(ctx, token, "Anna", strings.Repeat("ä", 1000)), "password.long")
	must(t, d.SetPassword(ctx, token, " Anna  Mäki", password))
	wantFault(t, d.SetPassword(ctx, token, "Bert", password), "setup.token")
	if _, needed, err := d.SetupToken(ctx); needed || err != nil {
		t.Errorf("a second set-up: %v, %v", needed, err)
	}

	for _, wrong := range [][2]string{{"Anna Mäki", "wrong horse"}, {"Bert", password}, {"", ""}, {"Anna Mäki", strings.Repeat("x", 1000)}} {
		_, err := d.Login(ctx, wrong[0], wrong[1])
		wantFault(t, err, "login.failed")
	}
	session, err := d.Login(ctx, "anna maki", password)
	must(t, err)
	wantWho(t, d, session, "Anna Mäki")
	wantWho(t, d, "", "")
	wantWho(t, d, "nonsense", "")
	must(t, d.Logout(ctx, session))
	wantWho(t, d, session, "")
	must(t, d.Logout(ctx, session))
}

func wantWho(t *testing.T, d *Director, token, want string) {
	t.Helper()
	who, ok, err := d.Session(t.Context(), token)
	if err != nil || who.Name != want || ok != (want != "") {
		t.Errorf("session of %q, %v, %v; want %q", who.Name, ok, err, want)
	}
}

func TestForgottenPassword(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	first, _, err := d.SetupToken(ctx)
	must(t, err)
	must(t, d.SetPassword(ctx, first, "Anna", "the first one"))
	session, err := d.Login(ctx, "Anna", "the first one")
	must(t, err)
	second, err := d.ResetToken(ctx)
	must(t, err)
	must(t, d.SetPassword(ctx, second, "anna", "the second one"))
	wantWho(t, d, session, "")
	_, err = d.Login(ctx, "Anna", "the first one")
	wantFault(t, err, "login.failed")
	_, err = d.Login(ctx, "Anna", "the second one")
	must(t, err)
}

func TestSetupExpires(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	now := d.now()
	d.now = func() time.Time { return now }
	wantFault(t, d.CheckSetup(ctx, "junk"), "setup.token")
	first, _, err := d.SetupToken(ctx)
	must(t, err)
	now = now.Add(100 * SetupLife)
	must(t, d.CheckSetup(ctx, first))
	must(t, d.SetPassword(ctx, first, "Anna", "correct horse"))
	wantFault(t, d.CheckSetup(ctx, first), "setup.token")
	second, err := d.ResetToken(ctx)
	must(t, err)
	now = now.Add(SetupLife)
	must(t, d.CheckSetup(ctx, second))
	now = now.Add(time.Second)
	wantFault(t, d.CheckSetup(ctx, second), "setup.token")
	wantFault(t, d.SetPassword(ctx, second, "Anna", "another horse"), "setup.token")
}

func TestSessionsExpire(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	token, _, err := d.SetupToken(ctx)
	must(t, err)
	must(t, d.SetPassword(ctx, token, "Anna", "correct horse"))
	now := d.now()
	d.now = func() time.Time { return now }
	session, err := d.Login(ctx, "Anna", "correct horse")
	must(t, err)
	now = now.Add(SessionLife - time.Second)
	wantWho(t, d, session, "Anna")
	now = now.Add(time.Second)
	wantWho(t, d, session, "")
}

func TestHashingWaitsForASlot(t *testing.T) {
	d := fresh(t)
	d.hashing <- struct{}{}
	d.hashing <- struct{}{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.Login(ctx, "Anna", "correct horse"); err == nil {
		t.Error("a third hash was computed")
	}
}

func TestPasswords(t *testing.T) {
	hash := hashPassword("pässword")
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("hash %s", hash)
	}
	if !checkPassword(hash, "pässword") || checkPassword(hash, "password") || checkPassword(nobody, "") {
		t.Error("passwords are mixed up")
	}
	if hashPassword("pässword") == hash {
		t.Error("no salt")
	}
	for _, broken := range []string{"", "$", "$argon2id$v=19$m=19456,t=2,p=1$$", "$argon2i$v=19$m=19456,t=2,p=1$AAAA$AAAA", strings.Replace(hash, "v=19", "v=1", 1)} {
		if checkPassword(broken, "") {
			t.Errorf("%q lets in", broken)
		}
	}
}
