// Package backup backs a data file up by itself: before acts that change much, by the
// clock while something changed, into a folder beside the data file and into a second
// one if there is one. It also checks the data file now and then.
//
// A Keeper makes the backups of one store. Before pins the state before an act; Run
// copies, verifies and clears away in the background:
//
//	k := backup.New(s, time.Now)
//	k.Start(ctx, backup.Config{Folder: copies.Folder(path), Second: "/media/stick/tourney-annas-laptop-3f9a"})
//	err := s.Tx(ctx, func(tx *store.Tx) error {
//		defer k.Before(ctx, copies.BeforeDraw)(&err)
//		…
//	})
//
// Kept says which backups stay.
package backup
