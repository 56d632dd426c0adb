package director

import (
	"testing"
	"time"

	"tourney/internal/app/ratinglists"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

func TestUpdateRatingsIsOneStep(t *testing.T) {
	d := fresh(t)
	slug, err := d.Create(t.Context(), anna, Creation{Info: tournament.Info{Name: "Cup"}, Settings: preset(t, "egf")})
	must(t, err)
	for _, p := range []tournament.Player{
		{Family: "Äijälä", Given: "Väinö", Rank: rank.Kyu(2)}, {Family: "Brzęk", Given: "Łucja", Rank: rank.Dan1, Club: "Waw"},
		{Family: "Nobody", Given: "X", Rank: rank.Kyu(9)},
	} {
		_, err := d.On(anna, slug).AddPlayer(t.Context(), p, tournament.RefuseNamesakes, "")
		must(t, err)
	}
	const table = "name;rank;rating;country;club\nÄijälä Väinö;2k;1911;FI;Hki\nBrzęk Łucja;1d;2098;PL;Kra\n"
	kept, err := d.RatingLists().Common().Keep(t.Context(), anna, ratinglists.File{File: "club.csv", Data: []byte(table)})
	must(t, err)
	ix, _, err := d.RatingLists().Common().Index(t.Context(), kept.ID)
	must(t, err)
	before, err := d.Snapshot(t.Context(), slug)
	must(t, err)
	chosen := map[tournament.PlayerID]int{}
	for _, m := range ix.Match(before.Tournament.Players) {
		if len(m.Candidates) > 0 {
			chosen[m.Player] = m.Candidates[0].Line
		}
	}
	for range 2 { // two presses of the button
		n, err := d.On(anna, slug).UpdateRatings(t.Context(), kept.ID, chosen, "once")
		must(t, err)
		if n != 2 {
			t.Errorf("%d players changed, want 2", n)
		}
	}
	after, err := d.Snapshot(t.Context(), slug)
	must(t, err)
	if after.Tournament.Version != before.Tournament.Version+1 {
		t.Errorf("version %d after %d", after.Tournament.Version, before.Tournament.Version)
	}
	brzek := after.Tournament.Players[1]
	if brzek.Rating.Points() != 2098 || brzek.Club != "Waw" || brzek.Country != "PL" || brzek.Rank != rank.Dan1 {
		t.Errorf("%+v", brzek)
	}
	log, _, err := d.Log(t.Context(), slug, 0, LogFilter{})
	must(t, err)
	if log[0].Action != "player.ratings" || len(log[0].Changes) != 2 {
		t.Errorf("logged %+v", log[0])
	}
	must(t, d.On(anna, slug).Undo(t.Context(), log[0].Version))
	_, err = d.On(anna, slug).UpdateRatings(t.Context(), kept.ID, map[tournament.PlayerID]int{1: 99}, "")
	wantFault(t, err, "ratinglist.entry")
	_, err = d.On(anna, slug).UpdateRatings(t.Context(), kept.ID, map[tournament.PlayerID]int{99: 2}, "")
	wantFault(t, err, "player.missing")
	_, err = d.On(anna, slug).UpdateRatings(t.Context(), 99, nil, "")
	wantFault(t, err, "ratinglist.gone")
}

// After the day of the freeze a refresh leaves stated ratings, and still fills in the other data.
func TestUpdateRatingsAfterTheFreeze(t *testing.T) {
	d := fresh(t)
	slug, err := d.Create(t.Context(), anna, Creation{Info: tournament.Info{Name: "Cup"}, Settings: preset(t, "egf")})
	must(t, err)
	ed := d.On(anna, slug)
	for _, p := range []tournament.Player{
		{Family: "Aho", Given: "Aino", Rank: rank.Kyu(2), Rating: rank.Points(1850), RatingOrigin: "EGF"}, {Family: "Berg", Given: "Bo", Rank: rank.Dan1},
	} {
		_, err := ed.AddPlayer(t.Context(), p, tournament.RefuseNamesakes, "")
		must(t, err)
	}
	const list = `[{"egf":"91000001","name":"Aho","firstname":"Aino","rank":"1k","rating":"1990","country":"FI","club":"Hel"},
		{"egf":"91000002","name":"Berg","firstname":"Bo","rank":"1d","rating":"2105","country":"SE","club":"Lund"}]`
	kept, err := d.RatingLists().Common().Keep(t.Context(), anna, ratinglists.File{File: "egf.json", Data: []byte(list)})
	must(t, err)
	today := tournament.Info{}.DateAt(d.Now())
	for _, tt := range []struct {
		freeze time.Time
		want   int
	}{{today.AddDate(0, 0, -1), 1850}, {today, 1990}} { // the day itself is still open
		snapshot, err := d.Snapshot(t.Context(), slug)
		must(t, err)
		s := snapshot.Tournament.Settings
		s.Rating.Freeze = tournament.DateOf(tt.freeze)
		must(t, ed.SetUp(t.Context(), snapshot.Tournament.Info, s))
		_, err = ed.UpdateRatings(t.Context(), kept.ID, map[tournament.PlayerID]int{1: 1, 2: 2}, "")
		must(t, err)
		after, err := d.Snapshot(t.Context(), slug)
		must(t, err)
		aho, berg := after.Tournament.Players[0], after.Tournament.Players[1]
		if aho.Rating.Points() != tt.want || aho.EGD != "91000001" || aho.Club != "Hel" || aho.Rank != rank.Kyu(2) || berg.Rating.Points() != 2105 {
			t.Errorf("frozen after %v: %+v, %+v", tt.freeze, aho, berg)
		}
	}
}
