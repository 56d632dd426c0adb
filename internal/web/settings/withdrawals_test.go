package settings_test

import (
	"net/http"
	"strings"
	"testing"

	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// The settings of a round robin, and of a stage, decide about the games of withdrawn players. The log has the choice.
func TestWithdrawalsAreChosen(t *testing.T) {
	s := newSite(t)
	s.Login()
	s.Kind("round-robin", 6)
	doc := s.Page(s.Get("/desk/open/settings"), http.StatusOK)
	if n := doc.Find(`select[name="withdrawals"] option`).Length(); n != len(tournament.AllWithdrawals()) {
		t.Fatalf("%d choices", n)
	}
	form := s.SettingsForm("open")
	form.Set("withdrawals", "half")
	form.Set("stage-1-from", "3")
	form.Set("stage-1-system", "round-robin")
	form.Set("stage-1-qualify", "4")
	form.Set("stage-1-withdrawals", "forfeit")
	form.Set("do", "save")
	s.SeeOther(s.Post("/desk/open/settings", form))
	now := s.State("open").Settings
	if now.Format.Withdrawals != tournament.WithdrawalsHalf || now.Stages[0].Format.Withdrawals != tournament.WithdrawalsForfeit {
		t.Errorf("saved %+v, %+v", now.Format, now.Stages)
	}
	if got := sitetest.Text(s.Page(s.Get("/desk/open/log"), http.StatusOK), "main"); !strings.Contains(got, "Format of the tournament") {
		t.Errorf("the log says %q", got)
	}
	form = s.SettingsForm("open")
	form.Set("withdrawals", "third")
	form.Set("do", "save")
	if doc := s.Page(s.Post("/desk/open/settings", form), http.StatusUnprocessableEntity); !strings.Contains(sitetest.Text(doc, "#w-withdrawals"), "third") {
		t.Errorf("a choice that is none is not refused beside its field: %s", sitetest.Text(doc, "main"))
	}
}
