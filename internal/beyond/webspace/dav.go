package webspace

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"tourney/internal/beyond/remote"
	"tourney/internal/fault"
)

// A dav is a folder at a WebDAV server (RFC 4918).
type dav struct {
	place  Place
	base   *url.URL // ends with "/"
	client *http.Client
}

func newDAV(p Place) (*dav, error) {
	base, err := url.Parse(strings.TrimSuffix(p.Address, "/") + "/")
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "webspace.address", p.Address)
	}
	return &dav{p, base, remote.Client(patience, concurrency)}, nil
}

// IsDAV reports whether a server offers WebDAV at an address, or asks for a login there. It sends no credentials.
func IsDAV(ctx context.Context, address string) (bool, error) {
	const bound = 3 * time.Second // a person waits
	ctx, cancel := context.WithTimeout(ctx, bound)
	defer cancel()
	is := Place{Address: address}
	r, err := http.NewRequestWithContext(ctx, http.MethodOptions, address, nil)
	if err != nil {
		return false, fault.Wrap(err, fault.Invalid, "webspace.address", fault.Clip(address))
	}
	client := remote.Client(bound, 1)
	defer client.CloseIdleConnections()
	answer, err := client.Do(r)
	if err != nil {
		return false, unreachable(is, err)
	}
	_ = answer.Body.Close() // it is not read
	return answer.Header.Get("DAV") != "" || answer.StatusCode == http.StatusUnauthorized, nil
}

func (d *dav) close() { d.client.CloseIdleConnections() }

// A request is sent for a file or folder.
type request struct {
	method, name string
	header       map[string]string
	body         []byte
}

// A timeoutReader is a response that has a timeout that restarts with each read.
type timeoutReader struct {
	io.Reader
	late *time.Timer
}

func (l timeoutReader) Read(data []byte) (int, error) {
	n, err := l.Reader.Read(data)
	l.late.Reset(patience)
	return n, err
}

// do sends a request, and returns its response. A failed login, a refusal and a full disk are faults. Concurrent
// requests share the connection's speed.
func (d *dav) do(ctx context.Context, q request) (status int, text []byte, err error) {
	sent := patience + time.Duration(concurrency*len(q.body))*time.Second/slowest
	ctx, cancel := context.WithTimeoutCause(ctx, sent+mostMarker*time.Second/slowest, os.ErrDeadlineExceeded)
	defer cancel()
	ctx, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	late := time.AfterFunc(sent, func() { giveUp(os.ErrDeadlineExceeded) })
	defer late.Stop()
	r, err := http.NewRequestWithContext(ctx, q.method, d.at(q.name), bytes.NewReader(q.body))
	if err != nil {
		return 0, nil, err
	}
	r.SetBasicAuth(d.place.Login, d.place.Secret)
	for name, value := range q.header {
		r.Header.Set(name, value)
	}
	answer, err := d.client.Do(r)
	if err == nil {
		text, err = io.ReadAll(io.LimitReader(timeoutReader{answer.Body, late}, mostMarker))
		err = errors.Join(err, answer.Body.Close())
	}
	if err != nil {
		d.client.CloseIdleConnections() // they may be broken too
		return 0, nil, unreachable(d.place, cmp.Or(context.Cause(ctx), err))
	}
	switch answer.StatusCode {
	case http.StatusUnauthorized:
		return 0, nil, fault.New(fault.Denied, "webspace.login", d.place.name())
	case http.StatusForbidden:
		return 0, nil, fault.New(fault.Denied, "webspace.denied", d.place.name())
	case http.StatusInsufficientStorage, http.StatusRequestEntityTooLarge:
		return 0, nil, fault.New(fault.Unavailable, "webspace.full", d.place.name())
	}
	return answer.StatusCode, text, nil
}

func (d *dav) at(name string) string {
	return d.base.ResolveReference(&url.URL{Path: "./" + name}).String()
}

// done reports whether a file was written, moved or removed. 207 lists the failed parts.
func done(status int) bool { return status/100 == 2 && status != http.StatusMultiStatus }

// refused returns the fault of an unexpected response.
func (d *dav) refused(status int) error {
	said := http.StatusText(status)
	return fault.Wrap(errors.New(said), fault.Unavailable, "webspace.answer", d.place.name(), status)
}

func (d *dav) read(ctx context.Context, name string) ([]byte, error) {
	status, text, err := d.do(ctx, request{method: http.MethodGet, name: name})
	switch {
	case err != nil || status == http.StatusNotFound:
		return nil, err
	case status != http.StatusOK || bytes.HasPrefix(bytes.TrimSpace(text), []byte("<")): // a page of a hotel or firewall
		return nil, d.refused(status)
	}
	return text, nil
}

// properties is the body of a request for entries.
const properties = `<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getlastmodified/></prop></propfind>`

// A property is the response for a file or folder: its properties, and empty elements for those it does not have.
type property struct {
	Href   string    `xml:"DAV: href"`
	Folder *struct{} `xml:"DAV: propstat>prop>resourcetype>collection"`
	Sizes  []string  `xml:"DAV: propstat>prop>getcontentlength"`
	Times  []string  `xml:"DAV: propstat>prop>getlastmodified"`
}

func (f property) entry() entry {
	is := entry{isFolder: f.Folder != nil, size: -1}
	for _, text := range f.Sizes {
		if n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64); err == nil {
			is.size = n
		}
	}
	for _, text := range f.Times {
		if at, err := http.ParseTime(strings.TrimSpace(text)); err == nil {
			is.changed = at
		}
	}
	return is
}

func (d *dav) list(ctx context.Context, name string) (map[string]entry, error) {
	status, text, err := d.do(ctx, request{
		method: "PROPFIND", name: name + "/", header: map[string]string{"Depth": "1", "Content-Type": "application/xml"}, body: []byte(properties),
	})
	switch {
	case err != nil || status == http.StatusNotFound:
		return nil, err
	case status != http.StatusMultiStatus:
		return nil, d.refused(status)
	}
	var list struct {
		Found []property `xml:"DAV: response"`
	}
	if xml.Unmarshal(text, &list) != nil {
		return nil, d.refused(status)
	}
	all, self := map[string]entry{}, path.Join("/", d.base.Path, name)
	for _, is := range list.Found {
		at, err := d.base.Parse(strings.TrimSpace(is.Href))
		if err != nil { // an entry in any case
			at = &url.URL{Path: is.Href}
		}
		if path.Clean(at.Path) != self {
			all[path.Base(at.Path)] = is.entry()
		}
	}
	return all, nil
}

func (d *dav) makeFolder(ctx context.Context, name string) error {
	status, _, err := d.do(ctx, request{method: "MKCOL", name: name + "/"})
	switch {
	case err != nil:
		return err
	case status == http.StatusCreated || status == http.StatusMethodNotAllowed: // it exists
		return nil
	case status == http.StatusConflict || status == http.StatusNotFound:
		above := *d.base
		if above.Path = path.Dir(path.Join(d.base.Path, name)); above.Path != "/" { // the root always exists
			return fault.New(fault.Conflict, "webspace.missing", above.String())
		}
	}
	return d.refused(status)
}

func (d *dav) exists(ctx context.Context, name string) (bool, error) {
	status, _, err := d.do(ctx, request{method: http.MethodHead, name: name})
	switch {
	case err != nil || status == http.StatusNotFound:
		return false, err
	case status != http.StatusOK:
		return false, d.refused(status)
	}
	return true, nil
}

func (d *dav) put(ctx context.Context, is file) error {
	q := request{method: http.MethodPut, name: is.part, body: is.data}
	if is.fresh {
		q.name, q.header = is.name, map[string]string{"If-None-Match": "*"}
	}
	status, _, err := d.do(ctx, q)
	if err == nil && !is.fresh && done(status) {
		status, _, err = d.do(ctx, request{
			method: "MOVE", name: is.part, header: map[string]string{"Destination": d.at(is.name), "Overwrite": "T"},
		})
	}
	switch {
	case err != nil:
		return err
	case done(status):
		return nil
	case status == http.StatusPreconditionFailed:
		return fault.New(fault.Conflict, "webspace.foreign", d.place.name(), is.name)
	}
	return d.refused(status)
}

func (d *dav) remove(ctx context.Context, name string) error {
	status, _, err := d.do(ctx, request{method: http.MethodDelete, name: name})
	if err != nil || done(status) || status == http.StatusNotFound || status == http.StatusGone {
		return err
	}
	return d.refused(status)
}
