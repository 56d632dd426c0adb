// Package passkey asks browsers to make and to use passkeys, and checks what they answer, as WebAuthn
// (https://www.w3.org/TR/webauthn-3/) says. It keeps nothing but the key that signs its questions
// and which of them were answered, where all instances find them.
//
//	at, err := passkey.At("https://go.example.org")
//	asked, err := checker.AskLogin(ctx, at) // the options are for the browser's script, the ticket is for a cookie
//	id := passkey.ID(answer)           // names the passkey, and by that its owner
//	key, err = checker.Login(ctx, owner, key, passkey.Reply{At: at, Ticket: ticket, Answer: answer})
package passkey
