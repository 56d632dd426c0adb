package workbook

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"tourney/internal/format/file"
	"tourney/internal/results/rating"
	"tourney/internal/tournament"
)

// WriteCalendar writes the days of the tournament and the published rounds with a known start as an iCalendar (RFC
// 5545), in the time zone of the venue. A round ends when both clocks have run out, or at the start of the next. Of open
// play it writes the evenings.
func WriteCalendar(w io.Writer, t *tournament.Tournament, label file.Label) ([]file.Finding, error) {
	c := &calendar{t: t, say: label.OrKeys()}
	zone := t.Info.Location()
	var rounds []*tournament.Round
	for n := 1; n <= t.Current(); n++ {
		if r := t.Round(n); !r.Start.IsZero() {
			rounds = append(rounds, r)
		}
	}
	c.line("BEGIN", "VCALENDAR")
	c.line("VERSION", "2.0")
	c.line("PRODID", "-//tourney//tourney//EN")
	c.line("CALSCALE", "GREGORIAN")
	if zone != time.UTC && len(rounds) > 0 {
		c.zone(zone, rounds)
	}
	c.evenings()
	if begin, end := t.Info.Days(); !begin.IsZero() && !t.IsOpen() {
		c.event("days", t.Info.Name, begin)
		c.line("DTSTART;VALUE=DATE", begin.Format("20060102"))
		c.line("DTEND;VALUE=DATE", end.AddDate(0, 0, 1).Format("20060102"))
		c.line("TRANSP", "TRANSPARENT")
		c.line("END", "VEVENT")
	}
	for i, r := range rounds {
		end := r.Start.Add(2 * rating.Adjusted(t.Settings.Clock))
		if i+1 < len(rounds) && rounds[i+1].Start.After(r.Start) && rounds[i+1].Start.Before(end) {
			end = rounds[i+1].Start
		}
		c.event(fmt.Sprintf("round-%d", r.Number), t.Info.Name+": "+c.say("workbook.round", r.Number), r.Start)
		c.time("DTSTART", r.Start, zone)
		c.time("DTEND", end, zone)
		c.line("END", "VEVENT")
	}
	c.line("END", "VCALENDAR")
	_, err := w.Write(c.b.Bytes())
	if begin, _ := t.Info.Days(); (begin.IsZero() || t.IsOpen()) && len(rounds)+len(t.Day.Evenings) == 0 {
		return []file.Finding{{Severity: file.Warning, Key: "about.calendar.empty"}}, err
	}
	return nil, err
}

type calendar struct {
	t   *tournament.Tournament
	say file.Label
	b   bytes.Buffer
}

// evenings writes the evenings of open play. The evening of today ends with the longest possible game.
func (c *calendar) evenings() {
	for i := range c.t.Day.Evenings {
		e := &c.t.Day.Evenings[i]
		end := e.Ended
		if end.IsZero() {
			end = e.Began.Add(2 * rating.Adjusted(c.t.Settings.Clock))
		}
		c.event(fmt.Sprintf("evening-%d", e.ID), c.t.Info.Name, e.Began)
		c.time("DTSTART", e.Began, time.UTC)
		c.time("DTEND", end, time.UTC)
		c.line("END", "VEVENT")
	}
}

// line writes a property, folded after at most 75 bytes.
func (c *calendar) line(name, value string) {
	const most = 75
	text := name + ":" + value
	for len(text) > most {
		cut := most
		for !utf8.RuneStart(text[cut]) {
			cut--
		}
		c.b.WriteString(text[:cut] + "\r\n")
		text = " " + text[cut:]
	}
	c.b.WriteString(text + "\r\n")
}

var calendarText = strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\r\n", `\n`, "\n", `\n`)

// event begins an event. The version of the tournament counts its revisions. stamp is a time of the event, not of the
// writing, so that equal states give equal files.
func (c *calendar) event(id, title string, stamp time.Time) {
	c.line("BEGIN", "VEVENT")
	c.line("UID", c.t.Info.Slug+"-"+id+"@tourney")
	c.line("DTSTAMP", stamp.UTC().Format("20060102T150405Z"))
	c.line("SEQUENCE", fmt.Sprint(c.t.Version))
	c.line("SUMMARY", calendarText.Replace(title))
	if place := strings.Trim(c.t.Info.Place+", "+c.t.Info.Country, ", "); place != "" {
		c.line("LOCATION", calendarText.Replace(place))
	}
}

func (c *calendar) time(name string, at time.Time, zone *time.Location) {
	if zone == time.UTC {
		c.line(name, at.UTC().Format("20060102T150405Z"))
		return
	}
	c.line(name+";TZID="+zone.String(), at.In(zone).Format("20060102T150405"))
}

// zone writes the part of a time zone that the rounds need: a component for every period with one offset.
func (c *calendar) zone(zone *time.Location, rounds []*tournament.Round) {
	c.line("BEGIN", "VTIMEZONE")
	c.line("TZID", zone.String())
	done := map[int64]bool{}
	for _, r := range rounds {
		for _, at := range []time.Time{r.Start, r.Start.Add(24 * time.Hour)} {
			begin, _ := at.In(zone).ZoneBounds()
			if begin.IsZero() {
				begin = time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)
			}
			if !done[begin.Unix()] {
				done[begin.Unix()] = true
				c.period(at.In(zone), begin)
			}
		}
	}
	c.line("END", "VTIMEZONE")
}

// period writes the component of the offset in effect at a time since begin.
func (c *calendar) period(at, begin time.Time) {
	kind := "STANDARD"
	if at.IsDST() {
		kind = "DAYLIGHT"
	}
	name, offset := at.Zone()
	_, before := begin.Add(-time.Second).In(at.Location()).Zone()
	c.line("BEGIN", kind)
	c.line("DTSTART", begin.Add(time.Duration(before)*time.Second).UTC().Format("20060102T150405"))
	c.line("TZOFFSETFROM", offsetText(before))
	c.line("TZOFFSETTO", offsetText(offset))
	c.line("TZNAME", name)
	c.line("END", kind)
}

// offsetText formats an offset from UTC in seconds as +0200.
func offsetText(seconds int) string {
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	return fmt.Sprintf("%c%02d%02d", sign, seconds/3600, seconds/60%60)
}
