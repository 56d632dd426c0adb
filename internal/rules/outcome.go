package rules

import "tourney/internal/sgf"

// An Outcome is a result as a record or a count gives it, where it is told.
type Outcome sgf.Result

// String writes the outcome as game records do: "B+3.5", "W+R", "Jigo",
// "Void", or "" when it is not known.
func (o Outcome) String() string {
	switch o.Ending {
	case sgf.Jigo:
		return "Jigo"
	case sgf.NoResult:
		return "Void"
	case sgf.NotKnown:
		return ""
	}
	return o.Winner.String() + "+" + o.margin()
}

// margin says by how much or in what way a game was won: "3.5", "R", "T", "F",
// or "" when that is not said.
func (o Outcome) margin() string {
	switch o.Ending {
	case sgf.ByPoints:
		return HalfPoints(o.Margin).String()
	case sgf.ByResignation:
		return "R"
	case sgf.OnTime:
		return "T"
	case sgf.ByForfeit:
		return "F"
	}
	return ""
}

// Message returns the message that says the outcome. The letters of records
// mislead: B is White's in Czech and Polish.
func (o Outcome) Message() (key string, args []any) {
	switch {
	case o.Ending == sgf.Jigo:
		return "outcome.jigo", nil
	case o.Ending == sgf.NoResult:
		return "outcome.void", nil
	case o.Ending == sgf.NotKnown:
		return "outcome.unknown", nil
	}
	key = "outcome.black"
	if o.Winner == sgf.White {
		key = "outcome.white"
	}
	if o.Ending == sgf.ByPoints {
		return key, []any{HalfPoints(o.Margin)}
	}
	return key, []any{o.margin()}
}
