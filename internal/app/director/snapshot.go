package director

import (
	"context"
	"slices"
	"sync"

	"tourney/internal/data/store"
	"tourney/internal/event/privacy"
	"tourney/internal/event/prizes"
	"tourney/internal/results"
	"tourney/internal/results/rating"
	"tourney/internal/results/strength"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// A Snapshot is one version of a tournament with its standings and evaluations.
// It never changes and is shared by all readers.
type Snapshot struct {
	// Tournament must not be modified.
	Tournament *tournament.Tournament
	// Stretch is the stretch of the version before, if only results have changed since.
	Stretch *Stretch
	// participation is the same for all its forms: they have the same players.
	participation func() tournament.Participation
	standings     []func() *results.Standings
	teams         []func() *results.Standings
	prizes        func() []prizes.Ceremony
	rating        func() *rating.Report
	strengths     func() *strength.History
	evaluations   *evaluations
	public        func() *Snapshot
	// called holds the public snapshots of PublicIn by language, unnamed reports whether they contain a player without
	// a name.
	called  *sync.Map
	unnamed func() bool
}

// A Stretch is a run of versions of a tournament that differ only in results: players, names and settings are the same.
// It is not empty, because pointers to two empty values may be equal.
type Stretch struct{ from int }

// NewSnapshot returns the snapshot of a tournament outside any data file. It has players, rounds and standings; its
// draws cannot be evaluated.
func NewSnapshot(t *tournament.Tournament) *Snapshot {
	return newSnapshot(t, &draws{turns: newTurns()})
}

func newSnapshot(t *tournament.Tournament, d *draws) *Snapshot {
	s := &Snapshot{Tournament: t, Stretch: &Stretch{t.Version}, evaluations: newEvaluations(t, d), called: &sync.Map{}}
	s.participation = sync.OnceValue(t.Participation)
	for n := range len(t.Rounds) + 1 {
		s.standings = append(s.standings, sync.OnceValue(func() *results.Standings { return results.After(t, n) }))
		s.teams = append(s.teams, sync.OnceValue(func() *results.Standings { return results.Teams(t, n) }))
	}
	s.prizes = sync.OnceValue(func() []prizes.Ceremony { return prizes.Give(t, s.Standings(len(t.Rounds))) })
	s.rating = rates(t)
	s.strengths = sync.OnceValue(func() *strength.History { return strength.Estimate(strength.Of(t)) })
	s.public = sync.OnceValue(func() *Snapshot { return s.makePublic(d) })
	return s
}

// Participation returns how each player takes part, see tournament.Participation.
func (s *Snapshot) Participation() tournament.Participation { return s.participation() }

// Public returns the public snapshot, see privacy.Public. Hidden players appear with initials or a number.
func (s *Snapshot) Public() *Snapshot { return s.public() }

// PublicIn returns the public snapshot in a language: call names the players without a name. The snapshot is made once
// per language.
func (s *Snapshot) PublicIn(language string, call func(p *tournament.Player) string) *Snapshot {
	public := s.Public()
	if !public.unnamed() {
		return public
	}
	if found, ok := s.called.Load(language); ok {
		return found.(*Snapshot)
	}
	out := *public
	out.Tournament = privacy.WithNames(public.Tournament, call)
	out.rating = rates(out.Tournament)
	out.evaluations = newEvaluations(out.Tournament, public.evaluations.draws) // they name players
	out.public = func() *Snapshot { return &out }
	found, _ := s.called.LoadOrStore(language, &out)
	return found.(*Snapshot)
}

func (s *Snapshot) makePublic(d *draws) *Snapshot {
	out := *s
	out.Tournament = privacy.Public(s.Tournament)
	out.rating = rates(out.Tournament)
	out.unnamed = sync.OnceValue(func() bool {
		return slices.ContainsFunc(out.Tournament.Players, func(p tournament.Player) bool { return p.Hiding == consent.Anonymous })
	})
	if slices.ContainsFunc(out.Tournament.Players, func(p tournament.Player) bool { return p.Hiding.Hides() }) {
		out.evaluations = newEvaluations(out.Tournament, d) // they name players
		out.standings = slices.Clone(s.standings)
		for n := range out.standings {
			out.standings[n] = sync.OnceValue(func() *results.Standings {
				placed := s.Standings(n)
				if !placed.Named(out.Tournament) { // the order of hidden names is hidden too
					placed = results.After(privacy.Ranked(out.Tournament, s.Tournament), n)
				}
				return placed.WithRatings(out.Tournament)
			})
		}
	}
	out.public = func() *Snapshot { return &out }
	return &out
}

// Standings returns the standings after a round, from 0 to the number of rounds drawn; other numbers give the nearest
// one. They are computed once and must not be modified.
func (s *Snapshot) Standings(after int) *results.Standings {
	return s.standings[min(max(after, 0), len(s.standings)-1)]()
}

// Teams returns the standings of the teams after a round, like Standings.
func (s *Snapshot) Teams(after int) *results.Standings {
	return s.teams[min(max(after, 0), len(s.teams)-1)]()
}

// Prizes returns the winners of the prizes by the results so far, computed once. In the public snapshot too they depend
// on private data, such as years of birth.
func (s *Snapshot) Prizes() []prizes.Ceremony { return s.prizes() }

// Rating returns the rating report of the tournament, computed once. It must not be modified.
func (s *Snapshot) Rating() *rating.Report { return s.rating() }

// Strengths returns the strengths of the players of open play, computed once.
func (s *Snapshot) Strengths() *strength.History { return s.strengths() }

// rates returns a function that rates a tournament at its first call.
func rates(t *tournament.Tournament) func() *rating.Report {
	return sync.OnceValue(func() *rating.Report { return rating.Rate(t, rating.OptionsOf(t.Settings)) })
}

// Snapshot returns the latest version of a tournament, or "tournament.missing".
func (d *Director) Snapshot(ctx context.Context, slug string) (*Snapshot, error) {
	if s, _, err := current(ctx, d, slug); s != nil || err != nil {
		return s, err
	}
	d.loading.Lock()
	defer d.loading.Unlock()
	d.store.Settle() // it may be in memory as soon as who has saved it is told
	s, r, err := current(ctx, d, slug)
	if s != nil || err != nil {
		return s, err
	}
	t, err := d.store.Tournament(ctx, slug)
	if err != nil {
		return nil, err
	}
	s = newSnapshot(t, &d.draws)
	d.versions.keepRead(s, r)
	return s, nil
}

// current returns the latest version from memory, else nil and the mark for keepRead, taken before the read.
func current(ctx context.Context, d *Director, slug string) (s *Snapshot, r reading, err error) {
	was := d.versions.get(slug)
	version, err := d.store.Version(ctx, slug)
	if err != nil {
		return nil, r, err
	}
	r = d.versions.before(slug)
	if s = r.was; s != nil && (s.Tournament.Version == version || s != was && s.Tournament.Version > version) { // saved since
		return s, r, nil
	}
	return nil, r, nil
}

// A LogEntry is one change of a tournament: author, time, message, changes, and whether it was undone.
type LogEntry = store.LogEntry

// entriesPerPage is the number of entries of the log on a page.
const entriesPerPage = 50

// A LogFilter narrows a log, see store.Filter.
type LogFilter = store.Filter

// Renamed returns the present slug of a tournament with a given former slug, or "".
func (d *Director) Renamed(ctx context.Context, slug string) (string, error) {
	return d.store.Renamed(ctx, slug)
}

// Log returns a filtered page of the log, page 0 being the latest, and whether older entries follow.
func (d *Director) Log(ctx context.Context, slug string, page int, f LogFilter) (entries []LogEntry, more bool, err error) {
	return d.store.Log(ctx, slug, store.Page{Skip: max(page, 0) * entriesPerPage, Most: entriesPerPage}, f)
}
