package load

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"time"

	"tourney/internal/fault"
)

// A session is a browser with a login.
type session struct {
	client http.Client
	at     *url.URL
}

// anyCertificate accepts any certificate of a server on this machine, also a self-signed one.
var anyCertificate = &tls.Config{InsecureSkipVerify: true} // #nosec G402 -- only connects to servers on this machine

// patience is the timeout of a request.
const patience = 20 * time.Second

// logIn logs in. It refuses servers on other machines, because a load would disturb their users.
func logIn(ctx context.Context, at *url.URL, name, password string) (*session, error) {
	if ip := net.ParseIP(at.Hostname()); at.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fault.New(fault.Denied, "load.loopback", fault.Clip(at.Host))
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	s := &session{at: at, client: http.Client{
		Jar: jar, Timeout: patience,
		Transport:     &http.Transport{MaxIdleConnsPerHost: MostDesks, IdleConnTimeout: time.Minute, TLSClientConfig: anyCertificate},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	_, err = s.post(ctx, "/login", url.Values{"name": {name}, "password": {password}})
	if refused := new(refusal); errors.As(err, &refused) {
		return nil, fault.New(fault.Denied, "load.login", fault.Clip(name), refused.status)
	}
	if _, is := errors.AsType[*url.Error](err); is && ctx.Err() == nil {
		return nil, fault.Wrap(err, fault.Unavailable, "load.unreachable", at.Scheme+"://"+at.Host)
	}
	return s, err
}

// cookies returns the header with which another connection has the same login.
func (s *session) cookies() string {
	var list []string
	for _, c := range s.client.Jar.Cookies(s.at) {
		list = append(list, c.Name+"="+c.Value)
	}
	return strings.Join(list, "; ")
}

func (s *session) address(path string) string { return s.at.Scheme + "://" + s.at.Host + path }

// A refusal is a response that would be the same for another attempt.
type refusal struct {
	path   string
	status int
}

func (r *refusal) Error() string {
	return fmt.Sprintf("%s answers %d %s", r.path, r.status, http.StatusText(r.status))
}

// post sends a form and returns the path of the redirect. The error is a refusal, or temporary.
func (s *session) post(ctx context.Context, path string, form url.Values) (to string, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.address(path), strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := s.client.Do(r)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, mostBytes)) // so that the connection is used again
	switch {
	case answer.StatusCode == http.StatusSeeOther:
		return answer.Header.Get("Location"), nil
	case passes(answer.StatusCode):
		return "", fmt.Errorf("%s answers %s", path, answer.Status)
	}
	return "", &refusal{path, answer.StatusCode}
}

// mostBytes bounds the part of a response that is read.
const mostBytes = 64 << 20

// get returns the answer to a request.
func (s *session) get(ctx context.Context, path string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.address(path), nil)
	if err != nil {
		return nil, err
	}
	answer, err := s.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, &refusal{path, answer.StatusCode}
	}
	return io.ReadAll(io.LimitReader(answer.Body, mostBytes))
}

// passes reports whether another attempt may get another response.
func passes(status int) bool {
	return status >= 500 || status == http.StatusTooManyRequests || status == http.StatusRequestTimeout
}

// again is the pause before a failed request is retried.
const again = 200 * time.Millisecond

// insist retries an operation until it succeeds or is refused, or the context ends.
func insist(ctx context.Context, do func() error) error {
	for {
		err := do()
		if refused := new(refusal); err == nil || errors.As(err, &refused) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(again):
		}
	}
}
