package settings

import (
	"context"
	"testing"

	"tourney/internal/tournament"
)

func TestFewSimulationsAreKept(t *testing.T) {
	all := newSimulations(nil)
	all.Turn <- struct{}{}
	var first *simulation
	for k := range mostSimulations + 1 {
		one := &simulation{t: &tournament.Tournament{Info: tournament.Info{Slug: string(rune('a' + k))}}}
		if all.begin(context.Background(), one); first == nil {
			first = one
		}
	}
	<-first.Done
	if len(all.Kept) != mostSimulations || all.Of("a") != nil {
		t.Errorf("%d are kept", len(all.Kept))
	}
	for _, one := range all.Kept {
		one.stop()
		<-one.Done
	}
}
