package database

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/testkit/databasetest"
)

// keyValues returns the keyValues of two instances with one database; both are the same for a file.
func keyValues(t *testing.T) [2]KeyValue {
	t.Helper()
	address, named := databasetest.Address(t)
	if !named {
		s := NewKeyValue()
		return [2]KeyValue{s, s}
	}
	both := openTwice(t, address)
	return [2]KeyValue{both[0].KeyValue(), both[1].KeyValue()}
}

func put(t *testing.T, s KeyValue, key, value string, keep time.Duration) {
	t.Helper()
	if err := s.Change(t.Context(), key, func([]byte) ([]byte, time.Duration, error) { return []byte(value), keep, nil }); err != nil {
		t.Fatal(err)
	}
}

func got(t *testing.T, s KeyValue, key string) string {
	t.Helper()
	value, err := s.Get(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	return string(value)
}

// A value stored by one instance is visible to the other one until it expires.
func TestKeyValue(t *testing.T) {
	both := keyValues(t)
	put(t, both[0], "word/a", "\x00one\xff", time.Hour)
	put(t, both[1], "word/b", "two", time.Hour)
	put(t, both[0], "words/c", "another kind", time.Hour)
	put(t, both[0], "word/d", "short", time.Millisecond)
	time.Sleep(20 * time.Millisecond)
	if v := got(t, both[1], "word/a"); v != "\x00one\xff" {
		t.Errorf("a is %q", v)
	}
	if v := got(t, both[1], "word/d"); v != "" {
		t.Errorf("what has expired is %q", v)
	}
	put(t, both[1], "word/a", "again", time.Hour)
	list, err := both[0].List(t.Context(), "word/")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, item := range list {
		names = append(names, fmt.Sprint(item.Name, " ", item.Size))
	}
	if d := cmp.Diff([]string{"word/a 5", "word/b 3"}, names); d != "" {
		t.Errorf("list (-want +got):\n%s", d)
	}
	broken := errors.New("no")
	err = both[0].Change(t.Context(), "word/a", func(was []byte) ([]byte, time.Duration, error) {
		if string(was) != "again" {
			t.Errorf("was %q", was)
		}
		return nil, 0, broken
	})
	if !errors.Is(err, broken) || got(t, both[1], "word/a") != "again" {
		t.Errorf("a refused change: %v, now %q", err, got(t, both[1], "word/a"))
	}
	err = both[0].Change(t.Context(), "word/a", func([]byte) ([]byte, time.Duration, error) { return nil, 0, nil })
	if err != nil || got(t, both[1], "word/a") != "" {
		t.Errorf("a removal: %v, now %q", err, got(t, both[1], "word/a"))
	}
}

// Concurrent changes of one key run one after another, across instances.
func TestKeyValueLosesNoChange(t *testing.T) {
	both := keyValues(t)
	const each = 40
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for range each {
				err := both[i%2].Change(context.Background(), "count/one", func(was []byte) ([]byte, time.Duration, error) {
					n, _ := strconv.Atoi(string(was)) // 0 at first
					return []byte(strconv.Itoa(n + 1)), time.Hour, nil
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if v := got(t, both[0], "count/one"); v != strconv.Itoa(4*each) {
		t.Errorf("%s of %d changes", v, 4*each)
	}
}

// A lock has one holder at a time, and is free again when it is released or its holder's context ends.
func TestKeyValueLock(t *testing.T) {
	both := keyValues(t)
	release, err := both[0].Lock(t.Context(), "turn")
	if err != nil {
		t.Fatal(err)
	}
	other, err := both[1].Lock(t.Context(), "others")
	if err != nil {
		t.Fatal(err)
	}
	other()
	short, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	if _, err := both[1].Lock(short, "turn"); err == nil {
		t.Error("two have the lock")
	}
	release()
	release() // a second call does nothing
	for range 3 {
		again, err := both[1].Lock(t.Context(), "turn")
		if err != nil {
			t.Fatal(err)
		}
		again()
	}
	var all sync.WaitGroup
	holders := make(chan int, 1)
	for i := range 8 {
		all.Go(func() {
			release, err := both[i%2].Lock(context.Background(), "turn")
			if err != nil {
				t.Error(err)
				return
			}
			defer release()
			select {
			case holders <- i:
				time.Sleep(time.Millisecond)
				<-holders
			default:
				t.Error("two have the lock")
			}
		})
	}
	all.Wait()
}

// The key-value store stays usable while locks are held for a long time.
func TestKeyValueWhileLocksAreHeld(t *testing.T) {
	s := keyValues(t)[0]
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for n := range 10 { // more than a server has connections for the key-value store
		release, err := s.Lock(ctx, strconv.Itoa(n))
		if err != nil {
			t.Fatal(err)
		}
		defer release()
	}
	if err := s.Change(ctx, "word/a", func([]byte) ([]byte, time.Duration, error) { return []byte("one"), time.Hour, nil }); err != nil {
		t.Error(err)
	}
}

// A kind that fills memory does not affect others.
func TestKeyValueIsBounded(t *testing.T) {
	var m memoryKeyValue
	put(t, &m, "word/a", "one", time.Hour)
	for i := range 3 * mostItems {
		put(t, &m, "try/"+strconv.Itoa(i), "x", time.Hour)
	}
	if n := len(m.kinds["try"]); n > mostItems {
		t.Errorf("%d are kept", n)
	}
	if got(t, &m, "word/a") != "one" {
		t.Error("another kind is gone")
	}
}
