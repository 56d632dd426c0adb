// Package passkeytest is a device with passkeys in software, for tests. It signs any request, at any address, even one
// that browsers would refuse.
package passkeytest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
)

// A Device holds one passkey, like a security key or a phone, and is its browser.
type Device struct {
	// ID and Handle are the passkey's name and its owner's.
	ID, Handle []byte
	// Counter counts the signatures; 0 disables it, as for passkeys synchronised between phones.
	Counter uint32
	// Unverified skips the user verification by finger, face or PIN.
	Unverified bool
	key        *ecdsa.PrivateKey
	rpID       string
}

// asked holds the fields of a request that the device reads.
type asked struct {
	Challenge string `json:"challenge"`
	RPID      string `json:"rpId"`
	RP        struct {
		ID string `json:"id"`
	} `json:"rp"`
	User struct {
		ID string `json:"id"`
	} `json:"user"`
}

// Create answers the request for a new passkey, as a page of that origin.
func (d *Device) Create(origin string, options []byte) ([]byte, error) {
	var q asked
	if err := json.Unmarshal(options, &q); err != nil {
		return nil, err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	if d.Handle, err = base64.RawURLEncoding.DecodeString(q.User.ID); err != nil {
		return nil, err
	}
	d.key, d.rpID, d.ID = key, q.RP.ID, make([]byte, 32)
	rand.Read(d.ID) // never fails
	public, err := d.public()
	if err != nil {
		return nil, err
	}
	const attested = 0x40
	data := d.data(attested)
	data = append(data, make([]byte, 16)...) // no vendor
	data = binary.BigEndian.AppendUint16(data, uint16(len(d.ID)))
	data = append(append(data, d.ID...), public...)
	object := []byte("\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x59") // a map in CBOR
	object = append(binary.BigEndian.AppendUint16(object, uint16(len(data))), data...)
	return d.answer(map[string]any{
		"clientDataJSON": clientData("webauthn.create", origin, q.Challenge), "attestationObject": text(object), "transports": []string{"internal"},
	})
}

// Get answers the request of a login, as a page of that origin.
func (d *Device) Get(origin string, options []byte) ([]byte, error) {
	var q asked
	if err := json.Unmarshal(options, &q); err != nil {
		return nil, err
	}
	d.rpID = q.RPID
	if d.Counter > 0 {
		d.Counter++
	}
	client, data := clientData("webauthn.get", origin, q.Challenge), d.data(0)
	raw, err := base64.RawURLEncoding.DecodeString(client)
	if err != nil {
		return nil, err
	}
	hash := sha256.Sum256(raw)
	hash = sha256.Sum256(append(append([]byte{}, data...), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, d.key, hash[:])
	if err != nil {
		return nil, err
	}
	return d.answer(map[string]any{
		"clientDataJSON": client, "authenticatorData": text(data), "signature": text(signature), "userHandle": text(d.Handle),
	})
}

// data returns the authenticator data, without an attestation.
func (d *Device) data(flags byte) []byte {
	const present, verified = 0x01, 0x04
	flags |= present | verified
	if d.Unverified {
		flags &^= verified
	}
	hash := sha256.Sum256([]byte(d.rpID))
	return binary.BigEndian.AppendUint32(append(hash[:], flags), d.Counter)
}

// public returns the public key in COSE: a map of the kind EC2, the algorithm ES256 and the curve P-256.
func (d *Device) public() ([]byte, error) {
	point, err := d.key.PublicKey.Bytes()
	if err != nil {
		return nil, err
	}
	x, y := point[1:33], point[33:]
	cose := append([]byte("\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20"), x...)
	return append(append(cose, "\x22\x58\x20"...), y...), nil
}

func (d *Device) answer(response map[string]any) ([]byte, error) {
	return json.Marshal(map[string]any{
		"id": text(d.ID), "rawId": text(d.ID), "type": "public-key", "clientExtensionResults": map[string]any{}, "response": response,
	})
}

func clientData(kind, origin, challenge string) string {
	return text(fmt.Appendf(nil, `{"type":%q,"challenge":%q,"origin":%q,"crossOrigin":false}`, kind, challenge, origin))
}

func text(bytes []byte) string { return base64.RawURLEncoding.EncodeToString(bytes) }
