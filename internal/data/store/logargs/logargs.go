// Package logargs formats and parses the values of messages in the log as JSON.
package logargs

import (
	"encoding/json"
	"strings"

	"tourney/internal/data/store/jsoncolumn"
	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/tournament"
)

// A typedArg is a value that depends on the reader's language. It keeps its
// type in the log, as an object of one member.
type typedArg struct {
	Result   *tournament.Result       `json:"result,omitzero"`
	Komi     *handicap.Komi           `json:"komi,omitzero"`
	Request  *tournament.RequestKind  `json:"request,omitzero"`
	Incident *tournament.IncidentKind `json:"incident,omitzero"`
}

// Format formats the values of a message for the log.
func Format(args []any) (string, error) {
	out := make([]any, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case tournament.Result:
			out[i] = typedArg{Result: &a}
		case handicap.Komi:
			out[i] = typedArg{Komi: &a}
		case tournament.RequestKind:
			out[i] = typedArg{Request: &a}
		case tournament.IncidentKind:
			out[i] = typedArg{Incident: &a}
		default:
			out[i] = a
		}
	}
	return jsoncolumn.Format(out)
}

// Parse parses the output of Format in a row of the log; whole numbers become int again.
func Parse(text, row string) ([]any, error) {
	var args []json.RawMessage
	if err := jsoncolumn.Parse(text, &args, "log", row); err != nil {
		return nil, err
	}
	out := make([]any, len(args))
	for i, a := range args {
		var err error
		if out[i], err = parseArg(string(a), row); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func parseArg(text, row string) (any, error) {
	var whole int
	if json.Unmarshal([]byte(text), &whole) == nil {
		return whole, nil
	}
	if !strings.HasPrefix(text, "{") {
		var other any
		err := jsoncolumn.Parse(text, &other, "log", row)
		return other, err
	}
	var typed typedArg
	switch err := jsoncolumn.Parse(text, &typed, "log", row); {
	case err != nil:
		return nil, err
	case typed.Komi != nil:
		return *typed.Komi, nil
	case typed.Result != nil:
		return *typed.Result, nil
	case typed.Request != nil:
		return *typed.Request, nil
	case typed.Incident != nil:
		return *typed.Incident, nil
	}
	return nil, fault.New(fault.Unavailable, "database.kept.broken", "log", row)
}
