package ratinglist

import (
	"slices"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// A State says how well a player is known to a list.
type State string

const (
	// Found players are named by their number, or are the only one of that
	// name with nothing against it.
	Found State = "found"
	// Several entries may be the player, or one that a person should look at.
	Several State = "several"
	// Missing players are not in the list.
	Missing State = "none"
)

// A Match is what a list says about one player of a tournament.
type Match struct {
	Player tournament.PlayerID
	State  State
	// Candidates are the entries that may be the player, the likeliest first;
	// of a found player his own alone.
	Candidates []*Entry
	// Differences are what Fill would change in a found player.
	Differences []Difference
	// Notes are doubts about a player, such as a rank that is far from the
	// rating.
	Notes []Note
}

// A Difference is a field that the list has otherwise than the tournament.
type Difference struct {
	Field    tournament.Field
	Was, Now string
}

// mostCandidates is how many entries a person is asked to choose from.
const mostCandidates = 8

// Match looks the players up, by number first, then by name, then by names
// like theirs.
func (ix *Index) Match(players []tournament.Player) []Match {
	matches := make([]Match, len(players))
	for i := range players {
		matches[i] = ix.match(&players[i])
	}
	return matches
}

func (ix *Index) match(p *tournament.Player) Match {
	m := Match{Player: p.ID, State: Missing}
	words := append(foldedWords(p.Family), foldedWords(p.Given)...)
	if e := ix.byNumber(p); e != nil {
		m.State, m.Candidates = Found, []*Entry{e}
		if listed := append(foldedWords(e.Family), foldedWords(e.Given)...); nameKey(listed) != nameKey(words) {
			m.Notes = append(m.Notes, Note{Key: "list.match.name", Args: []any{e.ID(), e.Name()}})
		}
	} else {
		m.Candidates = ix.byNames(p, nameKey(words))
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
		m.Notes = append(m.Notes, ix.list.Doubts(p, e)...)
	}
	return m
}

// byNumber returns the entry with a number of the player, or nil.
func (ix *Index) byNumber(p *tournament.Player) *Entry {
	for _, id := range []string{p.EGD, p.FFG, p.AGA} {
		if id == "" {
			continue
		}
		for _, hit := range ix.numbered(id, mostCandidates) {
			if e := hit.Entry; e.EGD != "" && e.EGD == p.EGD || e.FFG != "" && e.FFG == p.FFG || e.AGA != "" && e.AGA == p.AGA {
				return e
			}
		}
	}
	return nil
}

// byNames returns the entries of a name, those of the same country and club
// first.
func (ix *Index) byNames(p *tournament.Player, key string) []*Entry {
	var found []*Entry
	for _, i := range ix.byName[key] {
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
	if e.Club != "" && tournament.Fold(e.Club) == tournament.Fold(p.Club) {
		n++
	}
	return n
}

// agrees reports whether nothing speaks against the only entry of a name being
// the player: neither another number nor another country.
func agrees(p *tournament.Player, e *Entry) bool {
	differ := func(a, b string) bool { return a != "" && b != "" && a != b }
	return !differ(p.EGD, e.EGD) && !differ(p.FFG, e.FFG) && !differ(p.AGA, e.AGA) && !differ(p.Country, e.Country)
}

// Fill returns the player with rating and numbers as the entry has them; the
// rest is taken only where the player has nothing yet. Ranks that are stated
// stay: they are for the player to declare.
func (l *List) Fill(p tournament.Player, e *Entry) tournament.Player {
	set := func(to *string, from string) {
		if from != "" {
			*to = from
		}
	}
	// A table does not say whose its ratings are: one that agrees says nothing.
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
	if p.Country == "" {
		p.Country = e.Country
	}
	if p.Club == "" {
		p.Club = e.Club
	}
	return p
}

// differences lists what is not the same in two states of a player.
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

// far is by how many ranks two ranks of a player are doubtful.
const far = 2

// Disagreement returns what to ask about a rank and a rating that belong
// together: nothing, or one note when they are two ranks or more apart.
func Disagreement(declared rank.Rank, r rank.Rating) []Note {
	of := r.Rank()
	if !declared.Valid() || declared.Pro() || !of.Valid() {
		return nil
	}
	if d := rank.Steps(declared, of); d < far && d > -far {
		return nil
	}
	return []Note{{Key: "list.rank.rating", Args: []any{declared.String(), r.Points(), of.String()}}}
}

// Doubts returns what the desk should ask a player about: a declared rank that
// is two or more away from that of the rating, and in a European list one that
// is two or more above the rank of the last tournament, which makes the
// European database lift the rating first.
func (l *List) Doubts(p *tournament.Player, e *Entry) []Note {
	declared := p.Rank
	if p.Grade.Valid() {
		declared = p.Grade
	}
	if !declared.Valid() {
		return nil
	}
	notes := Disagreement(declared, e.Rating)
	if l.Origin == "EGF" && e.Rank.Valid() && rank.Steps(declared, e.Rank) >= far {
		notes = append(notes, Note{Key: "list.rank.jump", Args: []any{declared.String(), e.Rank.String()}})
	}
	return notes
}
