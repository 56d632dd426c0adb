package director

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestFirstLogin(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	old, needed, err := d.Access().SetupToken(ctx)
	if err != nil || !needed || len(old) < 40 {
		t.Fatal(old, needed, err)
	}
	token, _, err := d.Access().SetupToken(ctx)
	must(t, err)
	const password = "correct horse"
	wantFault(t, d.Access().SetPassword(ctx, old, "Anna", password), "setup.token")
	wantFault(t, d.Access().SetPassword(ctx, "", "Anna", password), "setup.token")
	wantFault(t, d.Access().SetPassword(ctx, token, " ", password), "login.name.long")
	wantFault(t, d.Access().SetPassword(ctx, token, strings.Repeat("a", 1000), password), "login.name.long")
	wantFault(t, d.Access().SetPassword(ctx, token, "Anna", "short"), "login.password.short")
	wantFault(t, d.Access().SetPassword(ctx, token, "Anna", strings.Repeat("ä", 1000)), "login.password.long")
	must(t, d.Access().SetPassword(ctx, token, " Anna  Mäki", password))
	wantFault(t, d.Access().SetPassword(ctx, token, "Bert", password), "setup.token")
	if _, needed, err := d.Access().SetupToken(ctx); needed || err != nil {
		t.Errorf("a second set-up: %v, %v", needed, err)
	}

	for _, wrong := range [][2]string{{"Anna Mäki", "wrong horse"}, {"Bert", password}, {"", ""}, {"Anna Mäki", strings.Repeat("x", 1000)}} {
		_, err := d.Access().Login(ctx, Credentials{Name: wrong[0], Password: wrong[1]})
		wantFault(t, err, "login.failed")
	}
	session, err := d.Access().Login(ctx, Credentials{Name: "anna maki", Password: password})
	must(t, err)
	wantWho(t, d, session, "Anna Mäki")
	wantWho(t, d, "", "")
	wantWho(t, d, "nonsense", "")
	must(t, d.Access().Logout(ctx, session))
	wantWho(t, d, session, "")
	must(t, d.Access().Logout(ctx, session))
}

func wantWho(t *testing.T, d *Director, token, want string) {
	t.Helper()
	who, ok, err := d.Access().Session(t.Context(), token)
	if err != nil || who.User != want || ok != (want != "") {
		t.Errorf("session of %q, %v, %v; want %q", who.User, ok, err, want)
	}
}

func TestForgottenPassword(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	first, _, err := d.Access().SetupToken(ctx)
	must(t, err)
	must(t, d.Access().SetPassword(ctx, first, "Anna", "the first one"))
	session, err := d.Access().Login(ctx, Credentials{Name: "Anna", Password: "the first one"})
	must(t, err)
	second, err := d.Access().ResetToken(ctx)
	must(t, err)
	must(t, d.Access().SetPassword(ctx, second, "anna", "the second one"))
	wantWho(t, d, session, "")
	_, err = d.Access().Login(ctx, Credentials{Name: "Anna", Password: "the first one"})
	wantFault(t, err, "login.failed")
	_, err = d.Access().Login(ctx, Credentials{Name: "Anna", Password: "the second one"})
	must(t, err)
}

func TestSetupExpires(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	now := d.now()
	d = New(d.store, func() time.Time { return now })
	wantFault(t, d.Access().CheckSetup(ctx, "junk"), "setup.token")
	first, _, err := d.Access().SetupToken(ctx)
	must(t, err)
	now = now.Add(100 * SetupLife)
	must(t, d.Access().CheckSetup(ctx, first))
	must(t, d.Access().SetPassword(ctx, first, "Anna", "correct horse"))
	wantFault(t, d.Access().CheckSetup(ctx, first), "setup.token")
	second, err := d.Access().ResetToken(ctx)
	must(t, err)
	now = now.Add(SetupLife)
	must(t, d.Access().CheckSetup(ctx, second))
	now = now.Add(time.Second)
	wantFault(t, d.Access().CheckSetup(ctx, second), "setup.token")
	wantFault(t, d.Access().SetPassword(ctx, second, "Anna", "another horse"), "setup.token")
}

func TestSessionsExpire(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	token, _, err := d.Access().SetupToken(ctx)
	must(t, err)
	must(t, d.Access().SetPassword(ctx, token, "Anna", "correct horse"))
	now := d.now()
	d = New(d.store, func() time.Time { return now })
	session, err := d.Access().Login(ctx, Credentials{Name: "Anna", Password: "correct horse"})
	must(t, err)
	now = now.Add(SessionLife - time.Second)
	wantWho(t, d, session, "Anna")
	now = now.Add(time.Second)
	wantWho(t, d, session, "")
}

// Attempts from unknown devices fill two slots and the queue; the next one
// fails. A known device has a slot of its own.
func TestStrangersQueue(t *testing.T) {
	d := fresh(t)
	must(t, setPassword(t, d, "Anna", "correct horse"))
	stop := make(chan struct{})
	var waiting sync.WaitGroup
	for range cap(d.access.unknownDevices.inside) {
		started := make(chan struct{})
		waiting.Go(func() {
			close(started)
			_ = d.access.unknownDevices.run(t.Context(), func() { <-stop }) // ends with the test
		})
		<-started
	}
	for len(d.access.unknownDevices.inside) < cap(d.access.unknownDevices.inside) {
		time.Sleep(time.Millisecond)
	}
	_, err := d.Access().Login(t.Context(), Credentials{Name: "Anna", Password: "correct horse"})
	wantFault(t, err, "login.busy")
	if _, err := d.Access().Login(t.Context(), Credentials{Name: "Anna", Password: "correct horse", Known: true}); err != nil {
		t.Errorf("on a known device: %v", err)
	}
	close(stop)
	waiting.Wait()
	if _, err := d.Access().Login(t.Context(), Credentials{Name: "Anna", Password: "correct horse"}); err != nil {
		t.Errorf("after the queue: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d.access.unknownDevices.serving <- struct{}{}
	d.access.unknownDevices.serving <- struct{}{}
	if err := d.access.unknownDevices.run(ctx, func() { t.Error("a third hash was computed") }); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled login returns %v", err)
	}
}

func setPassword(t *testing.T, d *Director, name, password string) error {
	t.Helper()
	token, err := d.Access().ResetToken(t.Context())
	must(t, err)
	return d.Access().SetPassword(t.Context(), token, name, password)
}

// A device remembers the people who have logged in on it, and no others; its token
// cannot be forged.
func TestKnownDevices(t *testing.T) {
	d := fresh(t)
	ctx := t.Context()
	known := func(token, name string) bool {
		_, ok, err := d.Access().KnownDevice(ctx, token, name)
		must(t, err)
		return ok
	}
	anna, err := d.Access().DeviceToken(ctx, "", "Anna")
	must(t, err)
	both, err := d.Access().DeviceToken(ctx, anna, "Bert")
	must(t, err)
	again, err := d.Access().DeviceToken(ctx, anna, "anna")
	must(t, err)
	if again != anna {
		t.Errorf("a second login makes %q of %q", again, anna)
	}
	id, _, _ := strings.Cut(anna, "-")
	for _, tt := range []struct {
		what, token, name string
		want              bool
	}{
		{"the owner", anna, "Anna", true}, {"another spelling", anna, " ÁNNA ", true}, {"another name", anna, "Bert", false},
		{"the first of two", both, "Anna", true}, {"the second of two", both, "Bert", true}, {"neither of two", both, "Carl", false},
		{"no token", "", "Anna", false}, {"no owners", id, "Anna", false}, {"an empty owner", id + "-", "Anna", false},
		{"another device", strings.Repeat("0", 32) + anna[32:], "Anna", false}, {"too long", anna + strings.Repeat("-x", 1000), "Anna", false},
		{"nonsense", "nonsense", "Anna", false}, {"nothing", "-", "", false},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if got := known(tt.token, tt.name); got != tt.want {
				t.Errorf("%q knows %q: %v", tt.token, tt.name, got)
			}
		})
	}
	token := anna
	for i := range 3 * mostOwners {
		token, err = d.Access().DeviceToken(ctx, token, fmt.Sprint("Helper ", i))
		must(t, err)
	}
	if len(token) > 300 || known(token, "Anna") || !known(token, fmt.Sprint("Helper ", 3*mostOwners-1)) {
		t.Errorf("a device of many is %q", token)
	}
}

func TestPasswords(t *testing.T) {
	hash := hashPassword("pässword")
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("hash %s", hash)
	}
	if !checkPassword(hash, "pässword") || checkPassword(hash, "password") || checkPassword(dummyHash, "") {
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
