package rules

import "tourney/internal/rules/sgf"

// An Outcome is the result of a record or a count, formatted for people.
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

// margin returns the number of points or the way of winning: "3.5", "R", "T",
// "F", or "" when that is not known.
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

// Message returns the message with the outcome. The letters of records
// mislead: B is White's in Czech and Polish.
func (o Outcome) Message() (key string, args []any) {
	switch {
	case o.Ending == sgf.Jigo:
		return "result.outcome.jigo", nil
	case o.Ending == sgf.NoResult:
		return "result.outcome.void", nil
	case o.Ending == sgf.NotKnown:
		return "result.outcome.unknown", nil
	}
	key = "result.outcome.black"
	if o.Winner == sgf.White {
		key = "result.outcome.white"
	}
	if o.Ending == sgf.ByPoints {
		return key, []any{HalfPoints(o.Margin)}
	}
	return key, []any{o.margin()}
}
