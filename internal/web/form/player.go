package form

import (
	"strings"

	"tourney/internal/event/federations"
	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// PlayerFields are the fields of a form about a player.
var PlayerFields = []Field[tournament.Player]{
	TextField("family", func(p *tournament.Player) *string { return &p.Family }),
	TextField("given", func(p *tournament.Player) *string { return &p.Given }),
	RankField("rank", func(p *tournament.Player) *rank.Rank { return &p.Rank }),
	CountryField(func(p *tournament.Player) *string { return &p.Country }),
	TextField("club", func(p *tournament.Player) *string { return &p.Club }),
	RankField("grade", func(p *tournament.Player) *rank.Rank { return &p.Grade }),
	RankField("last-rank", func(p *tournament.Player) *rank.Rank { return &p.LastRank }),
	{Name: "rating", Kind: "text", Write: writeRating, Read: parseRating},
	TextField("origin", func(p *tournament.Player) *string { return &p.RatingOrigin }),
	NumberField("correction", func(p *tournament.Player) *int { return &p.StartCorrection }),
	{Name: "tags", Kind: "text", Write: func(p *tournament.Player) string { return strings.Join(p.Tags, ", ") }, Read: parseTags},
	BornField(),
	TextField("egd", func(p *tournament.Player) *string { return &p.EGD }),
	TextField("ffg", func(p *tournament.Player) *string { return &p.FFG }),
	TextField("ffg-status", func(p *tournament.Player) *string { return &p.FFGStatus }),
	TextField("aga", func(p *tournament.Player) *string { return &p.AGA }),
	TextField("aga-expiry", func(p *tournament.Player) *string { return &p.AGAExpiry }),
	TextField("mail", func(p *tournament.Player) *string { return &p.Mail }),
	TextField("contact", func(p *tournament.Player) *string { return &p.Contact }),
	HidingField("hiding", func(p *tournament.Player) *consent.Hiding { return &p.Hiding }),
	AreaField("notes", func(p *tournament.Player) *string { return &p.Notes }),
}

// writeRating writes the rating on the scale of its origin.
func writeRating(p *tournament.Player) string { return federations.Listed(p.RatingOrigin, p.Rating) }

// parseRating parses EGF points or a figure of the American scale: a number with decimals, or for a rating from that
// list. An empty text means no rating.
func parseRating(p *tournament.Player, text string) error {
	if text == "" {
		p.Rating = rank.Rating{}
		return nil
	}
	if strings.ContainsAny(text, ".,") || p.RatingOrigin == federations.AGA().Origin {
		if r, ok := (rank.Scale{American: true}).Rating(text); ok && r.Stated() {
			p.Rating = r
			return nil
		}
	}
	n, err := ParseWhole("rating", text)
	if err != nil {
		return err
	}
	if n < rank.LowestRating || n > rank.HighestRating {
		return fault.New(fault.Invalid, "field.range", tournament.Field("rating"), n, rank.LowestRating, rank.HighestRating)
	}
	p.Rating = rank.Points(int(n))
	return nil
}

// parseTags parses categories separated by commas.
func parseTags(p *tournament.Player, text string) error {
	p.Tags = nil
	for _, tag := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' }) {
		if tag = strings.TrimSpace(tag); tag != "" {
			p.Tags = append(p.Tags, tag)
		}
	}
	return nil
}
