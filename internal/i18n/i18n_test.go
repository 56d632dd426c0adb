package i18n

import (
	"errors"
	"fmt"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/fault"
)

// small returns two small catalogs.
func small(t *testing.T) *Catalog {
	t.Helper()
	c, err := Load(fstest.MapFS{
		"lang/en.json": {Data: []byte(`{"language.decimal": ".", "date.time.clock": "{0}:{1}", "hello": "Hello {0} from {1}",
			"games": {"one": "{0} game", "other": "{0} games"}, "only.english": "plain",
			"only.count": {"one": "{0} stone", "other": "{0} stones"}, "field.club": "Club", "fault.internal": "trouble"}`)},
		"lang/pl.json": {Data: []byte(`{"language.decimal": ",", "date.time.clock": "{0}.{1}", "hello": "Cześć {0} z {1}",
			"games": {"one": "{0} partia", "few": "{0} partie", "many": "{0} partii", "other": "{0} partii (ułamek)"}, "field.club": "Klub"}`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

type halfPoints int

func (h halfPoints) String() string {
	if h%2 != 0 {
		return "-2.5"
	}
	return "3"
}

type field string

func (f field) Message() (string, []any) { return "field." + string(f), nil }

func TestT(t *testing.T) {
	pl := small(t).Language("pl")
	helsinki, err := time.LoadLocation("Europe/Helsinki")
	if err != nil {
		t.Fatal(err)
	}
	noon := time.Date(2026, 1, 31, 12, 5, 9, 0, time.UTC)
	for _, tt := range []struct {
		key  string
		args []any
		want string
	}{
		{"games", []any{1}, "1 partia"},
		{"games", []any{2}, "2 partie"},
		{"games", []any{5}, "5 partii"},
		{"games", []any{22}, "22 partie"},
		{"games", []any{112}, "112 partii"},
		{"games", []any{0}, "0 partii"},
		{"games", []any{1.5}, "1,5 partii (ułamek)"},
		{"games", []any{"1"}, "1 partia"},
		{"games", []any{halfPoints(1)}, "\u22122,5 partii (ułamek)"},
		{"hello", []any{field("club"), noon}, "Cześć Klub z 14.05"},
		{"hello", []any{"{1}", "x"}, "Cześć {1} z x"},
		{"hello", []any{"x"}, "Cześć x z {1}"},
		{"hello", []any{fault.New(fault.Invalid, "games", 2), "6.5"}, "Cześć 2 partie z 6.5"},
		{"only.english", nil, "plain"},
		{"only.count", []any{22}, "22 stones"}, // "few" in Polish; English has no such form
		{"only.count", []any{1}, "1 stone"},
		{"nowhere.known", nil, "nowhere.known"},
	} {
		t.Run(fmt.Sprint(tt.key, tt.args), func(t *testing.T) {
			if got := pl.In(helsinki).T(tt.key, tt.args...); got != tt.want {
				t.Errorf("T(%q, %v) = %q, want %q", tt.key, tt.args, got, tt.want)
			}
		})
	}
}

// A text that is a message in one language is translated into another; any other text stays.
func TestTranslate(t *testing.T) {
	c := small(t)
	for _, tt := range []struct{ language, text, want string }{
		{"pl", "Club", "Klub"}, {"en", "Klub", "Club"}, {"pl", "Klub", "Klub"}, {"pl", "club", "club"}, {"pl", "trouble", "trouble"}, {"pl", "", ""},
	} {
		if got := c.Language(tt.language).In(time.UTC).Translate(tt.text, "only.english", "field.club", "nowhere"); got != tt.want {
			t.Errorf("%q in %s: %q, want %q", tt.text, tt.language, got, tt.want)
		}
	}
}

func TestHas(t *testing.T) {
	pl := small(t).Language("pl")
	for key, want := range map[string]bool{"hello": true, "only.english": true, "nowhere.known": false} {
		if got := pl.Has(key); got != want {
			t.Errorf("Has(%q) = %v, want %v", key, got, want)
		}
	}
}

func TestUntranslatedKeys(t *testing.T) {
	c := small(t)
	for code, want := range map[string][]string{"en": nil, "pl": {"fault.internal", "only.count", "only.english"}} {
		if diff := cmp.Diff(want, c.Language(code).untranslated()); diff != "" {
			t.Errorf("%s: %s", code, diff)
		}
	}
}

func TestError(t *testing.T) {
	en := small(t).Language("en")
	wrapped := errors.Join(errors.New("row 3"), fault.New(fault.Invalid, "games", 3))
	if got := en.Error(wrapped); got != "3 games" {
		t.Errorf("a wrapped fault is formatted as %q", got)
	}
	if got := en.Error(errors.New("disk full")); got != "trouble" {
		t.Errorf("an inner error is formatted as %q", got)
	}
}

func TestMatch(t *testing.T) {
	c := catalogs(t)
	for _, tt := range []struct{ chosen, accept, want string }{
		{"", "", "en"},
		{"", "fi-FI,fi;q=0.9,en;q=0.8", "fi"},
		{"", "cs", "cs"},
		{"", "sk,cs;q=0.8", "cs"},
		{"", "pl-PL-u-rg-uszzzz", "pl"},
		{"", "ja,zh", "en"},
		{"", "not a header ;;; q", "en"},
		{"pl", "fi", "pl"},
		{"xx", "fi", "fi"},
		{"../en", "fi", "fi"},
	} {
		t.Run(fmt.Sprintf("%q of %q", tt.chosen, tt.accept), func(t *testing.T) {
			if got := c.Match(tt.chosen, tt.accept).Code(); got != tt.want {
				t.Errorf("Match(%q, %q) = %s, want %s", tt.chosen, tt.accept, got, tt.want)
			}
		})
	}
	var codes []string
	for _, l := range c.Languages() {
		codes = append(codes, l.Code())
	}
	if diff := cmp.Diff([]string{"en", "cs", "de", "fi", "fr", "pl"}, codes); diff != "" {
		t.Error(diff)
	}
}

func TestDates(t *testing.T) {
	c := catalogs(t)
	day := func(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }
	first, second, next, later := day(2026, 10, 31), day(2026, 11, 1), day(2026, 10, 30), day(2027, 1, 2)
	for _, tt := range []struct {
		code       string
		begin, end time.Time
		want       string
	}{
		{"en", first, first, "31 October 2026"},
		{"en", next, first, "30–31 October 2026"},
		{"en", first, second, "31 October – 1 November 2026"},
		{"en", first, later, "31 October 2026 – 2 January 2027"},
		{"fi", next, first, "30.–31. lokakuuta 2026"},
		{"fi", first, time.Time{}, "31. lokakuuta 2026"},
		{"pl", first, second, "31 października – 1 listopada 2026"},
		{"cs", first, second, "31. října – 1. listopadu 2026"},
		{"en", time.Time{}, first, ""},
	} {
		t.Run(tt.code+" "+tt.want, func(t *testing.T) {
			if got := c.Language(tt.code).Dates(tt.begin, tt.end); got != tt.want {
				t.Errorf("%s: Dates = %q, want %q", tt.code, got, tt.want)
			}
		})
	}
	at := time.Date(2026, 11, 1, 7, 5, 0, 0, time.UTC)
	for code, want := range map[string]string{
		"en": "1 November, 07:05", "fi": "1. marraskuuta klo 07.05", "pl": "1 listopada, 07:05", "cs": "1. listopadu 07:05",
	} {
		if got := c.Language(code).Moment(at); got != want {
			t.Errorf("%s: Moment = %q, want %q", code, got, want)
		}
	}
	late := time.Date(2026, 10, 31, 22, 30, 0, 0, time.UTC) // in Helsinki it is 00:30 on the first of November
	helsinki, err := time.LoadLocation("Europe/Helsinki")
	if err != nil {
		t.Fatal(err)
	}
	for code, want := range map[string][2]string{
		"en": {"31 October, 22:30", "00:30"}, "fi": {"31. lokakuuta klo 22.30", "klo 00.30"},
		"pl": {"31 października, 22:30", "00:30"}, "cs": {"31. října 22:30", "00:30"},
	} {
		l := c.Language(code)
		if utc, there := l.Since(late, at), l.In(helsinki).Since(late, at); utc != want[0] || there != want[1] {
			t.Errorf("%s: Since = %q and %q, want %q", code, utc, there, want)
		}
	}
}

// Every language reads back the days that it writes.
func TestParseDateReadsDate(t *testing.T) {
	for _, lang := range catalogs(t).Languages() {
		for day := time.Date(2028, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() == 2028; day = day.AddDate(0, 0, 1) {
			if got, ok := lang.ParseDate(lang.Date(day)); !ok || !got.Equal(day) {
				t.Fatalf("%s: %q is read as %v, %v", lang.Code(), lang.Date(day), got, ok)
			}
		}
	}
}

func TestParseDate(t *testing.T) {
	c := catalogs(t)
	for _, tt := range []struct{ code, text, want string }{
		{"en", "5 December 2026", "2026-12-05"},
		{"en", "december 5, 2026", "2026-12-05"},
		{"en", "5 Dec. 2026", "2026-12-05"},
		{"en", "2026-12-05", "2026-12-05"},
		{"en", "5.12.2026", "2026-12-05"},
		{"en", "25/12/2026", "2026-12-25"},
		{"en", "5/12/2026", ""}, // or the twelfth of May
		{"en", "5 May", ""},
		{"en", "31.4.2026", ""},
		{"en", "5 Ju 2026", ""},
		{"en", "June July 2026", ""},
		{"fi", "5.12.2026", "2026-12-05"},
		{"fi", "5. joulukuuta 2026", "2026-12-05"},
		{"cs", "5. čer 2026", ""}, // June or July
		{"pl", "5 XII 2026", ""},
		{"pl", "5 gru 2026", "2026-12-05"},
		{"en", "99999999999999999999.1.2026", ""},
	} {
		got, ok := c.Language(tt.code).ParseDate(tt.text)
		if ok != (tt.want != "") || ok && got.Format(time.DateOnly) != tt.want {
			t.Errorf("%s: ParseDate(%q) = %v, %v, want %q", tt.code, tt.text, got, ok, tt.want)
		}
	}
}

func FuzzParseDate(f *testing.F) {
	for _, text := range []string{"5 December 2026", "5.12.2026", "2026-12-05", "1/2/3", "٥ ١٢ ٢٠٢٦", ""} {
		f.Add(text)
	}
	lang := catalogs(f).Language("en")
	f.Fuzz(func(t *testing.T, text string) {
		if day, ok := lang.ParseDate(text); ok {
			if again, ok := lang.ParseDate(lang.Date(day)); !ok || !again.Equal(day) {
				t.Errorf("%q is %v, which reads back as %v", text, day, again)
			}
		}
	})
}

func TestSort(t *testing.T) {
	c := catalogs(t)
	for _, tt := range []struct {
		code       string
		list, want []string
	}{
		{"fi", []string{"Öhman", "Zander", "Åberg", "aalto", "Aho"}, []string{"aalto", "Aho", "Zander", "Åberg", "Öhman"}},
		{"en", []string{"Öhman", "Zander", "Åberg", "Pavlov"}, []string{"Åberg", "Öhman", "Pavlov", "Zander"}},
		{"cs", []string{"Chvátal", "Ihn", "Hrubý", "Černý", "Dub", "Cibulka"}, []string{"Cibulka", "Černý", "Dub", "Hrubý", "Chvátal", "Ihn"}},
		{"pl", []string{"Żak", "Zając", "Łach", "Lis", "Maj"}, []string{"Lis", "Łach", "Maj", "Zając", "Żak"}},
	} {
		t.Run(tt.code, func(t *testing.T) {
			Sort(c.Language(tt.code), tt.list, func(s string) string { return s })
			if diff := cmp.Diff(tt.want, tt.list); diff != "" {
				t.Errorf("%s: %s", tt.code, diff)
			}
		})
	}
}

func TestLoadRefuses(t *testing.T) {
	for name, fsys := range map[string]fstest.MapFS{
		"no English":    {"lang/fi.json": {Data: []byte(`{}`)}},
		"no language":   {"lang/en.json": {Data: []byte(`{}`)}, "lang/not a tag.json": {Data: []byte(`{}`)}},
		"no JSON":       {"lang/en.json": {Data: []byte(`{"a": "b"`)}},
		"no plural":     {"lang/en.json": {Data: []byte(`{"a": {"other": 7}}`)}},
		"no form":       {"lang/en.json": {Data: []byte(`{}`)}, "lang/fi.json": {Data: []byte(`{"a": {}}`)}},
		"no plain text": {"lang/en.json": {Data: []byte(`{"a": ["b"]}`)}},
	} {
		t.Run(name, func(t *testing.T) {
			if c, err := Load(fsys); err == nil && c.Check() == nil {
				t.Errorf("%s: loaded", name)
			}
		})
	}
}

func TestOrdinal(t *testing.T) {
	c := catalogs(t)
	for n, want := range map[int]string{1: "one", 2: "two", 3: "few", 4: "other", 11: "other", 12: "other", 13: "other", 21: "one", 22: "two", 103: "few"} {
		if got := c.Language("en").Ordinal(n); got != want {
			t.Errorf("en: %d is %s, want %s", n, got, want)
		}
		for _, code := range []string{"fi", "pl", "cs"} {
			if got := c.Language(code).Ordinal(n); got != "other" {
				t.Errorf("%s: %d is %s, want other", code, n, got)
			}
		}
	}
}

func TestFill(t *testing.T) {
	for text, want := range map[string]string{
		"":                 "",
		"no place":         "no place",
		"{0}":              "Ä",
		"{1}, {0} and {0}": "b{0}, Ä and Ä",
		"{2} stays":        "{2} stays",
		"{/}{:}{x}{}":      "{/}{:}{x}{}",
		"{{0}}":            "{Ä}",
		"open {":           "open {",
		"open {0":          "open {0",
	} {
		if got := fill(text, []string{"Ä", "b{0}"}); got != want {
			t.Errorf("%q is filled as %q, want %q", text, got, want)
		}
	}
}
