// Package accounts authenticates people and programs: passwords, passkeys, sessions and devices, organisations and
// roles, invitations, tokens, and the log of access.
//
// Access handles logins; its People returns rights and accepts invitations, their OrganisationAdmin changes an
// organisation on behalf of a person:
//
//	a := accounts.New(store, time.Now)
//	session, ok, err := a.Session(ctx, token)
//	rights, err := a.People().InTournament(ctx, session.UserID, "spring-cup")
//	link, err := a.People().OrganisationAdmin(session, 1).Invite(ctx, accounts.Invitation{Role: role.Desk})
//
// A session is a row that begins and ends in the transaction of its login. The library scs stores sessions as bytes,
// outside of that transaction.
package accounts
