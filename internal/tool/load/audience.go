package load

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// An audience is the simulated readers: phones, followers and listeners.
type audience struct {
	*game
	halls  []*hall
	gone   context.Context
	cancel context.CancelFunc
	all    sync.WaitGroup
	// listening counts the open streams, lost the broken ones.
	listening, lost atomic.Int64
	// latest is the newest version received by any listener of a hall, probe the change being measured.
	latest []atomic.Int64
	probe  atomic.Pointer[probe]
}

// A probe is a change whose event all listeners of a hall should receive.
type probe struct {
	hall    int
	version int64 // the version before it
	sent    time.Time
	want    int64 // number of listeners that should receive it
	heard   atomic.Int64
	all     chan struct{}
}

// seat starts the audience, and returns when all streams of events are open.
func (g *game) seat(ctx context.Context, halls []*hall) (*audience, error) {
	a := &audience{game: g, halls: halls, latest: make([]atomic.Int64, len(halls))}
	a.gone, a.cancel = context.WithCancel(ctx)
	number := 0
	for range g.plan.Phones {
		number++
		w, slug := g.reader(number), halls[number%len(halls)].slug
		a.all.Go(func() { a.look(w, slug, number) })
	}
	want := g.plan.streams()
	for i := range want {
		number++
		w := g.reader(number)
		a.all.Go(func() { a.listen(w, i%len(halls), i) })
		if i%100 == 99 {
			time.Sleep(20 * time.Millisecond) // no real server gets ten thousand connections in one moment
		}
	}
	for began := time.Now(); int(a.listening.Load()) < want; time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > grace {
			a.cancel()
			a.all.Wait()
			return nil, fmt.Errorf("only %d of %d listeners were let in: %w", a.listening.Load(), want, g.first)
		}
	}
	return a, nil
}

// look is a phone's loop: it loads one page after the other, of all pages its own player's most often.
func (a *audience) look(w *wire, slug string, number int) {
	defer w.close()
	base := "/t/" + slug
	own := base + "/players/" + strconv.Itoa(1+number%a.plan.Players)
	paths := []string{base, base + "/standings", base + "/players", own, own, "/"}
	tags := map[string]string{}
	for {
		select {
		case <-a.done.Done():
			return
		case <-time.After(time.Duration((0.5 + chance()) * float64(a.plan.Pause))):
		}
		a.view(w, paths[int(chance()*float64(len(paths)))], tags, Page)
	}
}

// view loads a page and measures it.
func (a *audience) view(w *wire, path string, tags map[string]string, k Kind) {
	began := time.Now()
	tag, unchanged, err := w.load(a.gone, path, tags[path])
	switch {
	case err != nil:
		a.times.fail(k)
		a.failed(err)
		time.Sleep(again)
		return
	case unchanged:
		k = Unchanged
	}
	tags[path] = tag
	a.times.add(k, began, time.Now())
}

// streams is the number of open pages with a stream of events.
func (p *Plan) streams() int { return p.Desks + p.Followers + p.Listeners }

// listen receives the events of a hall, as an open page does: the first pages are of desks, the next of followers.
func (a *audience) listen(w *wire, hall, number int) {
	heard, slug := func() {}, a.halls[hall].slug
	switch {
	case number < a.plan.Desks:
		w.cookies = a.login.cookies()
		heard = a.reload(*w, "/desk/"+slug, "live", Desk)
	case number < a.plan.Desks+a.plan.Followers:
		heard = a.reload(*w, "/t/"+slug+"/standings", "standings", Follow)
	}
	a.stay(w, hall, heard)
}

// stay receives the events of a hall, and reopens a broken stream.
func (a *audience) stay(w *wire, hall int, heard func()) {
	defer w.close()
	for a.gone.Err() == nil {
		err := a.readEvents(w, hall, heard)
		if a.gone.Err() != nil {
			return
		}
		if err != nil {
			a.failed(err)
		}
		a.lost.Add(1)
		time.Sleep(time.Duration((0.5 + chance()) * float64(time.Second)))
	}
}

// refreshGap is the time between two refreshes of an open page.
const refreshGap = time.Second

// reload starts an open page that loads a part of itself after every call of the returned function, over a new
// connection. Several changes while it loads count as one.
func (a *audience) reload(w wire, path, part string, k Kind) (changed func()) {
	again := make(chan struct{}, 1)
	a.all.Go(func() {
		defer w.close()
		for rows := ""; ; {
			select {
			case <-a.gone.Done():
				return
			case <-again:
			}
			began := time.Now()
			now, err := w.refresh(a.gone, path, part, rows)
			if err != nil {
				a.times.fail(k)
				a.failed(err)
				continue
			}
			rows = now
			a.times.add(k, began, time.Now())
			select { // as app.js
			case <-a.gone.Done():
			case <-time.After(time.Until(began.Add(refreshGap))):
			}
		}
	})
	return func() {
		select {
		case again <- struct{}{}:
		default:
		}
	}
}

// readEvents reads one stream of events until it breaks.
func (a *audience) readEvents(w *wire, hall int, heard func()) error {
	defer w.close()
	answer, err := w.ask(a.gone, "/t/"+a.halls[hall].slug+"/events", "Accept: text/event-stream\r\n", 512)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the events answer %s", answer.Status)
	}
	conn := w.conn
	stop := context.AfterFunc(a.gone, func() { _ = conn.Close() })
	defer stop()
	_ = w.conn.SetDeadline(time.Time{})
	a.listening.Add(1)
	defer a.listening.Add(-1)
	line := make([]byte, 0, 128)
	var one [256]byte
	var last int64
	for {
		n, err := answer.Body.Read(one[:])
		for _, c := range one[:n] {
			if c != '\n' {
				if len(line) < cap(line) {
					line = append(line, c)
				}
				continue
			}
			if version := versionOf(line); version > last {
				first := last == 0 // the version that the stream begins with
				last = version
				a.received(hall, version)
				if !first {
					heard()
				}
			}
			line = line[:0]
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// versionOf returns the version in a line of the stream, 0 without one.
func versionOf(line []byte) (version int64) {
	_, rest, ok := bytes.Cut(line, []byte(`"version":`))
	if !ok {
		return 0
	}
	end := bytes.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	version, _ = strconv.ParseInt(string(rest[:max(end, 0)]), 10, 64)
	return version
}

// received notes a version that a listener has received.
func (a *audience) received(hall int, version int64) {
	if p := a.probe.Load(); p != nil && p.hall == hall && version > p.version {
		a.times.add(Event, p.sent, time.Now())
		if p.heard.Add(1) == p.want {
			close(p.all)
		}
	}
	for l := &a.latest[hall]; ; {
		is := l.Load()
		if version <= is || l.CompareAndSwap(is, version) {
			return
		}
	}
}

// probes is the number of single changes sent to the listeners at the end.
const probes = 10

// stop sends single changes to the listeners, then stops the audience. It returns how many listeners missed a change;
// it stops at the first missed one.
func (a *audience) stop(ctx context.Context) (unheard int) {
	defer a.all.Wait()
	defer a.cancel()
	want := a.plan.streams()
	if a.plan.Followers+a.plan.Listeners == 0 || a.halls[0].round == 0 {
		return 0
	}
	a.plan.Doing("load.doing.hear", want)
	// Listeners with a broken stream have time to reconnect.
	for began := time.Now(); int(a.listening.Load()) < want; time.Sleep(again) {
		if time.Since(began) > a.plan.Grace || ctx.Err() != nil {
			return want - int(a.listening.Load())
		}
	}
	for range probes {
		time.Sleep(a.plan.Quiet)
		if unheard = a.try(ctx); unheard > 0 || ctx.Err() != nil {
			return unheard
		}
	}
	return 0
}

// try makes one change in the first hall, and returns how many listeners missed it.
func (a *audience) try(ctx context.Context) (unheard int) {
	h := a.halls[0]
	want := (a.plan.streams() + len(a.halls) - 1) / len(a.halls) // of the first hall
	p := &probe{version: a.latest[0].Load(), sent: time.Now(), want: int64(want), all: make(chan struct{})}
	a.probe.Store(p)
	defer a.probe.Store(nil)
	ctx, cancel := context.WithTimeout(ctx, a.plan.Grace)
	defer cancel()
	h.enter(ctx, 1)
	select {
	case <-p.all:
	case <-ctx.Done():
	}
	return max(want-int(p.heard.Load()), 0)
}
