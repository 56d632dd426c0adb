package director

import (
	"context"
	"maps"
	"slices"
	"time"

	"tourney/internal/app/updates"
	"tourney/internal/data/store"
	"tourney/internal/event/privacy"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/tournament"
)

// Published returns the public state of a tournament for another computer, see privacy.Published, with the records and
// pictures among missing. Records contain no hidden names.
func (d *Director) Published(ctx context.Context, s *Snapshot, missing map[string]bool) (tournament.Whole, error) {
	whole := tournament.Whole{Tournament: privacy.Published(s.Tournament), Records: map[string]string{}}
	public := s.Public().Tournament
	for r := range whole.Rounds {
		for i := range whole.Rounds[r].Games {
			g := &whole.Rounds[r].Games[i]
			if g.Record == "" || !hidesName(public, g) {
				continue
			}
			review, err := d.PublicReview(ctx, s, g.ID)
			if err != nil {
				return whole, err
			}
			g.Record = gamerecord.Hash(review.Text)
			whole.Records[g.Record] = review.Text
		}
	}
	there := func(hash string) bool { return !missing[hash] || whole.Records[hash] != "" }
	records, err := d.store.Records(ctx, s.Tournament.Info.Slug, slices.DeleteFunc(whole.RecordHashes(), there))
	if err == nil {
		maps.Copy(whole.Records, records)
		whole.Pictures, err = d.store.Pictures(ctx, s.Tournament.Info.Slug, slices.DeleteFunc(whole.PictureHashes(), there))
	}
	return whole, err
}

// A Received is a state of a tournament from another computer.
type Received struct {
	Slug string
	// Now is the stored state; its version is 0 for a removed tournament.
	Now     *tournament.Tournament
	Changes []tournament.Change
	// Topics are the topics of the event for subscribers if the state itself is unchanged. Number is the number of the
	// tournament in the data, set with moves of live games.
	Topics []updates.Topic
	Number int
	// Anew is set if its version is not later than the stored one, as after a restore at the sender.
	Anew bool
}

// Announce notifies subscribers and other instances of a state that a transaction stores, after the end of the
// transaction.
func (d *Director) Announce(tx *store.Tx, r Received) {
	news := notificationOf(r.Slug, r.Now, r.Changes)
	if news.Refresh = r.Anew; r.Topics != nil {
		news.Topics = nil
		for _, topic := range r.Topics {
			news.Topics = append(news.Topics, string(topic))
		}
	}
	tx.Notify(news)
	tx.AfterCommit(func() { d.received(r) })
}

// received updates memory and notifies subscribers of a state from another computer.
func (d *Director) received(r Received) {
	if r.Anew {
		d.refresh(r.Slug)
	}
	switch {
	case r.Now.Version == 0: // it was unpublished
		d.events.Close(r.Slug)
	case r.Topics == nil:
		d.cache(r.Now)
		d.events.Send(r.Slug, r.Now.Version, updates.Topics(r.Now, r.Changes)...)
	default:
		if slices.Contains(r.Topics, updates.LiveBoards) {
			d.live.forget(r.Number)
		}
		d.events.Send(r.Slug, r.Now.Version, r.Topics...)
	}
}

// A PlayerReport is a player's report on a game of a tournament that runs on another computer, by the link on its slip.
type PlayerReport struct {
	// Key is unique and permanent.
	Key string `json:"key"`
	// Game is the number of the game, Seen the revision that the player saw.
	Game int `json:"game"`
	Seen int `json:"seen"`
	// Link is the hash of the link that was used: the game may have other players when the report arrives.
	Link string `json:"link"`
	// By is the player, 0 for the holder of the slip.
	By tournament.PlayerID `json:"by,omitempty"`
	// Result is the reported result; Confirms confirms the result of revision Seen; Record is a game record.
	Result   tournament.Result `json:"result,omitzero"`
	Confirms bool              `json:"confirms,omitempty"`
	Record   string            `json:"record,omitempty"`
	At       time.Time         `json:"at"`
}

// A LastReport is the last report on a game, and its outcome.
type LastReport struct {
	// Pending is set until the report is accepted or refused.
	Pending bool
	// Refused is the message key of the refusal, "" without one.
	Refused string
	// Report is the report, if its link is equal to the requested one.
	Report PlayerReport
}
