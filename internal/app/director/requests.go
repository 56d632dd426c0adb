package director

import (
	"context"

	"tourney/internal/data/store"
	"tourney/internal/event/day"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A RequestEditor changes the requests to the desk.
type RequestEditor struct{ ed *Editor }

// Requests returns the editor of the requests.
func (ed *Editor) Requests() *RequestEditor { return &RequestEditor{ed} }

// Add adds a request in the name of the actor and returns its ID, see day.Ask. Once is the key of the request;
// "form.reused" refuses the key of another one.
func (r *RequestEditor) Add(ctx context.Context, q tournament.Request, once string) (id int, err error) {
	q.From = r.ed.by.Name
	e := store.Entry{Action: "request.ask", Once: once}
	done, err := r.ed.change(ctx, e, func(t *tournament.Whole, e *store.Entry) error {
		q.At = e.At
		e.Args = []any{t.NameOf(q.Player), q.Kind}
		id, err = day.Ask(t.Tournament, q)
		return err
	})
	for _, c := range done.Changes { // of the first entry
		if c.Request != nil && c.Request.Old == nil {
			id = c.Request.New.ID
		}
	}
	return id, err
}

// Grant carries out a request, see day.Grant, and fills in the author and the time of the decision. A draft with a
// leaving player is repaired.
func (r *RequestEditor) Grant(ctx context.Context, d day.Decision) error {
	return r.decide(ctx, store.Entry{Action: "request.grant"}, d, day.Grant)
}

// GrantSignUps grants the sign-ups among some requests in one step, see day.GrantSignUps. It returns the version of the
// step, for UndoSignUps, and the number of granted sign-ups.
func (r *RequestEditor) GrantSignUps(ctx context.Context, requests []int) (version, n int, err error) {
	done, err := r.ed.change(ctx, store.Entry{Action: signUpsAction}, func(t *tournament.Whole, e *store.Entry) (err error) {
		n, err = day.GrantSignUps(t.Tournament, requests, day.Decision{By: r.ed.by.Name, At: e.At})
		e.Args = []any{n}
		return err
	})
	return done.Version, n, err
}

// signUpsAction is the action of GrantSignUps.
const signUpsAction = "signup.grant"

// UndoSignUps undoes GrantSignUps; "undo.nothing" refuses any other step.
func (r *RequestEditor) UndoSignUps(ctx context.Context, version int) error {
	e, err := r.ed.director.store.Logged(ctx, r.ed.slug, version)
	if err != nil {
		return err
	}
	if e.Action != signUpsAction {
		return fault.New(fault.NotFound, "undo.nothing", r.ed.by.Name)
	}
	return r.ed.Log().undo(ctx, e)
}

// Refuse refuses a request, see day.Refuse.
func (r *RequestEditor) Refuse(ctx context.Context, d day.Decision) error {
	return r.decide(ctx, store.Entry{Action: "request.refuse"}, d, day.Refuse)
}

func (r *RequestEditor) decide(
	ctx context.Context, e store.Entry, d day.Decision, do func(*tournament.Tournament, day.Decision) error,
) error {
	d.By, d.At = r.ed.by.Name, r.ed.director.now()
	s, err := r.ed.director.Snapshot(ctx, r.ed.slug)
	if err != nil {
		return err
	}
	q := s.Tournament.Request(d.Request)
	if q == nil {
		return fault.New(fault.NotFound, "request.missing", d.Request)
	}
	e.Args = []any{q.Name, q.Kind}
	if s.Tournament.Player(q.Player) == nil { // removed meanwhile
		_, err := r.ed.change(ctx, e, func(t *tournament.Whole, _ *store.Entry) error { return do(t.Tournament, d) })
		return err
	}
	e.Args = []any{q.Kind} // after the name
	return r.ed.leave(ctx, e, q.Player, func(t *tournament.Tournament) error { return do(t, d) })
}
