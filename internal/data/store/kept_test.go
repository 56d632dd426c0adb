package store

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/data/store/jsoncolumn"
	"tourney/internal/data/store/logargs"
	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

var update = flag.Bool("update", false, "add to the golden files what has come to be kept")

// A keptValue is a value in a column of JSON, and its source.
type keptValue struct {
	name string
	text string
	want any
	read func(text string) (any, error)
}

// keptValues lists every kind of JSON in the database: settings, the args of the log, and one entry of each kind of
// change, whose values are the bodies of rows too.
func keptValues(t *testing.T) []keptValue {
	t.Helper()
	states := everythingNow()
	args := []any{3, -7, "Mäki \"Aino\" <&>", everyGame().Result, handicap.Komi(13), 0.25, true}
	values := []keptValue{
		{"settings", kept1(t, states[0].Settings), states[0].Settings, reads[tournament.Settings]},
	}
	text, err := logargs.Format(args)
	if err != nil {
		t.Fatal(err)
	}
	values = append(values, keptValue{"args", text, args, func(text string) (any, error) { return logargs.Parse(text, "cup/1") }})
	kinds := []any{tournament.AskSkip, tournament.CameLate}
	if text, err = logargs.Format(kinds); err != nil {
		t.Fatal(err)
	}
	values = append(values, keptValue{"args-kinds", text, kinds, func(text string) (any, error) { return logargs.Parse(text, "cup/1") }})
	for i, old := range everything() { // one file is enough for a new setting
		states[i].Settings = old.Settings
	}
	byKind := map[string][]tournament.Change{}
	was := &tournament.Tournament{}
	for _, now := range states {
		for _, c := range was.Diff(now) {
			byKind[kindOf(c)] = append(byKind[kindOf(c)], c)
		}
		was = now
	}
	for kind := range reflect.TypeFor[tournament.Change]().Fields() {
		changes := byKind[kind.Name]
		values = append(values, keptValue{"change-" + strings.ToLower(kind.Name), kept1(t, changes), changes, reads[[]tournament.Change]})
	}
	return values
}

func kept1(t *testing.T, v any) string {
	t.Helper()
	text, err := jsoncolumn.Format(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func reads[T any](text string) (any, error) {
	var v T
	err := jsoncolumn.Parse(text, &v, "test", "row")
	return v, err
}

// kindOf names the field that is set in a change.
func kindOf(c tournament.Change) string {
	v := reflect.ValueOf(c)
	for i := range v.NumField() {
		if !v.Field(i).IsZero() {
			return v.Type().Field(i).Name
		}
	}
	return ""
}

// TestKeptReadsBack compares with files that an earlier program wrote: they must parse to the same values, and the
// values must format to the same files. -update adds new fields; existing ones stay. Only a migration that renames
// fields replaces a file: delete the old one, and test the migration of the old form.
func TestKeptReadsBack(t *testing.T) {
	for _, v := range keptValues(t) {
		t.Run(v.name, func(t *testing.T) {
			path := filepath.Join("testdata", "kept", v.name+".json")
			golden, err := os.ReadFile(path)
			if errors.Is(err, fs.ErrNotExist) && *update {
				golden, err = []byte("null"), nil
			}
			golden = bytes.ReplaceAll(golden, []byte("\r\n"), []byte("\n")) // git may check it out so
			if err != nil {
				t.Fatalf("%v\nSomething new is kept: run go test ./internal/data/store -run Kept -update, and add the file.", err)
			}
			var text bytes.Buffer
			if err := json.Indent(&text, []byte(v.text), "", " "); err != nil {
				t.Fatal(err)
			}
			text.WriteByte('\n')
			if lost := missing(decoded(t, golden), decoded(t, text.Bytes()), ""); len(lost) > 0 {
				t.Fatalf("a kept name has changed, or its value: write a migration\n%s", strings.Join(lost, "\n"))
			}
			switch {
			case bytes.Equal(golden, text.Bytes()):
			case *update:
				if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
					t.Fatal(err)
				}
				golden = text.Bytes()
			default:
				t.Errorf("more is kept than %s holds: run go test ./internal/data/store -run Kept -update\n%s", path, cmp.Diff(string(golden), text.String()))
			}
			got, err := v.read(string(golden))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(v.want, got, cmp.AllowUnexported(rank.Rating{})); d != "" {
				t.Errorf("what was kept reads otherwise (-written +read):\n%s", d)
			}
		})
	}
}

// TestOldForms reads the files of schema 36: in the present forms they are the files of today, without the fields added
// since.
func TestOldForms(t *testing.T) {
	old, err := filepath.Glob("testdata/kept-36/*.json")
	if err != nil || len(old) == 0 {
		t.Fatal(err)
	}
	for _, path := range old {
		was, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		is, err := os.ReadFile(filepath.Join("testdata", "kept", filepath.Base(path)))
		if err != nil {
			t.Fatal(err)
		}
		if lost := missing(decoded(t, []byte(inNewForms(string(was)))), decoded(t, is), ""); len(lost) > 0 {
			t.Errorf("%s, converted, is not in today's file:\n%s", path, strings.Join(lost, "\n"))
		}
	}
}

func decoded(t *testing.T, text []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// missing lists the members of an old value that are not in a new one.
func missing(old, now any, at string) (lost []string) {
	switch old := old.(type) {
	case nil: // a new file
		return nil
	case map[string]any:
		if now, ok := now.(map[string]any); ok {
			for name, v := range old {
				if _, ok := now[name]; !ok {
					lost = append(lost, "missing: "+at+"."+name)
				} else {
					lost = append(lost, missing(v, now[name], at+"."+name)...)
				}
			}
			slices.Sort(lost)
			return lost
		}
	case []any:
		if now, ok := now.([]any); ok && len(now) == len(old) {
			for i := range old {
				lost = append(lost, missing(old[i], now[i], fmt.Sprintf("%s[%d]", at, i))...)
			}
			return lost
		}
	}
	if !reflect.DeepEqual(old, now) {
		lost = append(lost, fmt.Sprintf("%s was %v, is %v", at, old, now))
	}
	return lost
}

// TestKeptFieldsAreNamed walks every stored struct. Each field has a unique
// name in its tag, so that renaming it in Go loses nothing, and no option that
// can lose a value. Each is non-zero somewhere in the golden files.
func TestKeptFieldsAreNamed(t *testing.T) {
	filled := map[string]bool{}
	for _, v := range keptValues(t) {
		fill(filled, reflect.ValueOf(v.want))
	}
	seen := map[reflect.Type]bool{}
	walk(reflect.TypeFor[tournament.Settings](), seen)
	walk(reflect.TypeFor[tournament.Change](), seen)
	if len(seen) < 25 {
		t.Errorf("only %d structs were seen", len(seen))
	}
	for of := range seen {
		names := map[string]string{}
		for f := range of.Fields() {
			name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			switch {
			case !f.IsExported(), f.Anonymous:
				t.Errorf("%s.%s is not kept by a name", of, f.Name)
			case name == "" || name == "-":
				t.Errorf("%s.%s has no json name in its tag: it is kept, and would be lost when the field is renamed", of, f.Name)
			case names[strings.ToLower(name)] != "":
				t.Errorf("%s.%s is called as %s", of, f.Name, names[strings.ToLower(name)])
			case options != "" && options != "omitempty" && options != "omitzero" && options != "string":
				t.Errorf("%s.%s: the tag has %q", of, f.Name, options)
			case !filled[of.String()+"."+f.Name] && f.Name != "Games": // the log has games apart from their rounds
				t.Errorf("%s.%s has no value: give it one in everythingNow", of, f.Name)
			}
			names[strings.ToLower(name)] = f.Name
		}
	}
}

// isWhole reports whether values of a type write themselves.
func isWhole(of reflect.Type) bool {
	value := reflect.New(of).Interface()
	_, text := value.(encoding.TextMarshaler)
	_, whole := value.(json.Marshaler)
	return text || whole
}

// walk adds every struct below a type that is written field by field.
func walk(of reflect.Type, seen map[reflect.Type]bool) {
	switch of.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		walk(of.Elem(), seen)
	case reflect.Struct:
		if isWhole(of) || seen[of] {
			return
		}
		seen[of] = true
		for f := range of.Fields() {
			walk(f.Type, seen)
		}
	}
}

// fill adds every non-zero field below a value.
func fill(filled map[string]bool, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			fill(filled, v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			fill(filled, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !v.Field(i).IsZero() {
				filled[v.Type().String()+"."+v.Type().Field(i).Name] = true
			}
			fill(filled, v.Field(i))
		}
	}
}

// TestEveryKindOfChangeIsKept requires an entry of every kind of change in the golden files: of changed, new and
// removed elements.
func TestEveryKindOfChangeIsKept(t *testing.T) {
	for kind := range reflect.TypeFor[tournament.Change]().Fields() {
		text, err := os.ReadFile(filepath.Join("testdata", "kept", "change-"+strings.ToLower(kind.Name)+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var changes []tournament.Change
		if err := jsoncolumn.Parse(string(text), &changes, "log", kind.Name); err != nil {
			t.Fatal(err)
		}
		var changed, come, gone bool
		for _, c := range changes {
			v := reflect.ValueOf(c).FieldByName(kind.Name)
			if v.IsNil() {
				t.Fatalf("%s: the entry is of another kind", kind.Name)
			}
			was, now := !v.Elem().Field(0).IsNil(), !v.Elem().Field(1).IsNil()
			changed, come, gone = changed || was && now, come || !was, gone || !now
		}
		whole := kind.Name == "Info" || kind.Name == "Settings"
		if !changed || !whole && (!come || !gone) {
			t.Errorf("%s: changed %v, new %v, gone %v", kind.Name, changed, come, gone)
		}
	}
}

// TestKeptIsReadWhole spoils stored JSON: reading reports it.
func TestKeptIsReadWhole(t *testing.T) {
	for _, tt := range []struct{ name, spoil, key, want string }{
		{"a setting of later", `update tournaments set settings = json_set(settings, '$.later', 1)`, "database.kept.unknown", "tournaments cup later"},
		{"a weight of later", `update tournaments set settings = json_set(settings, '$.pairing.later', 1)`, "database.kept.unknown", "tournaments cup pairing.later"},
		{"in a list", `update tournaments set settings = json_set(settings, '$.stages', json('[{"from":2,"later":1}]'))`, "database.kept.unknown", "tournaments cup stages[1].later"},
		{"a word of later", `update tournaments set settings = json_set(settings, '$.bar', 'later')`, "database.kept.broken", "tournaments cup"},
		{"two values", `update tournaments set settings = settings || '{}'`, "database.kept.broken", "tournaments cup"},
		{"no JSON", `update tournaments set settings = 'x'`, "database.kept.broken", "tournaments cup"},
		{"nothing", `update tournaments set settings = ''`, "database.kept.broken", "tournaments cup"},
		{"a description", `update tournaments set info = json_set(info, '$.later', 1)`, "database.kept.unknown", "tournaments cup later"},
		{"a player", `update players set body = json_set(body, '$.fee.later', 1) where id = 2`, "database.kept.unknown", "players cup/2 fee.later"},
		{"a round", `update rounds set body = '{'`, "database.kept.broken", "rounds cup/1"},
		{"a game", `update games set body = json_set(body, '$.later', 1) where id = (select min(id) from games)`, "database.kept.unknown", "games cup/3 later"},
		{"an element of the day", `insert into days values (1, 'request', 9, '{"id":9,"later":1}')`, "database.kept.unknown", "days cup/9 later"},
		{"a broken element", `insert into days values (1, 'final', 9, '{')`, "database.kept.broken", "days cup/9"},
		{"a kind of change", `update log set changes = '[{"later":{}}]'`, "database.kept.unknown", "log cup/1 [1].later"},
		{"a change", `update log set changes = '[{"game":{"now":{"id":1,"accepted":{"later":1}}}}]'`, "database.kept.unknown", "log cup/1 [1].game.now.accepted.later"},
		{"changes and more", `update log set changes = changes || ']'`, "database.kept.broken", "log cup/1"},
		{"an argument", `update log set args = '[{"later":"x"}]'`, "database.kept.unknown", "log cup/1 later"},
		{"an empty argument", `update log set args = '[{}]'`, "database.kept.broken", "log cup/1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := fresh(t)
			create(t, s, sample(t, "cup", 2))
			if strings.Contains(tt.spoil, "json_") {
				fileOf(t, s) // the functions are of the file's engine
			}
			if err := s.writer.Exec(tt.spoil).Error; err != nil {
				t.Fatal(err)
			}
			_, err := s.Tournament(t.Context(), "cup")
			if strings.HasPrefix(tt.want, "log") {
				_, err = s.Logged(t.Context(), "cup", 1)
			}
			wantFault(t, err, tt.key)
			if f, ok := fault.As(err); !ok || strings.TrimSpace(fmt.Sprintln(f.Args...)) != tt.want {
				t.Errorf("fault %v, want %q", f, tt.want)
			}
			if s.Verify(t.Context()) == nil {
				t.Error("verify finds nothing")
			}
		})
	}
}

// TestKeptFlags compares the names of booleans in Go and in JSON. In the samples of TestKeptReadsBack they are all true,
// so that two exchanged names would read back.
func TestKeptFlags(t *testing.T) {
	for kind := range reflect.TypeFor[tournament.Change]().Fields() {
		flags(kind.Type.Elem().Field(0).Type.Elem(), func(of reflect.Type, inGo, inJSON string) {
			if !strings.EqualFold(inGo, inJSON) && inGo != "ByHand" { // "own" in JSON
				t.Errorf("%s.%s is %q in JSON: give it the same name", of, inGo, inJSON)
			}
		})
	}
}

// flags calls f with the booleans in a type, each with its struct and its names in Go and in JSON.
func flags(t reflect.Type, f func(of reflect.Type, inGo, inJSON string)) {
	switch t.Kind() {
	case reflect.Slice, reflect.Pointer:
		flags(t.Elem(), f)
	case reflect.Struct:
		if isWhole(t) {
			return
		}
		for field := range t.Fields() {
			if field.Type.Kind() == reflect.Bool {
				name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
				f(t, field.Name, name)
			}
			flags(field.Type, f)
		}
	}
}
