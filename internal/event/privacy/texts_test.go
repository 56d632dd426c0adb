package privacy

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tourney/internal/testkit/golden"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// Every text of a published tournament is in the list: it shows a new field that must stay private.
func TestPublishedTexts(t *testing.T) {
	var list strings.Builder
	for _, hiding := range []consent.Hiding{consent.Full, consent.Anonymous} {
		var tn tournament.Tournament
		named(reflect.ValueOf(&tn).Elem(), "")
		tn.Players[0].Hiding, tn.Players[0].Forgotten, tn.Rounds[0].Published = hiding, false, true
		text, err := json.Marshal(Published(&tn))
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		for _, m := range regexp.MustCompile(`§([^§]*)§`).FindAllStringSubmatch(string(text), -1) {
			found[m[1]] = true
		}
		fmt.Fprintf(&list, "with players who are shown as %q\n", hiding)
		for _, name := range slices.Sorted(maps.Keys(found)) {
			fmt.Fprintln(&list, name)
		}
	}
	golden.Check(t, "published.golden", list.String())
}

// named fills a value: one of each list and pointer, and its own path as each text.
func named(v reflect.Value, path string) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("§" + strings.TrimPrefix(path, ".") + "§")
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)))
			return
		}
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				named(v.Field(i), path+"."+f.Name)
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		named(v.Index(0), path)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		named(v.Elem(), path)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		named(key, path+" of")
		named(value, path)
		v.SetMapIndex(key, value)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(1)
	}
}
