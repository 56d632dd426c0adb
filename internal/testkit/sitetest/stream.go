package sitetest

import (
	"bufio"
	"net/http"
	"strings"
	"testing"
)

// A EventStream is the stream of a page, line by line.
type EventStream struct {
	t        testing.TB
	Response *http.Response
	lines    *bufio.Scanner
	version  string
}

// Listen subscribes to the events of the spring cup at a server.
func (s *Site) Listen(server string, client *http.Client) *EventStream {
	s.T.Helper()
	r, err := client.Get(server + "/t/spring-cup/events")
	s.Check(err)
	s.T.Cleanup(func() { _ = r.Body.Close() })
	return &EventStream{s.T, r, bufio.NewScanner(r.Body), ""}
}

// Next returns the next event, "" at the end of the stream. A server that begins to receive changes of other programs
// may repeat a version, which Next skips.
func (h *EventStream) Next() string {
	for h.lines.Scan() {
		data, is := strings.CutPrefix(h.lines.Text(), "data: ")
		if !is {
			continue
		}
		was := h.version
		if h.version, _, _ = strings.Cut(strings.TrimSuffix(data, "}"), ","); h.version != was || !strings.Contains(data, `"what":"refresh"`) || strings.Contains(data, `"restored"`) {
			return data
		}
	}
	return ""
}
