// Package webspace writes the pages of a tournament to a place for files: a local folder, or a web space with WebDAV or
// SFTP.
//
//	place, err := webspace.Web("sftp://www.example.org/cup", "anna")
//	place.Secret = "password"
//	hostKey, err := webspace.Sync(ctx, place, webspace.Site{Origin: origin, Files: files})
//
// It sends only files whose bytes differ. The file Marker lists the content of the place; with doubts the lists of the
// folders are compared too, by sizes and times. A reader never finds a broken link, and an interrupted transfer is
// continued. It writes only to an empty folder, or to one with the same origin, and deletes only files that it has
// written. The marker also has the installation that wrote it. Another installation must claim the place first.
package webspace

import (
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/crypto/ssh"

	"tourney/internal/beyond/remote"
	"tourney/internal/fault"
)

// A Place is a destination for files, with its credentials.
type Place struct {
	// Address is the path of a local folder, or an address that begins with https://, http:// or sftp://.
	Address string
	// Login is the user, Secret the password, or the passphrase of the key.
	Login, Secret string
	// Key is a private key for SFTP, or the path of its local file; "" to use the password.
	Key string
	// HostKey is the key of the SFTP server as "type fingerprint"; "" trusts any key.
	HostKey string
}

// Folder returns a local place, or "webspace.path" for a path that is not absolute.
func Folder(text string) (Place, error) {
	text = strings.TrimSpace(text)
	if !filepath.IsAbs(text) {
		return Place{}, fault.New(fault.Invalid, "webspace.path", fault.Clip(text))
	}
	return Place{Address: filepath.Clean(text)}, nil
}

// Web returns a web space from a typed or pasted address, which may contain the user: "webspace.address",
// "webspace.user" without a user, "webspace.plain" where the password would travel unencrypted.
func Web(text, login string) (Place, error) {
	text, login = strings.TrimSpace(text), strings.TrimSpace(login)
	at, err := url.Parse(text)
	if err != nil || at.Hostname() == "" || at.RawQuery != "" || at.Fragment != "" {
		return Place{}, fault.New(fault.Invalid, "webspace.address", fault.Clip(text))
	}
	if login == "" && at.User != nil {
		login = at.User.Username()
	}
	host := strings.ToLower(at.Host)
	is := Place{Address: strings.ToLower(at.Scheme) + "://" + host + path.Clean("/"+at.EscapedPath()), Login: login}
	switch scheme := strings.ToLower(at.Scheme); {
	case scheme != "https" && scheme != "http" && scheme != "sftp":
		return Place{}, fault.New(fault.Invalid, "webspace.address", fault.Clip(text))
	case scheme == "http" && !remote.IsLocal(at.Hostname()):
		return Place{}, fault.New(fault.Invalid, "webspace.plain", at.Host)
	case login == "":
		return Place{}, fault.New(fault.Invalid, "webspace.user", at.Host)
	}
	return is, nil
}

// IsFolder reports whether the place is a local folder.
func (p Place) IsFolder() bool { return !strings.Contains(p.Address, "://") }

// IsSFTP reports whether the place uses SFTP.
func (p Place) IsSFTP() bool { return strings.HasPrefix(p.Address, "sftp://") }

// name returns the name of the place for people.
func (p Place) name() string {
	if at, err := url.Parse(p.Address); err == nil && !p.IsFolder() {
		return at.Host
	}
	return p.Address
}

// longestKey limits the file of a private key, in bytes.
const longestKey = 64 << 10

// CheckKey reads the private key of the place, if any: "webspace.key" for an invalid one, "webspace.key.file" for an
// unreadable file, "webspace.key.locked" for a wrong passphrase.
func (p Place) CheckKey() error {
	_, err := p.signer()
	return err
}

// CheckFolder returns "webspace.taken" for a local folder with other files than pages of a tournament. Sync reports
// any other error, and all errors of web spaces.
func (p Place) CheckFolder() error {
	if !p.IsFolder() {
		return nil
	}
	there, _ := os.ReadDir(p.Address)
	var others int
	for _, file := range there {
		switch {
		case file.Name() == Marker:
			return nil
		case !isPart(file.Name()):
			others++
		}
	}
	if others > 0 {
		return fault.New(fault.Conflict, "webspace.taken", p.name())
	}
	return nil
}

// signer returns the signer for the private key, nil without one.
func (p Place) signer() (ssh.Signer, error) {
	text := strings.TrimSpace(p.Key)
	if text == "" {
		return nil, nil
	}
	if !strings.Contains(text, "PRIVATE KEY") {
		info, err := os.Stat(text)
		if err != nil || !info.Mode().IsRegular() || info.Size() > longestKey {
			return nil, fault.Wrap(err, fault.Invalid, "webspace.key.file", fault.Clip(text))
		}
		read, err := os.ReadFile(text)
		if err != nil {
			return nil, fault.Wrap(err, fault.Invalid, "webspace.key.file", fault.Clip(text))
		}
		text = string(read)
	}
	text = strings.ReplaceAll(text, "\r\n", "\n") + "\n"
	key, err := ssh.ParsePrivateKey([]byte(text))
	if _, locked := err.(*ssh.PassphraseMissingError); locked {
		if key, err = ssh.ParsePrivateKeyWithPassphrase([]byte(text), []byte(p.Secret)); err != nil {
			return nil, fault.Wrap(err, fault.Invalid, "webspace.key.locked")
		}
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "webspace.key")
	}
	return key, nil
}
