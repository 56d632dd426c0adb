package standby

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tourney/internal/data/store"
	"tourney/internal/fault"
)

// keyName is the name of the secret with the key by which two computers prove that they have the same data. formerName
// is the one with the former keys: Forget adds one each time.
const keyName, formerName = "standby", "standby former"

// keys are those keys, the present one first; empty for data without followers.
type keys [][]byte

// mostKeys limits the keys in use.
const mostKeys = 16

func (m *Leader) keys(ctx context.Context) (all keys, err error) {
	present, _, err := m.store.Secret(ctx, keyName)
	former, _, errFormer := m.store.Secret(ctx, formerName)
	for _, key := range strings.Fields(present + " " + former) {
		all = append(all, []byte(key))
	}
	return all[:min(len(all), mostKeys)], errors.Join(err, errFormer)
}

// replace stores another key as the present one.
func (k keys) replace(tx *store.Tx, present string) error {
	var former []string
	for _, key := range k {
		former = append(former, string(key))
	}
	return errors.Join(tx.DropSecret(keyName), tx.SetSecret(keyName, present),
		tx.DropSecret(formerName), tx.SetSecret(formerName, strings.Join(former, " ")))
}

// prove returns the proof of a status by one key, for a question.
func (s Status) prove(key []byte, question string) string {
	s.Proof, s.Former = "", nil
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // it has plain fields
	}
	return sum(key, "%q %s", question, text)
}

func sum(key []byte, format string, args ...any) string {
	sum := hmac.New(sha256.New, key)
	fmt.Fprintf(sum, format, args...)
	return hex.EncodeToString(sum.Sum(nil))
}

// signed returns the status with the proofs by all keys.
func (s Status) signed(by keys, question string) Status {
	out := s
	for i, key := range by {
		if proof := s.prove(key, question); i == 0 {
			out.Proof = proof
		} else {
			out.Former = append(out.Former, proof)
		}
	}
	return out
}

// provenBy returns the key that verifies a status, nil for none.
func (s Status) provenBy(known keys, question string) []byte {
	proofs := append([]string{s.Proof}, s.Former[:min(len(s.Former), mostKeys)]...)
	for _, key := range known {
		proof := s.prove(key, question)
		if slices.ContainsFunc(proofs, func(p string) bool { return hmac.Equal([]byte(p), []byte(proof)) }) {
			return key
		}
	}
	return nil
}

// proven requests the status of a computer, and returns it with the key that verifies it; "standby.answer" if no key
// does.
func (w peerClient) proven(ctx context.Context, known keys) (s Status, key []byte, err error) {
	question := rand.Text()
	if s, err = w.status(ctx, question); err == nil {
		if key = s.provenBy(known, question); key == nil {
			err = fault.New(fault.Unavailable, "standby.answer")
		}
	}
	return s, key, err
}
