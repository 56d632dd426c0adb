package director

import (
	"context"
	"crypto/hmac"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"tourney/internal/app/updates"
	"tourney/internal/data/store"
	"tourney/internal/event/privacy"
	"tourney/internal/fault"
	"tourney/internal/format/recordmatch"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/rules/live"
	"tourney/internal/rules/sgf"
	"tourney/internal/tournament"
)

// LiveGames returns the live games of all tournaments.
func (d *Director) LiveGames() *LiveGames { return &d.live }

// A LiveGame is a game that is recorded while it is played.
type LiveGame struct {
	*live.Game
	// Steps are all entered steps, for the recorder and the desk.
	Steps []live.Step
	// Public is the published part.
	Public live.Publication
}

// GoLive starts the live recording of the game. It returns the faults of tournament.GoLive.
func (g *GameEditor) GoLive(ctx context.Context) error {
	return g.change(ctx, "live.on", func(t *tournament.Tournament) error { return t.GoLive(g.id) })
}

// EndLive ends the live recording. The recorded steps stay in the data file; Undo restores them.
func (g *GameEditor) EndLive(ctx context.Context) error {
	return g.change(ctx, "live.off", func(t *tournament.Tournament) error { return t.EndLive(g.id) })
}

// Token returns the token in the link of the recorder of a live game. It permits only the entry of moves of this game,
// and expires at the end of the live recording.
func (l *LiveGames) Token(ctx context.Context, t *tournament.Tournament, g *tournament.Game) (string, error) {
	return link{"recorder", []int{g.ID, g.Live.ID}}.token(ctx, l.director.store, t.Info.Slug)
}

// GameOf returns the live game of a recorder's token, or the fault "live.token".
func (l *LiveGames) GameOf(ctx context.Context, t *tournament.Tournament, token string) (*tournament.Game, error) {
	number, _, _ := strings.Cut(token, "-")
	id, err := strconv.Atoi(number)
	g := t.Game(id)
	if err != nil || g == nil || !g.IsLive() || !t.Round(g.Round).Published || t.Origin != "" {
		return nil, fault.New(fault.NotFound, "live.token")
	}
	right, err := l.Token(ctx, t, g)
	if err == nil && !hmac.Equal([]byte(right), []byte(token)) {
		err = fault.New(fault.NotFound, "live.token")
	}
	return g, err
}

// Game returns the present state of a live game, or the fault "live.none".
func (l *LiveGames) Game(ctx context.Context, t *tournament.Tournament, g *tournament.Game) (LiveGame, error) {
	if g == nil || !g.IsLive() {
		return LiveGame{}, fault.New(fault.NotFound, "live.none")
	}
	steps, now, err := l.loaded(ctx, t, g.Live.ID)
	if err != nil {
		return LiveGame{}, err
	}
	return liveGame(t, g, steps, now), nil
}

func liveGame(t *tournament.Tournament, g *tournament.Game, steps []live.Step, now time.Time) LiveGame {
	delay := live.Delay{Moves: g.Live.Moves, Time: time.Duration(g.Live.Minutes) * time.Minute}
	if n := len(steps); n > 0 && t.Origin != "" { // the origin sends only published steps, and its clock may be ahead
		delay, now = live.Delay{}, steps[n-1].At
	}
	return LiveGame{
		Game: &live.Game{
			Size: t.Settings.Size, Handicap: g.Handicap, Rules: t.Settings.RuleSystem(),
			Head: func(b *sgf.Builder) { recordmatch.WriteHead(b, t, g) },
		},
		Steps: steps, Public: live.Published(steps, delay, now),
	}
}

// A LiveEntry is a step from a recorder for a game, and the number of the step before it.
type LiveEntry struct {
	Game, After int
	live.Step
}

// Record enters a step of a live game with the time of the director's clock. On return the step is on the disk. A step
// with the key of an earlier one is not added. Faults: any of live.Game.Take, "live.none", "live.recorded" if the game
// has its record, and "live.moved" if other steps follow the one before it.
func (l *LiveGames) Record(ctx context.Context, slug string, e LiveEntry) (LiveGame, error) {
	l.recording.Lock()
	defer l.recording.Unlock()
	defer l.clear()
	var game LiveGame
	for range mostTries {
		s, err := l.director.Snapshot(ctx, slug)
		if err != nil {
			return LiveGame{}, err
		}
		t := s.Tournament
		g := t.Game(e.Game)
		if game, err = l.Game(ctx, t, g); err != nil {
			return LiveGame{}, err
		}
		for _, step := range game.Steps {
			if e.Once != "" && step.Once == e.Once {
				return game, nil
			}
		}
		switch {
		case g.Record != "":
			return game, fault.New(fault.Conflict, "live.recorded", g.Table)
		case e.After != len(game.Steps):
			return game, fault.New(fault.Conflict, "live.moved")
		}
		if e.Step.At, err = l.stamp(ctx, slug, g.Live.ID); err != nil {
			return game, err
		}
		step, err := game.Take(game.Steps, e.Step)
		if err != nil {
			return game, err
		}
		steps := append(game.Steps[:len(game.Steps):len(game.Steps)], step)
		if err = l.add(ctx, t, g, steps); err != nil {
			l.forget(0) // it may be on the disk nevertheless
		}
		if fault.Is(err, "live.moved") { // another recorder, or the same request again: try once more
			continue
		}
		if err != nil {
			return game, err
		}
		l.clear()
		l.release(ctx, slug)
		return l.Game(ctx, t, g)
	}
	return game, fault.New(fault.Conflict, "live.moved")
}

// add saves the last of the steps of a live game, unless the game has its record or is not live.
func (l *LiveGames) add(ctx context.Context, t *tournament.Tournament, g *tournament.Game, steps []live.Step) error {
	slug, seen := t.Info.Slug, l.forgotten.Load()
	err := l.director.store.Tx(ctx, func(tx *store.Tx) error {
		now, err := l.director.Current(tx, slug)
		if err != nil {
			return err
		}
		switch is := now.Game(g.ID); {
		case now.Info.Archived:
			return fault.New(fault.Conflict, "tournament.archived", now.Info.Name)
		case is == nil || !is.IsLive() || is.Live.ID != g.Live.ID:
			return fault.New(fault.NotFound, "live.none")
		case is.Record != "":
			return fault.New(fault.Conflict, "live.recorded", is.Table)
		}
		tx.Notify(store.Notification{Slug: slug, Version: now.Version, Topics: []string{string(updates.LiveBoards)}})
		return tx.AddLiveStep(slug, g.Live.ID, steps[len(steps)-1])
	})
	if err != nil {
		return err
	}
	number, err := l.director.store.Number(ctx, slug)
	if err == nil {
		l.keep(liveKey{number, g.Live.ID}, steps, seen)
	}
	return err
}

// Publish notifies subscribers when delays of live games end, and attaches the records of finished games, until ctx is
// done. It checks once per interval.
func (l *LiveGames) Publish(ctx context.Context, every time.Duration) {
	if err := l.followAll(ctx); err != nil && ctx.Err() == nil {
		slog.Error("live games not found", slog.Any("error", err))
	}
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			l.mu.Lock()
			var slugs []string
			for slug := range l.followed {
				slugs = append(slugs, slug)
			}
			l.mu.Unlock()
			for _, slug := range slugs {
				l.release(ctx, slug)
			}
		}
	}
}

// followAll watches the delays of all tournaments with live games.
func (l *LiveGames) followAll(ctx context.Context) error {
	slugs, err := l.director.store.LiveTournaments(ctx)
	for _, slug := range slugs {
		l.follow(slug)
	}
	return err
}

// release notifies the subscribers of a tournament of newly public moves, and attaches the records of finished games.
// It unfollows a tournament without further moves to publish.
func (l *LiveGames) release(ctx context.Context, slug string) {
	l.releasing.Lock()
	defer l.releasing.Unlock()
	s, err := l.director.Snapshot(ctx, slug)
	if err != nil {
		if fault.Is(err, "tournament.missing") {
			l.unfollow(slug)
		}
		return // the next call may succeed
	}
	t := s.Tournament
	number, err := l.director.store.Number(ctx, slug)
	if err != nil {
		return
	}
	news, more := false, false
	for _, g := range t.LiveGames() {
		if !g.Recorded() && g.Round != t.Current() {
			continue
		}
		game, err := l.Game(ctx, t, g)
		if err != nil {
			more = true // the next call may succeed
			continue
		}
		news = l.news(liveKey{number, g.Live.ID}, len(game.Public.Shown)) || news
		if g.Recorded() && t.Origin == "" {
			l.finish(ctx, slug, g, game)
		}
		more = more || g.Recorded() || l.delays(g, game)
	}
	if news {
		l.director.events.Send(slug, t.Version, updates.LiveBoards)
	}
	if !more {
		l.unfollow(slug)
	}
}

// delays reports whether moves of a game with a record are still unpublished: the desk may attach a record before the
// recorder ends the game.
func (l *LiveGames) delays(g *tournament.Game, game LiveGame) bool {
	n := len(game.Steps)
	return n > 0 && !game.Public.Over && l.director.now().Sub(game.Steps[n-1].At) <= time.Duration(g.Live.Minutes+1)*time.Minute
}

// secondThought is the time in which the recorder can undo the end of a game before its record is attached.
const secondThought = 30 * time.Second

// finish attaches the record of a finished live game. It never overrides a record from the desk or its removal.
func (l *LiveGames) finish(ctx context.Context, slug string, g *tournament.Game, game LiveGame) {
	if !game.Public.Over || l.director.now().Sub(game.Steps[len(game.Steps)-1].At) < secondThought {
		return
	}
	text := game.Record(live.Line(game.Steps))
	if _, err := l.director.store.Record(ctx, slug, gamerecord.Hash(text)); err == nil {
		return // it was attached before, and the desk removed it
	}
	err := l.director.On(Actor{Name: tournament.ByRecorder}, slug).Game(g.ID).ReplaceRecord(ctx, "", []byte(text))
	if err != nil && ctx.Err() == nil && !fault.Is(err, "records.overtaken") {
		slog.Error("record of a live game not attached", slog.Int("game", g.ID), slog.Any("error", err))
	}
}

// Public returns the public live games by their IDs: games without a record, and recorded games of the current round.
// They have no Steps and no name of a hidden player.
func (l *LiveGames) Public(ctx context.Context, s *Snapshot) (map[int]LiveGame, error) {
	t := s.Public().Tournament
	games := map[int]LiveGame{}
	for _, g := range t.LiveGames() {
		if !privacy.ShowsLive(t, g) {
			continue
		}
		steps, now, err := l.loaded(ctx, s.Tournament, g.Live.ID)
		if err != nil {
			return nil, err
		}
		game := liveGame(t, g, steps, now)
		game.Steps = nil
		games[g.ID] = game
	}
	return games, nil
}
