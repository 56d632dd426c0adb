// Package passkey asks browsers to make and to use passkeys, and checks what they answer, as WebAuthn
// (https://www.w3.org/TR/webauthn-3/) says. It keeps nothing but which of its questions were answered.
//
//	at, err := passkey.At("https://go.example.org")
//	asked, err := checker.AskLogin(at) // the options are for the browser's script, the ticket is for a cookie
//	id := passkey.ID(answer)           // names the passkey, and by that its owner
//	key, err = checker.Login(owner, key, passkey.Reply{At: at, Ticket: ticket, Answer: answer})
package passkey
