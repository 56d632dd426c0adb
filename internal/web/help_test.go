package web_test

import (
	"net/http"
	"strings"
	"testing"

	"tourney/internal/testkit/webtest"
	"tourney/internal/web/site"
)

// Every page for logged-in people has a part of the handbook as its help, and the part exists.
func TestEveryDeskPageHasHelp(t *testing.T) {
	s := newSite(t)
	s.Cup()
	parts := map[string]bool{}
	for _, r := range s.Server.Router().Routes() {
		section := "/" + strings.Split(r.Path, "/")[1]
		switch {
		case r.Method != http.MethodGet, webtest.NotPages[r.Path] != "":
			continue
		case !strings.Contains("/desk /new /import /account /people /deleted /safety /backups", section) || section == "/":
			continue
		}
		help := site.HelpFor(r.Path)
		if help == nil {
			t.Errorf("%s has no help", r.Path)
			continue
		}
		parts[help.Chapter+"#"+help.Part] = true
	}
	for at := range parts {
		chapter, part, _ := strings.Cut(at, "#")
		if doc := s.Page(s.Get("/handbook/"+chapter), http.StatusOK); doc.Find("article section#"+part).Length() != 1 {
			t.Errorf("the chapter %s has no part %s", chapter, part)
		}
	}
	if len(parts) < 20 {
		t.Errorf("only %d parts are help", len(parts))
	}
}
