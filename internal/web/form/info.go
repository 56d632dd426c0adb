package form

import (
	"time"

	"tourney/internal/tournament"
)

// InfoFields are the fields about the tournament itself.
var InfoFields = []Field[tournament.Info]{
	TextField("name", func(i *tournament.Info) *string { return &i.Name }),
	TextField("slug", func(i *tournament.Info) *string { return &i.Slug }),
	TextField("short", func(i *tournament.Info) *string { return &i.ShortName }),
	TextField("place", func(i *tournament.Info) *string { return &i.Place }),
	CountryField(func(i *tournament.Info) *string { return &i.Country }),
	DayField("begin", func(i *tournament.Info) *time.Time { return &i.Begin.Time }),
	DayField("end", func(i *tournament.Info) *time.Time { return &i.End.Time }),
	{Name: "zone", Kind: "text", Write: func(i *tournament.Info) string { return i.Zone },
		Read: func(i *tournament.Info, text string) error {
			i.Zone = zoneNamed(text)
			return nil
		}},
	TextField("director", func(i *tournament.Info) *string { return &i.Director }),
	CheckField("hidden", func(i *tournament.Info) *bool { return &i.Hidden }),
}
