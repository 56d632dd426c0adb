package passkey

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"tourney/internal/fault"
)

// A Person owns passkeys. Handle stands for them on their devices and reveals no identity.
type Person struct {
	Handle []byte
	Name   string
}

// A Key is the public half of a passkey. ID is its name, unique in the world; Credential is as the
// library for WebAuthn writes it.
type Key struct{ ID, Credential string }

// A Challenge is for one browser. Options are for its script; the browser returns Ticket with the answer.
type Challenge struct {
	Options json.RawMessage
	Ticket  string
}

// A Response is the answer of a browser, with the ticket of its challenge.
type Response struct {
	Origin Origin
	Ticket string
	Answer []byte
}

// ErrCloned is the cause of "passkey.failed" if the counter of a passkey went back: a copy of it may exist.
var ErrCloned = errors.New("the counter of the passkey went back")

// BeginRegistration returns the challenge for a new passkey of a person on a device that holds none of theirs yet.
func (c *Checker) BeginRegistration(ctx context.Context, at Origin, p Person, has []Key) (Challenge, error) {
	var known []protocol.CredentialDescriptor
	for _, k := range has {
		credential, err := k.credential()
		if err != nil {
			return Challenge{}, err
		}
		known = append(known, credential.Descriptor())
	}
	library, err := at.library()
	if err != nil {
		return Challenge{}, err
	}
	secret, err := c.key(ctx)
	if err != nil {
		return Challenge{}, err
	}
	ticket := c.ticket()
	asked, _, err := library.BeginRegistration(owner{p, nil}, webauthn.WithExclusions(known), webauthn.WithCredentialParameters(algorithms),
		func(options *protocol.PublicKeyCredentialCreationOptions) error {
			options.Challenge = challenge(secret, ticket, at, p.Handle)
			return nil
		})
	if err != nil {
		return Challenge{}, fmt.Errorf("ask for a new passkey: %w", err)
	}
	return newChallenge(ticket, asked.Response)
}

// FinishRegistration returns the passkey that a person has made: "passkey.failed".
func (c *Checker) FinishRegistration(ctx context.Context, p Person, r Response) (Key, error) {
	if err := c.expired(r.Ticket); err != nil {
		return Key{}, err
	}
	secret, err := c.key(ctx)
	if err != nil {
		return Key{}, err
	}
	library, err := r.Origin.library()
	if err != nil {
		return Key{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(r.Answer)
	if err != nil {
		return Key{}, refused(err)
	}
	made, err := library.CreateCredential(owner{p, nil}, session(secret, r, p.Handle), parsed)
	if err != nil {
		return Key{}, refused(err)
	}
	if err := c.use(ctx, r.Ticket); err != nil {
		return Key{}, err
	}
	// The maker of the device is not stored.
	made.Attestation = webauthn.CredentialAttestation{}
	return keyOf(made)
}

// BeginLogin returns the challenge for a login with any person's passkey.
func (c *Checker) BeginLogin(ctx context.Context, at Origin) (Challenge, error) {
	library, err := at.library()
	if err != nil {
		return Challenge{}, err
	}
	secret, err := c.key(ctx)
	if err != nil {
		return Challenge{}, err
	}
	ticket := c.ticket()
	asked, _, err := library.BeginDiscoverableLogin(webauthn.WithChallenge(challenge(secret, ticket, at, nil)))
	if err != nil {
		return Challenge{}, fmt.Errorf("ask for a passkey: %w", err)
	}
	return newChallenge(ticket, asked.Response)
}

// ID returns the ID of the passkey in an answer, not verified yet, "" for an unreadable answer.
func ID(answer []byte) string {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return ""
	}
	return idOf(parsed.RawID)
}

// FinishLogin checks that a person has used their key, and returns the key to store from now on: "passkey.failed", with
// the cause ErrCloned for a counter that went back.
func (c *Checker) FinishLogin(ctx context.Context, p Person, k Key, r Response) (Key, error) {
	if err := c.expired(r.Ticket); err != nil {
		return Key{}, err
	}
	secret, err := c.key(ctx)
	if err != nil {
		return Key{}, err
	}
	credential, err := k.credential()
	if err != nil {
		return Key{}, err
	}
	library, err := r.Origin.library()
	if err != nil {
		return Key{}, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(r.Answer)
	if err != nil {
		return Key{}, refused(err)
	}
	find := func(_, _ []byte) (webauthn.User, error) { return owner{p, []webauthn.Credential{credential}}, nil }
	_, used, err := library.ValidatePasskeyLogin(find, session(secret, r, nil), parsed)
	if err != nil {
		return Key{}, refused(err)
	}
	if err := c.use(ctx, r.Ticket); err != nil {
		return Key{}, err
	}
	if used.Authenticator.CloneWarning {
		return Key{}, refused(ErrCloned)
	}
	return keyOf(used)
}

// session returns the library's data about the challenge of a response.
func session(secret []byte, r Response, maker []byte) webauthn.SessionData {
	return webauthn.SessionData{
		Challenge: base64.RawURLEncoding.EncodeToString(challenge(secret, r.Ticket, r.Origin, maker)), RelyingPartyID: r.Origin.host,
		UserID: maker, UserVerification: protocol.VerificationRequired, CredParams: algorithms,
	}
}

// algorithms are the signature algorithms allowed for a passkey.
var algorithms = webauthn.CredentialParametersRecommendedL3()

// library returns the library for one origin. Devices must store the owner with the passkey, so that no name is typed,
// and require a finger, a face or a PIN each time.
func (o Origin) library() (*webauthn.WebAuthn, error) {
	always := true
	timeout := webauthn.TimeoutConfig{Timeout: ChallengeLife}
	library, err := webauthn.New(&webauthn.Config{
		RPID: o.host, RPDisplayName: "tourney", RPOrigins: []string{o.address}, AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			RequireResidentKey: &always, ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationRequired,
		},
		Timeouts: webauthn.TimeoutsConfig{Login: timeout, Registration: timeout},
		// Some password managers return more than was requested; it is ignored.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return nil, fmt.Errorf("passkeys at %s: %w", o.address, err)
	}
	return library, nil
}

func newChallenge(ticket string, options any) (Challenge, error) {
	text, err := json.Marshal(options)
	if err != nil {
		return Challenge{}, fmt.Errorf("write a challenge: %w", err)
	}
	return Challenge{text, ticket}, nil
}

// refused returns the one fault of all errors of an answer.
func refused(err error) error { return fault.Wrap(err, fault.Denied, "passkey.failed") }

func idOf(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

func keyOf(c *webauthn.Credential) (Key, error) {
	text, err := json.Marshal(c)
	if err != nil {
		return Key{}, fmt.Errorf("write a passkey: %w", err)
	}
	return Key{idOf(c.ID), string(text)}, nil
}

func (k Key) credential() (c webauthn.Credential, err error) {
	if err := json.Unmarshal([]byte(k.Credential), &c); err != nil {
		return c, fmt.Errorf("read a passkey: %w", err)
	}
	return c, nil
}

// An owner is a person in the form of the library.
type owner struct {
	Person
	keys []webauthn.Credential
}

func (o owner) WebAuthnID() []byte                         { return o.Handle }
func (o owner) WebAuthnName() string                       { return o.Name }
func (o owner) WebAuthnDisplayName() string                { return o.Name }
func (o owner) WebAuthnCredentials() []webauthn.Credential { return o.keys }
