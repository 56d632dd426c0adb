package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"tourney/internal/role"
	"tourney/internal/testkit/sitetest"
	"tourney/internal/tournament"
)

// The header Idempotency-Key has the effect of the field once.
func TestIdempotencyKeyOfPrograms(t *testing.T) {
	s := newSite(t)
	s.Cup()
	p := s.Program(role.WholeToken)
	const body = `{"family": "Virta", "rank": "5k"}`
	tag := fmt.Sprintf("%q", fmt.Sprint(s.State("spring-cup").Version))
	var ids []int
	for _, header := range [][]string{{"Idempotency-Key", "a", "If-Match", tag}, {"Idempotency-Key", `"a"`, "If-Match", tag}, nil} {
		sent := body
		if header == nil {
			sent = `{"family": "Virta", "rank": "5k", "once": "a"}`
		}
		status, text := p.Send(cup+"/players", sent, header...)
		var player struct{ ID int }
		s.Check(json.Unmarshal([]byte(text), &player))
		if ids = append(ids, player.ID); status != http.StatusCreated || ids[0] == 0 || player.ID != ids[0] {
			t.Fatalf("answers %d %s", status, text)
		}
	}
	for _, tt := range []struct {
		path, body, key string
		status          int
		code            string
	}{
		{cup + "/players", `{"family": "Salo", "rank": "5k"}`, "a", 409, "api.key.used"},
		{cup + "/players", `{"family": "Salo", "rank": "5k", "once": "b"}`, "c", 422, "api.differ"},
		{cup + "/players", `{"family": "Salo", "rank": "5k"}`, strings.Repeat("k", 101), 413, "api.key.long"},
		{cup + "/players", `{"family": "Salo", "rank": "5k"}`, "", 422, "api.key.empty"},
		{"/tournaments", `{"name": "Winter Cup", "preset": "egf"}`, "d", 201, "winter-cup"},
		{"/tournaments", `{"name": "Winter Cup", "preset": "egf"}`, "d", 201, "winter-cup"},
		{cup + "/games/15/result", `{"result": "B+R", "seen": 0}`, "e", 200, "B+R"}, // which needs no key
		{cup + "/games/15/result", `{"result": "B+R", "seen": 0}`, "e", 200, "B+R"},
	} {
		status, text := p.Send(tt.path, tt.body, "Idempotency-Key", tt.key)
		named := strings.Contains(text, `"field":"Idempotency-Key"`)
		if status != tt.status || !strings.Contains(text, tt.code+`"`) || named != (status >= 400) {
			t.Errorf("%s %s with the key %s answers %d %s", tt.path, tt.body, tt.key, status, text)
		}
	}
	if got := s.Get("/api/v1/tournaments/winter-cup-2"); got.StatusCode != http.StatusNotFound {
		t.Error("the second request made a second tournament")
	}
}

// A request with a used key is not repeated after its result was removed, and the response reports that.
func TestKeyOfTheRemoved(t *testing.T) {
	s := newSite(t)
	s.Cup()
	p := s.Program(role.WholeToken)
	const player, tourney = `{"family": "Virta", "rank": "5k"}`, `{"name": "Gone Soon", "preset": "egf"}`
	_, text := p.Send(cup+"/players", player, "Idempotency-Key", "a")
	var made struct{ ID int }
	s.Check(json.Unmarshal([]byte(text), &made))
	s.Check(s.Director.On(sitetest.Anna, "spring-cup").RemovePlayer(t.Context(), tournament.PlayerID(made.ID)))
	p.Send("/tournaments", tourney, "Idempotency-Key", "b")
	s.Check(s.Director.Catalogue().Delete(t.Context(), s.Inviter(1), "gone-soon"))
	for key, sent := range map[string][2]string{"a": {cup + "/players", player}, "b": {"/tournaments", tourney}} {
		status, text := p.Send(sent[0], sent[1], "Idempotency-Key", key)
		if status != http.StatusConflict || !strings.Contains(text, `"code":"api.key.gone","field":"Idempotency-Key"`) {
			t.Errorf("%s answers %d %s", sent[0], status, text)
		}
		if status, text = p.Send(sent[0], sent[1], "Idempotency-Key", key+"2"); status != http.StatusCreated {
			t.Errorf("%s with another key answers %d %s", sent[0], status, text)
		}
	}
}
