package e2e

import (
	"log/slog"

	"tourney/internal/app/accounts"
	"tourney/internal/beyond/publishing"
	"tourney/internal/beyond/webhook"
	"tourney/internal/data/store"
	"tourney/internal/testkit/webtest"
)

func init() { additions = append(additions, addWebhooks) }

// addWebhooks adds a webhook without a receiver, and one without an event so far.
func addWebhooks(w *world) {
	w.t.Helper()
	hooks := webhook.New(w.director, publishing.New(w.director).Sender, slog.New(slog.DiscardHandler))
	for _, request := range []webhook.Request{
		{Address: "http://127.0.0.1:9/tourney", Nearby: true},
		{Address: "https://club.example/tourney/results", Slug: webtest.Finished, Topics: []webhook.Topic{webhook.Results, webhook.Final}},
	} {
		_, err := hooks.Add(w.t.Context(), accounts.Session{User: worldUser}, store.FirstOrganisation, request)
		w.check(err)
	}
}
