package director

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"

	"tourney/internal/fault"
	"tourney/internal/rules"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/rules/sgf"
	"tourney/internal/tournament"
)

// Whole returns a copy of a tournament with its game records, inputs of draws and pictures, for a file.
func (d *Director) Whole(ctx context.Context, t *tournament.Tournament) (whole tournament.Whole, err error) {
	var draws []string
	for i := range t.Rounds {
		if hash := t.Rounds[i].Drawn.MadeFrom; hash != "" {
			draws = append(draws, hash)
		}
	}
	whole.Tournament = t.Clone()
	if whole.Draws, err = d.store.Draws(ctx, t.Info.Slug, draws); err != nil {
		return whole, err
	}
	if whole.Live, err = d.store.LiveSteps(ctx, t.Info.Slug, t.LiveIDs()...); err != nil {
		return whole, err
	}
	if whole.Records, err = d.store.Records(ctx, t.Info.Slug, t.RecordHashes()); err != nil || len(t.Day.Pictures) == 0 {
		return whole, err
	}
	whole.Pictures, err = d.store.Pictures(ctx, t.Info.Slug, t.PictureHashes())
	return whole, err
}

// A Review is the record of a game with its verdict. It never changes and is shared by all readers.
type Review struct {
	// Text is the stored record, Hash its hash.
	Hash, Text string
	Record     sgf.Game
	// Read holds the parser's findings.
	Read    []sgf.Finding
	Verdict *rules.Verdict
	propose func() []rules.Judgement
	all     func() []*rules.Verdict
}

// Propose returns the chains of the final position that seem dead. It is computed once.
func (r *Review) Propose() []rules.Judgement { return r.propose() }

// All returns the verdicts of all named rule systems. They are computed once.
func (r *Review) All() []*rules.Verdict { return r.all() }

// Unread returns the findings about parts of the text left out of the game,
// such as a move off the board, but not remarks on the format.
func (r *Review) Unread() (list []sgf.Finding) {
	for _, f := range r.Read {
		if f.Severity == sgf.Error {
			list = append(list, f)
		}
	}
	return list
}

// Branch returns the finding about a branch of the record that is likelier to be the game than the first. ok is false
// without such a branch.
func (r *Review) Branch() (f sgf.Finding, ok bool) {
	for _, f := range r.Read {
		if b, ok := f.Read.(sgf.Branches); ok && b.Likely() {
			return f, true
		}
	}
	return f, false
}

// Agrees reports whether the game has the result from its record.
func (r *Review) Agrees(g *tournament.Game) bool {
	result, ok := tournament.ResultOf(r.Verdict)
	result.Unrated = g.Result.Unrated
	return ok && result == g.Result
}

// Penalised reports whether the illegal move in the record decided the game.
func (r *Review) Penalised(g *tournament.Game) bool {
	penalty, ok := tournament.PenaltyOf(r.Verdict)
	penalty.Unrated = g.Result.Unrated
	return ok && penalty == g.Result
}

// Contradictions returns first the breaches of a rule, unless a breach decided the game; then a different result;
// then other differences from the paired game. If the results agree, these are only the differences that make it
// another game.
func (r *Review) Contradictions(g *tournament.Game) (list []rules.Finding) {
	penalised, agrees := r.Penalised(g), r.Agrees(g)
	for _, f := range r.Verdict.Findings {
		var asks bool
		switch {
		case f.Severity == rules.Error:
			asks = f.Move == 0 || !penalised
		case f.Rule == rules.RuleExpectBlack || f.Rule == rules.RuleExpectWhite: // names have many spellings
		case f.Rule == rules.RuleExpectSize || f.Rule == rules.RuleExpectHandicap || f.Rule == rules.RuleExpectSwapped:
			asks = true
		default:
			asks = f.Severity == rules.Warning && !agrees
		}
		if asks {
			list = append(list, f)
		}
	}
	slices.SortStableFunc(list, func(a, b rules.Finding) int { return cmp.Compare(urgency(a), urgency(b)) })
	return list
}

// urgency sorts findings; findings with a low value come first.
func urgency(f rules.Finding) int {
	switch {
	case f.Severity == rules.Error:
		return 0
	case f.Rule == rules.RuleExpectResult || f.Rule == rules.RuleExpectScore:
		return 1
	}
	return 2
}

// A reviewKey is the whole input of a review.
type reviewKey struct {
	slug, hash, dead string
	pencil           string // the points, the reading, and whether illegal moves are left out
	system           rules.System
	expected         rules.Expectation
}

func newReviewKey(t *tournament.Tournament, g *tournament.Game) reviewKey {
	p := g.Pencil
	pencil := strings.Join([]string{p.Black, p.White, p.Nobody, p.Reading, strconv.FormatBool(p.Enforced)}, "/")
	return reviewKey{t.Info.Slug, g.Record, g.Dead, pencil, t.Settings.RuleSystem(), t.Expectation(g)}
}

// mostReviews bounds the reviews in memory.
const mostReviews = 300

// reviews caches reviews.
type reviews struct {
	mu   sync.Mutex
	kept map[reviewKey]*Review
}

func (r *reviews) get(key reviewKey) *Review {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.kept[key]
}

// clear drops all reviews, and their texts.
func (r *reviews) clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept = nil
}

func (r *reviews) keep(key reviewKey, review *Review) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.kept == nil || len(r.kept) >= mostReviews {
		r.kept = map[reviewKey]*Review{} // they can be made again
	}
	r.kept[key] = review
}

// Review checks the record of a game under the rules of the tournament and
// against the game. Faults: "game.unknown", "record.missing".
func (d *Director) Review(ctx context.Context, t *tournament.Tournament, game int) (*Review, error) {
	g := t.Game(game)
	switch {
	case g == nil:
		return nil, fault.New(fault.NotFound, "game.unknown", game)
	case g.Record == "":
		return nil, fault.New(fault.NotFound, "record.missing", g.Table)
	}
	key := newReviewKey(t, g)
	if r := d.reviews.get(key); r != nil {
		return r, nil
	}
	text, err := d.store.Record(ctx, t.Info.Slug, g.Record)
	if err != nil {
		return nil, err
	}
	r := NewReview(t, g, text)
	d.reviews.keep(key, r)
	return r, nil
}

// PublicReview is Review without the names of hidden players in the record and its check.
func (d *Director) PublicReview(ctx context.Context, s *Snapshot, game int) (*Review, error) {
	whole, err := d.Review(ctx, s.Tournament, game)
	if err != nil {
		return nil, err
	}
	public := s.Public().Tournament
	g := public.Game(game)
	key := newReviewKey(public, g)
	if r := d.reviews.get(key); r != nil {
		return r, nil
	}
	r := whole.Public(s.Tournament, public, g)
	d.reviews.keep(key, r)
	return r, nil
}

// NewReview checks the text of a game's record under the rules of the tournament and against the game.
func NewReview(t *tournament.Tournament, g *tournament.Game, text string) *Review {
	system, expected := t.Settings.RuleSystem(), t.Expectation(g)
	c, findings := gamerecord.Read([]byte(text))
	r := &Review{Hash: g.Record, Text: text, Record: c.Game(0), Read: findings}
	options := rules.Options{
		Dead: g.DeadStones(), Marks: g.Pencil.Marks(), Reading: gamerecord.Readings[g.Pencil.Reading], Enforce: g.Pencil.Enforced,
		Expect: &expected,
	}
	r.Verdict = rules.Check(r.Record, system, options)
	r.all = sync.OnceValue(func() []*rules.Verdict { return rules.CheckAll(r.Record, options) })
	r.propose = sync.OnceValue(func() []rules.Judgement { return system.Propose(r.Verdict.Board) })
	return r
}
