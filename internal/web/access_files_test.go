package web_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"tourney/internal/app/accounts"
	"tourney/internal/data/store"
	"tourney/internal/format"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// deskFiles returns the addresses of the desk and of programs that may lead to a file, with all values of their
// parameters.
func deskFiles(s *testSite) (all []string) {
	var formats []string
	for _, f := range format.Formats() {
		formats = append(formats, f.Name)
	}
	values := map[string][]string{
		":slug": {"spring-cup"}, ":format": formats, ":player": {"1"}, ":version": {"1"}, "*page": {"file"},
		":kind": {"place", "reserve", "moved", "due"}, ":round": {"1"}, ":game": {"1"}, ":organisation": {"1"},
	}
	for _, r := range s.Server.Router().Routes() {
		if r.Method != http.MethodGet || strings.HasSuffix(r.Path, "/events") || strings.HasPrefix(r.Path, "/t/") {
			continue
		}
		addresses := []string{""}
		for part := range strings.SplitSeq(strings.TrimPrefix(r.Path, "/"), "/") {
			choices, known := values[part]
			if !known {
				choices = []string{part}
			}
			var longer []string
			for _, begun := range addresses {
				for _, choice := range choices {
					longer = append(longer, begun+"/"+choice)
				}
			}
			addresses = longer
		}
		all = append(all, addresses...)
	}
	return all
}

// Every file downloaded at the desk is in the log of access, except public files.
func TestFilesTakenAreInTheLogOfAccess(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").EditPlayer(t.Context(), 1, tournament.AllowNamesakes, func(p *tournament.Player) { p.Mail = "o@example.org" }))
	s.Login()
	var public []string
	for _, f := range format.Formats() {
		if f.Public {
			public = append(public, "/desk/spring-cup/exports/"+f.Name)
		}
	}
	people := s.Director.Access().People()
	noted := func() (n int) {
		entries, _, err := people.Log(t.Context(), store.FirstOrganisation, 0)
		s.Check(err)
		for _, e := range entries {
			if e.Event == accounts.EventExport || e.Event == accounts.EventBackup {
				n++
			}
		}
		return n
	}
	var files []string
	for _, address := range deskFiles(s) {
		was := noted()
		got := s.Get(address)
		_ = s.Body(got)
		if !strings.HasPrefix(got.Header.Get("Content-Disposition"), "attachment") {
			continue
		}
		files = append(files, address)
		want := 1
		if slices.Contains(public, address) {
			want = 0
		}
		if n := noted() - was; n != want {
			t.Errorf("%s adds %d entries to the log of access, want %d", address, n, want)
		}
	}
	for _, below := range []string{"then/1/file", "players/1/data.json", "fees.csv", "letters/1/place", "exports/xlsx", "exports/site"} {
		if !slices.Contains(files, "/desk/spring-cup/"+below) {
			t.Errorf("%s is no file", below)
		}
	}
}
