package roster

import (
	"slices"
	"strings"

	"tourney/internal/exchange/file"
	"tourney/internal/tournament"
)

// An entrant is a player that a row may name again.
type entrant struct {
	player tournament.Player
	row    int  // 0 for a player of the tournament
	wrong  bool // the row has an error
}

// compare looks for the same person in the tournament and in the rows before
// that are imported, and reports whether there is one. Numbers come before
// names: two people may have one name.
func (r *rowReader) compare(p tournament.Player, findings *rowFindings) (found bool) {
	at := r.nameAt()
	for _, number := range p.Numbers() {
		if known := r.byKey[number]; len(known) > 0 {
			r.noteSame(p, number, r.entrants[known[0]], findings)
			return true
		}
	}
	namesakes := 0
	for _, i := range r.byKey[p.Key()] {
		e := &r.entrants[i]
		if !e.player.Differs(&p) {
			r.noteSame(p, "", *e, findings)
			return true
		}
		namesakes++
		if e.row == 0 {
			findings.add(file.Warning, at, "row.namesake", e.player.Name(), strings.Join(e.player.Numbers(), ", "))
		} else {
			findings.add(file.Warning, at, "row.namesake.row", e.row, strings.Join(e.player.Numbers(), ", "))
		}
	}
	if namesakes > 0 {
		return false
	}
	alike := r.names.Like(p.Family, p.Given)
	for _, i := range alike[:min(len(alike), 3)] {
		if e := &r.entrants[i]; e.row == 0 {
			findings.add(file.Warning, at, "row.alike", e.player.Name(), e.player.Rank.String(), e.player.Club)
		} else {
			findings.add(file.Warning, at, "row.alike.row", e.row)
		}
	}
	return false
}

// noteSame notes that a row names the same person as an entrant: by a number of
// a federation, or by the name.
func (r *rowReader) noteSame(p tournament.Player, number string, e entrant, findings *rowFindings) {
	sameName := p.Key() == e.player.Key()
	switch {
	case sameName && e.row == 0:
		findings.add(file.Warning, r.nameAt(), "row.known", e.player.Name(), e.player.Rank.String())
	case sameName:
		findings.add(file.Warning, r.nameAt(), "row.twice", e.row)
	case e.row == 0:
		findings.add(file.Warning, r.nameAt(), "row.number.known", number, e.player.Name(), e.player.Rank.String())
	default:
		findings.add(file.Warning, r.nameAt(), "row.number.twice", number, e.row, e.player.Name())
	}
}

// remember keeps an entrant for the rows after it. A row with an error holds no
// other back: it may never be imported. Whether two of one name differ is up to
// the federations that have given them numbers, so of namesakes with numbers of
// the same ones the first is enough.
func (r *rowReader) remember(e entrant) {
	p := &e.player
	i := r.names.Add(p.Family, p.Given)
	r.entrants = append(r.entrants, e)
	if e.wrong {
		return
	}
	for _, number := range p.Numbers() {
		r.byKey[number] = append(r.byKey[number], i)
	}
	given := numberedBy(p)
	if !slices.ContainsFunc(r.byKey[p.Key()], func(k int) bool { return numberedBy(&r.entrants[k].player) == given }) {
		r.byKey[p.Key()] = append(r.byKey[p.Key()], i)
	}
}

// numberedBy names the federations that have given a player a number.
func numberedBy(p *tournament.Player) string {
	var names strings.Builder
	for _, number := range p.Numbers() {
		name, _, _ := strings.Cut(number, " ")
		names.WriteString(name)
	}
	return names.String()
}
