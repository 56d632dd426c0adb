package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"tourney/internal/tournament"
)

// A ledger counts the writes of one run by name: the acknowledged ones, and the ones without a response, each of which
// may have happened or not.
type ledger struct {
	sync.Mutex
	acknowledged, doubtful map[string]int
	refused                int
	// backup is the backup of this run.
	backup *copied
}

// count returns the number of acknowledged writes.
func (l *ledger) count() (n int) {
	l.Lock()
	defer l.Unlock()
	for _, times := range l.acknowledged {
		n += times
	}
	return n
}

// A writer is one logged-in writer during one run.
type writer struct {
	h      *harness
	rng    *rand.Rand
	client *http.Client
	base   string
	now    *tournament.Tournament // at the start of the run
}

func (h *harness) writer(p *program, n int) *writer {
	rng := rand.New(rand.NewPCG(h.rng.Uint64(), uint64(n)))
	return &writer{h: h, rng: rng, client: h.clients[n], base: p.url, now: h.know.tournament}
}

// An answer is the outcome of a write.
type answer int

const (
	none answer = iota
	refused
	acknowledged
)

// post sends a write whose entry in the log has a name.
func (w *writer) post(ctx context.Context, path string, form url.Values, name string) answer {
	l := &w.h.ledger
	l.Lock()
	l.doubtful[name]++
	l.Unlock()
	is := w.send(ctx, path, form)
	l.Lock()
	defer l.Unlock()
	switch is {
	case refused:
		l.doubtful[name]--
		l.refused++
	case acknowledged:
		l.doubtful[name]--
		l.acknowledged[name]++
	}
	return is
}

func (w *writer) send(ctx context.Context, path string, form url.Values) answer {
	r, err := http.NewRequest(http.MethodPost, w.base+path, strings.NewReader(form.Encode()))
	if err != nil {
		w.h.t.Error(err)
		return none
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	began := time.Now()
	got, err := w.client.Do(r)
	if err != nil {
		return none
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	switch location := got.Header.Get("Location"); {
	case got.StatusCode >= 500:
		w.h.t.Errorf("%s answers %d: %.2000s", path, got.StatusCode, text)
		return none
	case err != nil:
		return none
	case got.StatusCode != http.StatusSeeOther || strings.Contains(location, "ask="):
		return refused
	case strings.Contains(location, "/login"):
		w.h.t.Errorf("%s leads to %s", path, location)
		return refused
	case form.Get("do") == "draft" && time.Since(began) > 900*time.Millisecond:
		return none // the draw continues
	}
	return acknowledged
}

// enterResults enters results at this desk's tables of the current round, first at tables without one.
func (w *writer) enterResults(ctx context.Context, n int) {
	current := w.now.Round(w.now.Current())
	var games []tournament.Game
	for _, g := range current.Games {
		if g.Table%resultDesks == n {
			games = append(games, g)
		}
	}
	w.rng.Shuffle(len(games), func(a, b int) { games[a], games[b] = games[b], games[a] })
	for pass := 0; ctx.Err() == nil && pass < 10; pass++ {
		for i := range games {
			g := &games[i]
			if ctx.Err() != nil || pass == 0 && g.Result.Known() && w.rng.IntN(3) > 0 {
				continue
			}
			// Never an earlier result: a result equal to the current one is not a change.
			result := fmt.Sprintf("%s+%d.5", []string{"B", "W"}[pass%2], 10*w.h.runs+pass)
			form := url.Values{
				"round": {fmt.Sprint(g.Round)}, "table": {fmt.Sprint(g.Table)}, "seen": {fmt.Sprintf("%d.%d", g.ID, g.Revision)}, "result": {result},
			}
			if w.post(ctx, "/desk/cup/result", form, gameName(g.ID, result)) != acknowledged {
				return // another desk has changed it, or the round is over
			}
			g.Revision++
			g.Result, _ = tournament.ParseResult(result) // it is one
		}
	}
}

// gameName names the entry of a result, which is entered once only.
func gameName(game int, result string) string {
	return fmt.Sprint("game ", game, " ", result)
}

// A registration is a form with an idempotency key.
type registration struct {
	family string
	form   url.Values
}

// register registers players, first the doubtful registrations, and returns the doubtful ones.
func (w *writer) register(ctx context.Context, again []registration) (doubtful []registration) {
	for _, r := range again {
		if w.h.know.families[r.family] {
			if is := w.send(ctx, "/desk/cup/players", r.form); is == refused {
				w.h.t.Errorf("%s is sent once more, and refused", r.family)
			}
			continue
		}
		if w.post(ctx, "/desk/cup/players", r.form, "player "+r.family) == none {
			doubtful = append(doubtful, r)
		}
	}
	for n := 0; ctx.Err() == nil; n++ {
		family := fmt.Sprintf("Late%d-%d-%d", w.h.evening, w.h.runs, n)
		r := registration{family, url.Values{"family": {family}, "given": {"Y"}, "rank": {"9k"}, "twin": {"1"}, "once": {family}}}
		if w.post(ctx, "/desk/cup/players", r.form, "player "+family) == none {
			doubtful = append(doubtful, r)
		}
		time.Sleep(time.Duration(w.rng.IntN(20)) * time.Millisecond)
	}
	return doubtful
}

// settings returns the form of the settings with another place than the loaded one.
func (w *writer) settings(seen, place string) url.Values {
	form := maps.Clone(w.h.settings)
	fields, err := url.ParseQuery(form.Get("seen"))
	if err != nil {
		w.h.t.Error(err)
	}
	fields.Set("place", seen)
	form["seen"], form["place"], form["do"] = []string{fields.Encode()}, []string{place}, []string{"save"}
	return form
}

// direct draws and publishes rounds, and reports each to drawn. It closes over, and then undoes, announces and changes
// settings.
func (w *writer) direct(ctx context.Context, drawn, over chan<- struct{}) {
	for _, step := range w.nextOfRound() {
		name := map[string]string{"draft": "pair"}[step.do]
		if name == "" {
			name = step.do
		}
		path := fmt.Sprintf("/desk/cup/draw/%d", step.round)
		if w.post(ctx, path, url.Values{"do": {step.do}, "why": {"a test"}}, fmt.Sprint(name, " ", step.round)) != acknowledged {
			break
		}
		drawn <- struct{}{}
	}
	close(over)
	undoable, place := w.h.know.undoable(), w.now.Info.Place
	for n := 0; ctx.Err() == nil; n++ {
		name := fmt.Sprintf("%d-%d-%d", w.h.evening, w.h.runs, n)
		switch w.rng.IntN(3) {
		case 0:
			if w.post(ctx, "/desk/cup/settings", w.settings(place, name), "place "+name) == acknowledged {
				place = name
			}
		case 1:
			w.post(ctx, "/desk/cup/day/announcements", url.Values{"text": {name}, "once": {"a" + name}}, "text "+name)
		case 2:
			if len(undoable) == 0 {
				continue
			}
			version := undoable[w.rng.IntN(len(undoable))]
			w.post(ctx, "/desk/cup/log", url.Values{"version": {fmt.Sprint(version)}, "why": {"a test"}}, fmt.Sprint("undo ", version))
		}
		time.Sleep(time.Duration(w.rng.IntN(20)) * time.Millisecond)
	}
}

// A step is a button of the draw of a round.
type step struct {
	do    string
	round int
}

// nextOfRound returns the director's next steps of the draws.
func (w *writer) nextOfRound() []step {
	n := w.now.Current()
	if len(w.now.Rounds) > n { // there is a draft
		if w.rng.IntN(5) == 0 {
			return []step{{"drop", n + 1}, {"draft", n + 1}}
		}
		return []step{{"publish", n + 1}}
	}
	for _, g := range w.now.Round(n).Games {
		if !g.Result.Known() {
			return nil
		}
	}
	if n == w.now.Settings.Rounds {
		return nil
	}
	return []step{{"draft", n + 1}, {"publish", n + 1}, {"withhold", n + 1}, {"publish", n + 1}}[:1+w.rng.IntN(4)]
}
