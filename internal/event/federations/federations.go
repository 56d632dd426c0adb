package federations

import (
	"slices"
	"strconv"
	"time"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// All lists the federations: the European one first, then the countries, in the order of the table.
func All() []Federation { return slices.Clone(table) }

// named returns the row with a key; a missing one is an error in this package.
func named(key string) Federation {
	return table[slices.IndexFunc(table, func(f Federation) bool { return f.Key == key })]
}

// Facts lists the facts of a row, each once in the order of the table's fields.
func (f Federation) Facts() (facts []Fact) {
	for _, one := range []Fact{f.List.File, f.List.Page, f.MembershipRule, f.SenderRule, f.Form, f.Mail, f.Classes} {
		if one.Source != "" {
			facts = append(facts, one)
		}
	}
	return facts
}

// Of returns the federation of a tournament: the American one by the formula of the ratings, or by the country if no
// formula is set; else the federation of the country. Countries without a row have the European one. A tournament without
// a country has the country of most players, or by AGA rules the American federation.
func Of(t *tournament.Tournament) Federation {
	american, country := named("aga"), t.Info.Country
	if country == "" {
		country = countryOfMost(t.Players)
	}
	switch formula := t.Settings.Rating.Formula; {
	case formula == "aga", formula == "" && country == american.Country, formula == "" && country == "" && t.Settings.Rules == "aga":
		return american
	}
	for _, f := range table {
		if f.Country != "" && f.Country == country && f.Key != american.Key {
			return f
		}
	}
	return named("egf")
}

// countryOfMost returns the country of more than half of the players with a country, "" for none.
func countryOfMost(players []tournament.Player) string {
	count, stated, most := map[string]int{}, 0, ""
	for i := range players {
		if c := players[i].Country; c != "" {
			stated++
			if count[c]++; count[c] > count[most] {
				most = c
			}
		}
	}
	if 2*count[most] <= stated {
		return ""
	}
	return most
}

// scaleOf returns the scale for the ratings of a player: the American one in American tournaments and for ratings from
// the American list. A nil player has the scale of the tournament.
func scaleOf(t *tournament.Tournament, p *tournament.Player) rank.Scale {
	if american := named("aga"); p != nil && p.RatingOrigin == american.Origin {
		return american.Scale
	}
	return Of(t).Scale
}

// Rating formats a rating on the scale for a player; p may be nil.
func Rating(t *tournament.Tournament, p *tournament.Player, r rank.Rating) string {
	return scaleOf(t, p).Text(r)
}

// RatingOf formats the rating of a player, "" when not stated.
func RatingOf(t *tournament.Tournament, p *tournament.Player) string { return Rating(t, p, p.Rating) }

// Listed formats a rating of a list with an origin, as tournament.Player.RatingOrigin.
func Listed(origin string, r rank.Rating) string {
	for _, f := range table {
		if f.Origin == origin {
			return f.Scale.Text(r)
		}
	}
	return r.String()
}

// Score formats the score of a criterion, whose text is in EGF points if it is a rating.
func Score(t *tournament.Tournament, c tournament.Criterion, text string) string {
	points, err := strconv.Atoi(text)
	if err != nil || c != tournament.ByRating && c != tournament.MeanRating {
		return text
	}
	return Rating(t, nil, rank.Points(points))
}

// A Lapse is a membership that does not cover the tournament.
type Lapse struct {
	By Membership
	// Until is its last day if By is ByDate.
	Until time.Time
}

// AGA and FFG return the rows of the federations whose lists have memberships.
func AGA() Federation { return named("aga") }

// FFG is the French row, see AGA.
func FFG() Federation { return named("ffg") }

// Lapsed returns the lapse of a player's membership in the federation, false if it covers the last day of the
// tournament or nothing is known. Today counts as the last day of a tournament without days.
func (f Federation) Lapsed(t *tournament.Tournament, p *tournament.Player, today time.Time) (Lapse, bool) {
	_, end := t.Info.Days()
	if end.IsZero() || t.IsOpen() { // a season has many days
		end = today
	}
	switch f.Membership {
	case ByDate:
		until, ok := expiry(p)
		return Lapse{f.Membership, until}, ok && until.Before(end)
	case ByLicence:
		// L and C are licences, e is a foreigner; other letters mark players without one.
		known := p.FFGStatus == "L" || p.FFGStatus == "C" || p.FFGStatus == "e" || p.FFGStatus == ""
		return Lapse{By: f.Membership}, !known && (p.Country == f.Country || p.Country == "")
	}
	return Lapse{}, false
}

// expiry returns the last day of an American membership.
func expiry(p *tournament.Player) (until time.Time, ok bool) {
	for _, layout := range []string{"1/2/2006", time.DateOnly} {
		if until, err := time.Parse(layout, p.AGAExpiry); err == nil {
			return until, true
		}
	}
	return time.Time{}, false
}
