package people

import (
	"cmp"
	"net/url"
	"slices"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// A headView is the head of a column. Its link sorts the list by the column.
type headView struct {
	Class, Text, Address string
	Sorts                bool
	Order                string // of the sorted list (ARIA)
}

// sort sorts the list by the column By, players with equal values by name, and fills the heads.
func (p *registrationPage) sort(t *tournament.Tournament) {
	i18n.Sort(p.Language, p.Players, func(v registeredView) string { return v.Name })
	switch p.By {
	case "rating":
		slices.SortStableFunc(p.Players, func(a, b registeredView) int {
			x, y := t.Player(a.ID), t.Player(b.ID)
			return cmp.Or(cmp.Compare(y.Rating.Points(), x.Rating.Points()), cmp.Compare(y.Rank, x.Rank))
		})
	case "club":
		i18n.Sort(p.Language, p.Players, func(v registeredView) string { return v.Country + " " + v.Club })
	default:
		p.By = ""
	}
	for _, head := range []struct{ class, by, text string }{{"name", "", "standings.player"}, {"num rating", "rating", "field.rating"}, {"club", "club", "field.club"}} {
		query := url.Values{}
		for name, value := range map[string]string{"by": head.by, "find": p.Query, "show": p.Show} {
			if value != "" {
				query.Set(name, value)
			}
		}
		v := headView{Class: head.class, Text: p.T(head.text), Address: p.Event.Home + "/players", Sorts: head.by == p.By, Order: "ascending"}
		if head.by == "rating" {
			v.Order = "descending"
		}
		if len(query) > 0 {
			v.Address += "?" + query.Encode()
		}
		p.Heads = append(p.Heads, v)
	}
}
