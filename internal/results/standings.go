// Package results computes the standings and explains them.
//
// After returns the standings after a round with every column and the wall list, and Teams
// the standings of teams. Before returns the input of the next draw:
//
//	s := results.After(t, t.Current())
//	for _, row := range s.Rows {
//		fmt.Println(row.Place, t.Player(row.Player).Name(), row.Text(0), row.Cells)
//	}
//
// Scores are whole numbers of half points, and columns of quarter points; no
// floating point decides a place.
package results

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// Standings are the order of the players after a round.
type Standings struct {
	// After is the round that the standings follow, 0 before the first.
	After int
	// Criteria are the columns, first first.
	Criteria []tournament.Criterion
	// Rows are best first; players equal in every column share the place and
	// are listed by name.
	Rows []Row
	// at maps a player to a row; unlisted are the rows of players outside the standings, see tournament.Participation.
	at       map[tournament.PlayerID]int
	unlisted []Row
}

// A Row is one player's line in the standings.
type Row struct {
	Player tournament.PlayerID
	// Line counts the rows from 1; wall-list cells refer to it.
	Line int
	// Place is one more than the number of players placed better.
	Place int
	// Scores are the player's values in the order of the criteria.
	Scores []Value
	// NBW is the number of wins and MMS the McMahon score, independent of the criteria.
	NBW, MMS tournament.Score
	// Cells are the rounds, the first round first.
	Cells []Cell

	criteria []tournament.Criterion
}

// A Value is a number in quarter points: 118 is 29.5. Ranks use the numbers of rank.Rank, ratings EGF points.
type Value int

// String formats the number with the necessary decimals: 30, 27.5, 7.25.
func (v Value) String() string {
	sign := ""
	if v < 0 {
		sign, v = "-", -v
	}
	return sign + strconv.Itoa(int(v/points)) + [points]string{"", ".25", ".5", ".75"}[v%points]
}

// Text formats the score in column i as in lists: 30, 27.5, 5d.
func (r *Row) Text(i int) string {
	v := r.Scores[i]
	if r.criteria[i] == tournament.ByRank {
		return rank.Rank(v / points).String()
	}
	return v.String()
}

// Row returns the line of a player, or nil. The row of an unlisted player is not in Rows; its Line and Place are 0.
func (s *Standings) Row(id tournament.PlayerID) *Row {
	if i, ok := s.at[id]; ok {
		return &s.Rows[i]
	}
	if i := slices.IndexFunc(s.unlisted, func(r Row) bool { return r.Player == id }); i >= 0 {
		return &s.unlisted[i]
	}
	return nil
}

// After returns the standings after round n, from 0 to the number of rounds drawn; other numbers mean the nearest.
// Games of later rounds do not count, and unpublished rounds count. Rows has the participants, see
// tournament.Participation. It is the list of the players even in a tournament of teams; Teams returns the list of
// teams. While final standings are valid, the players have their order and places after the last published round.
func After(t *tournament.Tournament, n int) *Standings {
	criteria := t.Settings.Criteria
	if t.Settings.Teams.Boards > 0 {
		criteria = ofPlayers(criteria)
	}
	h := newHistory(t, n)
	s := h.order(criteria)
	if f := t.Frozen(); f != nil && t.Settings.Teams.Boards == 0 && s.After == t.Current() {
		s.follow(f)
	}
	return h.fillCells(s)
}

// By is After with other criteria, such as the criteria for prizes.
func By(t *tournament.Tournament, n int, criteria []tournament.Criterion) *Standings {
	if t.Settings.Teams.Boards > 0 {
		criteria = ofPlayers(criteria)
	}
	return newHistory(t, n).standings(criteria)
}

// ofPlayers returns the criteria that single players have too.
func ofPlayers(criteria []tournament.Criterion) []tournament.Criterion {
	list := slices.DeleteFunc(slices.Clone(criteria), tournament.Criterion.OfTeams)
	if len(list) == 0 {
		list = []tournament.Criterion{tournament.NBW}
	}
	return list
}

// follow sorts the rows as in the final standings and sets the places. Players missing there come last.
func (s *Standings) follow(f *tournament.FinalList) {
	line := make(map[tournament.PlayerID]int, len(f.Lines))
	for i := range f.Lines {
		line[f.Lines[i].Player] = i + 1
	}
	last := func(r *Row) int { return cmp.Or(line[r.Player], len(f.Lines)+1) }
	slices.SortStableFunc(s.Rows, func(a, b Row) int { return cmp.Compare(last(&a), last(&b)) })
	for i := range s.Rows {
		r := &s.Rows[i]
		r.Line, r.Place = i+1, i+1
		if at := line[r.Player]; at > 0 && f.Lines[at-1].Place > 0 {
			r.Place = f.Lines[at-1].Place
		}
		s.at[r.Player] = i
	}
}

// standings orders all listed players by the criteria.
func (h *history) standings(criteria []tournament.Criterion) *Standings {
	return h.fillCells(h.order(criteria))
}

// order returns the standings without the cells of the rounds.
func (h *history) order(criteria []tournament.Criterion) *Standings {
	t := h.t
	columns := h.columns(criteria)
	h.fillAmongEquals(criteria, columns)
	who := t.Participation()
	s := &Standings{After: h.rounds, Criteria: slices.Clone(criteria), at: map[tournament.PlayerID]int{}}
	for i := range t.Players {
		row := Row{
			Player: t.Players[i].ID, Scores: columns[i], NBW: h.wins[i][h.rounds], MMS: h.mms[i][h.rounds], criteria: s.Criteria,
		}
		if who.Has(row.Player) {
			s.Rows = append(s.Rows, row)
		} else {
			s.unlisted = append(s.unlisted, row)
		}
	}
	slices.SortFunc(s.Rows, func(a, b Row) int {
		if order := Better(s.Criteria, a.Scores, b.Scores); order != 0 {
			return order
		}
		return ByName(t.Player(a.Player), t.Player(b.Player)) // sought only for equal scores
	})
	for i := range s.Rows {
		r := &s.Rows[i]
		r.Line, r.Place = i+1, i+1
		if i > 0 && slices.Equal(r.Scores, s.Rows[i-1].Scores) {
			r.Place = s.Rows[i-1].Place
		}
		s.at[r.Player] = i
	}
	return s
}

// fillCells fills the rounds of every player, whose cells name the lines of the opponents.
func (h *history) fillCells(s *Standings) *Standings {
	for i := range s.Rows {
		s.Rows[i].Cells = h.cells(s, s.Rows[i].Player)
	}
	for i := range s.unlisted {
		s.unlisted[i].Cells = h.cells(s, s.unlisted[i].Player)
	}
	return s
}

// Better orders two lists of scores by the criteria, the better first.
func Better(criteria []tournament.Criterion, a, b []Value) int {
	for i, c := range criteria {
		if order := cmp.Compare(b[i], a[i]); order != 0 {
			if c == tournament.Category { // category 1 is the strongest
				return -order
			}
			return order
		}
	}
	return 0
}

// WithRatings returns the standings in the same order with the players' ratings from another state of the tournament.
func (s *Standings) WithRatings(t *tournament.Tournament) *Standings {
	i := slices.Index(s.Criteria, tournament.ByRating)
	if i < 0 {
		return s
	}
	out := *s
	out.Rows = slices.Clone(s.Rows)
	for k := range out.Rows {
		if r := &out.Rows[k]; t.Player(r.Player) != nil {
			r.Scores = slices.Clone(r.Scores)
			r.Scores[i] = points * Value(RatingOf(t.Player(r.Player)))
		}
	}
	return &out
}

// Named reports whether players on one place are in the order of their names in another state of the tournament.
func (s *Standings) Named(t *tournament.Tournament) bool {
	for i := 1; i < len(s.Rows); i++ {
		above, below := t.Player(s.Rows[i-1].Player), t.Player(s.Rows[i].Player)
		if s.Rows[i].Place == s.Rows[i-1].Place && above != nil && below != nil && ByName(above, below) > 0 {
			return false
		}
	}
	return true
}

// ByName orders two players by family name and given name, by code point as OpenGotha does, and namesakes by their ID.
func ByName(a, b *tournament.Player) int {
	return cmp.Or(strings.Compare(a.Family, b.Family), strings.Compare(a.Given, b.Given), cmp.Compare(a.ID, b.ID))
}
