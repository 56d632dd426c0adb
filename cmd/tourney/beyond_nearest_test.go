package main

import (
	"slices"
	"testing"
)

// Phones get the address in the network of the hall, or the public one.
func TestNearestFirst(t *testing.T) {
	t.Parallel()
	list := func() []string {
		return []string{"http://172.17.0.1:8080", "http://127.0.0.1:8080", "https://go.example.org"}
	}
	if got, want := nearestFirst(list(), "http://127.0.0.1:9", ""), []string{list()[1], list()[0], list()[2]}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := nearestFirst(list(), "http://127.0.0.1:9", "https://go.example.org"), []string{list()[2], list()[1], list()[0]}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
