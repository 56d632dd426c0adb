package desk

import (
	"cmp"
	"slices"

	"tourney/internal/web/page"
)

// groupByMatch sorts the boards of each match below its first one, and marks that one.
func groupByMatch(rows []gameRow, boards map[int]page.MatchBoard) {
	if len(boards) == 0 {
		return
	}
	order := map[*page.MatchView]int{}
	for _, row := range rows {
		if match := boards[row.ID].Match; match != nil && order[match] == 0 {
			order[match] = len(order) + 1
		}
	}
	slices.SortStableFunc(rows, func(a, b gameRow) int {
		return cmp.Or(cmp.Compare(order[boards[a.ID].Match], order[boards[b.ID].Match]), cmp.Compare(a.Table, b.Table))
	})
	for i := range rows {
		if match := boards[rows[i].ID].Match; i == 0 || match != boards[rows[i-1].ID].Match {
			rows[i].Head = match
		}
	}
}
