package store

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// structural fields identify a row, or have rows of another table; other tests change them.
var structural = []string{
	".LastID", ".Version", ".Origin", ".Players.ID", ".Rounds.Number", ".Rounds.Byes",
	".Rounds.Games.ID", ".Rounds.Games.Round", ".Rounds.Games.Black", ".Rounds.Games.White",
	".Day.Requests.ID", ".Day.Incidents.ID", ".Day.Announcements.ID", ".Day.Finals.ID", ".Day.Sendings.ID", ".Day.Pictures.ID", ".Day.Printings.ID", ".Day.Evenings.ID",
}

// TestEveryFieldIsKept changes one field of the model after the other, saves it and reads it back, from the tables and
// from the log. It fails for a field without a column.
func TestEveryFieldIsKept(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := fresh(t)
	was := sample(t, "cup", 3)
	was.Day, was.LastID = everythingNow()[0].Day, 40
	create(t, s, was)
	fields := 0
	eachField(reflect.ValueOf(was).Elem(), "", func(path string, _ reflect.Value) {
		if slices.Contains(structural, path) {
			return
		}
		fields++
		now := was.Clone()
		eachField(reflect.ValueOf(now).Elem(), "", func(p string, field reflect.Value) {
			if p == path {
				alter(field)
			}
		})
		entry := save(t, s, was, now, Entry{By: "Test", At: at, Action: path, Args: []any{fields}})
		if entry.Version != was.Version+1 {
			t.Fatalf("%s: no difference seen", path)
		}
		same(t, path, load1(t, s, now.Info.Slug), now)
		logged, err := s.Logged(t.Context(), now.Info.Slug, entry.Version)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(entry, logged, cmp.AllowUnexported(rank.Rating{})); d != "" {
			t.Errorf("%s in the log (-saved +read):\n%s", path, d)
		}
		was = now
	})
	if fields < 100 {
		t.Errorf("only %d fields were tried", fields)
	}
}

// eachField calls f for every field below v that is written as one value. Of
// lists of players, rounds and games it takes the first element.
func eachField(v reflect.Value, path string, f func(path string, v reflect.Value)) {
	switch v.Interface().(type) {
	case time.Time, tournament.Date, rank.Rating, tournament.Result:
		f(path, v)
		return
	case []tournament.Player, []tournament.Round, []tournament.Game,
		[]tournament.Request, []tournament.Incident, []tournament.Announcement, []tournament.FinalList, []tournament.Sending, []tournament.Picture, []tournament.Printing, []tournament.Evening:
		eachField(v.Index(0), path, f)
		return
	}
	if v.Kind() != reflect.Struct {
		f(path, v)
		return
	}
	for i := range v.NumField() {
		eachField(v.Field(i), path+"."+v.Type().Field(i).Name, f)
	}
}

// alter gives a field another value.
func alter(v reflect.Value) {
	switch old := v.Interface().(type) {
	case time.Time:
		v.Set(reflect.ValueOf(at.Add(time.Duration(old.Nanosecond()) + 1001*time.Microsecond)))
		return
	case tournament.Date:
		v.Set(reflect.ValueOf(tournament.DateOf(at.AddDate(0, 0, old.Day()+1))))
		return
	case rank.Rating:
		v.Set(reflect.ValueOf(rank.Points(old.Points() - 57)))
		return
	case tournament.Result:
		v.Set(reflect.ValueOf(tournament.Result{Outcome: tournament.WhiteWins, Manner: tournament.ByPoints, Margin: 7, Unrated: true}))
		return
	case tournament.Rounds:
		v.Set(reflect.ValueOf(old | 1<<tournament.MaxRounds | 2))
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(v.Int() + 1)
	case reflect.Uint, reflect.Uint64:
		v.SetUint(v.Uint() ^ (1<<63 + 5))
	case reflect.Float64:
		v.SetFloat(v.Float() + 0.1)
	case reflect.String:
		v.SetString(v.String() + "-ä 段 'x' \"y\"\n")
	case reflect.Slice:
		one := reflect.MakeSlice(v.Type(), 1, 1)
		alterAll(one.Index(0))
		v.Set(reflect.AppendSlice(v, one))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("kéy"), reflect.ValueOf("value"))
	default:
		panic(fmt.Sprintf("the test cannot alter a %s", v.Type()))
	}
}

// alterAll alters every field of a struct, or the value itself.
func alterAll(v reflect.Value) {
	eachField(v, "", func(_ string, field reflect.Value) { alter(field) })
}
