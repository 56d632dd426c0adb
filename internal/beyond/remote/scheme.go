package remote

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

// OtherScheme returns a fault for a failed request if the server uses the other scheme: "line.https", "line.http", or
// "line.plain" where http is not permitted; nil for any other error. It may connect to the server.
func OtherScheme(ctx context.Context, address string, err error) error {
	at, broken := url.Parse(address)
	switch {
	case broken != nil:
		return nil
	case errors.Is(err, http.ErrSchemeMismatch) && !IsLocal(at.Hostname()):
		return fault.Wrap(err, fault.Invalid, "line.plain", at.Host)
	case errors.Is(err, http.ErrSchemeMismatch):
		return fault.Wrap(err, fault.Invalid, "line.http", at.Host)
	case at.Scheme == "http" && !isUnanswered(err) && speaksTLS(ctx, at):
		return fault.Wrap(err, fault.Invalid, "line.https", at.Host)
	}
	return nil
}

// isUnanswered reports whether the connection failed.
func isUnanswered(err error) bool {
	e, is := errors.AsType[*net.OpError](err)
	return is && e.Op == "dial"
}

// speaksTLS reports whether a server accepts an encrypted connection.
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
