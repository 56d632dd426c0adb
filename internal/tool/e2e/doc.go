// Package e2e tests complete journeys with the real program, started from the
// command line, and a real browser. The tests need Chromium. Without it they are
// skipped, or fail if the variable CI is set.
package e2e
