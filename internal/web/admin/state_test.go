package admin

import (
	"strings"
	"testing"
	"time"

	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/templates"
)

// The first sentence of the page is amber for data on one computer only, and says since when.
func TestStateInOneSentence(t *testing.T) {
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	at := func(clock string) time.Time {
		day, err := time.Parse("2006-01-02 15:04", "2026-11-28 "+clock)
		if err != nil {
			t.Fatal(err)
		}
		return day
	}
	missing := fault.New(fault.Unavailable, "backup.second.missing", "/media/KUOPIO-GO")
	for _, tt := range []struct {
		is              safety
		dot, says, loss string
	}{
		{safety{missing: -1}, "wait", "only on this computer. Add a stick or a second computer.", "everything is lost"},
		{safety{stick: "/media/KUOPIO-GO", missing: -1}, "wait", "only on this computer. Add a stick", "everything is lost"}, // before the first backup
		{safety{stick: "/media/KUOPIO-GO", backedUp: at("14:30"), missing: 3}, "wait", "saved here, and on the stick up to 14:30.", "3 changes are lost"},
		{safety{stick: "/media/KUOPIO-GO", backedUp: at("14:30")}, "good", "saved twice: here, and on the stick at 14:30.", "nothing is lost"},
		{safety{follows: "Desk 2", missing: -1}, "good", "saved twice: here, and on Desk 2 at every change.", "nothing is lost"},
		{safety{stick: "/media/KUOPIO-GO", backedUp: at("14:30"), follows: "Desk 2", missing: 3}, "good", "three times: here, on the stick at 14:30, and on Desk 2", "nothing is lost"},
		{safety{stick: "/media/KUOPIO-GO", out: true, failed: missing, copied: at("13:10"), missing: 48}, "wait", "only on this computer since 13:10. Put the stick back in.", "48 changes are lost"},
		{safety{stick: "/media/KUOPIO-GO", out: true, failed: missing, missing: -1}, "wait", "only on this computer. Put the stick /media/KUOPIO-GO back in.", "everything is lost"},
		{safety{stick: "/media/KUOPIO-GO", out: true, failed: missing, follows: "Desk 2", missing: 48}, "wait", "saved here and on Desk 2. Put the stick back in.", "nothing is lost"},
		{safety{stick: "/media/KUOPIO-GO", out: true, failed: fault.New(fault.Unavailable, "backup.second.failed", "/media/KUOPIO-GO")}, "wait", "cannot be written", ""},
		{safety{late: "Desk 2", behind: at("14:02"), missing: -1}, "wait", "only on this computer. Desk 2 misses the changes since 14:02.", "everything is lost"},
		{safety{late: "Desk 2", behind: at("14:02"), follows: "Desk 3", missing: -1}, "wait", "Desk 2 misses the changes since 14:02.", "nothing is lost"},
		{safety{late: "Desk 2", stick: "/media/KUOPIO-GO", out: true, failed: missing, copied: at("13:10"), missing: 48}, "wait", "only on this computer since 13:10. Put the stick back in.", "48 changes are lost"},
		{safety{late: "Desk 2", missing: -1}, "wait", "only on this computer. Desk 2 does not follow yet.", "everything is lost"},
	} {
		tt.is.now = at("14:32")
		got := newStateView(catalog.Language("en").In(time.UTC), tt.is)
		if got.Dot != tt.dot || !strings.Contains(got.Text, tt.says) || !strings.Contains(got.Loss, tt.loss) {
			t.Errorf("%+v\n is %s: %s %s\n want %s: … %s … %s", tt.is, got.Dot, got.Text, got.Loss, tt.dot, tt.says, tt.loss)
		}
	}
}
