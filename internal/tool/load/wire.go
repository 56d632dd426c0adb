package load

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

// A wire is one connection over which a reader loads one page after the other. It is leaner than a client of
// net/http, whose own work would be measured as the server's where there are thousands.
type wire struct {
	at   *url.URL
	from string // the address sent as the reader's
	// cookies is the header of a login, "" for a stranger.
	cookies string
	conn    net.Conn
	in      *bufio.Reader
}

// reader returns the connection of the reader of a number. Each reader sends a different address as forwarded: servers
// trust a proxy on their own machine, and limit the requests of one address.
func (g *game) reader(number int) *wire {
	return &wire{at: g.at, from: fmt.Sprintf("10.%d.%d.%d", number>>16&255, number>>8&255, number&255)}
}

func (w *wire) close() {
	if w.conn != nil {
		_ = w.conn.Close()
		w.conn = nil
	}
}

// connect opens a connection unless one is open. The reader's buffer is of the given size.
func (w *wire) connect(ctx context.Context, buffer int) (err error) {
	if w.conn != nil {
		return nil
	}
	host := w.at.Host
	if w.at.Port() == "" {
		host = net.JoinHostPort(w.at.Hostname(), w.at.Scheme)
	}
	dialer := net.Dialer{Timeout: patience}
	if w.at.Scheme == "https" {
		w.conn, err = (&tls.Dialer{NetDialer: &dialer, Config: anyCertificate}).DialContext(ctx, "tcp", host)
	} else {
		w.conn, err = dialer.DialContext(ctx, "tcp", host)
	}
	if err == nil {
		w.in = bufio.NewReaderSize(w.conn, buffer)
	}
	return err
}

// ask sends a request and reads the head of its answer. After an error the connection is closed.
func (w *wire) ask(ctx context.Context, path, headers string, buffer int) (answer *http.Response, err error) {
	defer func() {
		if err != nil {
			w.close()
		}
	}()
	if err := w.connect(ctx, buffer); err != nil {
		return nil, err
	}
	_ = w.conn.SetDeadline(time.Now().Add(patience))
	if w.cookies != "" {
		headers += "Cookie: " + w.cookies + "\r\n"
	}
	if _, err := fmt.Fprintf(w.conn, "GET %s HTTP/1.1\r\nHost: %s\r\nX-Forwarded-For: %s\r\n%s\r\n", path, w.at.Host, w.from, headers); err != nil {
		return nil, err
	}
	return http.ReadResponse(w.in, nil)
}

// load requests a page, with the tag of its known version or "". It returns the present tag, and whether the response
// states that the page is unchanged.
func (w *wire) load(ctx context.Context, path, tag string) (now string, unchanged bool, err error) {
	headers := "Accept-Encoding: gzip\r\n"
	if tag != "" {
		headers += "If-None-Match: " + tag + "\r\n"
	}
	answer, err := w.ask(ctx, path, headers, 4096)
	if err != nil {
		return "", false, err
	}
	_, err = io.Copy(io.Discard, answer.Body)
	if err != nil || answer.Close {
		w.close()
	}
	switch {
	case err != nil:
		return "", false, err
	case answer.StatusCode == http.StatusNotModified:
		return tag, true, nil
	case answer.StatusCode != http.StatusOK:
		return "", false, fmt.Errorf("%s answers %s", path, answer.Status)
	}
	return answer.Header.Get("ETag"), false, nil
}

// fetch loads a page with its bytes as they are sent.
func (w *wire) fetch(ctx context.Context, path string) (body []byte, header http.Header, err error) {
	defer w.close()
	answer, err := w.ask(ctx, path, "Accept-Encoding: gzip\r\n", 4096)
	if err != nil {
		return nil, nil, err
	}
	if answer.StatusCode != http.StatusOK {
		return nil, nil, fmt.Errorf("%s answers %s", path, answer.Status)
	}
	body, err = io.ReadAll(io.LimitReader(answer.Body, mostBytes))
	return body, answer.Header, err
}

// refresh loads a page again to replace one part of it, as an open page does. rows names the rows that it has, "" for
// none; now names the rows of the response.
func (w *wire) refresh(ctx context.Context, path, part, rows string) (now string, err error) {
	headers := "Accept-Encoding: gzip\r\nHX-Request: true\r\nHX-Target: " + part + "\r\nHX-Trigger: " + part + "\r\n"
	if rows != "" {
		headers += "Rows: " + rows + "\r\n"
	}
	answer, err := w.ask(ctx, path, headers, 4096)
	if err != nil {
		return "", err
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, mostBytes))
	if err != nil || answer.Close {
		w.close()
	}
	switch {
	case err != nil:
		return "", err
	case answer.StatusCode == http.StatusNoContent: // it would load the whole page
		return "", nil
	case answer.StatusCode != http.StatusOK:
		return "", fmt.Errorf("%s answers %s", path, answer.Status)
	}
	if answer.Header.Get("Content-Encoding") == "gzip" {
		text, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return "", err
		}
		if body, err = io.ReadAll(io.LimitReader(text, mostBytes)); err != nil {
			return "", err
		}
	}
	_, after, _ := bytes.Cut(body, []byte(` data-rows="`))
	name, _, _ := bytes.Cut(after, []byte(`"`))
	return string(name), nil
}
