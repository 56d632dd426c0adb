package ratinglist

import (
	"cmp"
	"slices"

	"tourney/internal/event/federations"
	"tourney/internal/rank"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// A State is how well a list identifies a player.
type State string

const (
	// Found players have the number of an entry, or the name of a single entry with
	// no contradiction.
	Found State = "found"
	// Several entries may be the player, or a person must confirm the only one.
	Several State = "several"
	// Missing players are not in the list.
	Missing State = "none"
)

// A Match is the result of looking up one player of a tournament.
type Match struct {
	Player tournament.PlayerID
	State  State
	// Candidates are the entries that may be the player, the likeliest first; a
	// found player has one.
	Candidates []*Entry
	// Differences are the changes that Fill would make to a found player.
	Differences []Difference
	// Findings are doubts about a player, such as a rank that is far from the
	// rating.
	Findings []Finding
}

// A Difference is a field that differs between the list and the tournament.
type Difference struct {
	Field    tournament.Field
	Was, Now string
}

// mostCandidates is the number of entries a person chooses from.
const mostCandidates = 8

// Match looks the players up, by number first, then by name, then by similar names. A name in Cyrillic or Greek letters
// without a match is repeated in Latin ones.
func (ix *Index) Match(players []tournament.Player) []Match {
	matches := make([]Match, len(players))
	for i := range players {
		m, p := ix.match(&players[i]), players[i]
		p.Family, p.Given = spelling.InLatin(p.Family), spelling.InLatin(p.Given)
		if p.Name() != players[i].Name() {
			// A player found by number is not renamed.
			if latin := ix.match(&p); m.State == Missing || slices.Equal(m.Candidates, latin.Candidates) {
				m = latin
			}
		}
		matches[i] = m
	}
	return matches
}

func (ix *Index) match(p *tournament.Player) Match {
	m := Match{Player: p.ID, State: Missing}
	words := append(foldedWords(p.Family), foldedWords(p.Given)...)
	if e := ix.byNumber(p); e != nil {
		m.State, m.Candidates = Found, []*Entry{e}
		if listed := append(foldedWords(e.Family), foldedWords(e.Given)...); spelling.Key(listed) != spelling.Key(words) {
			m.Findings = append(m.Findings, Finding{Key: "ratinglist.match.name", Args: []any{e.ID(), e.Name()}})
		}
	} else {
		m.Candidates = ix.byNames(p, spelling.Key(words))
		switch {
		case len(m.Candidates) == 1 && agrees(p, m.Candidates[0]):
			m.State = Found
		case len(m.Candidates) > 0:
			m.State = Several
		default:
			for _, hit := range ix.Search(p.Name(), mostCandidates) {
				m.State, m.Candidates = Several, append(m.Candidates, hit.Entry)
			}
		}
	}
	if m.State == Found {
		e := m.Candidates[0]
		m.Differences = differences(p, ix.list.Fill(*p, e))
		m.Findings = append(m.Findings, ix.list.Doubts(p, e)...)
	}
	return m
}

func (ix *Index) byNumber(p *tournament.Player) *Entry {
	for _, id := range []string{p.EGD, p.FFG, p.AGA} {
		if id == "" {
			continue
		}
		for _, hit := range ix.searchNumber(id, mostCandidates) {
			if e := hit.Entry; e.EGD != "" && e.EGD == p.EGD || e.FFG != "" && e.FFG == p.FFG || e.AGA != "" && e.AGA == p.AGA {
				return e
			}
		}
	}
	return nil
}

// byNames returns the entries of a name, entries of the same country and club
// first.
func (ix *Index) byNames(p *tournament.Player, key string) []*Entry {
	var found []*Entry
	for _, i := range ix.named(key) {
		found = append(found, &ix.list.Entries[i])
	}
	slices.SortStableFunc(found, func(a, b *Entry) int { return likeness(p, b) - likeness(p, a) })
	return found[:min(len(found), mostCandidates)]
}

func likeness(p *tournament.Player, e *Entry) int {
	n := 0
	if e.Country != "" && e.Country == p.Country {
		n += 2
	}
	if e.Club != "" && spelling.Equal(e.Club, p.Club) {
		n++
	}
	return n
}

// agrees reports whether the only entry of a name can be the player: it has
// neither another number nor another country.
func agrees(p *tournament.Player, e *Entry) bool {
	differ := func(a, b string) bool { return a != "" && b != "" && a != b }
	return !differ(p.EGD, e.EGD) && !differ(p.FFG, e.FFG) && !differ(p.AGA, e.AGA) && !differ(p.Country, e.Country)
}

// Is reports whether a player is the player of the entry: by a number of theirs or, if no numbers prove the contrary,
// by the name.
func (e *Entry) Is(p *tournament.Player) bool {
	listed := tournament.Player{EGD: e.EGD, FFG: e.FFG, AGA: e.AGA}
	for _, number := range p.Numbers() {
		if slices.Contains(listed.Numbers(), number) {
			return true
		}
	}
	return !listed.Differs(p) && spelling.Equal(p.Name(), e.Name())
}

// Fill returns the player with the rating and numbers of the entry; other fields
// are filled only if empty. Stated ranks stay: the player declares them.
func (l *List) Fill(p tournament.Player, e *Entry) tournament.Player {
	set := func(to *string, from string) { *to = cmp.Or(from, *to) }
	// A table does not name the origin of its ratings; an equal one changes nothing.
	if e.Rating.Stated() && (l.Origin != "" || e.Rating != p.Rating) {
		p.Rating, p.RatingOrigin = e.Rating, l.Origin
	}
	set(&p.EGD, e.EGD)
	set(&p.FFG, e.FFG)
	set(&p.AGA, e.AGA)
	switch l.Origin {
	case "EGF":
		if e.Rank.Valid() {
			p.LastRank = e.Rank
		}
	case "FFG":
		set(&p.FFGStatus, e.Licence)
	case "AGA":
		set(&p.AGAExpiry, e.Expires)
	}
	if p.Family == "" {
		p.Family, p.Given = e.Family, e.Given
	}
	if !p.Rank.Valid() {
		p.Rank = e.Rank
	}
	p.Country, p.Club = cmp.Or(p.Country, e.Country), cmp.Or(p.Club, e.Club)
	return p
}

// FillFrozen returns the player as Fill does, with the stated rating, its origin and the last rank as before.
func (l *List) FillFrozen(p tournament.Player, e *Entry) tournament.Player {
	now := l.Fill(p, e)
	if p.Rating.Stated() {
		now.Rating, now.RatingOrigin, now.LastRank = p.Rating, p.RatingOrigin, p.LastRank
	}
	return now
}

// Freeze limits the differences of a found player to the changes that FillFrozen makes.
func (ix *Index) Freeze(m *Match, p *tournament.Player) {
	if m.State == Found {
		m.Differences = differences(p, ix.list.FillFrozen(*p, m.Candidates[0]))
	}
}

// differences lists the fields that differ between two states of a player.
func differences(was *tournament.Player, now tournament.Player) []Difference {
	var all []Difference
	for _, d := range []Difference{
		{Rank, was.Rank.String(), now.Rank.String()},
		{Rating, was.Rating.String(), now.Rating.String()},
		{"origin", was.RatingOrigin, now.RatingOrigin}, {"last-rank", was.LastRank.String(), now.LastRank.String()},
		{EGDNumber, was.EGD, now.EGD}, {FFGNumber, was.FFG, now.FFG}, {AGANumber, was.AGA, now.AGA},
		{"ffg-status", was.FFGStatus, now.FFGStatus}, {"aga-expiry", was.AGAExpiry, now.AGAExpiry},
		{Country, was.Country, now.Country}, {Club, was.Club, now.Club},
	} {
		if d.Was != d.Now {
			all = append(all, d)
		}
	}
	return all
}

// doubtfulGap is the number of ranks between two ranks of a player that is
// doubtful.
const doubtfulGap = 2

// Disagreement returns a finding if a rank and the rank of a rating are two ranks
// or more apart. The origin of the rating, as in List.Origin, has the scale that shows it.
func Disagreement(declared rank.Rank, r rank.Rating, origin string) []Finding {
	of := r.Rank()
	if !declared.Valid() || declared.Pro() || !of.Valid() {
		return nil
	}
	if d := rank.Steps(declared, of); d < doubtfulGap && d > -doubtfulGap {
		return nil
	}
	return []Finding{{Key: "ratinglist.rank.rating", Args: []any{declared.String(), federations.Listed(origin, r), of.String()}}}
}

// Doubts returns findings for the desk to ask a player about: a declared rank two or more away from the rank of the
// rating, or, in a European list, two or more above the rank of the last tournament. In the second case the European
// database lifts the rating first.
func (l *List) Doubts(p *tournament.Player, e *Entry) []Finding {
	declared := p.Rank
	if p.Grade.Valid() {
		declared = p.Grade
	}
	if !declared.Valid() {
		return nil
	}
	findings := Disagreement(declared, e.Rating, l.Origin)
	if l.Origin == "EGF" && e.Rank.Valid() && rank.Steps(declared, e.Rank) >= doubtfulGap {
		findings = append(findings, Finding{Key: "ratinglist.rank.jump", Args: []any{declared.String(), e.Rank.String()}})
	}
	return findings
}
