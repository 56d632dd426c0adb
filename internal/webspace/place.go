// Package webspace brings a place for files to hold the pages of a tournament: a folder of this machine, or one
// at a web space, by WebDAV or by SFTP.
//
//	place, err := webspace.Web("sftp://www.example.org/cup", "anna")
//	place.Secret = "password"
//	hostKey, err := webspace.Bring(ctx, place, webspace.Site{Origin: origin, Files: files})
//
// Only files whose bytes differ are sent; what is there is told by a file of its own, Marker, and in doubt by the lists
// of the folders, with sizes and times. A reader never finds a link to what is not there yet, and whatever is cut
// off goes on from there. Only a folder that is empty, or that has been written for the same origin, is written
// to, and nothing is deleted in it that was not written by this package: the marker says what was, and which installation
// has written it. Another one has to claim the place first.
package webspace

import (
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/crypto/ssh"

	"tourney/internal/fault"
	"tourney/internal/line"
)

// A Place is where files go, and what lets somebody in there.
type Place struct {
	// Address is the path of a folder of this machine, or an address that begins with https://, http:// or sftp://.
	Address string
	// Login is the user, Secret the password, or the passphrase of the key.
	Login, Secret string
	// Key is a private key for SFTP, or the path of its file on this machine; "" to use the password.
	Key string
	// HostKey is the key of the SFTP server as "type fingerprint"; "" trusts whichever it shows.
	HostKey string
}

// Folder returns a place on this machine, or "webspace.path" for what is no path from the root.
func Folder(text string) (Place, error) {
	text = strings.TrimSpace(text)
	if !filepath.IsAbs(text) {
		return Place{}, fault.New(fault.Invalid, "webspace.path", fault.Clip(text))
	}
	return Place{Address: filepath.Clean(text)}, nil
}

// Web returns a place at a web space from its address as somebody has typed or pasted it, which may name the
// user: "webspace.address", "webspace.user" without a user, "webspace.plain" where the password would be seen on its way.
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
	case scheme == "http" && !line.IsNearby(at.Hostname()):
		return Place{}, fault.New(fault.Invalid, "webspace.plain", at.Host)
	case login == "":
		return Place{}, fault.New(fault.Invalid, "webspace.user", at.Host)
	}
	return is, nil
}

// IsFolder reports whether the place is a folder of this machine.
func (p Place) IsFolder() bool { return !strings.Contains(p.Address, "://") }

// IsSFTP reports whether the place is reached by SFTP.
func (p Place) IsSFTP() bool { return strings.HasPrefix(p.Address, "sftp://") }

// name is the place as people know it.
func (p Place) name() string {
	if at, err := url.Parse(p.Address); err == nil && !p.IsFolder() {
		return at.Host
	}
	return p.Address
}

// longestKey bounds the file of a private key, in bytes.
const longestKey = 64 << 10

// CheckKey reads the private key, if the place has one: "webspace.key" for what is none, "webspace.key.file" for a
// file that cannot be read, "webspace.key.locked" if the secret does not open it.
func (p Place) CheckKey() error {
	_, err := p.signer()
	return err
}

// CheckFolder looks at a folder of this machine: "webspace.taken" if it holds anything but pages of a tournament. Anything
// else, also about a place elsewhere, is said by Bring.
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

// signer returns what signs with the private key, nil without one.
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
