package site

import (
	"errors"
	"strconv"
	"testing"
)

func TestPageCache(t *testing.T) {
	p, key := NewCache[*Body](), PageKey{Address: "/t/cup"}
	rendered := 0
	render := func() (*Body, error) {
		rendered++
		switch rendered {
		case 1:
			return nil, errors.New("no luck")
		case 2:
			panic("a bug of ours")
		}
		return NewBody(HTMLKind, []byte("page")), nil
	}
	if _, err := p.Get(key, render); err == nil {
		t.Error("a failure is taken for a page")
	}
	func() {
		defer func() { _ = recover() }() // the router's task
		_, _ = p.Get(key, render)
	}()
	for range 3 {
		got, err := p.Get(key, render)
		if err != nil || string(got.Plain) != "page" {
			t.Fatalf("after a failure and a panic: %v, %v", got, err)
		}
	}
	if rendered != 3 {
		t.Errorf("rendered %d times, want 3: failures are not kept, pages are", rendered)
	}
	large := make([]byte, mostCached/4)
	for version := range 9 {
		_, err := p.Get(PageKey{Address: "/t/large?after=" + strconv.Itoa(version)}, func() (*Body, error) { return &Body{Plain: large}, nil })
		if err != nil || p.size > mostCached {
			t.Fatalf("the cache holds %d bytes: %v", p.size, err)
		}
	}
}
