package backup

import (
	"slices"
	"time"
)

// The number of newest backups that stay, and the periods with one backup an hour and one a day.
const (
	Newest = 20
	Hours  = 24
	Days   = 31
)

// Kept reports which of the backups made at some times stay: the newest 20, the last of every hour for a day, and the
// last of every day for a month, in now's location. Times may be in any order; a time after now counts as new.
func Kept(now time.Time, made []time.Time) []bool {
	order := make([]int, len(made))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return made[b].Compare(made[a]) })
	stays := make([]bool, len(made))
	hours, days := map[int64]bool{}, map[int64]bool{}
	for n, i := range order { // the latest first
		at := made[i].In(now.Location())
		hour := at.Truncate(time.Hour).Unix()
		day := time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC).Unix()
		stays[i] = n < Newest ||
			!hours[hour] && now.Sub(at) <= Hours*time.Hour ||
			!days[day] && now.Sub(at) <= Days*24*time.Hour
		hours[hour], days[day] = true, true
	}
	return stays
}
