// Package e2e holds whole journeys: the real program, started as a person
// starts it, and a real browser. Its tests need Chromium; without one they
// skip, except where CI is set, which has to bring one.
package e2e
