package backup

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var noon = time.Date(2026, 5, 2, 12, 0, 0, 0, time.FixedZone("", 3*3600))

// stay returns the times that stay, in order.
func stay(now time.Time, made []time.Time) (left []time.Time) {
	for i, stays := range Kept(now, made) {
		if stays {
			left = append(left, made[i])
		}
	}
	slices.SortFunc(left, time.Time.Compare)
	return left
}

func TestKept(t *testing.T) {
	var made []time.Time
	for minutes := 0; minutes <= 40*24*60; minutes += 10 { // every ten minutes for forty days
		made = append(made, noon.Add(-time.Duration(minutes)*time.Minute))
	}
	left := stay(noon, made)
	slices.Reverse(left)
	for i := range Newest {
		if !left[i].Equal(noon.Add(-time.Duration(10*i) * time.Minute)) {
			t.Fatalf("number %d of the newest is of %v", i, left[i])
		}
	}
	// Then 11:50 … is among the newest; the last of 8:00 is 8:50, and so on to yesterday noon.
	hour := time.Date(2026, 5, 2, 7, 50, 0, 0, noon.Location())
	for i := Newest; hour.After(noon.Add(-24 * time.Hour)); i, hour = i+1, hour.Add(-time.Hour) {
		if !left[i].Equal(hour) {
			t.Errorf("one an hour: number %d is of %v, want %v", i, left[i], hour)
		}
	}
	last := left[len(left)-1]
	if want := time.Date(2026, 4, 1, 23, 50, 0, 0, noon.Location()); !last.Equal(want) {
		t.Errorf("the oldest is of %v, want %v", last, want)
	}
	if most := Newest + Hours + Days; len(left) > most {
		t.Errorf("%d are left, want at most %d", len(left), most)
	}
}

func someTimes(t *rapid.T) []time.Time {
	n := rapid.SampledFrom([]int{0, 3, 30, 100, 300}).Draw(t, "backups")
	reach := rapid.SampledFrom([]int64{5, 600, 3 * 24 * 60, 45 * 24 * 60}).Draw(t, "minutes")
	seed := rapid.Uint64().Draw(t, "seed")
	chance := rand.New(rand.NewPCG(seed, 2))
	made := make([]time.Time, n)
	for i := range made {
		made[i] = noon.Add(-time.Duration(chance.Int64N(60*reach)) * time.Second)
	}
	return made
}

// The newest stay, the number is limited, the order of the times has no effect, and a second deletion deletes nothing.
func TestKeptProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		made := someTimes(t)
		left := stay(noon, made)
		slices.SortFunc(made, time.Time.Compare)
		if n := min(len(made), Newest); !slices.Equal(made[len(made)-n:], left[len(left)-n:]) {
			t.Fatalf("one of the newest %d is gone", n)
		}
		if most := Newest + Hours + Days + 2; len(left) > most { // the periods may begin within an hour and a day
			t.Fatalf("%d stay", len(left))
		}
		shuffled := slices.Clone(made)
		seed := rapid.Uint64().Draw(t, "seed")
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if !slices.Equal(stay(noon, shuffled), left) {
			t.Fatal("the order matters")
		}
		if again := stay(noon, left); !slices.Equal(again, left) {
			t.Fatalf("clearing away twice leaves %d of %d", len(again), len(left))
		}
	})
}

// Deletion after every backup leaves the same as one deletion at the end: no backup is missing later.
func TestKeptOverTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		made := someTimes(t)
		slices.SortFunc(made, time.Time.Compare)
		var left []time.Time
		for _, at := range made {
			left = stay(at, append(left, at))
		}
		if at := stay(noon, left); !slices.Equal(at, stay(noon, made)) {
			t.Fatalf("step by step %v, at once %v", at, stay(noon, made))
		}
	})
}

// In each of the last 24 hours and 31 days that has a backup, its last one stays.
func TestKeptHoursAndDays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		made := someTimes(t)
		left := stay(noon, made)
		for _, span := range []struct {
			of   string
			most time.Duration
		}{{"2006-01-02 15", Hours * time.Hour}, {"2006-01-02", Days * 24 * time.Hour}} {
			last := map[string]time.Time{}
			for _, at := range made {
				if key := at.Format(span.of); at.After(last[key]) {
					last[key] = at
				}
			}
			for key, at := range last {
				if noon.Sub(at) <= span.most && !slices.ContainsFunc(left, at.Equal) {
					t.Fatalf("the last of %s, %v, is gone", key, at)
				}
			}
		}
	})
}
