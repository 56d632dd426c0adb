package director

import (
	"context"
	"crypto/hmac"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/data/store"
	"tourney/internal/event/day"
	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// fromPlayer is the actor of requests without a login.
var fromPlayer = Actor{Name: tournament.FromPlayer}

// A Welcome is the answer to a sign-up.
type Welcome struct {
	Player tournament.PlayerID
	// Reserve is the position among the reserves; 0 means a place in the tournament.
	Reserve int
	// Token is the token of the personal link.
	Token string
}

// SignUp signs a person up, see day.SignUp.Enter. Once is the key of the request; a repeated request returns the same
// player. "form.reused" refuses the key of another person, because the answer contains that person's link.
func (d *Director) SignUp(ctx context.Context, slug string, s day.SignUp, once string) (Welcome, error) {
	ed := d.On(fromPlayer, slug)
	done, err := ed.change(ctx, store.Entry{Action: "signup.enter", Once: once}, func(t *tournament.Whole, e *store.Entry) error {
		id, err := s.Enter(t.Tournament, e.At)
		e.Args = []any{t.NameOf(id)}
		return err
	})
	if err != nil {
		return Welcome{}, err
	}
	snapshot, err := d.Snapshot(ctx, slug)
	if err != nil {
		return Welcome{}, err
	}
	added := addedPlayers(done)
	if len(added) == 0 || snapshot.Tournament.Player(added[0]) == nil { // the sign-up was refused before a repeated request
		return Welcome{}, fault.New(fault.NotFound, "link.token")
	}
	w := Welcome{Player: added[0], Reserve: snapshot.Tournament.Places().Reserve(added[0])}
	w.Token, err = d.PlayerToken(ctx, snapshot.Tournament, w.Player)
	return w, err
}

// PlayerToken returns the token in a player's personal link. Anyone with the link may read the stored data of the
// player, send requests to the desk, cancel, and check in.
func (d *Director) PlayerToken(ctx context.Context, t *tournament.Tournament, id tournament.PlayerID) (string, error) {
	return link{"player", []int{int(id)}}.token(ctx, d.store, t.Info.Slug)
}

// PlayerOf returns the player of a token, or the fault "link.token".
func (d *Director) PlayerOf(ctx context.Context, t *tournament.Tournament, token string) (*tournament.Player, error) {
	number, _, _ := strings.Cut(token, "-")
	id, err := strconv.Atoi(number)
	p := t.Player(tournament.PlayerID(id))
	if err != nil || p == nil || p.Forgotten {
		return nil, fault.New(fault.NotFound, "link.token")
	}
	right, err := d.PlayerToken(ctx, t, p.ID)
	switch {
	case err != nil:
		return nil, err
	case !hmac.Equal([]byte(right), []byte(token)):
		return nil, fault.New(fault.NotFound, "link.token")
	}
	return p, nil
}

// A LinkEditor carries out the steps open to a player with their personal link.
type LinkEditor struct {
	ed *Editor
	id tournament.PlayerID
}

// Link returns the editor of a personal link, or the fault "link.token".
func (d *Director) Link(ctx context.Context, slug, token string) (*LinkEditor, error) {
	s, err := d.Snapshot(ctx, slug)
	if err != nil {
		return nil, err
	}
	p, err := d.PlayerOf(ctx, s.Tournament, token)
	if err != nil {
		return nil, err
	}
	return &LinkEditor{d.On(fromPlayer, slug), p.ID}, nil
}

// Player returns the player of the link.
func (l *LinkEditor) Player() tournament.PlayerID { return l.id }

// LinkKinds lists the kinds of requests open to players.
func LinkKinds() []tournament.RequestKind {
	return []tournament.RequestKind{
		tournament.AskSkip, tournament.AskLeave, tournament.AskLate, tournament.AskName, tournament.AskRank, tournament.AskDetails, tournament.AskReturn,
	}
}

// AddRequest sends a request to the desk, like RequestEditor.Add. "link.kind" refuses the kinds reserved for the desk.
func (l *LinkEditor) AddRequest(ctx context.Context, q tournament.Request, once string) (id int, err error) {
	if !slices.Contains(LinkKinds(), q.Kind) {
		return 0, fault.New(fault.Denied, "link.kind")
	}
	q.Player = l.id
	return l.ed.Requests().Add(ctx, q, once)
}

// Cancel withdraws the player at once, see day.Cancel, and notifies the desk, naming the reserve who got the place.
func (l *LinkEditor) Cancel(ctx context.Context, note string) error {
	return l.ed.player(ctx, store.Entry{Action: "request.cancel"}, l.id, func(t *tournament.Tournament) error {
		_, _, err := day.Cancel(t, l.id, note, l.ed.director.now())
		return err
	})
}

// Show changes the public form of the player's name.
func (l *LinkEditor) Show(ctx context.Context, h consent.Hiding) error {
	return l.ed.player(ctx, store.Entry{Action: "player.shown"}, l.id, func(t *tournament.Tournament) error {
		p := *t.Player(l.id)
		p.Hiding = h
		return t.EditPlayer(p, tournament.AllowNamesakes)
	})
}

// CheckIn checks the player in on a day of the tournament. A second time changes nothing. Faults: "link.checkin" unless
// the settings allow it, "link.day" on another day, "link.reserve" for a reserve, and "link.withdrawn".
func (l *LinkEditor) CheckIn(ctx context.Context) error {
	return l.ed.player(ctx, store.Entry{Action: "signup.checkin"}, l.id, func(t *tournament.Tournament) error {
		today := t.Info.DateAt(l.ed.director.now())
		begin, end := t.Info.Days()
		switch p := t.Player(l.id); {
		case p.Status == tournament.CheckedIn:
			return nil
		case !t.Settings.SignUp.CheckIn:
			return fault.New(fault.Denied, "link.checkin")
		case today.Before(begin) || today.After(end):
			return fault.New(fault.Conflict, "link.day")
		case p.Status == tournament.Withdrawn:
			return fault.New(fault.Conflict, "link.withdrawn")
		case t.Places().Reserve(l.id) > 0:
			return fault.New(fault.Conflict, "link.reserve")
		}
		return t.SetStatus(l.id, tournament.CheckedIn)
	})
}
