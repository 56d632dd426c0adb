package director

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"tourney/internal/app/accounts"
	"tourney/internal/app/updates"
	"tourney/internal/data/store"
	"tourney/internal/event/day"
	"tourney/internal/event/privacy"
	"tourney/internal/fault"
	"tourney/internal/format/native"
	"tourney/internal/pairing"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// forgetAction is the action of Forget. It is the only action without undo.
const forgetAction = "player.forget"

// PersonalData returns the service for the personal data of players.
func (d *Director) PersonalData() *PersonalData { return &PersonalData{d} }

// PersonalData gives a person their data and erases it. In this package, to forget a person means to erase their data.
type PersonalData struct{ director *Director }

// A Forgetting is a plan of the changes by Forget.
type Forgetting struct {
	Player tournament.PlayerID
	// Name is the erased name, Number its replacement.
	Name, Number string
	// Playing reports whether the player is still in the tournament; a removed player exists only in the log.
	Playing bool
	// Entries, Records, Draws, Requests, Incidents and Photos count the changed items.
	Entries, Records, Draws, Requests, Incidents, Photos int

	rewriting store.Rewriting
}

// Plan returns the changes that Forget would make. Fault: "player.missing" for an unknown or an erased player.
func (pd *PersonalData) Plan(ctx context.Context, slug string, id tournament.PlayerID) (*Forgetting, error) {
	kept, err := pd.director.store.StoredTournament(ctx, slug)
	if err != nil {
		return nil, err
	}
	return planForget(kept, id)
}

// Elsewhere returns probable registrations of the same person in other tournaments of the organisation, including
// deleted ones: players with the same name or the same number of a federation.
func (pd *PersonalData) Elsewhere(ctx context.Context, slug string, f *Forgetting) ([]store.Registration, error) {
	d := pd.director
	snapshot, err := d.Snapshot(ctx, slug)
	if err != nil {
		return nil, err
	}
	owner, err := d.access.People().Owner(ctx, slug)
	if err != nil {
		return nil, err
	}
	p := cmp.Or(snapshot.Tournament.Player(f.Player), &tournament.Player{}) // the numbers of a removed player are lost
	name := spelling.Fold(f.Name)
	same := func(a, b string) bool { return a != "" && a == b }
	all, err := d.store.Catalogue().Registrations(ctx, owner, func(x *tournament.Player) bool {
		return spelling.Fold(x.Name()) == name || same(x.EGD, p.EGD) || same(x.FFG, p.FFG) || same(x.AGA, p.AGA)
	})
	return slices.DeleteFunc(all, func(r store.Registration) bool { return r.Slug == slug }), err
}

// Forget erases a person from the tournament, its log, game records and inputs of draws, permanently. A number replaces
// the name; results stay. name is the confirmation typed at the desk. The access log gets an entry. Faults: any of
// Plan, "forget.name", and "forget.purge" if the person is erased, but the rewriting of the file failed.
func (pd *PersonalData) Forget(ctx context.Context, ed *Editor, id tournament.PlayerID, name string) error {
	step := forgetStep{slug: ed.slug, player: id, by: ed.by.Name, event: accounts.EventForgotten, confirm: func(f *Forgetting) error {
		if !sameWords(name, f.Name) {
			return fault.New(fault.Invalid, "forget.name", f.Name)
		}
		return nil
	}}
	if err := pd.forget(ctx, step); err != nil {
		return err
	}
	return pd.purge(ctx)
}

// purge removes erased data from the file, if a purge is due. Fault: "forget.purge".
func (pd *PersonalData) purge(ctx context.Context) error {
	if err := pd.director.store.Purge(context.WithoutCancel(ctx)); err != nil {
		return fault.Wrap(err, fault.Unavailable, "forget.purge")
	}
	return nil
}

// ForgetAgain erases all people whose names a restore brought back, and returns their number. by is the person who
// restored the data, "" for the program. It also completes a pending purge: "forget.purge" if only that failed.
func (pd *PersonalData) ForgetAgain(ctx context.Context, by string) (n int, err error) {
	n, err = pd.forgetAgain(ctx, by)
	pd.director.returned.Store(err != nil)
	if err != nil {
		return n, err
	}
	return n, pd.purge(ctx)
}

// Returned reports whether the data may name erased people again: the last ForgetAgain failed.
func (pd *PersonalData) Returned() bool { return pd.director.returned.Load() }

func (pd *PersonalData) forgetAgain(ctx context.Context, by string) (n int, err error) {
	back, err := store.FindReappeared(ctx, pd.director.store)
	if err != nil || len(back) == 0 {
		return 0, err
	}
	for _, r := range back {
		step := forgetStep{slug: r.Slug, player: r.Player, by: cmp.Or(by, "tourney"), event: accounts.EventForgottenAgain, confirm: func(*Forgetting) error { return nil }}
		wrong := pd.forget(ctx, step)
		if wrong == nil {
			n++
		}
		err = errors.Join(err, wrong)
	}
	return n, err
}

// A forgetStep is the erasure of one player: the tournament, the actor, the event for the access log, and a check.
type forgetStep struct {
	slug    string
	player  tournament.PlayerID
	by      string
	event   accounts.Event
	confirm func(f *Forgetting) error
}

// forget saves the erasure. The caller must call purge afterwards.
func (pd *PersonalData) forget(ctx context.Context, step forgetStep) error {
	d := pd.director
	var saved *tournament.Tournament
	var changes []tournament.Change
	var merged []tournament.PlayerID
	apply := func(tx *store.Tx, owner int) error {
		kept, err := tx.StoredTournament(step.slug)
		if err != nil {
			return err
		}
		f, err := planForget(kept, step.player)
		if err != nil {
			return err
		}
		merged = mergedInto(kept, step.player)
		if err := step.confirm(f); err != nil {
			return err
		}
		now := d.now()
		e := store.Entry{By: step.by, At: now, Action: forgetAction, Args: []any{f.Number}}
		if _, err = tx.Rewrite(kept.Tournament, f.rewriting, e); err != nil {
			return err
		}
		saved = f.rewriting.Now.Tournament
		changes = kept.Tournament.Diff(saved)
		if err := errors.Join(tx.NoteErased(step.slug, step.player, now), tx.DropPushes(step.slug, step.player)); err != nil {
			return err
		}
		news := notificationOf(step.slug, saved, changes)
		news.Refresh = true
		tx.Notify(news)
		return tx.People().NoteAccess(store.AccessEntry{At: now, Organisation: owner, Who: step.by, Event: step.event, Subject: f.Number + " · " + saved.Info.Name})
	}
	var deleted bool
	err := d.store.Tx(ctx, func(tx *store.Tx) (err error) {
		deleted, err = tx.WithRestored(step.slug, func(owner int) error { return apply(tx, owner) })
		return err
	})
	if err != nil {
		return err
	}
	d.refresh(step.slug)
	if !deleted {
		d.cache(saved)
		d.events.Send(step.slug, saved.Version, updates.Topics(saved, changes)...)
	}
	for _, step.player = range merged {
		step.confirm = func(*Forgetting) error { return nil }
		if err := pd.forget(ctx, step); err != nil && !fault.Is(err, "player.missing") {
			return err
		}
	}
	return nil
}

// mergedInto returns the registrations that were merged into a player. They exist only in the log.
func mergedInto(kept store.StoredTournament, id tournament.PlayerID) (merged []tournament.PlayerID) {
	for _, e := range kept.Log {
		if e.Action != mergeAction || len(e.Args) < 3 || fmt.Sprint(e.Args[2]) != strconv.Itoa(int(id)) {
			continue
		}
		for _, c := range e.Changes {
			if c.Player != nil && c.Player.New == nil && kept.Tournament.Player(c.Player.Old.ID) == nil {
				merged = append(merged, c.Player.Old.ID)
			}
		}
	}
	return merged
}

// sameWords reports whether two texts have the same words, ignoring case and white space.
func sameWords(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}

// planForget computes all new values.
func planForget(kept store.StoredTournament, id tournament.PlayerID) (*Forgetting, error) {
	p := privacy.NewPerson(id)
	p.Collect(kept.Tournament)
	for _, e := range kept.Log {
		p.CollectChanges(e.Changes)
	}
	if x := kept.Tournament.Player(id); x != nil {
		p.Collect(kept.Tournament) // sets the latest name
	}
	if p.Name == "" {
		return nil, fault.New(fault.NotFound, "player.missing", int(id))
	}
	f := &Forgetting{Player: id, Name: p.Name, Number: privacy.Numbered(id), Playing: kept.Tournament.Player(id) != nil}
	f.rewriting.Now = tournament.Whole{Records: map[string]string{}, Draws: map[string][]byte{}}
	f.forgetRecords(p, kept)
	if err := f.forgetDraws(p, kept); err != nil {
		return nil, err
	}
	now := kept.Tournament.Clone()
	p.Tournament(now)
	f.rewriting.Now.Tournament = now
	f.count(kept.Tournament)
	if err := f.forgetLog(p, kept.Log); err != nil {
		return nil, err
	}
	f.Records, f.Draws, f.Photos = len(f.rewriting.Records), len(f.rewriting.Draws), len(f.rewriting.Pictures)
	return f, nil
}

func (f *Forgetting) count(t *tournament.Tournament) {
	for _, r := range t.Day.Requests {
		if r.Player == f.Player {
			f.Requests++
		}
	}
	for _, i := range t.Day.Incidents {
		if i.Player == f.Player {
			f.Incidents++
		}
	}
}

func (f *Forgetting) forgetRecords(p *privacy.Person, kept store.StoredTournament) {
	for hash, text := range kept.Records {
		if now := p.Record(hash, text); now != text {
			p.NewRecords[hash] = gamerecord.Hash(now)
			f.rewriting.Now.Records[p.NewRecords[hash]] = now
			f.rewriting.Records = append(f.rewriting.Records, hash)
		}
	}
	slices.Sort(f.rewriting.Records)
}

// forgetDraws rewrites the inputs of draws. Verification cannot repeat lots drawn from the erased name, see
// pairing.Verify.
func (f *Forgetting) forgetDraws(p *privacy.Person, kept store.StoredTournament) error {
	rounds := map[string]int{} // by the hash of the inputs
	note := func(r *tournament.Round) {
		if r != nil && r.Drawn.MadeFrom != "" {
			rounds[r.Drawn.MadeFrom] = r.Number
		}
	}
	for i := range kept.Tournament.Rounds {
		note(&kept.Tournament.Rounds[i])
	}
	for _, e := range kept.Log {
		for _, c := range e.Changes {
			if c.Round != nil {
				note(c.Round.Old)
				note(c.Round.New)
			}
		}
	}
	for _, hash := range slices.Sorted(maps.Keys(kept.Draws)) {
		if rounds[hash] == 0 { // no round uses it
			f.rewriting.Draws = append(f.rewriting.Draws, hash)
			continue
		}
		from, err := native.UnpackDraw(hash, kept.Draws[hash])
		if err != nil {
			return err
		}
		was := from.Clone()
		p.Tournament(from)
		if len(was.Diff(from)) == 0 {
			continue
		}
		now, packed, err := native.PackDraw(from)
		if err != nil {
			return err
		}
		p.NewDraws[hash] = tournament.Drawn{MadeFrom: now, Inputs: pairing.InputsHash(from, rounds[hash])}
		f.rewriting.Now.Draws[now] = packed
		f.rewriting.Draws = append(f.rewriting.Draws, hash)
	}
	return nil
}

// forgetLog rewrites the log entries that contain data of the person.
func (f *Forgetting) forgetLog(p *privacy.Person, log []LogEntry) error {
	photos := map[string]bool{}
	for _, e := range log {
		for _, c := range e.Changes {
			if c.Picture != nil && p.Pictured(c.Picture.Value().ID) {
				photos[c.Picture.Value().Hash] = true
			}
		}
		before, err := json.Marshal([]any{e.Args, e.Changes, e.Reason})
		if err != nil {
			return err
		}
		e.Reason = p.Reason(e.Reason, e.Changes)
		e.Args, e.Changes = p.Args(e.Args), p.Changes(e.Changes)
		after, err := json.Marshal([]any{e.Args, e.Changes, e.Reason})
		if err != nil {
			return err
		}
		if !bytes.Equal(before, after) {
			f.rewriting.Log = append(f.rewriting.Log, e)
		}
	}
	f.Entries, f.rewriting.Pictures = len(f.rewriting.Log), slices.Sorted(maps.Keys(photos))
	return nil
}

// Account returns all stored data about a player, as a file for the player; see privacy.Account. Fault:
// "player.missing".
func (pd *PersonalData) Account(ctx context.Context, slug string, id tournament.PlayerID) (*privacy.Account, error) {
	d := pd.director
	s, err := d.Snapshot(ctx, slug)
	if err != nil {
		return nil, err
	}
	t := s.Tournament
	p := t.Player(id)
	if p == nil {
		return nil, fault.New(fault.NotFound, "player.missing", int(id))
	}
	a := privacy.About(t, s.Public().Tournament, id)
	a.Owed = day.Owed(t, p, t.Info.DateAt(d.now())).Sum
	for i := range a.Games {
		g := t.Round(a.Games[i].Round).Game(id)
		if g.Record == "" {
			continue
		}
		review, err := d.PublicReview(ctx, s, g.ID)
		if err != nil {
			return nil, err
		}
		a.Games[i].Record = review.Text
	}
	phones, err := store.PushSubscriptions(ctx, d.store, slug)
	if err != nil {
		return nil, err
	}
	for _, is := range phones {
		if is.Player == id {
			a.Phones = append(a.Phones, privacy.AccountPhone{Endpoint: is.Endpoint, Language: is.Language, Since: is.Since})
		}
	}
	kept, err := d.store.StoredTournament(ctx, slug)
	if err != nil {
		return nil, err
	}
	var log []privacy.AccountEntry
	for _, e := range kept.Log {
		log = append(log, privacy.AccountEntry{Version: e.Version, At: e.At, By: e.By, Action: e.Action, Changes: e.Changes})
	}
	a.AddLog(kept.Tournament, log)
	return a, nil
}

// A Removed is a player whose only trace is in the log.
type Removed struct {
	Player tournament.PlayerID
	Name   string
	Since  time.Time
}

// Removed lists the removed players whose names are still in the log, the latest first.
func (pd *PersonalData) Removed(ctx context.Context, slug string) ([]Removed, error) {
	kept, err := pd.director.store.StoredTournament(ctx, slug)
	if err != nil {
		return nil, err
	}
	gone := map[tournament.PlayerID]Removed{}
	for _, e := range kept.Log {
		for _, c := range e.Changes {
			if c.Player != nil && c.Player.New == nil && !c.Player.Old.Forgotten {
				gone[c.Player.Old.ID] = Removed{c.Player.Old.ID, c.Player.Old.Name(), e.At}
			}
		}
	}
	maps.DeleteFunc(gone, func(id tournament.PlayerID, _ Removed) bool { return kept.Tournament.Player(id) != nil })
	return slices.SortedFunc(maps.Values(gone), func(a, b Removed) int {
		return cmp.Or(b.Since.Compare(a.Since), cmp.Compare(a.Player, b.Player))
	}), nil
}

// OlderFiles lists the files with earlier states of the data, including backups; see store.OlderFiles.
func (pd *PersonalData) OlderFiles() []store.OlderFile {
	d := pd.director
	var folders []string
	for _, folder := range []string{d.backups.Config().Folder, d.backups.Config().Second} {
		if folder != "" && !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	return d.store.OlderFiles(folders...)
}
