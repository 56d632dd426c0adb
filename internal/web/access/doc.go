// Package access is the room of people: logins, passwords, passkeys, invitations, roles, tokens of
// programs, and the log of who came in and took data away.
package access
