package accounts

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
)

// A HashCost is the cost of a password's hash by Argon2id. Each hash names its own, by which it is checked.
type HashCost struct {
	Memory uint32 // KiB
	Passes uint32
	Lanes  uint8
}

// leastCost is the least that OWASP's Password Storage Cheat Sheet recommends: 19 MiB, two passes and one lane.
var leastCost = HashCost{Memory: 19 * 1024, Passes: 2, Lanes: 1}

const (
	saltBytes = 16
	hashBytes = 32
)

// hash returns the hash of a password with its parameters in the PHC string format.
func (c HashCost) hash(password string) string {
	salt := make([]byte, saltBytes)
	rand.Read(salt) // never fails
	return c.format(salt, argon2.IDKey([]byte(password), salt, c.Passes, c.Memory, c.Lanes, hashBytes))
}

// dummy returns a hash without a password, as costly to check as any.
func (c HashCost) dummy() string { return c.format(make([]byte, saltBytes), make([]byte, hashBytes)) }

func (c HashCost) format(salt, key []byte) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.Memory, c.Passes, c.Lanes,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(key))
}

// checkPassword reports whether a hash is the password's. Its parameters come
// from the hash.
func checkPassword(hash, password string) bool {
	var version int
	var memory, passes uint32
	var lanes uint8
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return false
	}
	if _, err := fmt.Sscanf(parts[2], "v=%d", &version); err != nil || version != argon2.Version {
		return false
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &passes, &lanes); err != nil {
		return false
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	if err != nil {
		return false
	}
	key, err := base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil || len(key) == 0 {
		return false
	}
	return subtle.ConstantTimeCompare(key, argon2.IDKey([]byte(password), salt, passes, memory, lanes, uint32(len(key)))) == 1
}
