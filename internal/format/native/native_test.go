package native

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

func written(t require, tn tournament.Whole) []byte {
	var b bytes.Buffer
	if findings, err := Write(&b, tn, nil); err != nil || len(findings) > 0 {
		t.Fatalf("write: %v %v", findings, err)
	}
	return b.Bytes()
}

// require is what testing.T and rapid.T have in common.
type require interface {
	Fatalf(format string, args ...any)
}

func TestIsLossless(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tn := formattest.AnyTournament(t)
		data := written(t, tn)
		again, findings, err := Read(data)
		if err != nil || len(findings) > 0 {
			t.Fatalf("read: %v %v\n%s", findings, err, data)
		}
		if diff := cmp.Diff(tn, again, formattest.RatingsEqual(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-was +read):\n%s", diff)
		}
		if !bytes.Equal(data, written(t, again)) {
			t.Fatalf("the second writing differs")
		}
	})
}

func TestKeepsEverything(t *testing.T) {
	tn := formattest.Everything(t)
	again, _, err := Read(written(t, tn))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tn, again, formattest.RatingsEqual(), cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}

// A setting is preserved: every field of the model, filled with a non-zero value, survives JSON.
func TestLosesNoSetting(t *testing.T) {
	var s, again tournament.Settings
	fillAll(reflect.ValueOf(&s).Elem(), 1)
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &again); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s, again, formattest.RatingsEqual()); diff != "" {
		t.Errorf("(-set +read):\n%s", diff)
	}
}

// fillAll sets everything below v.
func fillAll(v reflect.Value, n int64) {
	switch v.Kind() {
	case reflect.Struct:
		switch at := v.Addr().Interface().(type) {
		case *time.Time:
			*at = time.Date(2026, 5, 1, 9, int(n), 0, 0, time.UTC)
			return
		case *tournament.Date:
			*at = tournament.DateOf(time.Date(2026, 5, 1+int(n%9), 0, 0, 0, 0, time.UTC))
			return
		}
		for i := range v.NumField() {
			fillAll(v.Field(i), n+int64(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fillAll(v.Index(i), n+int64(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("key"), reflect.ValueOf("value"))
	case reflect.String:
		v.SetString(fmt.Sprint("text ", n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(0.25)
	default:
		v.SetInt(1 + n%9)
	}
}

// Numbers of rounds and desks in a file mean nothing: a round has the number of its place, and a desk is a login of
// another database.
func TestRedundantNames(t *testing.T) {
	want := written(t, tournament.Whole{Tournament: formattest.Cup(t)})
	text := strings.NewReplacer(`"published": true`, `"number": 9, "published": true`, `"table": 1,`, `"round": 9, "desk": "me", "table": 1,`).Replace(string(want))
	again, _, err := Read([]byte(text))
	if err != nil || text == string(want) {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(written(t, again))); d != "" || again.Rounds[1].Number != 2 || again.Rounds[1].Games[0].Round != 2 {
		t.Errorf("(-without +with)\n%s", d)
	}
}

func TestRefuses(t *testing.T) {
	good := string(written(t, formattest.Everything(t)))
	change := func(old, new string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("%q is not in\n%s", old, good)
		}
		return strings.Replace(good, old, new, 1)
	}
	for _, tt := range []struct{ name, text, key string }{
		{"later version", change(`"tourney": 1`, `"tourney": 2`), "file.json.version"},
		{"unknown field", change(`"slug"`, `"slugg"`), "file.json.unknown"},
		{"cut", good[:len(good)/2], "file.json.cut"},
		{"rank", change(`"rank": "3k"`, `"rank": "31k"`), "file.json.field"},
		{"two of one number", change(`"id": 2,`, `"id": 1,`), "file.json.id"},
		{"game of a player's number", change(`"id": 7,`, `"id": 6,`), "file.json.id"},
		{"number past the last", change(`"lastId": 17`, `"lastId": 3`), "file.json.id"},
		{"unknown player in a game", change(`"black": 2`, `"black": 77`), "player.missing"},
		{"player twice", change(`"black": 2`, `"black": 3`), "player.twice"},
		{"round after a draft", change(`"published": true,`, ``), "round.order"},
		{"too many rounds", change(`"rounds": 5`, `"rounds": 1`), "settings.rounds.drawn"},
		{"record without its text", change(`"record": "`, `"record": "00`), "record.lost"},
		{"record changed", change(`B[aa]`, `B[ab]`), "record.lost"},
		{"dead stones", change(`"dead": "bb"`, `"dead": "bb c"`), "record.dead"},
		{"picture changed", change(`"/9j/`, `"/9j+`), "file.json.picture"},
		{"request of no kind", change(`"kind": "substitute"`, `"kind": "resign"`), "request.kind"},
		{"number of another element", change(`"id": 11,`, `"id": 10,`), "today.day.number"},
		{"no name", change(`"family": "Berg"`, `"family": " "`), "player.name.empty"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, _, err := Read([]byte(tt.text)); !fault.Is(err, tt.key) {
				t.Errorf("got %v, want %s", err, tt.key)
			}
		})
	}
}

// Rounds with byes alone, and empty ones, are read back; the byes are checked like in other rounds.
func TestReadsRoundsWithoutGames(t *testing.T) {
	text := func(rounds string) []byte {
		return []byte(`{"tourney": 1, "info": {"slug": "a", "name": "A"},
 "settings": {"system": "knockout", "rounds": 3, "size": 19, "floor": "30k", "bar": "9d",
  "handicap": {"basis": "rank", "evenKomi": 6.5}, "criteria": ["STAGE"], "format": {"seeds": [1, 2]}},
 "players": [{"id": 1, "family": "A", "rank": "1k", "status": "checked-in"},
  {"id": 2, "family": "B", "rank": "2k", "status": "withdrawn"}],
 "rounds": [` + rounds + `], "lastId": 2}`)
	}
	tn, _, err := Read(text(`{"published": true, "games": [], "byes": [1]}, {"published": true, "games": []}`))
	if err != nil {
		t.Fatal(err)
	}
	back, _, err := Read(written(t, tn))
	if err != nil || len(back.Rounds) != 2 || !back.Round(1).HasBye(1) {
		t.Errorf("read back: %+v, %v", back, err)
	}
	if _, _, err := Read(text(`{"published": true, "games": [], "byes": [1, 1]}`)); !fault.Is(err, "player.twice") {
		t.Errorf("a bye twice: %v", err)
	}
}

// Unknown players among the seeds of a stage under way are refused.
func TestRefusesUnknownSeeds(t *testing.T) {
	text := `{"tourney": 1, "info": {"slug": "a", "name": "A"},
 "settings": {"system": "round-robin", "rounds": 1, "size": 19, "floor": "30k", "bar": "9d",
  "handicap": {"basis": "rank", "evenKomi": 6.5}, "criteria": ["NBW"], "format": {"seeds": [1, 2]}},
 "players": [{"id": 1, "family": "A", "rank": "1k", "status": "checked-in"},
  {"id": 2, "family": "B", "rank": "2k", "status": "checked-in"}],
 "rounds": [{"published": true, "games": [{"id": 3, "table": 1, "black": 1, "white": 2, "komi": 6.5}]}],
 "lastId": 9}`
	if _, _, err := Read([]byte(text)); err != nil {
		t.Fatal(err)
	}
	for _, seeds := range []string{"[1, 7]", "[3, 2]", "[0]", "[-1, 1]"} {
		if _, _, err := Read([]byte(strings.Replace(text, "[1, 2]", seeds, 1))); !fault.Is(err, "player.missing") {
			t.Errorf("seeds %s: %v", seeds, err)
		}
	}
}

func TestSaysWhatIsWrongAndWhere(t *testing.T) {
	good := `{"tourney": 1,
 "info": {"slug": "a", "name": "A"},
 "settings": {"system": "swiss", "rounds": 1, "size": 19, "floor": "30k", "bar": "9d",
  "handicap": {"basis": "rank", "evenKomi": 6.5}, "criteria": ["NBW"]},
 "players": [{"id": 1, "family": "A", "rank": "1k", "status": "checked-in"},
  {"id": 2, "family": "B", "rank": "2k", "status": "checked-in", "absent": [1]}],
 "rounds": [{"games": [], "byes": [1], "drawn": {"seed": "7"}}],
 "lastId": 2}`
	if _, _, err := Read([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ old, new, want string }{
		{`"tourney": 1`, `"tourney": "1"`, `file.json.field: tourney, "1", 1, 13`},
		{`{"slug": "a", "name": "A"}`, `7`, `file.json.field: info, 7, 2, 10`},
		{`"name": "A"`, `"nane": "A"`, `file.json.unknown: info.nane, 2, 24`},
		{`"rounds": 1,`, `"rounds": 1e99,`, `file.json.field: settings.rounds, 1e99, 3, 44`},
		{`6.5`, `"six"`, `file.json.field: settings.handicap.evenKomi, "six", 4, 45`},
		{`"2k"`, `"31k"`, `file.json.field: players[2].rank, "31k", 6, 36`},
		{`[1]}]`, `[1, "x"]}]`, `file.json.field: players[2].absent, [1, "x"], 6, 76`},
		{`"family": "B"`, `"family": 5`, `file.json.field: players[2].family, 5, 6, 23`},
		{`"id": 2,`, `"id": 2, "shoe": 44,`, `file.json.unknown: players[2].shoe, 6, 13`},
		{`"seed": "7"`, `"seed": "-7"`, `file.json.field: rounds[1].drawn.seed, "-7", 7, 58`},
		{`"lastId": 2}`, `"lastId": 2`, `file.json.cut: 8, 13`},
		{`"lastId": 2}`, `"lastId": }`, `file.json.broken: 8, 12`},
		{`"lastId": 2}`, `"lastId": 2}}`, `file.json.broken: 8, 14`},
	} {
		t.Run(tt.want, func(t *testing.T) {
			if strings.Count(good, tt.old) != 1 {
				t.Fatalf("%q stands %d times", tt.old, strings.Count(good, tt.old))
			}
			_, _, err := Read([]byte(strings.Replace(good, tt.old, tt.new, 1)))
			if err == nil || !strings.HasPrefix(err.Error()+" ", tt.want+" ") {
				t.Errorf("%s: got %v, want %s", tt.new, err, tt.want)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"tourney":1,"info":{"slug":"a","name":"A"},"settings":{"system":"swiss","rounds":1,"size":19,"floor":"30k","bar":"9d","handicap":{"basis":"rank","evenKomi":6.5},"criteria":["NBW"]},"players":[{"id":1,"family":"A","rank":"1k","status":"checked-in"}],"rounds":[{"games":[],"byes":[1]}],"lastId":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		tn, _, err := Read(data)
		if err != nil {
			if _, ok := fault.As(err); !ok {
				t.Fatalf("not a fault: %v", err)
			}
			return
		}
		var b bytes.Buffer
		if _, err := Write(&b, tn, nil); err != nil {
			t.Fatal(err)
		}
		again, _, err := Read(b.Bytes())
		if err != nil {
			t.Fatalf("written but not read: %v\n%s", err, b.Bytes())
		}
		if diff := cmp.Diff(tn, again, formattest.RatingsEqual(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}

// The page about formats lists the fields of a file.
func TestFieldsAreDocumented(t *testing.T) {
	doc := string(formattest.ReadTestdata(t, "..", "..", "..", "docs", "formats.md"))
	for field := range reflect.TypeFor[document]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !strings.Contains(doc, `"`+name+`"`) {
			t.Errorf("the field %s is not documented", name)
		}
	}
}

// A rating beyond the scale is read as the end of the scale, and a finding names both.
func TestRatingsBeyondTheScale(t *testing.T) {
	var b strings.Builder
	if _, err := Write(&b, tournament.Whole{Tournament: formattest.SixPlayers(t)}, nil); err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(b.String(), `"rank": "2d"`, `"rank": "9d", "rating": 3043`, 1)
	whole, findings, err := Read([]byte(text))
	if err != nil || whole.Players[0].Rating.Points() != 2949 {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"0: import.rating Aho Aino 3043 2949"}, formattest.Brief(findings)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
