package store

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tourney/internal/role"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// entry is the expected state of a tournament in the list.
type entry struct {
	t            *tournament.Tournament
	organisation int
	guests       []int
}

// era computes the part of the list for a tournament as the documentation defines it.
func (e *entry) era(now time.Time) Era {
	_, end := e.t.Info.Days()
	current := e.t.Current()
	switch {
	case e.t.Info.Archived, !end.IsZero() && now.Sub(end) > overAfter,
		current > 0 && current >= e.t.Settings.Rounds && e.t.Round(current).Missing() == 0:
		return Past
	case current > 0:
		return Running
	}
	return Coming
}

func (e *entry) seen(s Visibility) bool {
	if slices.Contains(e.guests, s.User) {
		return true
	}
	if s.Desks && !slices.Contains(s.Watched, e.organisation) {
		return false
	}
	return !e.t.Info.Hidden || slices.Contains(s.Hidden, e.organisation)
}

func (e *entry) found(q Search) bool {
	i := e.t.Info
	text := spelling.Fold(strings.Join([]string{i.Name, i.ShortName, i.Place, i.Director}, " "))
	for _, word := range strings.Fields(spelling.Fold(q.Text)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return e.seen(q.Visibility) && (q.Era == "" || q.Era == e.era(q.Now)) && (q.Year == 0 || i.Begin.Year() == q.Year && !i.Begin.IsZero()) &&
		(q.Country == "" || q.Country == i.Country) && (q.Archived || !i.Archived)
}

// Find returns the expected tournaments for every search, and its pages form one list.
func TestCatalogueFinds(t *testing.T) {
	s, chance := fresh(t), rand.New(rand.NewPCG(1, 2))
	pick := func(texts ...string) string { return texts[chance.IntN(len(texts))] }
	var club, user int
	err := s.Tx(t.Context(), func(tx *Tx) (err error) {
		if club, err = tx.People().AddOrganisation("Another Club"); err == nil {
			user, _, err = tx.AddUser(User{Name: "Gerd", Key: "gerd", Password: "x"}, at)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var all []entry
	for n := range rounds(120, 40) {
		tn := sample(t, fmt.Sprint("cup-", n), 2)
		i := &tn.Info
		i.Name, i.Place, i.Country = pick("Spring", "Väinö's", "100 %", "O_n")+" "+pick("Cup", "Open", "Ligä"), pick("Oulu", "Łódź", ""), pick("FI", "PL", "")
		i.Director, i.Hidden, i.Archived = pick("Anna", ""), chance.IntN(4) == 0, chance.IntN(5) == 0
		if days := chance.IntN(9); days > 0 {
			i.Begin = tournament.DateOf(at.AddDate(0, 0, -7*days+28).Truncate(24 * time.Hour))
			i.End = tournament.DateOf(i.Begin.AddDate(0, 0, chance.IntN(3)))
		}
		tn.Settings.Rounds = 1 + chance.IntN(2)
		switch chance.IntN(3) {
		case 0:
			tn.Rounds[0].Published = false
		case 1:
			for g := range tn.Rounds[0].Games {
				tn.Rounds[0].Games[g].Result = tournament.Result{Outcome: tournament.BlackWins}
			}
		}
		e := entry{t: tn, organisation: FirstOrganisation}
		if chance.IntN(2) == 0 {
			e.organisation = club
		}
		err := s.Tx(t.Context(), func(tx *Tx) error {
			tx.CreateFor(e.organisation)
			_, err := tx.Save(&tournament.Tournament{}, tournament.Whole{Tournament: tn}, Entry{By: "Anna", At: at, Action: "tournament.create"})
			if err == nil && chance.IntN(4) == 0 {
				e.guests = []int{user}
				err = tx.People().SetGuest(i.Slug, Member{User: user, Role: role.Desk})
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	for n := range rounds(400, 100) {
		q := Search{Now: at, Era: Era(pick("", "running", "coming", "past")), Archived: chance.IntN(2) == 0}
		switch chance.IntN(3) {
		case 0:
			q.Visibility.Hidden = []int{club}
		case 1:
			q.Visibility = Visibility{Desks: true, User: user, Watched: []int{FirstOrganisation, club}, Hidden: []int{FirstOrganisation}}
		}
		if chance.IntN(2) == 0 {
			q.Text = pick("SPRING", "vaino lig", "lodz", "%", "o_n", "_", "anna", "nothing at all", "cup spring "+strings.Repeat("cup ", 90))
		}
		if chance.IntN(3) == 0 {
			q.Year, q.Country = at.Year(), pick("FI", "")
		}
		var want []string
		for i := range all {
			if all[i].found(q) {
				want = append(want, all[i].t.Info.Slug)
			}
		}
		var got []Summary
		for {
			page, err := s.Catalogue().Find(t.Context(), q, Page{Skip: len(got), Most: 1 + n%7})
			if err != nil {
				t.Fatal(err)
			}
			if len(page) == 0 {
				break
			}
			got = append(got, page...)
		}
		checkOrder(t, q, got)
		var slugs []string
		for i := range got {
			slugs = append(slugs, got[i].Slug)
		}
		slices.Sort(slugs)
		slices.Sort(want)
		if !slices.Equal(slugs, want) {
			t.Fatalf("%+v finds %v, want %v", q, slugs, want)
		}
		if total, err := s.Catalogue().Count(t.Context(), q); err != nil || int(total) != len(want) {
			t.Fatalf("%+v counts %d, %v; want %d", q, total, err, len(want))
		}
	}
	years, countries, err := s.Catalogue().Choices(t.Context(), Search{})
	if err != nil || !slices.Contains(years, at.Year()) || !slices.Equal(countries, []string{"FI", "PL"}) {
		t.Errorf("to choose from are %v and %v, %v", years, countries, err)
	}
}

// checkOrder checks that coming tournaments are sorted by their days, and the rest the opposite way, after those played
// today.
func checkOrder(t *testing.T, q Search, list []Summary) {
	t.Helper()
	days := func(a, b Summary) int {
		undated := func(s Summary) int { return map[bool]int{true: 1}[s.Begin.IsZero()] }
		if q.Era == Coming {
			return cmp.Or(undated(a)-undated(b), a.Begin.Compare(b.Begin.Time))
		}
		return cmp.Or(undated(a)-undated(b), b.Begin.Compare(a.Begin.Time))
	}
	if q.Era == Running {
		today := func(s Summary) bool {
			return !s.Begin.IsZero() && !s.Begin.After(q.Now) && s.End.After(q.Now.AddDate(0, 0, -1))
		}
		for i := 1; i < len(list); i++ {
			if today(list[i]) && !today(list[i-1]) {
				t.Fatalf("%s of today comes after %s", list[i].Slug, list[i-1].Slug)
			}
		}
		return
	}
	if !slices.IsSortedFunc(list, days) {
		t.Fatalf("%+v is out of order: %+v", q, list)
	}
}

// A role in a deleted tournament is listed nowhere until the tournament is back.
func TestRolesInDeletedTournaments(t *testing.T) {
	s := fresh(t)
	create(t, s, sample(t, "cup", 4))
	create(t, s, sample(t, "bowl", 4))
	do := func(change func(tx *Tx) error) {
		t.Helper()
		check(t, s.Tx(t.Context(), change))
	}
	var user int
	do(func(tx *Tx) (err error) {
		user, _, err = tx.AddUser(User{Name: "Gerd", Key: "gerd"}, at)
		gerd := Member{User: user, Role: role.Director}
		return errors.Join(err, tx.People().SetGuest("cup", gerd), tx.People().SetGuest("bowl", gerd))
	})
	want := func(slugs ...string) {
		t.Helper()
		all, err := s.People().GuestRoles(t.Context(), user)
		var got []string
		for _, r := range all {
			got = append(got, r.Slug)
		}
		if err != nil || !slices.Equal(got, slugs) {
			t.Errorf("there are roles in %v, %v, want %v", got, err, slugs)
		}
	}
	want("bowl", "cup")
	id, err := s.Number(t.Context(), "cup")
	check(t, err)
	do(func(tx *Tx) error { return tx.Catalogue().Delete("cup", at) })
	want("bowl")
	do(func(tx *Tx) error { return tx.Catalogue().Restore(id, "cup") })
	want("bowl", "cup")
}

func TestDeleteAndBringBack(t *testing.T) {
	s := fresh(t)
	tn := sample(t, "cup", 4)
	create(t, s, tn)
	do := func(f func(c CatalogueTx) error) error {
		return s.Tx(t.Context(), func(tx *Tx) error { return f(tx.Catalogue()) })
	}
	wantFault(t, do(func(c CatalogueTx) error { return c.Delete("bowl", at) }), "tournament.missing")
	if err := do(func(c CatalogueTx) error { return c.Delete("cup", at) }); err != nil {
		t.Fatal(err)
	}
	_, err := s.Tournament(t.Context(), "cup")
	wantFault(t, err, "tournament.missing")
	if list, err := s.Catalogue().Find(t.Context(), Search{Archived: true}, Page{Most: 9}); err != nil || len(list) > 0 {
		t.Errorf("listed are %+v, %v", list, err)
	}
	gone, err := s.Catalogue().Deleted(t.Context(), []int{FirstOrganisation})
	if err != nil || len(gone) != 1 || gone[0].FormerSlug() != "cup" || !gone[0].Deleted.Equal(at) {
		t.Fatalf("deleted are %+v, %v", gone, err)
	}
	if others, err := s.Catalogue().Deleted(t.Context(), []int{99}); err != nil || len(others) > 0 {
		t.Errorf("another club's are %+v, %v", others, err)
	}
	create(t, s, sample(t, "cup", 2)) // the address is free
	id := gone[0].ID
	wantFault(t, do(func(c CatalogueTx) error { return c.Restore(id, "cup") }), "tournament.slug.taken")
	if err := do(func(c CatalogueTx) error { return c.Restore(id, "cup-2") }); err != nil {
		t.Fatal(err)
	}
	back := load1(t, s, "cup-2")
	back.Info.Slug = "cup"
	same(t, "brought back", back, tn)
	wantFault(t, do(func(c CatalogueTx) error { _, err := c.Find(id); return err }), "tournament.missing")
	if err := do(func(c CatalogueTx) error { return c.Drop(id) }); err != nil { // not a deleted one
		t.Fatal(err)
	}
	load1(t, s, "cup-2")

	if err := do(func(c CatalogueTx) error { return c.Delete("cup-2", at) }); err != nil {
		t.Fatal(err)
	}
	if early, err := s.Catalogue().DeletedBefore(t.Context(), at); err != nil || len(early) > 0 {
		t.Errorf("deleted before are %+v, %v", early, err)
	}
	if late, err := s.Catalogue().DeletedBefore(t.Context(), at.Add(time.Second)); err != nil || len(late) != 1 {
		t.Errorf("deleted before are %+v, %v", late, err)
	}
	if err := do(func(c CatalogueTx) error { return c.Drop(id) }); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"players", "rounds", "games", "log"} {
		var left int64
		if err := s.reader.Table(table).Where("tournament_id = ?", id).Count(&left).Error; err != nil || left > 0 {
			t.Errorf("%d rows of %s are left, %v", left, table, err)
		}
	}
}

// Dropping a tournament deletes the people whose only role was in it; others stay.
func TestDropsPeopleWithoutRole(t *testing.T) {
	s := fresh(t)
	create(t, s, sample(t, "cup", 4))
	create(t, s, sample(t, "bowl", 4))
	err := s.Tx(t.Context(), func(tx *Tx) error {
		for name, slugs := range map[string][]string{"gerd": {"cup"}, "hanna": {"cup", "bowl"}, "olga": {"cup"}} {
			id, _, err := tx.AddUser(User{Name: name, Key: name, Password: "x"}, at)
			for _, slug := range slugs {
				err = cmp.Or(err, tx.People().SetGuest(slug, Member{User: id, Role: role.Desk}))
			}
			if name == "olga" {
				err = cmp.Or(err, tx.People().SetMember(FirstOrganisation, id, role.Owner))
			}
			if err != nil {
				return err
			}
		}
		return tx.Catalogue().Delete("cup", at)
	})
	if err != nil {
		t.Fatal(err)
	}
	left := func() (names []string) {
		if err := s.reader.Table("users").Order("key").Pluck("key", &names).Error; err != nil {
			t.Error(err)
		}
		return names
	}
	if got := left(); len(got) != 3 {
		t.Errorf("people after the deletion, which can be taken back: %v", got)
	}
	gone, err := s.Catalogue().Deleted(t.Context(), []int{FirstOrganisation})
	if err == nil {
		err = s.Tx(t.Context(), func(tx *Tx) error { return tx.Catalogue().Drop(gone[0].ID) })
	}
	if got := left(); err != nil || !slices.Equal(got, []string{"hanna", "olga"}) {
		t.Errorf("people left: %v, %v", got, err)
	}
}
