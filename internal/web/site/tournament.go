package site

import (
	"context"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/role"
	"tourney/internal/web/page"
)

// Snapshot returns the snapshot of the tournament in the address. A hidden tournament is missing for callers without a
// role in it, other than its tablet.
func (s *Site) Snapshot(c *gin.Context) (*director.Snapshot, error) {
	return seen(c, s, s.Director.Snapshot)
}

// Latest is Snapshot for pages that reload after a change. For readers without a login it may miss a change that
// another instance is making at the moment.
func Latest(c *gin.Context, s *Site) (*director.Snapshot, error) {
	_, in := s.Session(c)
	if _, program := Program(c); program || in {
		return s.Snapshot(c)
	}
	return seen(c, s, s.Director.Latest)
}

func seen(c *gin.Context, s *Site, load func(ctx context.Context, slug string) (*director.Snapshot, error)) (*director.Snapshot, error) {
	slug := c.Param("slug")
	snapshot, err := load(c.Request.Context(), slug)
	if err != nil {
		return nil, err
	}
	if snapshot.Tournament.Info.Hidden && !s.May(c, role.Watch) && !s.May(c, role.Door) {
		return nil, fault.New(fault.NotFound, "tournament.missing", fault.Clip(slug))
	}
	return snapshot, nil
}

// WithTournament returns the action that runs do with the tournament in the address.
func (s *Site) WithTournament(do func(c *gin.Context, snapshot *director.Snapshot) error) Action {
	return func(c *gin.Context) error {
		snapshot, err := s.Snapshot(c)
		if err != nil {
			return err
		}
		return do(c, snapshot)
	}
}

// WithRounds is WithTournament for the pages of tournaments with rounds. Open play has none: fault "open.rounds".
func (s *Site) WithRounds(do func(c *gin.Context, snapshot *director.Snapshot) error) Action {
	return s.WithTournament(func(c *gin.Context, snapshot *director.Snapshot) error {
		if snapshot.Tournament.IsOpen() {
			return fault.New(fault.Conflict, "open.rounds")
		}
		return do(c, snapshot)
	})
}

// WithRound returns the action that runs do with the round in the address, drawn or not. Faults: "open.rounds"
// and "round.range".
func (s *Site) WithRound(do func(c *gin.Context, snapshot *director.Snapshot, n int) error) Action {
	return s.WithRounds(func(c *gin.Context, snapshot *director.Snapshot) error {
		n := page.Natural(c.Param("round"))
		if planned := max(snapshot.Tournament.Settings.Rounds, len(snapshot.Tournament.Rounds)); n < 1 || n > planned {
			return fault.New(fault.NotFound, "round.range", fault.Clip(c.Param("round")), planned)
		}
		return do(c, snapshot, n)
	})
}

// Editor returns the editor of the tournament in the address, on behalf of the person
// and the desk of this login, for the reason that the form gives.
func (s *Site) Editor(c *gin.Context) *director.Editor {
	return s.Director.On(s.DeskActor(c), c.Param("slug")).Because(Reason(c))
}

// EditorAt is Editor for steps on the version of a snapshot alone, see Merged.
func (s *Site) EditorAt(c *gin.Context, snapshot *director.Snapshot) *director.Editor {
	return s.Editor(c).At(snapshot.Tournament.Version)
}

// LogUntil returns the entries of the log, the latest first, at least down to a
// version.
func (s *Site) LogUntil(ctx context.Context, slug string, version int) ([]director.LogEntry, error) {
	var all []director.LogEntry
	for page := 0; ; page++ {
		entries, more, err := s.Director.Log(ctx, slug, page, director.LogFilter{})
		if err != nil {
			return nil, err
		}
		all = append(all, entries...)
		if !more || len(entries) == 0 || entries[len(entries)-1].Version <= version {
			return all, nil
		}
	}
}
