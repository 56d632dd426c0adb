package databasetest

import (
	"strings"
	"sync"
	"testing"
)

// decided has the tests for which Parallel or Alone was called.
var decided sync.Map

// Parallel runs a test in parallel with others. Helpers may call it repeatedly. Subtests keep their order, because they
// share the helper's objects with their test.
func Parallel(t testing.TB) {
	test, is := t.(*testing.T)
	if is && !strings.Contains(test.Name(), "/") && decide(test) {
		test.Parallel()
	}
}

// Alone disables Parallel in a test that changes shared state, such as the environment. It must be called before any
// helper.
func Alone(t *testing.T) {
	t.Helper()
	if !decide(t) {
		t.Fatal("the test is parallel already")
	}
}

// decide reports whether this is the first decision about a test.
func decide(t *testing.T) bool {
	_, before := decided.LoadOrStore(t, true)
	if !before {
		t.Cleanup(func() { decided.Delete(t) })
	}
	return !before
}
