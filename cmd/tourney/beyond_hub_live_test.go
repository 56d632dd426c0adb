package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/web/public"
)

// recordLive enters moves of the live game in the hall, and undoes most of them, until it is over. The stones have no
// neighbours, so that none is ever captured.
func (d *badDay) recordLive(over <-chan struct{}) {
	const most = 90 // stones that stay
	link, client := "/t/cup/recorder/"+d.recorderToken(), &http.Client{Timeout: 5 * time.Second}
	for entered := 0; entered < 5*most; {
		select {
		case <-over:
			return
		case <-time.After(50 * time.Millisecond):
		}
		form := url.Values{"after": {fmt.Sprint(entered)}, "once": {fmt.Sprint(secretOnce, entered)}, "do": {"undo"}}
		if entered%5 < 3 {
			standing := entered/5 + entered%5
			form.Set("do", "move")
			form.Set("at", fmt.Sprintf("%c%d", "ACEGJLNPRT"[standing%10], standing/10*2+1))
		}
		body := strings.NewReader(form.Encode())
		r, err := http.NewRequestWithContext(d.Context(), http.MethodPost, d.hall().url()+link, body)
		if err != nil {
			d.Error(err)
			return
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Accept", "application/json")
		got, err := client.Do(r)
		if err != nil {
			continue // it was killed: the same again
		}
		_ = got.Body.Close()
		switch got.StatusCode {
		case http.StatusOK:
			entered++
		case http.StatusConflict, http.StatusUnprocessableEntity, http.StatusNotFound:
			d.Errorf("step %d of the live game is answered %d", entered, got.StatusCode)
			return
		}
	}
}

// recorderToken returns the token of the recorder's page.
func (d *badDay) recorderToken() string {
	d.calm.Lock()
	defer d.calm.Unlock()
	kept, err := store.Open(d.Context(), d.hall().db) // beside the program, as another one would read it
	if err != nil {
		d.Error(err)
		return ""
	}
	defer kept.Close()
	hall := director.New(kept, time.Now)
	s, err := hall.Snapshot(d.Context(), "cup")
	if err == nil {
		var token string
		if token, err = hall.LiveGames().Token(d.Context(), s.Tournament, s.Tournament.Game(d.live)); err == nil {
			return token
		}
	}
	d.Error(err)
	return ""
}

// boardAt returns the public moves of the live game; ok reports whether the request succeeded.
func (d *badDay) boardAt(ctx context.Context, base, slug string) (board []public.LiveStep, ok bool) {
	address := fmt.Sprintf("%s/api/v1/tournaments/%s/games/%d/live", base, slug, d.live)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, false
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, false
	}
	defer got.Body.Close()
	var doc public.LiveDocument
	err = json.NewDecoder(got.Body).Decode(&doc)
	return doc.Steps, err == nil && got.StatusCode == http.StatusOK
}

// watchBoard checks the live game at the hub: it extends the moves read there before, and the hall has published all of
// them.
func (d *badDay) watchBoard(ctx context.Context) {
	there, ok := d.boardAt(ctx, d.hub.url(), "cup-2")
	if !ok {
		return
	}
	if len(there) < len(d.board) || !slices.Equal(d.board, there[:len(d.board)]) {
		d.Errorf("the board at the hub was %v, and is %v", d.board, there)
	}
	d.board = there
	here, ok := d.boardAt(ctx, d.hall().url(), "cup")
	if ok && (len(here) < len(there) || !slices.Equal(here[:len(there)], there)) {
		d.Errorf("the hub shows %v where the hall shows %v", there, here)
	}
}

// boardArrives waits until the hub shows the same moves as the hall, and counts its steps.
func (d *badDay) boardArrives() int {
	for range 1000 {
		here, ok := d.boardAt(d.Context(), d.hall().url(), "cup")
		if there, is := d.boardAt(d.Context(), d.hub.url(), "cup-2"); ok && is && slices.Equal(here, there) {
			return len(here)
		}
		time.Sleep(10 * time.Millisecond)
	}
	d.Error("the board does not come to the hub")
	return 0
}
