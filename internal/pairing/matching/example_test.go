package matching_test

import (
	"context"
	"fmt"

	"tourney/internal/pairing/matching"
)

// Four players in a row: the two in the middle have the greatest weight, but the outer two, whose pair is forbidden,
// would be left.
func ExampleSolve() {
	w := matching.NewWeights(4)
	w.Set(0, 1, 6)
	w.Set(1, 2, 10)
	w.Set(2, 3, 6)
	w.Forbid(0, 2)
	m, err := matching.Solve(context.Background(), w)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("partners:", m.Mate, "total:", m.Total)
	fmt.Println("proven to be the best:", m.Verify(w) == nil)
	// Output:
	// partners: [1 0 3 2] total: 12
	// proven to be the best: true
}

// A solver finds a new matching after a change without starting again.
func ExampleSolver() {
	w := matching.NewWeights(6)
	for i := range 6 {
		for j := range i {
			w.Set(i, j, int64(100-(i-j)*(i-j))) // neighbours in strength are preferred
		}
	}
	ctx := context.Background()
	s := matching.NewSolver(w)
	m, err := s.Solve(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Mate, m.Total)
	s.Forbid(0, 1)
	m, err = s.Solve(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("when 0 and 1 have met:", m.Mate, m.Total)
	// Output:
	// [1 0 3 2 5 4] 297
	// when 0 and 1 have met: [2 3 0 1 5 4] 291
}
