package director

import (
	"context"
	"slices"

	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/rules"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/tournament"
)

// An Attachment gives a game a record.
type Attachment struct {
	Game int
	Data []byte
	// Seen is the hash of the game's record that the person saw before the decision; "" means no record.
	Seen string
}

// AttachRecords attaches records to games of the round in one step. Faults: "records.overtaken" if the record of a game
// has changed since, "records.chosen.twice" for two records of one game, and any fault of tournament.JudgeRecord.
func (r *RoundEditor) AttachRecords(ctx context.Context, list []Attachment) error {
	return r.ed.retry(ctx, func(s *Snapshot) error {
		judged := make([]gamerecord.Judged, len(list))
		for i, a := range list {
			var err error
			if judged[i], err = s.Tournament.JudgeRecord(a.Game, a.Data); err != nil {
				return err
			}
		}
		e := store.Entry{Action: "records.attach", Args: []any{r.n, len(list)}}
		_, err := r.ed.change(ctx, e, func(now *tournament.Whole, _ *store.Entry) error {
			now.Records = map[string]string{}
			given := map[int]bool{}
			for i, a := range list {
				switch g := now.Game(a.Game); {
				case g == nil || g.Round != r.n:
					return fault.New(fault.NotFound, "game.unknown", a.Game)
				case given[a.Game]:
					return fault.New(fault.Invalid, "records.chosen.twice", g.Table)
				case g.Record != a.Seen && g.Record != judged[i].Hash:
					return fault.New(fault.Conflict, "records.overtaken", g.Table)
				}
				given[a.Game] = true
				if err := now.AttachRecord(a.Game, judged[i]); err != nil {
					return err
				}
				now.Records[judged[i].Hash] = judged[i].Text
			}
			return nil
		})
		return err
	})
}

// TakeResults enters the results from the records of some games of the round. It skips games with a result and records
// that break the rules, give no result, contradict their own count, or have a likelier branch. It returns the faults of
// GameEditor.TakeResult.
func (r *RoundEditor) TakeResults(ctx context.Context, games []int) error {
	for _, id := range games {
		s, err := r.ed.director.Snapshot(ctx, r.ed.slug)
		if err != nil {
			return err
		}
		g := s.Tournament.Game(id)
		if g == nil || g.Round != r.n || g.Record == "" || g.Result.Known() || g.Dispute.Open() {
			continue
		}
		review, err := r.ed.director.Review(ctx, s.Tournament, id)
		if err != nil {
			return err
		}
		v := review.Verdict
		doubtful := slices.ContainsFunc(v.Findings, func(f rules.Finding) bool {
			return f.Rule == rules.RuleScore || f.Rule == rules.RuleScoreOwnKomi
		})
		_, ok := tournament.ResultOf(v)
		if _, other := review.Branch(); !ok || !v.Legal || doubtful || other {
			continue
		}
		if err := r.ed.Game(id).TakeResult(ctx, g.Revision); err != nil {
			return err
		}
	}
	return nil
}
