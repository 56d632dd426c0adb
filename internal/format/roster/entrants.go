package roster

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"tourney/internal/format/file"
	"tourney/internal/tournament"
)

// An entrant is a player that a row may name again.
type entrant struct {
	player tournament.Player
	row    int  // 0 for a player of the tournament
	wrong  bool // the row has an error
}

// compare searches for the same person in the tournament and in the rows before that are imported, and reports whether
// there is one. Numbers come before names: two people may have one name. It returns a registered player of the same
// name whom no row before has named, for the row to update.
func (r *rowReader) compare(p tournament.Player, findings *rowFindings) (known *tournament.Player, found bool) {
	at := r.nameAt()
	for _, number := range p.Numbers() {
		if same := r.byKey[number]; len(same) > 0 {
			return r.same(p, number, r.entrants[same[0]], findings), true
		}
	}
	namesakes := 0
	for _, i := range r.byKey[nameKey(&p)] {
		e := &r.entrants[i]
		if !e.player.Differs(&p) {
			return r.same(p, "", *e, findings), true
		}
		namesakes++
		if e.row == 0 {
			findings.add(file.Warning, at, "roster.row.namesake", e.player.Name(), strings.Join(e.player.Numbers(), ", "))
		} else {
			findings.add(file.Warning, at, "roster.row.namesake.row", e.row, strings.Join(e.player.Numbers(), ", "))
		}
	}
	if namesakes > 0 {
		return nil, false
	}
	alike := r.names.Like(p.Family, p.Given)
	for _, i := range alike[:min(len(alike), 3)] {
		if e := &r.entrants[i]; e.row == 0 {
			findings.add(file.Warning, at, "roster.row.alike", e.player.Name(), e.player.RankAndClub())
		} else {
			findings.add(file.Warning, at, "roster.row.alike.row", e.row)
		}
	}
	return nil, false
}

// nameKey is the name under which two entries of one person are equal, however its accents are encoded.
func nameKey(p *tournament.Player) string { return norm.NFC.String(p.Key()) }

// mostProgress is the largest difference of the ranks of one person in two lists; a namesake without a number and with
// a larger one may be another person.
const mostProgress = 4

// same returns the registered player whom a row updates because it is the first row with their name. For any other
// entrant with the same name or the same number of a federation it adds a finding.
func (r *rowReader) same(p tournament.Player, number string, e entrant, findings *rowFindings) *tournament.Player {
	sameName, before := nameKey(&p) == nameKey(&e.player), r.updated[e.player.ID]
	switch {
	case sameName && e.row == 0 && before > 0:
		findings.add(file.Warning, r.nameAt(), "roster.row.twice", before)
	case sameName && e.row == 0 && (number != "" || r.lent || p.Rank-e.player.Rank <= mostProgress && e.player.Rank-p.Rank <= mostProgress):
		return &e.player
	case sameName && e.row == 0:
		findings.add(file.Warning, r.nameAt(), "roster.row.known", e.player.Name(), e.player.Rank.String())
	case sameName:
		findings.add(file.Warning, r.nameAt(), "roster.row.twice", e.row)
	case e.row == 0:
		findings.add(file.Warning, r.nameAt(), "roster.row.number.known", number, e.player.Name(), e.player.Rank.String())
	default:
		findings.add(file.Warning, r.nameAt(), "roster.row.number.twice", number, e.row, e.player.Name())
	}
	return nil
}

// remember keeps an entrant for the rows after it. A row with an error holds no other back: it may never be imported.
// The federations' numbers decide whether namesakes differ, so of namesakes with numbers of the same federations the
// first is enough.
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
	if !slices.ContainsFunc(r.byKey[nameKey(p)], func(k int) bool { return numberedBy(&r.entrants[k].player) == given }) {
		r.byKey[nameKey(p)] = append(r.byKey[nameKey(p)], i)
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
