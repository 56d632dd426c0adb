package page

import "tourney/internal/tournament"

// A CheckView is something to look at before publishing.
type CheckView struct {
	Text  string
	Grave bool
	// Links lead to the first of what it is about, More says how many there are
	// besides; it may be "".
	Links []Link
	More  string
}

var StatusKeys = map[tournament.Status]string{
	tournament.Preliminary: "status.preliminary", tournament.CheckedIn: "status.checked-in", tournament.Withdrawn: "status.withdrawn",
}

// A RunningView is how far something has come that takes long; Waiting says that
// nothing can be counted yet.
type RunningView struct {
	Waiting     bool
	Done, Total int
}
