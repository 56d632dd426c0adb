package load

import (
	"cmp"
	"math"
	"sync"
	"time"
)

// A Kind is a kind of request or delay.
type Kind string

// The kinds, in the order of the table.
const (
	Import    Kind = "import"      // a tournament of invented players is sent as a file
	Draw      Kind = "draw"        // a round is drawn, until its draft is there
	Publish   Kind = "publish"     // a draft is published
	Entry     Kind = "entry"       // a desk enters a result, until the server acknowledges it
	Page      Kind = "page"        // a public page as a phone loads it
	Unchanged Kind = "unchanged"   // a page that is unchanged in the phone's cache
	Follow    Kind = "follow"      // the standings, loaded after an event
	Desk      Kind = "desk"        // what an open desk loads after an event
	Event     Kind = "event"       // from sending a change until a listener receives its event
	Cached    Kind = "cached page" // the standings, loaded again and again without a pause
	Bare      Kind = "bare page"   // the same bytes from a handler of Gin that does nothing else
	Insert    Kind = "bare insert" // a row of a few bytes, until it is on the disk
)

var kinds = []Kind{Import, Draw, Publish, Entry, Page, Unchanged, Follow, Desk, Event, Cached, Bare, Insert}

// A Line holds the measurements of one kind.
type Line struct {
	Kind Kind `json:"kind"`
	// Count is the number of successful requests, Failed of the others, which are not in the times.
	Count  int `json:"count"`
	Failed int `json:"failed"`
	// Rate is the number of responses a second: for the requests and events of the audience, from the first to the last
	// request that might have been of this kind; for the others, while any request was in progress.
	Rate float64 `json:"rate"`
	// P50, P90 and P99 are the times within which that part of the requests succeeded, in milliseconds; Most is the
	// longest.
	P50  float64 `json:"p50"`
	P90  float64 `json:"p90"`
	P99  float64 `json:"p99"`
	Most float64 `json:"most"`
}

// step is the ratio of neighbouring buckets: a measured time is exact to one percent.
const step = 1.02

// buckets reach from a microsecond to more than an hour.
const buckets = 1200

// A tally counts times of one kind in buckets, so that any number of them takes the same memory.
type tally struct {
	counts        [buckets]int
	count, failed int
	most          time.Duration
	// busy is the total time with a request in progress.
	busy  time.Duration
	open  int
	since time.Time
	// first and last are the beginning and the end of the measurements made by add.
	first, last time.Time
}

// Times are the measured times of all kinds. The zero value is empty; it is safe for concurrent use.
type times struct {
	mu sync.Mutex
	of map[Kind]*tally
}

func (t *times) tally(k Kind) *tally {
	if t.of == nil {
		t.of = map[Kind]*tally{}
	}
	if t.of[k] == nil {
		t.of[k] = &tally{}
	}
	return t.of[k]
}

// begin starts a measurement, which the returned function ends.
func (t *times) begin(k Kind) (end func(err error)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a, began := t.tally(k), time.Now()
	if a.open++; a.open == 1 {
		a.since = began
	}
	return func(err error) {
		ended := time.Now()
		t.mu.Lock()
		defer t.mu.Unlock()
		if a.open--; a.open == 0 {
			a.busy += ended.Sub(a.since)
		}
		a.add(ended.Sub(began), err)
	}
}

// fail counts a failed request.
func (t *times) fail(k Kind) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.tally(k).failed++
}

// add counts one time that the caller has measured.
func (t *times) add(k Kind, began, ended time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a := t.tally(k)
	a.span(began, ended)
	if k == Page || k == Follow { // these might have been Unchanged
		t.tally(Unchanged).span(began, ended)
	}
	a.add(ended.Sub(began), nil)
}

// span stretches the time from the first to the last.
func (a *tally) span(began, ended time.Time) {
	if a.first.IsZero() || began.Before(a.first) {
		a.first = began
	}
	if ended.After(a.last) {
		a.last = ended
	}
}

func (a *tally) add(took time.Duration, err error) {
	if err != nil {
		a.failed++
		return
	}
	a.count++
	a.counts[bucket(took)]++
	a.most = max(a.most, took)
}

func bucket(took time.Duration) int {
	if took <= time.Microsecond {
		return 0
	}
	return min(int(math.Log(float64(took)/float64(time.Microsecond))/math.Log(step)), buckets-1)
}

// within returns the time within which a part of the requests succeeded, in milliseconds.
func (a *tally) within(part float64) float64 {
	rest := int(math.Ceil(part * float64(a.count)))
	for i, n := range a.counts {
		if rest -= n; rest <= 0 && n > 0 {
			// The middle of the bucket, but at most the longest measured time.
			middle := math.Pow(step, float64(i)+0.5) / 1000
			return min(middle, milliseconds(a.most))
		}
	}
	return 0
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// lines returns the measurements, kind by kind.
func (t *times) lines() (list []Line) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, k := range kinds {
		a := t.of[k]
		if a == nil || a.count+a.failed == 0 {
			continue
		}
		l := Line{Kind: k, Count: a.count, Failed: a.failed, P50: a.within(0.5), P90: a.within(0.9), P99: a.within(0.99), Most: milliseconds(a.most)}
		if busy := cmp.Or(a.busy, a.last.Sub(a.first)); busy > 0 {
			l.Rate = float64(a.count) / busy.Seconds()
		}
		list = append(list, l)
	}
	return list
}
