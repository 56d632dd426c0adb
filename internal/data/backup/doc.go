// Package backup backs up a data file automatically: before acts with many changes, and by the clock after changes,
// into a folder beside the data file and, if configured, a second one. It also checks the data file periodically.
//
// A Keeper makes the backups of one store. Before pins the state before an act; Run copies, verifies and deletes in the
// background:
//
//	k := backup.New(s, time.Now)
//	k.Configure(ctx, backup.Config{Folder: copies.Folder(path), Second: "/media/stick/tourney-annas-laptop-3f9a"})
//	go k.Run(ctx)
//	settle := k.Before(ctx, copies.BeforeDraw)
//	err := s.Tx(ctx, …)
//	settle(err == nil)
//
// Kept decides which backups stay.
package backup
