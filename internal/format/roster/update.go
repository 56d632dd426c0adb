package roster

import (
	"fmt"
	"slices"
	"strings"

	"tourney/internal/event/day"
	"tourney/internal/tournament"
)

// A Change is a difference of a row from the entry of a registered player.
type Change struct {
	// Column is the field, Was and Now are the values as people read them; Was is "" for an empty one.
	Column   Column
	Was, Now string
	set      func(p *tournament.Player)
}

// Update applies the changes of the row to a registered player. Other fields stay unchanged, including changes by
// others since.
func (r *Row) Update(p *tournament.Player) {
	for _, c := range r.Changes {
		c.set(p)
	}
}

// Updates returns the rows that change registered players.
func (s *Sheet) Updates() []*Row {
	var rows []*Row
	for i := range s.Rows {
		if r := &s.Rows[i]; !r.Excluded && r.Known > 0 {
			rows = append(rows, r)
		}
	}
	return rows
}

// changes lists the differences of a row, read as p, from the registered player was. Empty cells do not count, nor do
// ranks that the row did not have, merely confirmed payments and past rounds.
func (r *rowReader) changes(row tableRow, was, p *tournament.Player) []Change {
	var list []Change
	add := func(c Column, before, now string, set func(*tournament.Player)) {
		if now != "" && now != before {
			list = append(list, Change{c, before, now, set})
		}
	}
	if !r.lent {
		add(colRank, was.Rank.String(), p.Rank.String(), func(to *tournament.Player) { to.Rank = p.Rank })
	}
	if p.Rating.Stated() {
		add(colRating, was.Rating.String(), p.Rating.String(), func(to *tournament.Player) {
			to.Rating, to.RatingOrigin = p.Rating, p.RatingOrigin
		})
	}
	add(colCountry, was.Country, p.Country, func(to *tournament.Player) { to.Country = p.Country })
	add(colClub, was.Club, p.Club, func(to *tournament.Player) { to.Club = p.Club })
	add(colEGD, was.EGD, p.EGD, func(to *tournament.Player) { to.EGD = p.EGD })
	add(colFFG, was.FFG, p.FFG, func(to *tournament.Player) { to.FFG = p.FFG })
	add(colAGA, was.AGA, p.AGA, func(to *tournament.Player) { to.AGA = p.AGA })
	if p.Born > 0 {
		add(colBorn, strings.TrimPrefix(fmt.Sprint(was.Born), "0"), fmt.Sprint(p.Born), func(to *tournament.Player) { to.Born = p.Born })
	}
	add(colContact, was.Contact, p.Contact, func(to *tournament.Player) { to.Contact = p.Contact })
	if !strings.Contains(was.Notes, p.Notes) {
		notes := strings.TrimPrefix(was.Notes+"; "+p.Notes, "; ")
		add(colNotes, was.Notes, notes, func(to *tournament.Player) { to.Notes = notes })
	}
	all := slices.Clone(was.Tags)
	for _, tag := range p.Tags {
		if !slices.Contains(all, tag) {
			all = append(all, tag)
		}
	}
	add(colTags, strings.Join(was.Tags, ", "), strings.Join(all, ", "), func(to *tournament.Player) { to.Tags = slices.Clone(all) })
	list = append(list, r.attendance(row.number, was, p)...)
	return append(list, r.paid(row, was, p)...)
}

// attendance returns the change of the future rounds that a player misses, if the list has a column for it.
func (r *rowReader) attendance(row int, was, p *tournament.Player) []Change {
	says := slices.ContainsFunc(r.sheet.Columns, func(c Column) bool { return c == colAbsent || c == colAttends })
	if !says && len(r.rounds) == 0 && r.o.Repairs[row][colAbsent] == "" {
		return nil
	}
	absent := was.Absent
	for n := r.t.Current() + 1; n <= r.t.Settings.Rounds; n++ {
		absent = absent.Put(n, p.Absent.Has(n))
	}
	if absent == was.Absent {
		return nil
	}
	return []Change{{colAbsent, roundList(was.Absent), roundList(absent), func(to *tournament.Player) {
		to.Absent, to.HalfByes = absent, to.HalfByes&absent
	}}}
}

// roundList lists rounds, such as 2, 5; "–" for an empty set.
func roundList(set tournament.Rounds) string {
	var list []string
	for n := 1; n <= tournament.MaxRounds; n++ {
		if set.Has(n) {
			list = append(list, fmt.Sprint(n))
		}
	}
	if len(list) == 0 {
		return "–"
	}
	return strings.Join(list, ", ")
}

// paid returns the change of a player's payment: to the sum of the row. If the row only confirms the payment, it is the
// player's fee, unless a payment is already stored.
func (r *rowReader) paid(row tableRow, was, p *tournament.Player) []Change {
	i := slices.Index(r.sheet.Columns, colPaid)
	if i < 0 || p.Fee.Paid == 0 {
		return nil
	}
	paid := p.Fee.Paid
	if sum, _, _ := readPayment(row.cell(i), r.answers[i]); sum == 0 {
		if was.Fee.Paid > 0 {
			return nil
		}
		paid = day.Owed(r.t, was, p.Fee.PaidOn).Sum
	}
	if paid == was.Fee.Paid || paid == 0 {
		return nil
	}
	before := ""
	if was.Fee.Paid > 0 {
		before = was.Fee.Paid.String()
	}
	return []Change{{colPaid, before, paid.String(), func(to *tournament.Player) {
		to.Fee.Paid, to.Fee.PaidOn = paid, p.Fee.PaidOn
	}}}
}
