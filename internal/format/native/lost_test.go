package native

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/testkit/formattest"
)

// stated removes values that the format leaves out: null, empty, zero and false ones.
func stated(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, inner := range v {
			if inner = stated(inner); inner == nil {
				delete(v, k)
			} else {
				v[k] = inner
			}
		}
		if len(v) == 0 {
			return nil
		}
	case []any:
		for i := range v {
			v[i] = stated(v[i])
		}
		if len(v) == 0 {
			return nil
		}
	case string:
		if v == "" {
			return nil
		}
	case float64:
		if v == 0 {
			return nil
		}
	case bool:
		if !v {
			return nil
		}
	}
	return v
}

// Whatever words and signs are mixed into the values of a file, it is read as written, a finding reports the
// difference, or the file is refused.
func TestNothingVanishes(t *testing.T) {
	value := regexp.MustCompile(`: (?:"([^"]+)"|(-?\d[\d.]*))`)
	rapid.Check(t, func(t *rapid.T) {
		text := string(written(t, formattest.AnyTournament(t)))
		for range rapid.IntRange(1, 2).Draw(t, "signs") {
			places := value.FindAllStringSubmatchIndex(text, -1)
			at := rapid.SampledFrom(places).Draw(t, "at")
			end := max(at[3], at[5])
			signs := []string{"'", ";", ",", "|", "*", "?", "=", "+", "(", " x", " 1", "1", "true", "-"}
			if at[3] < 0 {
				signs = []string{"1", "0", ".5", "e3", "00000000000", ", \"x\": 1"}
			}
			text = text[:end] + rapid.SampledFrom(signs).Draw(t, "sign") + text[end:]
		}
		tn, findings, err := Read([]byte(text))
		if err != nil {
			if _, ok := fault.As(err); !ok {
				t.Fatal(err)
			}
			return
		}
		if len(findings) > 0 {
			return
		}
		var want, got any
		if json.Unmarshal([]byte(text), &want) != nil || json.Unmarshal(written(t, tn), &got) != nil {
			t.Fatal("not JSON")
		}
		byText := cmpopts.SortSlices(func(a, b any) bool { return fmt.Sprint(a) < fmt.Sprint(b) }) // games go by their tables
		if diff := cmp.Diff(stated(want), stated(got), byText); diff != "" {
			t.Fatalf("read as another tournament, in silence (-want +got):\n%s", strings.TrimSpace(diff))
		}
	})
}
