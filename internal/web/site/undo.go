package site

import (
	"context"

	"tourney/internal/director"
)

// LogUntil returns the entries of the log down to a version, or all.
func (s *Site) LogUntil(ctx context.Context, slug string, version int) ([]director.LogEntry, error) {
	var all []director.LogEntry
	for page := 0; ; page++ {
		entries, more, err := s.Director.Log(ctx, slug, page)
		if err != nil {
			return nil, err
		}
		all = append(all, entries...)
		if !more || len(entries) == 0 || entries[len(entries)-1].Version <= version {
			return all, nil
		}
	}
}
