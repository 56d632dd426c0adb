package form

import (
	_ "embed"
	"slices"
	"strings"
	"time"
)

// zoneTable lists the time zones of each country: a line has the country's code, the zone
// of its capital, and its other zones. It was made from zone.tab of the tz database.
//
//go:embed zones.txt
var zoneTable string

// Zones returns the time zones of a country by its code, first the zone of the capital. It returns nil for an unknown
// country.
func Zones(country string) []string {
	for line := range strings.Lines(zoneTable) {
		if words := strings.Fields(line); words[0] == country {
			return words[1:]
		}
	}
	return nil
}

// zoneNamed returns the name of the time zone of a city, or the text itself for others.
func zoneNamed(text string) string {
	city := "/" + strings.ReplaceAll(text, " ", "_")
	for name := range strings.FieldsSeq(zoneTable) {
		if i := len(name) - len(city); i > 0 && strings.EqualFold(name[i:], city) {
			return name
		}
	}
	return text
}

// ZoneFor suggests the time zone of a tournament in a country, "" for an unknown one: here, the zone of the director's
// browser, if the country has it, else the zone of its capital. Without a country it is here, or the zone of this
// machine, at worst UTC.
func ZoneFor(country, here string) string {
	if _, err := time.LoadLocation(here); err != nil || here == "Local" {
		here = ""
	}
	switch zones := Zones(country); {
	case slices.Contains(zones, here):
		return here
	case len(zones) > 0:
		return zones[0]
	case here != "":
		return here
	}
	if machine := time.Local.String(); machine != "Local" {
		return machine
	}
	return "UTC"
}
