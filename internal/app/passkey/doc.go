// Package passkey makes and checks passkeys in browsers by WebAuthn (https://www.w3.org/TR/webauthn-3/). It stores only
// the key that signs its questions and the tickets of answered questions, shared by all instances.
//
//	at, err := passkey.At("https://go.example.org")
//	asked, err := checker.BeginLogin(ctx, at) // the options are for the browser's script, the ticket is for a cookie
//	id := passkey.ID(answer)           // names the passkey, and by that its owner
//	key, err = checker.Login(ctx, owner, key, passkey.Reply{At: at, Ticket: ticket, Answer: answer})
package passkey
