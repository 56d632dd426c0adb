// Package offline writes the public pages of a tournament as files: the same views, templates and styles, with links
// from file to file. They need no server, and may be put into any folder of a web space or opened from a disk.
package offline
