package site

import (
	"strconv"
	"testing"
)

func TestLimiterIsBounded(t *testing.T) {
	l := NewLimiter(TriesAtOnce, TryAgain)
	for i := range 3 * mostKeys {
		_ = l.Try(strconv.Itoa(i)) // every key has tries left
	}
	if len(l.keys) > mostKeys {
		t.Errorf("%d keys are kept", len(l.keys))
	}
}
