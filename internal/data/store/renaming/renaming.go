// Package renaming gives the migrations of SQLite the function by which migration 16 renamed the members of JSON. All
// of it describes the past and never changes.
package renaming

import (
	"bytes"
	"cmp"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	engine "modernc.org/sqlite"
)

// Register gives new connections the SQL function kept_names of migration 16: it returns the JSON in its second
// argument with the names of the object in its first one.
var Register = sync.OnceValue(func() error {
	return engine.RegisterDeterministicScalarFunction("kept_names", 2,
		func(_ *engine.FunctionContext, args []driver.Value) (driver.Value, error) {
			object, _ := args[0].(string)
			text, ok := args[1].(string)
			if !ok || renamed[object] == "" {
				return nil, fmt.Errorf("kept_names(%v, a %T)", args[0], args[1])
			}
			return rename(text, object), nil
		})
})

// rename replaces the names in JSON, nested values included. All else is unchanged: unknown names, and text that is not
// JSON, which is reported when it is read.
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
			if slices.Contains(strings.Fields(renamed[in.object]), name) {
				to := cmp.Or(renamedOtherwise[in.object+"."+name], strings.ToLower(name[:1])+name[1:])
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

// renamed are the members that migration 16 renamed, by object, from the Go names of that time: each took a small first
// letter, but for those in renamedOtherwise. Other names stayed. renamedInside are the objects that members are, or
// consist of.
var renamed = map[string]string{
	"settings": "System Rounds Rules Custom Size Tie Clock Internet Floor Bar Handicap Scoring Criteria " +
		"DeskRecords PlayerResults PairingCriteria Categories Pairing Steering Format Stages Teams Rating " +
		"Prizes Foreign",
	"clock":    "Main Overtime Period Periods Stones",
	"handicap": "Basis Correction Ceiling Threshold EvenKomi HandicapKomi Table Steps",
	"terms":    "Number Komi",
	"scoring":  "WinsAbsent WinsBye MMSAbsent MMSBye RoundDown UnplayedHalf PlainSOS EvenDC",
	"pairing": "Duplicate Random Deterministic Colour Category Score Curvature DrawUpDown Compensate " +
		"UpperFrom LowerFrom PlayedOnly HalfGroups Seeding First Second FirstByRating SecondByRating " +
		"SwitchAfter Secondary ExemptFrom ExemptHalfWins ExemptBar MinimumHandicap Geography CountryGap " +
		"ClubGap ClubGroups",
	"clubs":   "Name Clubs",
	"rating":  "Formula Class Code",
	"prizes":  "Currency Single Criteria List",
	"prize":   "Name Weakest Strongest Tag BornFrom BornTo AllRounds Wins Places Money",
	"changes": "Info Settings Team Player Round Game",
	"info":    "Slug Name ShortName Place Country Director Begin End Zone Hidden",
	"player": "ID Family Given Rank Grade LastRank Rating RatingOrigin Country Club EGD FFG AGA FFGStatus " +
		"AGAExpiry Status Absent HalfByes Expected StartCorrection Tags Born Notes Contact",
	"round": "Number Published Start Games Byes Drawn",
	"drawn": "Seed Total Inputs MadeFrom Bye Program",
	"game": "ID Round Table Black White Handicap Komi ByHand Locked ColoursOpen Result Revision EnteredBy " +
		"EnteredAt Desk Corrected Dispute GoesOn Record Dead Accepted",
	"dispute":     "Result By At Desk",
	"accepted":    "Of By At",
	"info change": "Was Now", "settings change": "Was Now", "team change": "Was Now",
	"player change": "Was Now", "round change": "Was Now", "game change": "Was Now",
}

var renamedOtherwise = map[string]string{
	"terms.Number": "handicap", "scoring.MMSAbsent": "mmsAbsent", "scoring.MMSBye": "mmsBye",
	"scoring.PlainSOS": "plainSos", "scoring.EvenDC": "evenDc", "game.ID": "id", "player.ID": "id",
	"player.EGD": "egd", "player.FFG": "ffg", "player.AGA": "aga", "player.FFGStatus": "ffgStatus",
	"player.AGAExpiry": "agaExpiry",
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
