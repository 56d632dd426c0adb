package databasetest

import (
	"strings"
	"sync"
	"testing"
)

// decided are the tests that run in parallel with others, or must not.
var decided sync.Map

// Parallel lets a test run in parallel with others. A helper may call it again and again. Subtests keep their order: they
// share with their test what the helper makes.
func Parallel(t testing.TB) {
	test, is := t.(*testing.T)
	if is && !strings.Contains(test.Name(), "/") && decide(test) {
		test.Parallel()
	}
}

// Alone keeps Parallel from having an effect in a test that changes what all tests share, such as the environment. It is
// called first.
func Alone(t *testing.T) {
	t.Helper()
	if !decide(t) {
		t.Fatal("the test is parallel already")
	}
}

// decide reports whether a test is decided here, as it is once.
func decide(t *testing.T) bool {
	_, before := decided.LoadOrStore(t, true)
	if !before {
		t.Cleanup(func() { decided.Delete(t) })
	}
	return !before
}
