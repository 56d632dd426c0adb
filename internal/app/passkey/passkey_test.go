package passkey_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"tourney/internal/app/passkey"
	"tourney/internal/data/database"
	"tourney/internal/fault"
	"tourney/internal/testkit/passkeytest"
)

const address = "https://go.example.org"

func must[T any](t *testing.T) func(value T, err error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func wantFault(t *testing.T, err error, key string) {
	t.Helper()
	if !fault.Is(err, key) {
		t.Errorf("got %v, want %s", err, key)
	}
}

// A bench is a checker with a clock that a test sets, and a person with a passkey.
type bench struct {
	*testing.T
	now     time.Time
	checker *passkey.Checker
	at      passkey.Origin
	anna    passkey.Person
	device  *passkeytest.Device
	key     passkey.Key
}

func newBench(t *testing.T, counter uint32) *bench {
	b := &bench{T: t, now: time.Date(2026, 5, 2, 9, 30, 0, 0, time.UTC), at: must[passkey.Origin](t)(passkey.ParseOrigin(address)), anna: passkey.Person{Handle: []byte("handle of Anna"), Name: "Anna"}}
	b.checker = passkey.New(func() time.Time { return b.now }, database.NewKeyValue())
	b.device = &passkeytest.Device{Counter: counter}
	var err error
	if b.key, err = b.register(b.device, address); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *bench) register(d *passkeytest.Device, origin string) (passkey.Key, error) {
	b.Helper()
	q := must[passkey.Challenge](b.T)(b.checker.BeginRegistration(b.Context(), b.at, b.anna, nil))
	answer := must[[]byte](b.T)(d.Create(origin, q.Options))
	return b.checker.FinishRegistration(b.Context(), b.anna, passkey.Response{Origin: b.at, Ticket: q.Ticket, Answer: answer})
}

// reply returns the answer of a device to a new challenge of a login.
func (b *bench) reply(d *passkeytest.Device, origin string) passkey.Response {
	b.Helper()
	q := must[passkey.Challenge](b.T)(b.checker.BeginLogin(b.Context(), b.at))
	return passkey.Response{Origin: b.at, Ticket: q.Ticket, Answer: must[[]byte](b.T)(d.Get(origin, q.Options))}
}

func TestLogin(t *testing.T) {
	b := newBench(t, 0)
	r := b.reply(b.device, address)
	if id := passkey.ID(r.Answer); id != b.key.ID || id == "" {
		t.Errorf("the answer is of the passkey %q, want %q", id, b.key.ID)
	}
	now, err := b.checker.FinishLogin(b.Context(), b.anna, b.key, r)
	if err != nil || now.ID != b.key.ID {
		t.Fatal(now, err)
	}
	// An attacker sends the same answer once more.
	_, err = b.checker.FinishLogin(b.Context(), b.anna, b.key, r)
	wantFault(t, err, "passkey.failed")
	if strings.Contains(b.key.Credential, "clientDataJSON\":\"e") {
		t.Error("who made the device is kept")
	}
}

func TestLoginIsRefused(t *testing.T) {
	bert := passkey.Person{Handle: []byte("handle of Bert"), Name: "Bert"}
	for name, try := range map[string]func(b *bench) error{
		"at another address": func(b *bench) error {
			_, err := b.checker.FinishLogin(b.Context(), b.anna, b.key, b.reply(b.device, "https://go.example.net"))
			return err
		},
		"at another port": func(b *bench) error {
			_, err := b.checker.FinishLogin(b.Context(), b.anna, b.key, b.reply(b.device, address+":8443"))
			return err
		},
		"by a question of another address": func(b *bench) error {
			r := b.reply(b.device, address)
			r.Origin = must[passkey.Origin](b.T)(passkey.ParseOrigin("https://go.example.net"))
			_, err := b.checker.FinishLogin(b.Context(), b.anna, b.key, r)
			return err
		},
		"too late": func(b *bench) error {
			r := b.reply(b.device, address)
			b.now = b.now.Add(5 * time.Minute)
			_, err := b.checker.FinishLogin(b.Context(), b.anna, b.key, r)
			return err
		},
		"with the ticket of another browser": func(b *bench) error {
			r := b.reply(b.device, address)
			r.Ticket = b.reply(b.device, address).Ticket
			_, err := b.checker.FinishLogin(b.Context(), b.anna, b.key, r)
			return err
		},
		"with a ticket that was made longer": func(b *bench) error {
			r := b.reply(b.device, address)
			r.Ticket = "9" + r.Ticket
			_, err := b.checker.FinishLogin(b.Context(), b.anna, b.key, r)
			return err
		},
		"without a ticket": func(b *bench) error {
			r := b.reply(b.device, address)
			r.Ticket = ""
			_, err := b.checker.FinishLogin(b.Context(), b.anna, b.key, r)
			return err
		},
		"by a question of another run of the program": func(b *bench) error {
			r := b.reply(b.device, address)
			_, err := passkey.New(func() time.Time { return b.now }, database.NewKeyValue()).FinishLogin(b.Context(), b.anna, b.key, r)
			return err
		},
		"without a finger": func(b *bench) error {
			b.device.Unverified = true
			_, err := b.checker.FinishLogin(b.Context(), b.anna, b.key, b.reply(b.device, address))
			return err
		},
		"as somebody else": func(b *bench) error {
			_, err := b.checker.FinishLogin(b.Context(), bert, b.key, b.reply(b.device, address))
			return err
		},
		"with another passkey": func(b *bench) error {
			d := &passkeytest.Device{}
			if _, err := b.register(d, address); err != nil {
				return err
			}
			_, err := b.checker.FinishLogin(b.Context(), b.anna, b.key, b.reply(d, address))
			return err
		},
		"with another passkey under the name of this one": func(b *bench) error {
			d := &passkeytest.Device{}
			if _, err := b.register(d, address); err != nil {
				return err
			}
			d.ID = b.device.ID
			_, err := b.checker.FinishLogin(b.Context(), b.anna, b.key, b.reply(d, address))
			return err
		},
		"with junk": func(b *bench) error {
			r := b.reply(b.device, address)
			r.Answer = bytes.Replace(r.Answer, []byte("signature"), []byte("signatore"), 1)
			_, err := b.checker.FinishLogin(b.Context(), b.anna, b.key, r)
			return err
		},
		"with nothing": func(b *bench) error {
			r := b.reply(b.device, address)
			r.Answer = nil
			_, err := b.checker.FinishLogin(b.Context(), b.anna, b.key, r)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, 0)
			wantFault(t, try(b), "passkey.failed")
		})
	}
}

func TestNewPasskeyIsRefused(t *testing.T) {
	b := newBench(t, 0)
	_, err := b.register(&passkeytest.Device{}, "https://go.example.net")
	wantFault(t, err, "passkey.failed")
	_, err = b.register(&passkeytest.Device{Unverified: true}, address)
	wantFault(t, err, "passkey.failed")

	q := must[passkey.Challenge](t)(b.checker.BeginRegistration(b.Context(), b.at, b.anna, nil))
	reply := passkey.Response{Origin: b.at, Ticket: q.Ticket, Answer: must[[]byte](t)((&passkeytest.Device{}).Create(address, q.Options))}
	// For another person, after the time, and twice.
	_, err = b.checker.FinishRegistration(b.Context(), passkey.Person{Handle: []byte("handle of Bert"), Name: "Bert"}, reply)
	wantFault(t, err, "passkey.failed")
	b.now = b.now.Add(5 * time.Minute)
	_, err = b.checker.FinishRegistration(b.Context(), b.anna, reply)
	wantFault(t, err, "passkey.failed")
	b.now = b.now.Add(-time.Second)
	must[passkey.Key](t)(b.checker.FinishRegistration(b.Context(), b.anna, reply))
	_, err = b.checker.FinishRegistration(b.Context(), b.anna, reply)
	wantFault(t, err, "passkey.failed")

	// The challenge of a login, which any browser gets, does not work for a new passkey.
	q = must[passkey.Challenge](t)(b.checker.BeginLogin(b.Context(), b.at))
	answer := must[[]byte](t)((&passkeytest.Device{}).Create(address, q.Options))
	_, err = b.checker.FinishRegistration(b.Context(), b.anna, passkey.Response{Origin: b.at, Ticket: q.Ticket, Answer: answer})
	wantFault(t, err, "passkey.failed")
}

// A device that counts its signatures reveals a copy of its passkey: one of the two counts behind.
func TestCopiedPasskey(t *testing.T) {
	b := newBench(t, 7)
	copied := *b.device
	for range 2 {
		now, err := b.checker.FinishLogin(b.Context(), b.anna, b.key, b.reply(b.device, address))
		if err != nil {
			t.Fatal(err)
		}
		b.key = now
	}
	_, err := b.checker.FinishLogin(b.Context(), b.anna, b.key, b.reply(&copied, address))
	wantFault(t, err, "passkey.failed")
	if !errors.Is(err, passkey.ErrCloned) {
		t.Errorf("the copy is refused for %v", err)
	}
	if _, err := b.checker.FinishLogin(b.Context(), b.anna, b.key, b.reply(b.device, address)); err != nil {
		t.Errorf("the passkey itself: %v", err)
	}
}

func TestQuestionsExcludeKnownPasskeys(t *testing.T) {
	b := newBench(t, 0)
	q := must[passkey.Challenge](t)(b.checker.BeginRegistration(b.Context(), b.at, b.anna, []passkey.Key{b.key}))
	for _, want := range []string{`"excludeCredentials"`, b.key.ID, `"residentKey":"required"`, `"userVerification":"required"`, `"attestation":"none"`, `"id":"go.example.org"`} {
		if !strings.Contains(string(q.Options), want) {
			t.Errorf("the question for a new passkey lacks %s: %s", want, q.Options)
		}
	}
	q = must[passkey.Challenge](t)(b.checker.BeginLogin(b.Context(), b.at))
	for _, want := range []string{`"rpId":"go.example.org"`, `"userVerification":"required"`} {
		if !strings.Contains(string(q.Options), want) {
			t.Errorf("the question of a login lacks %s: %s", want, q.Options)
		}
	}
	if strings.Contains(string(q.Options), b.key.ID) {
		t.Error("the question of a login tells which passkeys there are")
	}
}

func TestOrigins(t *testing.T) {
	for text, want := range map[string]string{
		"https://go.example.org": "https://go.example.org", "https://Go.Example.org:443/": "https://go.example.org",
		"https://go.example.org:8443": "https://go.example.org:8443", "http://localhost:8080": "http://localhost:8080", "https://localhost": "https://localhost",
		"http://go.example.org": "", "https://192.168.1.5": "", "http://127.0.0.1:8080": "", "https://[2001:db8::1]:8443": "", "": "", "go.example.org": "", "https://%": "", "ftp://localhost": "",
	} {
		at, err := passkey.ParseOrigin(text)
		if at.String() != want || (want == "") != fault.Is(err, "passkey.address") {
			t.Errorf("%q is at %q, %v; want %q", text, at.String(), err, want)
		}
	}
}

// Every instance can check the challenges of another one, but no two accept the same answer.
func TestInstancesShareQuestions(t *testing.T) {
	b := newBench(t, 1)
	now, keyValue := func() time.Time { return b.now }, database.NewKeyValue()
	here, there := passkey.New(now, keyValue), passkey.New(now, keyValue)
	b.checker = here
	r := b.reply(b.device, address)
	if _, err := there.FinishLogin(t.Context(), b.anna, b.key, r); err != nil {
		t.Errorf("an answer at another instance: %v", err)
	}
	_, err := here.FinishLogin(t.Context(), b.anna, b.key, r)
	wantFault(t, err, "passkey.failed")
}
