package tournament

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"tourney/internal/fault"
	"tourney/internal/rules"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/rules/sgf"
)

// JudgeRecord checks a text as the record of a game in a published round. It takes up to a second. UTF-8 is stored
// unchanged, other encodings are converted. Faults: "game.unknown", "round.draft", "record.several", "record.moves",
// "record.size", or the key of a finding that disqualifies the text.
func (t *Tournament) JudgeRecord(id int, data []byte) (gamerecord.Judged, error) {
	if _, err := t.publishedGame(id); err != nil {
		return gamerecord.Judged{}, err
	}
	r, err := gamerecord.Judge(data, t.Settings.RuleSystem())
	if err != nil {
		return gamerecord.Judged{}, err
	}
	return r, t.checkSize(r)
}

// AttachRecord sets the record of a game; the text is stored elsewhere. It clears dead stones decided for another
// record and the players' statements, except a call for the referee. Faults: "game.unknown", "round.draft",
// "record.size", and "tournament.changed" if the rules have changed since the judgement.
func (t *Tournament) AttachRecord(id int, r gamerecord.Judged) error {
	g, err := t.publishedGame(id)
	if err != nil {
		return err
	}
	if r.By != t.Settings.RuleSystem() {
		return fault.New(fault.Conflict, "tournament.changed", t.Info.Name)
	}
	if err := t.checkSize(r); err != nil || g.Record == r.Hash {
		return err
	}
	g.Record, g.Dead, g.Pencil, g.Settling = r.Hash, "", gamerecord.Pencil{}, Settling{Referee: g.Settling.Referee}
	return nil
}

// checkSize refuses a record of a larger board than the tournament's.
func (t *Tournament) checkSize(r gamerecord.Judged) error {
	if most := t.Settings.Size; max(r.Cols, r.Rows) > most {
		return fault.New(fault.Invalid, "record.size", r.Cols, r.Rows, most)
	}
	return nil
}

// RemoveRecord removes the record of a game.
func (t *Tournament) RemoveRecord(id int) error {
	g, err := t.publishedGame(id)
	if err != nil {
		return err
	}
	g.Record, g.Dead, g.Pencil, g.Settling = "", "", gamerecord.Pencil{}, Settling{}
	return nil
}

// DecideDead sets the dead stones in the final position of a game's record: one
// point for each chain, in any order; an empty list means that no stone is
// dead. Fault: "record.missing".
func (t *Tournament) DecideDead(id int, dead []rules.Point) error {
	g, err := t.gameWithRecord(id)
	if err != nil {
		return err
	}
	g.Dead, g.Settling = WriteDead(dead), Settling{}
	return nil
}

// WriteDead formats dead stones for Game.Dead.
func WriteDead(dead []rules.Point) string {
	return cmp.Or(gamerecord.WritePoints(dead), "-")
}

// ClearDead clears the decided dead stones, so that the marks in the game's
// record count. Fault: "record.missing".
func (t *Tournament) ClearDead(id int) error {
	g, err := t.gameWithRecord(id)
	if err != nil {
		return err
	}
	g.Dead = ""
	return nil
}

// SetPencil sets points by hand in the count of a game's record; a pencil without points clears them. Faults:
// "record.missing" and any of Pencil.Check.
func (t *Tournament) SetPencil(id int, p gamerecord.Pencil) error {
	g, err := t.gameWithRecord(id)
	if err == nil {
		err = p.Check()
	}
	if err != nil {
		return err
	}
	if !p.Sets() {
		p = gamerecord.Pencil{}
	}
	g.Pencil, g.Settling = p, Settling{}
	return nil
}

// Evidence identifies the input of a judgement of the game's record: the record with its dead stones and the referee's
// marks, the players, the terms and the result. It changes with any of them.
func (g *Game) Evidence() string {
	input := fmt.Sprintf("%s/%s/%d-%d/%d/%s/%s", g.Record, g.Dead, g.Black, g.White, g.Handicap, g.Komi, g.Result)
	if p := g.Pencil; p.Sets() {
		input += fmt.Sprintf("/%s/%s/%s/%s", p.Black, p.White, p.Nobody, p.Reading)
		if p.Enforced {
			input += "/enforced"
		}
	}
	return gamerecord.Hash(input)
}

// Settled reports whether the present Evidence has been accepted.
func (g *Game) Settled() bool { return g.Accepted.Of != "" && g.Accepted.Of == g.Evidence() }

// Accept accepts the record and the result of a game despite any contradiction, until either changes. seen is the
// Evidence that the person saw. An earlier acceptance of the same evidence stays. Faults: "record.missing",
// "record.overtaken" if the evidence has changed.
func (t *Tournament) Accept(id int, seen, by string, at time.Time) error {
	g, err := t.gameWithRecord(id)
	switch {
	case err != nil:
		return err
	case seen != g.Evidence():
		return fault.New(fault.Conflict, "record.overtaken", g.Table)
	}
	if !g.Settled() {
		g.Accepted = Acceptance{seen, by, at}
	}
	return nil
}

// Reopen withdraws the acceptance of a record.
func (t *Tournament) Reopen(id int) error {
	g, err := t.publishedGame(id)
	if err != nil {
		return err
	}
	g.Accepted = Acceptance{}
	return nil
}

// DeadStones returns the dead stones from people's decision, nil without a decision.
func (g *Game) DeadStones() []rules.Point {
	if g.Dead == "" {
		return nil
	}
	dead := []rules.Point{}
	for name := range strings.FieldsSeq(g.Dead) {
		if p, ok := rules.ParsePoint(name); ok {
			dead = append(dead, p)
		}
	}
	return dead
}

var hashPattern, deadPattern = regexp.MustCompile(`^[0-9a-f]{64}$`), regexp.MustCompile(`^(|-|[a-zA-Z]{2}( [a-zA-Z]{2})*)$`)

// PictureHashes returns the hashes of the pictures.
func (t *Tournament) PictureHashes() (hashes []string) {
	for _, p := range t.Day.Pictures {
		hashes = append(hashes, p.Hash)
	}
	return hashes
}

// RecordHashes returns the hashes of the game records, each once.
func (t *Tournament) RecordHashes() (hashes []string) {
	for i := range t.Rounds {
		for j := range t.Rounds[i].Games {
			if hash := t.Rounds[i].Games[j].Record; hash != "" {
				hashes = append(hashes, hash)
			}
		}
	}
	slices.Sort(hashes)
	return slices.Compact(hashes)
}

// readsDead reports whether a text is empty or an output of WriteDead.
func readsDead(text string) bool { return len(text) <= 3*625 && deadPattern.MatchString(text) }

// CheckRecords checks that the record of every game exists, is readable and has its hash. It skips reading the records
// that known accepts.
func (w Whole) CheckRecords(known func(hash string) bool) error {
	for r := range w.Rounds {
		for i := range w.Rounds[r].Games {
			g := &w.Rounds[r].Games[i]
			text, ok := w.Records[g.Record]
			switch {
			case !readsDead(g.Dead) || !readsDead(g.Settling.Dead) || g.Pencil.Check() != nil,
				g.Record == "" && (g.Dead != "" || g.Pencil.Sets() || g.Settling != Settling{}):
				return fault.New(fault.Invalid, "record.dead", g.Round, g.Table)
			case g.Record == "":
			case !ok || !hashPattern.MatchString(g.Record) || gamerecord.Hash(text) != g.Record:
				return fault.New(fault.Invalid, "record.lost", g.Round, g.Table)
			case !known(g.Record):
				if _, err := gamerecord.Judge([]byte(text), w.Settings.RuleSystem()); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// publishedGame returns a game of a published round.
func (t *Tournament) publishedGame(id int) (*Game, error) {
	g := t.Game(id)
	switch {
	case g == nil:
		return nil, fault.New(fault.NotFound, "game.unknown", id)
	case !t.Round(g.Round).Published:
		return nil, fault.New(fault.Conflict, "round.draft", g.Round)
	}
	return g, nil
}

// gameWithRecord returns a game of a published round that has a record.
func (t *Tournament) gameWithRecord(id int) (*Game, error) {
	g, err := t.publishedGame(id)
	switch {
	case err != nil:
		return nil, err
	case g.Record == "":
		return nil, fault.New(fault.NotFound, "record.missing", g.Table)
	}
	return g, nil
}

// Expectation returns the details that a record of the game should agree with.
func (t *Tournament) Expectation(g *Game) rules.Expectation {
	e := rules.Expectation{
		Cols: t.Settings.Size, Rows: t.Settings.Size, Handicap: g.Handicap, Komi: rules.HalfPoints(g.Komi), Result: g.Result.sgf(),
	}
	if p := t.Player(g.Black); p != nil {
		e.Black = p.Name()
	}
	if p := t.Player(g.White); p != nil {
		e.White = p.Name()
	}
	return e
}

// sgf converts the result to the form of game records; unknown for a result without such a form.
func (r Result) sgf() sgf.Result {
	switch r.Outcome {
	case Jigo:
		return sgf.Result{Ending: sgf.Jigo}
	case NoResult:
		return sgf.Result{Ending: sgf.NoResult}
	case BlackWins, WhiteWins:
	default:
		return sgf.Result{}
	}
	ending := map[Manner]sgf.Ending{ByPoints: sgf.ByPoints, ByResignation: sgf.ByResignation, ByTime: sgf.OnTime, ByForfeit: sgf.ByForfeit}
	out := sgf.Result{Winner: sgf.Black, Ending: sgf.Won, Margin: r.Margin}
	if r.Outcome == WhiteWins {
		out.Winner = sgf.White
	}
	if e, ok := ending[r.Manner]; ok {
		out.Ending = e
	}
	return out
}

// ResultOf returns the result from a verdict on a record; false without one. It is the ending in the record, else the
// count with marked or decided dead stones, else the points in the record, unless the komi differs from the game's. If
// the record has the colours reversed, the names identify the winner.
func ResultOf(v *rules.Verdict) (Result, bool) {
	manner := map[sgf.Ending]Manner{
		sgf.ByPoints: ByPoints, sgf.ByResignation: ByResignation, sgf.OnTime: ByTime, sgf.ByForfeit: ByForfeit, sgf.Won: Unspecified,
	}
	recorded, count := v.InGame(rules.Outcome(v.Recorded)), v.InGame(v.Score.Outcome())
	switch recorded.Ending {
	case sgf.ByResignation, sgf.OnTime, sgf.ByForfeit:
		return wonBy(rules.Color(recorded.Winner), manner[recorded.Ending], 0), true
	case sgf.NoResult:
		return Result{Outcome: NoResult}, true
	}
	switch {
	case v.Counted && count.Ending == sgf.Jigo:
		return Result{Outcome: Jigo}, true
	case v.Counted:
		return wonBy(rules.Color(count.Winner), ByPoints, count.Margin), true
	case v.Shift != 0 && (recorded.Ending == sgf.ByPoints || recorded.Ending == sgf.Jigo):
		return Result{}, false
	case recorded.Ending == sgf.Jigo:
		return Result{Outcome: Jigo}, true
	case recorded.Ending == sgf.NotKnown:
		return Result{}, false
	}
	return wonBy(rules.Color(recorded.Winner), manner[recorded.Ending], recorded.Margin), true
}

// PenaltyOf returns the result of the first illegal move of a record, if that move loses the game (Finnish rules: the
// player who breaks a rule has lost); false otherwise.
func PenaltyOf(v *rules.Verdict) (Result, bool) {
	if v.Offender == rules.Empty || v.System.IllegalMove != rules.IllegalLoses {
		return Result{}, false
	}
	won := v.InGame(rules.Outcome{Winner: sgf.Color(v.Offender.Opponent())})
	return wonBy(rules.Color(won.Winner), ByIllegalMove, 0), true
}

func wonBy(winner rules.Color, m Manner, margin int) Result {
	r := Result{Outcome: BlackWins, Manner: m, Margin: margin}
	if winner == rules.White {
		r.Outcome = WhiteWins
	}
	return r
}
