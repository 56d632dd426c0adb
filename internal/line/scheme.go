package line

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/url"
	"time"

	"tourney/internal/fault"
)

// OtherScheme explains an error of a request to an address by the scheme that its server speaks instead: "line.https",
// "line.http", or "line.plain" where that may not be; nil if it is not that. It may ask the server.
func OtherScheme(ctx context.Context, address string, err error) error {
	at, broken := url.Parse(address)
	switch {
	case broken != nil:
		return nil
	case errors.Is(err, http.ErrSchemeMismatch) && !IsNearby(at.Hostname()):
		return fault.Wrap(err, fault.Invalid, "line.plain", at.Host)
	case errors.Is(err, http.ErrSchemeMismatch):
		return fault.Wrap(err, fault.Invalid, "line.http", at.Host)
	case at.Scheme == "http" && !isUnanswered(err) && speaksTLS(ctx, at):
		return fault.Wrap(err, fault.Invalid, "line.https", at.Host)
	}
	return nil
}

// isUnanswered reports whether there was no connection at all.
func isUnanswered(err error) bool {
	e, is := errors.AsType[*net.OpError](err)
	return is && e.Op == "dial"
}

// speaksTLS reports whether a server begins an encrypted connection.
func speaksTLS(ctx context.Context, at *url.URL) bool {
	port := at.Port()
	if port == "" {
		port = "80"
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	anybody := tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true}} // #nosec G402 -- nothing is sent
	conn, err := anybody.DialContext(ctx, "tcp", net.JoinHostPort(at.Hostname(), port))
	if err != nil {
		return false
	}
	_ = conn.Close() // nothing was sent
	return true
}
