package format

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"tourney/internal/format/file"
	"tourney/internal/testkit/eachfield"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// TestLostSettingsAreNoted turns one setting after the other on or off: a format
// that holds settings reads it back, or notes that it is lost.
func TestLostSettingsAreNoted(t *testing.T) {
	for _, f := range Formats() {
		if f.Writes != Tournament || f.For != nil {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			tn := formattest.Small(t)
			usual := tn.Clone().Settings
			pass := func() (reflect.Value, []file.Finding) {
				var b bytes.Buffer
				findings, err := Write(&b, f.Name, tournament.Whole{Tournament: tn}, nil)
				if err != nil {
					return reflect.ValueOf(usual), nil
				}
				again, _, err := Read(b.Bytes())
				if err != nil {
					return reflect.ValueOf(usual), nil
				}
				return reflect.ValueOf(again.Settings), findings
			}
			_, before := pass()
			eachfield.Change(&tn.Settings, func(path string) {
				settings, findings := pass()
				changed := reflect.ValueOf(tn.Settings)
				for name := range strings.SplitSeq(path, ".") {
					settings, changed = settings.FieldByName(name), changed.FieldByName(name)
				}
				group, _, _ := strings.Cut(path, ".")
				counts := changed.Kind() == reflect.Bool && group != "Format" && group != "Prizes" // those apply only to some tournaments
				if f.Name == "macmahon" && group == "Pairing" {
					counts = false // its file always notes that it holds no settings of draws
				}
				if counts && settings.Bool() != changed.Bool() && reflect.DeepEqual(before, findings) {
					t.Errorf("%s is lost without a note: add it to assemble.LostSettings, or write it", path)
				}
				tn.Settings = usual
			})
		})
	}
}
