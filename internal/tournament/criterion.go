package tournament

import (
	"slices"
	"strconv"
)

// A Criterion is one column of the standings, named as in OpenGotha's files.
type Criterion string

// The criteria. W counts wins, M McMahon scores.
const (
	Category Criterion = "CAT"
	ByRank   Criterion = "Rank"
	ByRating Criterion = "Rating"
	NBW      Criterion = "NBW"
	MMS      Criterion = "MMS"
	STS      Criterion = "STS" // McMahon score with a knockout of the top group
	CPS      Criterion = "CPS" // cup score: an earlier win outweighs all later ones

	SOSW   Criterion = "SOSW" // sum of opponents' scores
	SOSM   Criterion = "SOSM"
	SOSTS  Criterion = "SOSTS"
	SOSW1  Criterion = "SOSW-1" // without the lowest
	SOSM1  Criterion = "SOSM-1"
	SOSW2  Criterion = "SOSW-2" // without the two lowest
	SOSM2  Criterion = "SOSM-2"
	SODOSW Criterion = "SODOSW" // sum of defeated opponents' scores
	SODOSM Criterion = "SODOSM"
	SOSOSW Criterion = "SOSOSW" // sum of opponents' sums
	SOSOSM Criterion = "SOSOSM"
	CUSSW  Criterion = "CUSSW" // sum of one's own scores round by round
	CUSSM  Criterion = "CUSSM"

	EXT Criterion = "EXT" // exploits attempted
	EXR Criterion = "EXR" // exploits achieved

	DC    Criterion = "DC"     // direct confrontation as OpenGotha sorts it
	DCEGF Criterion = "DC-EGF" // direct comparison of the EGF
	SDC   Criterion = "SDC"    // simple direct confrontation

	// StageReached is the round in which a player was knocked out, or in which
	// the last stage they played began.
	StageReached Criterion = "STAGE"

	// Criteria of teams.
	TeamPoints Criterion = "TEAMP" // 2 for a match won, 1 for one drawn
	SOST       Criterion = "SOST"  // sum of opponents' team points
	BoardWins  Criterion = "BDW"   // games won on all boards
	MeanRating Criterion = "MNR"   // of the first boards of the team
)

// UpperBoards is the criterion of games won on the n upper boards, 1 to 9:
// BDW1U.
func UpperBoards(n int) Criterion { return Criterion("BDW" + strconv.Itoa(n) + "U") }

// A Basis is the score of the opponents that a criterion adds up.
type Basis int8

// The bases.
const (
	NoSum Basis = iota // the criterion adds up no scores of opponents
	SumOfWins
	SumOfMMS // McMahon scores, those of the Strasbourg system among them
	SumOfTeamPoints
)

// CriterionFacts describe a criterion, except for its computation, which is a
// row in package results.
type CriterionFacts struct {
	Name Criterion
	Sums Basis
	// Team marks a criterion that only teams have.
	Team bool
	// AmongEquals marks a criterion that compares only players equal in all earlier criteria.
	AmongEquals bool
	// OpenGotha marks a criterion with the same name in OpenGotha's files.
	OpenGotha bool
	// MacMahon and MacMahonSwiss title the column in the wall lists of
	// Gerlach's program, in McMahon and in other tournaments; "" for none.
	MacMahon, MacMahonSwiss string
	// EGD titles the column in wall lists for the European Go Database, "" for
	// the name; sums of McMahon scores and of wins share a title.
	EGD string
}

// criteria holds every criterion, in the order of choice lists.
var criteria = slices.Concat([]CriterionFacts{
	{Name: NBW, OpenGotha: true, MacMahon: "Points", MacMahonSwiss: "Score"},
	{Name: MMS, OpenGotha: true, MacMahon: "Score"},
	{Name: STS, OpenGotha: true},
	{Name: CPS, OpenGotha: true},
	{Name: SOSW, Sums: SumOfWins, OpenGotha: true, MacMahonSwiss: "SOS"},
	{Name: SOSM, Sums: SumOfMMS, OpenGotha: true, MacMahon: "SOS", EGD: "SOS"},
	{Name: SOSTS, Sums: SumOfMMS, OpenGotha: true},
	{Name: SOSW1, Sums: SumOfWins, OpenGotha: true, MacMahonSwiss: "SOS-1"},
	{Name: SOSM1, Sums: SumOfMMS, OpenGotha: true, MacMahon: "SOS-1", EGD: "SOS-1"},
	{Name: SOSW2, Sums: SumOfWins, OpenGotha: true, MacMahonSwiss: "SOS-2"},
	{Name: SOSM2, Sums: SumOfMMS, OpenGotha: true, MacMahon: "SOS-2", EGD: "SOS-2"},
	{Name: SODOSW, Sums: SumOfWins, OpenGotha: true, MacMahonSwiss: "SODOS"},
	{Name: SODOSM, Sums: SumOfMMS, OpenGotha: true, MacMahon: "SODOS", EGD: "SODOS"},
	{Name: SOSOSW, Sums: SumOfWins, OpenGotha: true, MacMahonSwiss: "SOSOS"},
	{Name: SOSOSM, Sums: SumOfMMS, OpenGotha: true, MacMahon: "SOSOS", EGD: "SOSOS"},
	{Name: CUSSW, OpenGotha: true, MacMahonSwiss: "CUSS"},
	{Name: CUSSM, OpenGotha: true, MacMahon: "CUSS", EGD: "CUSS"},
	{Name: EXT, OpenGotha: true},
	{Name: EXR, OpenGotha: true},
	{Name: DC, AmongEquals: true, OpenGotha: true},
	{Name: DCEGF, AmongEquals: true},
	{Name: SDC, AmongEquals: true, OpenGotha: true},
	{Name: StageReached},
	{Name: Category, OpenGotha: true},
	{Name: ByRank, OpenGotha: true},
	{Name: ByRating, OpenGotha: true, MacMahon: "Rating", MacMahonSwiss: "Rating"},

	{Name: TeamPoints, Team: true},
	{Name: SOST, Sums: SumOfTeamPoints, Team: true},
	{Name: BoardWins, Team: true},
}, upperBoards(), []CriterionFacts{
	{Name: MeanRating, Team: true},
})

func upperBoards() []CriterionFacts {
	var rows []CriterionFacts
	for n := 1; n < MostBoards; n++ {
		rows = append(rows, CriterionFacts{Name: UpperBoards(n), Team: true})
	}
	return rows
}

// Facts returns the facts of the criterion; false for an unknown one.
func (c Criterion) Facts() (CriterionFacts, bool) {
	i := slices.IndexFunc(criteria, func(f CriterionFacts) bool { return f.Name == c })
	if i < 0 {
		return CriterionFacts{Name: c}, false
	}
	return criteria[i], true
}

// Sums returns the score of the opponents that the criterion adds up.
func (c Criterion) Sums() Basis {
	f, _ := c.Facts()
	return f.Sums
}

// OfTeams reports whether only teams have the criterion.
func (c Criterion) OfTeams() bool {
	f, _ := c.Facts()
	return f.Team
}

// Criteria lists the criteria of players, in the order of choice lists.
func Criteria() []Criterion {
	return CriteriaWhere(func(f CriterionFacts) bool { return !f.Team })
}

// TeamCriteria lists the criteria of teams, in the order of choice lists.
func TeamCriteria() []Criterion {
	return CriteriaWhere(func(f CriterionFacts) bool { return f.Team })
}

// OfferedCriteria returns the criteria that can decide a tournament: of players if boards is 0, else
// also of teams on so many boards.
func OfferedCriteria(boards int) []Criterion {
	return CriteriaWhere(func(f CriterionFacts) bool {
		if !f.Team || boards == 0 {
			return !f.Team
		}
		for n := boards; n < MostBoards; n++ { // more upper boards than there are
			if f.Name == UpperBoards(n) {
				return false
			}
		}
		return true
	})
}

// CriteriaWhere lists the criteria that meet a condition, in the order of choice
// lists.
func CriteriaWhere(meet func(CriterionFacts) bool) []Criterion {
	var list []Criterion
	for _, f := range criteria {
		if meet(f) {
			list = append(list, f.Name)
		}
	}
	return list
}
