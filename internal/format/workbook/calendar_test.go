package workbook

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/format/file"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// inCalendar returns the unfolded lines of a calendar, and checks the form of every line.
func inCalendar(t interface {
	Errorf(string, ...any)
}, text string) []string {
	if !strings.HasSuffix(text, "\r\n") {
		t.Errorf("the calendar ends in %q", text[max(0, len(text)-5):])
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\r\n"), "\r\n") {
		if len(line) > 75 || strings.ContainsAny(line, "\r\n") || !utf8.ValidString(line) {
			t.Errorf("the line %q is no line of a calendar", line)
		}
	}
	return strings.Split(strings.TrimSuffix(strings.ReplaceAll(text, "\r\n ", ""), "\r\n"), "\r\n")
}

func TestCalendar(t *testing.T) {
	helsinki, err := time.LoadLocation("Europe/Helsinki")
	if err != nil {
		t.Fatal(err)
	}
	tn := formattest.SixPlayers(t)
	tn.Version = 12
	tn.Info.Name = "Testilan kevät; mestaruus, " + strings.Repeat("ä", 60)
	// Clocks go forward in the night before the third round.
	tn.Info.Begin, tn.Info.End = tournament.DateOf(time.Date(2026, 3, 28, 0, 0, 0, 0, time.UTC)), tournament.DateOf(time.Date(2026, 3, 29, 0, 0, 0, 0, time.UTC))
	tn.Rounds[0].Start = time.Date(2026, 3, 28, 11, 0, 0, 0, helsinki)
	tn.Rounds[1].Start = time.Date(2026, 3, 28, 12, 30, 0, 0, helsinki)
	tn.Rounds[2].Start = time.Date(2026, 3, 29, 10, 0, 0, 0, helsinki)
	text, findings := formattest.AsFile(t, WriteCalendar, tn)
	if len(findings) > 0 {
		t.Errorf("findings %v", formattest.Brief(findings))
	}
	name := `Testilan kevät\; mestaruus\, ` + strings.Repeat("ä", 60)
	event := func(id, stamp, title, begin, end string) []string {
		return []string{"BEGIN:VEVENT", "UID:testila-open-2026-" + id + "@tourney", "DTSTAMP:" + stamp, "SEQUENCE:12",
			"SUMMARY:" + name + title, `LOCATION:Testila\, FI`, "DTSTART" + begin, "DTEND" + end}
	}
	zone := ";TZID=Europe/Helsinki:"
	want := slices.Concat(
		[]string{"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//tourney//tourney//EN", "CALSCALE:GREGORIAN",
			"BEGIN:VTIMEZONE", "TZID:Europe/Helsinki",
			"BEGIN:STANDARD", "DTSTART:20251026T040000", "TZOFFSETFROM:+0300", "TZOFFSETTO:+0200", "TZNAME:EET", "END:STANDARD",
			"BEGIN:DAYLIGHT", "DTSTART:20260329T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0300", "TZNAME:EEST", "END:DAYLIGHT",
			"END:VTIMEZONE"},
		event("days", "20260328T000000Z", "", ";VALUE=DATE:20260328", ";VALUE=DATE:20260330"), []string{"TRANSP:TRANSPARENT", "END:VEVENT"},
		event("round-1", "20260328T090000Z", ": round 1", zone+"20260328T110000", zone+"20260328T123000"), []string{"END:VEVENT"},
		event("round-2", "20260328T103000Z", ": round 2", zone+"20260328T123000", zone+"20260328T143000"), []string{"END:VEVENT"},
		event("round-3", "20260329T070000Z", ": round 3", zone+"20260329T100000", zone+"20260329T120000"), []string{"END:VEVENT"},
		[]string{"END:VCALENDAR"})
	if diff := cmp.Diff(want, inCalendar(t, text)); diff != "" {
		t.Errorf("calendar (-want +got):\n%s", diff)
	}

	tn.Info.Zone = ""
	tn.Rounds[2].Published = false
	text, _ = formattest.AsFile(t, WriteCalendar, tn)
	if !strings.Contains(text, "DTSTART:20260328T090000Z") || strings.Contains(text, "TZID") || strings.Contains(text, "round-3") {
		t.Errorf("without a zone:\n%s", text)
	}
}

// A calendar without any event has a note about that.
func TestCalendarWithoutDays(t *testing.T) {
	tn := formattest.SixPlayers(t)
	tn.Info.Begin, tn.Info.End = tournament.Date{}, tournament.Date{}
	if text, findings := formattest.AsFile(t, WriteCalendar, tn); strings.Contains(text, "VEVENT") || !slices.Equal(formattest.Keys(findings), []string{"about.calendar.empty"}) {
		t.Errorf("%v\n%s", formattest.Brief(findings), text)
	}
}

func TestCalendarLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[a-zäß山;,\\ ]{1,150}`).Draw(t, "name")
		c := &calendar{t: &tournament.Tournament{}, say: file.Label(nil).OrKeys()}
		c.line("SUMMARY", calendarText.Replace(name))
		unfolded := inCalendar(t, c.b.String())
		back := strings.NewReplacer(`\\`, `\`, `\;`, ";", `\,`, ",").Replace(strings.TrimPrefix(unfolded[0], "SUMMARY:"))
		if len(unfolded) != 1 || back != name {
			t.Errorf("%q comes back as %q", name, back)
		}
	})
}
