package accounts

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// mostOwners bounds the people known on one device.
const mostOwners = 8

// DeviceToken returns the token for a browser after a login, which marks the
// device as known to that person. known is its earlier token, "" for none. A
// token alone permits nothing.
func (a *Access) DeviceToken(ctx context.Context, known, name string) (string, error) {
	key, err := SigningKey(ctx, a.store, "devices")
	if err != nil {
		return "", err
	}
	id, owners := deviceParts(known)
	if id == "" {
		id = newID()
	}
	// The latest comes last.
	sign := ownerOf(key, id, name)
	owners = append(slices.DeleteFunc(owners, func(o string) bool { return o == sign }), sign)
	owners = owners[max(0, len(owners)-mostOwners):]
	return id + "-" + strings.Join(owners, "-"), nil
}

// KnownDevice returns the identity of the device with this token, and whether
// the person of that name has logged in on it before.
func (a *Access) KnownDevice(ctx context.Context, token, name string) (id string, known bool, err error) {
	id, owners := deviceParts(token)
	if id == "" {
		return "", false, nil
	}
	key, err := SigningKey(ctx, a.store, "devices")
	if err != nil {
		return "", false, err
	}
	sign := []byte(ownerOf(key, id, name))
	for _, owner := range owners {
		known = hmac.Equal([]byte(owner), sign) || known
	}
	return id, known, nil
}

// Lengths of the parts of a token, in bytes: 128 bits cannot be guessed.
const (
	deviceBytes = 16
	ownerBytes  = 16
)

// deviceParts splits a token; id is "" for an invalid one.
func deviceParts(token string) (id string, owners []string) {
	const longest = 2*deviceBytes + mostOwners*(1+2*ownerBytes)
	parts := strings.Split(token, "-")
	if len(token) > longest || len(parts[0]) != 2*deviceBytes {
		return "", nil
	}
	return parts[0], parts[1:]
}

// newID returns an identity that cannot be guessed.
func newID() string {
	id := make([]byte, deviceBytes)
	rand.Read(id) // never fails
	return hex.EncodeToString(id)
}

// ownerOf returns the signature that proves an earlier login of a person on a device.
func ownerOf(key []byte, id, name string) string {
	sum := hmac.New(sha256.New, key)
	fmt.Fprintf(sum, "device %s %s", id, userKey(name)) // a hash accepts everything
	return hex.EncodeToString(sum.Sum(nil)[:ownerBytes])
}
