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

// forgetAction is the action of Forget, the only one that cannot be undone.
const forgetAction = "player.forget"

// PersonalData returns what a player may ask for: the file about themselves, and to be forgotten.
func (d *Director) PersonalData() *PersonalData { return &PersonalData{d} }

// PersonalData is about what is kept of single people.
type PersonalData struct{ director *Director }

// A Forgetting is what Forget does.
type Forgetting struct {
	Player tournament.PlayerID
	// Name is the name to be forgotten, Number what stands in its place.
	Name, Number string
	// Playing reports whether the player is still among the players; others have been removed and are in the log alone.
	Playing bool
	// Entries, Records, Draws, Requests, Incidents and Photos count what is changed.
	Entries, Records, Draws, Requests, Incidents, Photos int

	rewriting store.Rewriting
}

// Plan returns what Forget would do. Fault: "player.missing" for a number that no
// player ever had or who is forgotten already.
func (pd *PersonalData) Plan(ctx context.Context, slug string, id tournament.PlayerID) (*Forgetting, error) {
	kept, err := pd.director.store.Kept(ctx, slug)
	if err != nil {
		return nil, err
	}
	return planForget(kept, id)
}

// Elsewhere returns the players of other tournaments of the organisation, deleted ones among them, who may be the same
// person: of the same name, or with one of the same federations' numbers.
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
	p := cmp.Or(snapshot.Tournament.Player(f.Player), &tournament.Player{}) // whose numbers are lost once removed
	name := spelling.Fold(f.Name)
	same := func(a, b string) bool { return a != "" && a == b }
	all, err := d.store.Catalogue().Registrations(ctx, owner, func(x *tournament.Player) bool {
		return spelling.Fold(x.Name()) == name || same(x.EGD, p.EGD) || same(x.FFG, p.FFG) || same(x.AGA, p.AGA)
	})
	return slices.DeleteFunc(all, func(r store.Registration) bool { return r.Slug == slug }), err
}

// Forget takes a person out of the tournament, its log, game records and inputs of draws,
// for ever: a number stands in place of the name, results stay. name is the name that the
// desk typed as a confirmation. The log of access tells of it. Faults: those of Plan, "forget.name", and
// "forget.purge" if the person is forgotten, but the file could not be written anew.
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

// purge clears the file of what was forgotten, if that is due: "forget.purge".
func (pd *PersonalData) purge(ctx context.Context) error {
	if err := pd.director.store.Purge(context.WithoutCancel(ctx)); err != nil {
		return fault.Wrap(err, fault.Unavailable, "forget.purge")
	}
	return nil
}

// ForgetAgain forgets everybody who was forgotten before and whom a restored state names again, and
// returns how many they are. by is who restored it, "" for the program by itself. What an earlier
// Forget has left in the file is cleared too: "forget.purge" if all are forgotten, but not that.
func (pd *PersonalData) ForgetAgain(ctx context.Context, by string) (n int, err error) {
	n, err = pd.forgetAgain(ctx, by)
	pd.director.returned.Store(err != nil)
	if err != nil {
		return n, err
	}
	return n, pd.purge(ctx)
}

// Returned reports whether people who were forgotten may be in the data again: the last ForgetAgain has failed.
func (pd *PersonalData) Returned() bool { return pd.director.returned.Load() }

func (pd *PersonalData) forgetAgain(ctx context.Context, by string) (n int, err error) {
	back, err := store.Returns(ctx, pd.director.store)
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

// A forgetStep is who is to be forgotten where, by whom, and what the log of access calls it.
type forgetStep struct {
	slug    string
	player  tournament.PlayerID
	by      string
	event   accounts.Event
	confirm func(f *Forgetting) error
}

// forget takes the step. purge has to follow.
func (pd *PersonalData) forget(ctx context.Context, step forgetStep) error {
	d := pd.director
	var saved *tournament.Tournament
	var changes []tournament.Change
	var merged []tournament.PlayerID
	apply := func(tx *store.Tx, owner int) error {
		kept, err := tx.Kept(step.slug)
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
		if err := tx.NoteForgotten(step.slug, step.player, now); err != nil {
			return err
		}
		news := newsOf(step.slug, saved, changes)
		news.Anew = true
		tx.Tell(news)
		return tx.People().NoteAccess(store.AccessEntry{At: now, Organisation: owner, Who: step.by, Event: step.event, Subject: f.Number + " · " + saved.Info.Name})
	}
	var deleted bool
	err := d.store.Tx(ctx, func(tx *store.Tx) (err error) {
		deleted, err = tx.WhileThere(step.slug, func(owner int) error { return apply(tx, owner) })
		return err
	})
	if err != nil {
		return err
	}
	d.beAnew(step.slug)
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

// mergedInto returns the registrations that were merged into a player, and are in the log alone.
func mergedInto(kept store.Kept, id tournament.PlayerID) (merged []tournament.PlayerID) {
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

// sameWords reports whether two texts have the same words, whatever is between them.
func sameWords(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}

// planForget works out all new values.
func planForget(kept store.Kept, id tournament.PlayerID) (*Forgetting, error) {
	p := privacy.NewPerson(id)
	p.Learn(kept.Tournament)
	for _, e := range kept.Log {
		p.LearnChanges(e.Changes)
	}
	if x := kept.Tournament.Player(id); x != nil {
		p.Learn(kept.Tournament) // its name is the last one
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

func (f *Forgetting) forgetRecords(p *privacy.Person, kept store.Kept) {
	for hash, text := range kept.Records {
		if now := p.Record(hash, text); now != text {
			p.NewRecords[hash] = gamerecord.Hash(now)
			f.rewriting.Now.Records[p.NewRecords[hash]] = now
			f.rewriting.Records = append(f.rewriting.Records, hash)
		}
	}
	slices.Sort(f.rewriting.Records)
}

// forgetDraws makes the inputs of draws anew. The lots that were drawn from the name cannot
// be drawn again, see pairing.Verify.
func (f *Forgetting) forgetDraws(p *privacy.Person, kept store.Kept) error {
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
		if rounds[hash] == 0 { // nothing leads to it
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

// forgetLog rewrites the entries that tell of the person.
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

// Account returns everything that is kept about a player, as a file for the player; see
// privacy.Account. Fault: "player.missing".
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
	kept, err := d.store.Kept(ctx, slug)
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

// A Removed is a player who is only in the log any more.
type Removed struct {
	Player tournament.PlayerID
	Name   string
	Since  time.Time
}

// Removed lists the players who were removed and whom the log still names, the last first.
func (pd *PersonalData) Removed(ctx context.Context, slug string) ([]Removed, error) {
	kept, err := pd.director.store.Kept(ctx, slug)
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

// OlderFiles lists the files that hold earlier states of the data, see store.OlderFiles; those
// of the folders of backups are among them.
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
