package load

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"tourney/internal/format/native"
	"tourney/internal/pairing/simulate"
	"tourney/internal/tournament"
)

// A hall is one tournament, its director and its desks.
type hall struct {
	*game
	slug  string
	round int
	// rounds are the tables of all rounds so far, by number. A table is of one desk at a time.
	rounds []map[int]*table
}

// A table holds the known state of one table's result.
type table struct {
	// game is its number, revision the number of changes of its result.
	game, revision int
	// saved is the result that the server has acknowledged, sent a later one without an acknowledgement.
	saved, sent string
}

// found imports the tournaments, each with a field of invented players.
func (g *game) found(ctx context.Context) (halls []*hall, err error) {
	settings, err := tournament.PresetNamed("egf")
	if err != nil {
		return nil, err
	}
	settings.Rounds = tournament.MaxRounds
	for i := range g.plan.Tournaments {
		t, err := simulate.Invented(g.plan.Players, settings)
		if err != nil {
			return nil, err
		}
		t.Info.Name = fmt.Sprintf("Load %d", i+1)
		var text bytes.Buffer
		if _, err := native.Write(&text, tournament.Whole{Tournament: t}, nil); err != nil {
			return nil, err
		}
		end := g.times.begin(Import)
		slug, err := g.importFile(ctx, text.String())
		if end(err); err != nil {
			return nil, err
		}
		halls = append(halls, &hall{game: g, slug: slug})
	}
	return halls, nil
}

// importFile sends a tournament and returns its slug.
func (g *game) importFile(ctx context.Context, text string) (slug string, err error) {
	shown, err := g.login.post(ctx, "/import", url.Values{"text": {text}})
	if err != nil {
		return "", err
	}
	at, err := g.login.post(ctx, shown, nil)
	if err != nil {
		return "", err
	}
	parts := strings.Split(at, "/") // /desk/slug/players?imported=…
	if len(parts) < 3 {
		return "", fmt.Errorf("an import leads to %s", at)
	}
	return parts[2], nil
}

// play draws round after round while the desks enter its results. In the last round the desks correct results until the
// end. Requests in progress at the end are completed.
func (h *hall) play(ctx context.Context, desks int) {
	end, _ := h.done.Deadline()
	ctx, cancel := context.WithDeadline(ctx, end.Add(grace))
	defer cancel()
	for h.done.Err() == nil {
		if h.round < tournament.MaxRounds {
			if err := h.draw(ctx); err != nil {
				h.failed(err)
				return
			}
		}
		before := h.acknowledged.Load()
		stop := h.measure(ctx)
		h.enterRound(ctx, desks)
		stop(h.acknowledged.Load() - before)
	}
}

// draw draws and publishes the next round.
func (h *hall) draw(ctx context.Context) error {
	n := h.round + 1
	path := fmt.Sprintf("/desk/%s/draw/%d", h.slug, n)
	if err := h.timed(ctx, Draw, func() error {
		if _, err := h.login.post(ctx, path, url.Values{"do": {"draft"}}); err != nil {
			return err
		}
		return h.drawn(ctx, path)
	}); err != nil {
		return err
	}
	refused := h.timed(ctx, Publish, func() error {
		_, err := h.login.post(ctx, path, url.Values{"do": {"publish"}})
		return err
	})
	// It may have been published by a request whose answer was lost.
	tables, err := h.tables(ctx, n)
	if err != nil {
		return cmp.Or(refused, err)
	}
	for _, t := range tables {
		t.saved = ""
	}
	h.drawnRounds.Add(1)
	h.round, h.rounds = n, append(h.rounds, tables)
	return nil
}

// timed measures an operation that is repeated until it succeeds.
func (h *hall) timed(ctx context.Context, k Kind, do func() error) error {
	end := h.times.begin(k)
	err := insist(ctx, func() error {
		err := do()
		if err != nil {
			h.failed(err)
		}
		return err
	})
	end(err)
	return err
}

// drawn polls a page until its draw has ended.
func (h *hall) drawn(ctx context.Context, path string) error {
	for {
		text, err := h.login.get(ctx, path)
		if err != nil {
			return err
		}
		if !bytes.Contains(text, []byte("<progress")) {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(again):
		}
	}
}

// enterRound makes the desks enter the results of all tables.
func (h *hall) enterRound(ctx context.Context, desks int) {
	tables := make(chan int, len(h.rounds[h.round-1]))
	for number := range h.rounds[h.round-1] {
		tables <- number
	}
	close(tables)
	var working sync.WaitGroup
	for range desks {
		working.Go(func() { h.work(ctx, tables) })
	}
	working.Wait()
}

// corrected is the part of the results that a desk corrects at once.
const corrected = 0.03

// work is the loop of one desk: it enters results table by table, at the pace of the plan.
func (h *hall) work(ctx context.Context, tables <-chan int) {
	pace := newPace(h.plan)
	next := pace.first()
	for number := range tables {
		for more := true; more; more = chance() < corrected {
			if !pace.wait(h.done, &next) || !h.take() {
				return
			}
			h.enter(ctx, number)
		}
	}
}

// enter enters a result, or corrects the existing one.
func (h *hall) enter(ctx context.Context, number int) {
	n := h.round
	t := h.rounds[n-1][number]
	line := fmt.Sprintf("%db", number)
	t.sent = "B+"
	if t.saved == "B+" || t.saved == "" && chance() < 0.5 {
		line, t.sent = fmt.Sprintf("%dw", number), "W+"
	}
	if t.saved != "" {
		line += " !corrected"
	}
	err := insist(ctx, func() error {
		form := url.Values{"round": {strconv.Itoa(n)}, "line": {line}, fmt.Sprintf("seen-%d", number): {fmt.Sprintf("%d.%d", t.game, t.revision)}}
		end := h.times.begin(Entry)
		_, err := h.login.post(ctx, "/desk/"+h.slug+"/line", form)
		if end(err); err == nil {
			return nil
		}
		h.failed(err)
		if refused := new(refusal); !errors.As(err, &refused) || refused.status != http.StatusConflict {
			return err
		}
		// The response to an earlier request may have been lost: the desk reads the table.
		now, err := h.tables(ctx, n)
		switch {
		case err != nil:
			return err
		case now[number] != nil && now[number].saved == t.sent:
			t.revision = now[number].revision - 1
			return nil
		case now[number] != nil && now[number].revision > t.revision:
			t.revision = now[number].revision
			return errChanged
		}
		return &refusal{h.slug, http.StatusConflict}
	})
	if err != nil {
		return // its state is unknown
	}
	t.saved, t.sent = t.sent, ""
	t.revision++
	h.acknowledged.Add(1)
}

// errChanged is a refusal because the table has changed; the same result can be sent again with the new revision.
var errChanged = errors.New("the table has another result now")

// tables returns the public tables of a round.
func (h *hall) tables(ctx context.Context, n int) (list map[int]*table, err error) {
	var text []byte
	if err = insist(ctx, func() (err error) {
		text, err = h.login.get(ctx, fmt.Sprintf("/api/v1/tournaments/%s/rounds/%d", h.slug, n))
		return err
	}); err != nil {
		return nil, err
	}
	var round struct {
		Games []struct {
			Game     int    `json:"game"`
			Revision int    `json:"revision"`
			Table    int    `json:"table"`
			Result   string `json:"result"`
		} `json:"games"`
	}
	if err := json.Unmarshal(text, &round); err != nil {
		return nil, fmt.Errorf("read round %d of %s: %w", n, h.slug, err)
	}
	list = map[int]*table{}
	for _, g := range round.Games {
		list[g.Table] = &table{game: g.Game, revision: g.Revision, saved: g.Result}
	}
	return list, nil
}

// lost returns the acknowledged results that the server does not have.
func (h *hall) lost(ctx context.Context) (list []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*grace)
	defer cancel()
	for i, tables := range h.rounds {
		now, err := h.tables(ctx, i+1)
		if err != nil {
			return nil, err
		}
		for number, t := range tables {
			has := ""
			if now[number] != nil {
				has = now[number].saved
			}
			if t.saved != "" && has != t.saved && (t.sent == "" || has != t.sent) {
				list = append(list, fmt.Sprintf("%s, round %d, table %d: saved %s, there is %q", h.slug, i+1, number, t.saved, has))
			}
		}
	}
	return list, nil
}
