package settings_test

import (
	"net/http"
	"testing"

	"tourney/internal/testkit/sitetest"
)

// Settings of other systems are hidden, keep their values, and are shown on request.
func TestUnusedSettings(t *testing.T) {
	s := newSite(t)
	s.Kind("round-robin", 6)
	s.Login()
	doc := s.Page(s.Get("/desk/open/settings?all=1"), http.StatusOK)
	for _, name := range []string{"floor", "mms-bye", "duplicate", "pairing-criteria", "steps"} {
		if n := doc.Find("#hidden [name=" + name + "]").Length(); n != 1 {
			t.Errorf("a round robin has %d hidden fields %s", n, name)
		}
	}
	if got := sitetest.Text(doc, "#unused"); got != "44 settings of other systems are hidden Show" {
		t.Errorf("the page says %q", got)
	}
	doc = s.Page(s.Get("/desk/open/settings?all=every"), http.StatusOK)
	if doc.Find(".opt [name=floor]").Length() != 1 || doc.Find(".opt [name=duplicate]").Length() != 1 || doc.Find("#unused").Length() != 0 {
		t.Error("not every setting is shown on request")
	}
	form := s.SettingsForm("open")
	form.Set("floor", "12 stones")
	if doc := s.Page(s.Post("/desk/open/settings?all=1", form), http.StatusUnprocessableEntity); doc.Find(".opt [name=floor][aria-invalid]").Length() != 1 {
		t.Error("a refused setting of another system stays hidden")
	}
}
