package page

// A CheckView is a finding to check before a draw is published.
type CheckView struct {
	Text  string
	Grave bool
	// Links lead to the first affected games or players. Before names them, More counts the rest; both may be "".
	Before string
	Links  []Link
	More   string
}

// A RunningView is the progress of a long computation. Waiting is set before its first numbers.
type RunningView struct {
	Waiting     bool
	Done, Total int
}
