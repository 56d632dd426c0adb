package accounts

import "tourney/internal/store"

// Webhooks returns who is told of changes of tournaments.
func (a *Access) Webhooks() store.Webhooks { return store.WebhooksOf(a.store) }
