// Package admin has the pages of whole tournaments: the dashboard that lists them, creation, the next edition, import of
// files, archive and deletion. It also has the pages of all data: backups and their restore.
package admin
