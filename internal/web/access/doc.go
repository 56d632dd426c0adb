// Package access handles people: logins, passwords, passkeys, invitations, roles, tokens of programs, and the log of
// access, which lists logins and downloads.
package access
