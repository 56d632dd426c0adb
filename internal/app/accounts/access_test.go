package accounts

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"tourney/internal/data/store"
	"tourney/internal/testkit/databasetest"
)

func TestFirstLogin(t *testing.T) {
	a := fresh(t)
	ctx := t.Context()
	old, needed, err := a.SetupToken(ctx)
	if err != nil || !needed || len(old) < 40 {
		t.Fatal(old, needed, err)
	}
	token, _, err := a.SetupToken(ctx)
	must(t, err)
	const password = "correct horse"
	wantFault(t, a.SetPassword(ctx, old, "Anna", password), "setup.token")
	wantFault(t, a.SetPassword(ctx, "", "Anna", password), "setup.token")
	wantFault(t, a.SetPassword(ctx, token, " ", password), "login.name.long")
	wantFault(t, a.SetPassword(ctx, token, strings.Repeat("a", 1000), password), "login.name.long")
	wantFault(t, a.SetPassword(ctx, token, "Anna", "short"), "login.password.short")
	wantFault(t, a.SetPassword(ctx, token, "Anna", strings.Repeat("ä", 1000)), "login.password.long")
	must(t, a.SetPassword(ctx, token, " Anna  Mäki", password))
	wantFault(t, a.SetPassword(ctx, token, "Bert", password), "setup.used")
	if _, needed, err := a.SetupToken(ctx); needed || err != nil {
		t.Errorf("a second set-up: %v, %v", needed, err)
	}

	for _, wrong := range [][2]string{{"Anna Mäki", "wrong horse"}, {"Bert", password}, {"", ""}, {"Anna Mäki", strings.Repeat("x", 1000)}} {
		_, err := a.Login(ctx, Credentials{Name: wrong[0], Password: wrong[1]})
		wantFault(t, err, "login.failed")
	}
	session, err := a.Login(ctx, Credentials{Name: "anna maki", Password: password})
	must(t, err)
	wantWho(t, a, session, "Anna Mäki")
	wantWho(t, a, "", "")
	wantWho(t, a, "nonsense", "")
	must(t, a.Logout(ctx, session))
	wantWho(t, a, session, "")
	must(t, a.Logout(ctx, session))
}

func wantWho(t *testing.T, a *Access, token, want string) {
	t.Helper()
	who, ok, err := a.Session(t.Context(), token)
	if err != nil || who.User != want || ok != (want != "") {
		t.Errorf("session of %q, %v, %v; want %q", who.User, ok, err, want)
	}
}

func TestForgottenPassword(t *testing.T) {
	a := fresh(t)
	ctx := t.Context()
	first, _, err := a.SetupToken(ctx)
	must(t, err)
	must(t, a.SetPassword(ctx, first, "Anna", "the first one"))
	session, err := a.Login(ctx, Credentials{Name: "Anna", Password: "the first one"})
	must(t, err)
	second, err := a.ResetToken(ctx, "anna")
	must(t, err)
	// The link is Anna's: with another name it still sets her password, and takes over no other account.
	must(t, a.SetPassword(ctx, second, "Bert", "the second one"))
	_, err = a.ResetToken(ctx, "Bert")
	wantFault(t, err, "login.unknown")
	wantWho(t, a, session, "")
	_, err = a.Login(ctx, Credentials{Name: "Anna", Password: "the first one"})
	wantFault(t, err, "login.failed")
	_, err = a.Login(ctx, Credentials{Name: "Anna", Password: "the second one"})
	must(t, err)
}

// wantLink checks for whom a link sets a password, or the fault of it.
func wantLink(t *testing.T, a *Access, token, name, key string) {
	t.Helper()
	got, err := a.CheckSetup(t.Context(), token)
	if key != "" {
		wantFault(t, err, key)
	} else if err != nil || got != name {
		t.Errorf("the link is for %q, %v; want %q", got, err, name)
	}
}

func TestSetupExpires(t *testing.T) {
	a := fresh(t)
	ctx := t.Context()
	now := a.now()
	a = over(a.store, func() time.Time { return now })
	wantLink(t, a, "junk", "", "setup.token")
	first, _, err := a.SetupToken(ctx)
	must(t, err)
	now = now.Add(100 * SetupLife)
	wantLink(t, a, first, "", "")
	must(t, a.SetPassword(ctx, first, "Anna", "correct horse"))
	wantLink(t, a, first, "", "setup.used")
	second, err := a.ResetToken(ctx, "anna")
	must(t, err)
	now = now.Add(SetupLife)
	wantLink(t, a, second, "Anna", "")
	now = now.Add(time.Second)
	wantLink(t, a, second, "Anna", "setup.used")
	wantFault(t, a.SetPassword(ctx, second, "Anna", "another horse"), "setup.used")
}

func TestSessionsExpire(t *testing.T) {
	a := fresh(t)
	ctx := t.Context()
	token, _, err := a.SetupToken(ctx)
	must(t, err)
	must(t, a.SetPassword(ctx, token, "Anna", "correct horse"))
	now := a.now()
	a = over(a.store, func() time.Time { return now })
	session, err := a.Login(ctx, Credentials{Name: "Anna", Password: "correct horse"})
	must(t, err)
	// A login that is used lasts for SessionLife.
	for range SessionLife/idleLife - 1 {
		now = now.Add(idleLife - time.Second)
		wantWho(t, a, session, "Anna")
	}
	now = now.Add(idleLife - time.Second)
	wantWho(t, a, session, "Anna")
	now = now.Add(time.Duration(SessionLife/idleLife) * time.Second)
	wantWho(t, a, session, "")

	// An unused session ends earlier, even if PeekSession reads it.
	session, err = a.Login(ctx, Credentials{Name: "Anna", Password: "correct horse"})
	must(t, err)
	for range 2 {
		now = now.Add(idleLife / 2)
		if s, ok, err := a.PeekSession(ctx, session); ok != (s.User == "Anna") || err != nil {
			t.Errorf("%+v, %v, %v", s, ok, err)
		}
	}
	wantWho(t, a, session, "")
}

// Attempts from unknown devices fill their slots and the queue; the next one fails. Known devices have separate slots
// and never wait for them.
func TestStrangersQueue(t *testing.T) {
	a := fresh(t)
	must(t, setPassword(t, a, "Anna", "correct horse"))
	slots := a.unknownDevices.free
	stop := make(chan struct{})
	var waiting sync.WaitGroup
	for range slots + longestQueue {
		waiting.Go(func() { _ = a.unknownDevices.run(t.Context(), 0, func() { <-stop }) }) // ends with the test
	}
	queued := func() int {
		a.unknownDevices.mu.Lock()
		defer a.unknownDevices.mu.Unlock()
		return len(a.unknownDevices.waiting)
	}
	for queued() < longestQueue {
		time.Sleep(time.Millisecond)
	}
	_, err := a.Login(t.Context(), Credentials{Name: "Anna", Password: "correct horse"})
	wantFault(t, err, "login.busy")
	if _, err := a.Login(t.Context(), Credentials{Name: "Anna", Password: "correct horse", Known: true}); err != nil {
		t.Errorf("on a known device: %v", err)
	}
	close(stop)
	waiting.Wait()
	if _, err := a.Login(t.Context(), Credentials{Name: "Anna", Password: "correct horse"}); err != nil {
		t.Errorf("after the queue: %v", err)
	}
}

func setPassword(t *testing.T, a *Access, name, password string) error {
	t.Helper()
	token, first, err := a.SetupToken(t.Context())
	if err == nil && !first {
		token, err = a.ResetToken(t.Context(), name)
	}
	must(t, err)
	return a.SetPassword(t.Context(), token, name, password)
}

// A device token names the people with an earlier login on the device, and no others; it cannot be forged.
func TestKnownDevices(t *testing.T) {
	a := fresh(t)
	ctx := t.Context()
	known := func(token, name string) bool {
		_, ok, err := a.KnownDevice(ctx, token, name)
		must(t, err)
		return ok
	}
	anna, err := a.DeviceToken(ctx, "", "Anna")
	must(t, err)
	both, err := a.DeviceToken(ctx, anna, "Bert")
	must(t, err)
	again, err := a.DeviceToken(ctx, anna, "anna")
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
		token, err = a.DeviceToken(ctx, token, fmt.Sprint("Helper ", i))
		must(t, err)
	}
	if len(token) > 300 || known(token, "Anna") || !known(token, fmt.Sprint("Helper ", 3*mostOwners-1)) {
		t.Errorf("a device of many is %q", token)
	}
}

// The cost of a password is OWASP's recommendation, also for an unknown name; only tests use less.
func TestHashCost(t *testing.T) {
	s := databasetest.Open(t, store.OpenScratch)
	a := New(s, time.Now)
	if a.HashCost != (HashCost{Memory: 19 * 1024, Passes: 2, Lanes: 1}) {
		t.Errorf("a password costs %+v", a.HashCost)
	}
	must(t, setPassword(t, a, "Anna", "correct horse"))
	user, _, err := s.User(t.Context(), userKey("Anna"))
	must(t, err)
	for what, hash := range map[string]string{"Anna": user.Password, "nobody": a.HashCost.dummy()} {
		if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") || len(hash) != len(user.Password) {
			t.Errorf("the hash of %s is %s", what, hash)
		}
	}
	a.HashCost = cheap // an older hash is checked at its own cost
	_, err = a.Login(t.Context(), Credentials{Name: "Anna", Password: "correct horse"})
	must(t, err)
	_, err = a.Login(t.Context(), Credentials{Name: "Anna", Password: "wrong horse"})
	wantFault(t, err, "login.failed")
}

func TestPasswords(t *testing.T) {
	hash := cheap.hash("pässword")
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=64,t=1,p=1$") {
		t.Errorf("hash %s", hash)
	}
	if !checkPassword(hash, "pässword") || checkPassword(hash, "password") || checkPassword(cheap.dummy(), "") {
		t.Error("passwords are mixed up")
	}
	if cheap.hash("pässword") == hash {
		t.Error("no salt")
	}
	for _, broken := range []string{"", "$", "$argon2id$v=19$m=19456,t=2,p=1$$", "$argon2i$v=19$m=19456,t=2,p=1$AAAA$AAAA", strings.Replace(hash, "v=19", "v=1", 1)} {
		if checkPassword(broken, "") {
			t.Errorf("%q lets in", broken)
		}
	}
}

// A password counts exactly as it was typed: blanks, upper and lower case, every letter up to
// the bound. Nothing is cut off.
func TestPasswordIsTakenAsTyped(t *testing.T) {
	a := fresh(t)
	long := strings.Repeat("ž2k-x7 ", 28) + "Q9pm" // 200 letters
	for _, password := range []string{" blanks around ", "Žluťoučký kůň", "日本棋院の囲碁大会", "mq7-xw2z", long} {
		must(t, setPassword(t, a, "Anna", password))
		_, err := a.Login(t.Context(), Credentials{Name: "Anna", Password: password})
		must(t, err)
		cut := []rune(password)
		for _, other := range []string{strings.TrimSpace(password) + "?", strings.ToLower(password) + " ", string(cut[:len(cut)-1])} {
			_, err := a.Login(t.Context(), Credentials{Name: "Anna", Password: other})
			wantFault(t, err, "login.failed")
		}
	}
	wantFault(t, setPassword(t, a, "Anna", "mq7-xw2"), "login.password.short")
	wantFault(t, setPassword(t, a, "Anna", long+"x"), "login.password.long")
}
