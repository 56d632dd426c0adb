package store

import (
	"bytes"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"

	engine "modernc.org/sqlite"
)

// registerRenaming gives new connections the SQL function kept_names of migration
// 16: it returns the JSON in its second argument with the names of the object
// in its first one.
var registerRenaming = sync.OnceValue(func() error {
	return engine.RegisterDeterministicScalarFunction("kept_names", 2,
		func(_ *engine.FunctionContext, args []driver.Value) (driver.Value, error) {
			object, _ := args[0].(string)
			text, ok := args[1].(string)
			if !ok || renamed[object] == nil {
				return nil, fmt.Errorf("kept_names(%v, a %T)", args[0], args[1])
			}
			return rename(text, object), nil
		})
})

// rename replaces the names in JSON, nested values included. All else is
// unchanged: unknown names, and text that is not JSON, which is reported when
// it is read.
func rename(text, object string) string {
	data := []byte(text)
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	type level struct {
		list   bool
		object string // kind of this object
		inside string // kind of the next value
		value  bool   // after a name
	}
	levels := []level{{list: true, inside: object}}
	var out bytes.Buffer
	out.Grow(len(data))
	for done := int64(0); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) && len(levels) == 1 {
			break
		}
		if err != nil {
			return text
		}
		raw := data[done:d.InputOffset()]
		done = d.InputOffset()
		in := &levels[len(levels)-1]
		name, _ := token.(string)
		switch {
		case token == json.Delim('}'), token == json.Delim(']'):
			levels = levels[:len(levels)-1]
		case !in.list && !in.value:
			in.value, in.inside = true, renamedInside[in.object+"."+name]
			if to, ok := renamed[in.object][name]; ok {
				out.Write(raw[:bytes.IndexByte(raw, '"')])
				raw = strconv.AppendQuote(nil, to)
			}
		case token == json.Delim('{'):
			in.value = false
			levels = append(levels, level{object: in.inside})
		case token == json.Delim('['):
			in.value = false
			levels = append(levels, level{list: true, inside: in.inside})
		default:
			in.value = false
		}
		out.Write(raw)
	}
	out.Write(data[d.InputOffset():])
	return out.String()
}

// renamed are the members that migration 16 renamed, by object, from the Go
// names of that time; renamedInside are the objects that members are, or
// consist of. Other names stayed. Both describe the past and never change.
var renamed = map[string]map[string]string{
	"settings": {
		"System": "system", "Rounds": "rounds", "Rules": "rules", "Custom": "custom", "Size": "size", "Tie": "tie",
		"Clock": "clock", "Internet": "internet", "Floor": "floor", "Bar": "bar", "Handicap": "handicap",
		"Scoring": "scoring", "Criteria": "criteria", "DeskRecords": "deskRecords",
		"PlayerResults": "playerResults", "PairingCriteria": "pairingCriteria", "Categories": "categories",
		"Pairing": "pairing", "Steering": "steering", "Format": "format", "Stages": "stages", "Teams": "teams",
		"Rating": "rating", "Prizes": "prizes", "Foreign": "foreign",
	},
	"clock": {
		"Main": "main", "Overtime": "overtime", "Period": "period", "Periods": "periods", "Stones": "stones",
	},
	"handicap": {
		"Basis": "basis", "Correction": "correction", "Ceiling": "ceiling", "Threshold": "threshold",
		"EvenKomi": "evenKomi", "HandicapKomi": "handicapKomi", "Table": "table", "Steps": "steps",
	},
	"terms": {
		"Number": "handicap", "Komi": "komi",
	},
	"scoring": {
		"WinsAbsent": "winsAbsent", "WinsBye": "winsBye", "MMSAbsent": "mmsAbsent", "MMSBye": "mmsBye",
		"RoundDown": "roundDown", "UnplayedHalf": "unplayedHalf", "PlainSOS": "plainSos", "EvenDC": "evenDc",
	},
	"pairing": {
		"Duplicate": "duplicate", "Random": "random", "Deterministic": "deterministic", "Colour": "colour",
		"Category": "category", "Score": "score", "Curvature": "curvature", "DrawUpDown": "drawUpDown",
		"Compensate": "compensate", "UpperFrom": "upperFrom", "LowerFrom": "lowerFrom", "PlayedOnly": "playedOnly",
		"HalfGroups": "halfGroups", "Seeding": "seeding", "First": "first", "Second": "second",
		"FirstByRating": "firstByRating", "SecondByRating": "secondByRating", "SwitchAfter": "switchAfter",
		"Secondary": "secondary", "ExemptFrom": "exemptFrom", "ExemptHalfWins": "exemptHalfWins",
		"ExemptBar": "exemptBar", "MinimumHandicap": "minimumHandicap", "Geography": "geography",
		"CountryGap": "countryGap", "ClubGap": "clubGap", "ClubGroups": "clubGroups",
	},
	"clubs": {
		"Name": "name", "Clubs": "clubs",
	},
	"rating": {
		"Formula": "formula", "Class": "class", "Code": "code",
	},
	"prizes": {
		"Currency": "currency", "Single": "single", "Criteria": "criteria", "List": "list",
	},
	"prize": {
		"Name": "name", "Weakest": "weakest", "Strongest": "strongest", "Tag": "tag", "BornFrom": "bornFrom",
		"BornTo": "bornTo", "AllRounds": "allRounds", "Wins": "wins", "Places": "places", "Money": "money",
	},
	"changes": {
		"Info": "info", "Settings": "settings", "Team": "team", "Player": "player", "Round": "round",
		"Game": "game",
	},
	"info": {
		"Slug": "slug", "Name": "name", "ShortName": "shortName", "Place": "place", "Country": "country",
		"Director": "director", "Begin": "begin", "End": "end", "Zone": "zone", "Hidden": "hidden",
	},
	"player": {
		"ID": "id", "Family": "family", "Given": "given", "Rank": "rank", "Grade": "grade", "LastRank": "lastRank",
		"Rating": "rating", "RatingOrigin": "ratingOrigin", "Country": "country", "Club": "club", "EGD": "egd",
		"FFG": "ffg", "AGA": "aga", "FFGStatus": "ffgStatus", "AGAExpiry": "agaExpiry", "Status": "status",
		"Absent": "absent", "HalfByes": "halfByes", "Expected": "expected", "StartCorrection": "startCorrection",
		"Tags": "tags", "Born": "born", "Notes": "notes", "Contact": "contact",
	},
	"round": {
		"Number": "number", "Published": "published", "Start": "start", "Games": "games", "Byes": "byes",
		"Drawn": "drawn",
	},
	"drawn": {
		"Seed": "seed", "Total": "total", "Inputs": "inputs", "MadeFrom": "madeFrom", "Bye": "bye",
		"Program": "program",
	},
	"game": {
		"ID": "id", "Round": "round", "Table": "table", "Black": "black", "White": "white", "Handicap": "handicap",
		"Komi": "komi", "ByHand": "byHand", "Locked": "locked", "ColoursOpen": "coloursOpen", "Result": "result",
		"Revision": "revision", "EnteredBy": "enteredBy", "EnteredAt": "enteredAt", "Desk": "desk",
		"Corrected": "corrected", "Dispute": "dispute", "GoesOn": "goesOn", "Record": "record", "Dead": "dead",
		"Accepted": "accepted",
	},
	"dispute": {
		"Result": "result", "By": "by", "At": "at", "Desk": "desk",
	},
	"accepted": {
		"Of": "of", "By": "by", "At": "at",
	},
	"info change":     {"Was": "was", "Now": "now"},
	"settings change": {"Was": "was", "Now": "now"},
	"team change":     {"Was": "was", "Now": "now"},
	"player change":   {"Was": "was", "Now": "now"},
	"round change":    {"Was": "was", "Now": "now"},
	"game change":     {"Was": "was", "Now": "now"},
}

var renamedInside = map[string]string{
	"settings.Clock": "clock", "settings.Handicap": "handicap", "settings.Scoring": "scoring",
	"settings.Pairing": "pairing", "settings.Rating": "rating", "settings.Prizes": "prizes",
	"handicap.Steps": "terms", "pairing.ClubGroups": "clubs", "prizes.List": "prize",
	"changes.Info": "info change", "changes.Settings": "settings change", "changes.Team": "team change",
	"changes.Player": "player change", "changes.Round": "round change", "changes.Game": "game change",
	"round.Games": "game", "round.Drawn": "drawn", "game.Dispute": "dispute", "game.Accepted": "accepted",
	"info change.Was": "info", "info change.Now": "info", "settings change.Was": "settings",
	"settings change.Now": "settings", "player change.Was": "player", "player change.Now": "player",
	"round change.Was": "round", "round change.Now": "round", "game change.Was": "game", "game change.Now": "game",
}
