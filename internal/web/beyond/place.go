package beyond

import (
	"context"
	"net/url"
	"regexp"
	"strings"

	"tourney/internal/beyond/relay"
	"tourney/internal/beyond/webspace"
	"tourney/internal/fault"
)

// A kind is the kind of a place, as far as it is known.
type kind string

const (
	atNothing kind = ""       // nothing is typed
	atServer  kind = "server" // a server that was not asked yet
	atHub     kind = "hub"
	atDAV     kind = "dav"
	atSFTP    kind = "sftp"
	atFolder  kind = "folder"
	atOther   kind = "other"  // a server that is neither a hub nor a web space
	atSilent  kind = "silent" // a server without a response
	atUnknown kind = "unknown"
)

// isPlace reports whether pages can be published at places of a kind.
func (k kind) isPlace() bool { return k == atHub || k.hasPages() }

// hasPages reports whether places of a kind have the pages as files.
func (k kind) hasPages() bool { return k == atDAV || k == atSFTP || k == atFolder }

// rootPath is the begin of the path of a folder, on any system.
var rootPath = regexp.MustCompile(`^(/|\\\\|[A-Za-z]:[\\/])`)

// kindOf returns the kind of a typed place, without a request.
func kindOf(text string) kind {
	text = strings.TrimSpace(text)
	scheme, _, isAddress := strings.Cut(strings.ToLower(text), "://")
	switch {
	case text == "":
		return atNothing
	case isAddress && scheme == "sftp":
		return atSFTP
	case isAddress && (scheme == "https" || scheme == "http"):
		return atServer
	case isAddress:
		return atUnknown
	case rootPath.MatchString(text):
		return atFolder
	case strings.Contains(strings.Trim(text, "."), ".") && !strings.ContainsAny(text, " \\@"):
		return atServer
	}
	return atUnknown
}

// addressOf returns the normal form of a typed place for people, without a password.
func addressOf(text string) string {
	text = strings.TrimSpace(text)
	if kindOf(text) == atServer && !strings.Contains(text, "://") {
		text = "https://" + text
	}
	if at, err := url.Parse(text); err == nil && at.User != nil {
		at.User = url.User(at.User.Username())
		return at.String()
	}
	return text
}

// askServer asks a server at an https address for its kind: first whether it is a hub, then whether it is a web space.
// It sends no credentials. It returns the faults of webspace.Web, and faults about encryption.
func (s publishHandlers) askServer(ctx context.Context, text string) (kind, error) {
	place, err := webspace.Web(addressOf(text), "anybody")
	if err != nil {
		return atUnknown, err
	}
	hub, err := relay.HubAddress(place.Address)
	if err != nil {
		return atUnknown, err
	}
	err = s.Relay.Check(ctx, hub, "")
	f, known := fault.As(err)
	switch {
	case err != nil && !known:
		return atUnknown, err
	case err == nil:
		return atHub, nil
	case f.Key == "relay.unreachable":
		return atSilent, nil
	case f.Key == "line.https" || f.Key == "line.http" || f.Key == "line.plain":
		return atUnknown, err
	case f.Key != "relay.answer" && f.Key != "relay.moved":
		return atHub, nil
	}
	switch is, err := webspace.IsDAV(ctx, place.Address); {
	case is:
		return atDAV, nil
	case fault.Is(err, "webspace.unreachable"):
		return atSilent, nil
	case err != nil:
		return atUnknown, err
	}
	return atOther, nil
}
