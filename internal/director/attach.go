package director

import (
	"context"

	"tourney/internal/fault"
	"tourney/internal/gamerecord"
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// An Attachment gives a game a record.
type Attachment struct {
	Game int
	Data []byte
	// Seen is the hash of the record that the game had when a person decided; "" for none.
	Seen string
}

// AttachRecords gives games of the round their records, all in one step. Faults:
// "records.overtaken" if a game has got another record since, "records.chosen.twice" for
// two records of one game, and those of tournament.JudgeRecord.
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
		_, err := r.ed.write(ctx, e, func(now *tournament.Whole, _ *store.Entry) error {
			now.Records = map[string]string{}
			given := map[int]bool{}
			for i, a := range list {
				switch g := now.Game(a.Game); {
				case g == nil || g.Round != r.n:
					return fault.New(fault.NotFound, "game.unknown", a.Game)
				case given[a.Game]:
					return fault.New(fault.Invalid, "records.chosen.twice", g.Table)
				case g.Record != a.Seen:
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
