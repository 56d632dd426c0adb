// Package passkey makes and checks passkeys in browsers by WebAuthn (https://www.w3.org/TR/webauthn-3/). It stores only
// the key that signs its challenges and the tickets of answered ones, shared by all instances.
//
//	at, err := passkey.ParseOrigin("https://go.example.org")
//	asked, err := checker.BeginLogin(ctx, at) // the options are for the browser's script, the ticket is for a cookie
//	id := passkey.ID(answer)           // names the passkey, and by that its owner
//	key, err = checker.FinishLogin(ctx, owner, key, passkey.Response{Origin: at, Ticket: ticket, Answer: answer})
package passkey
