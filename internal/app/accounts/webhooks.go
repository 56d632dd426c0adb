package accounts

import "tourney/internal/data/store"

// Webhooks returns the receivers of changes of tournaments.
func (a *Access) Webhooks() store.Webhooks { return a.store.Webhooks() }
