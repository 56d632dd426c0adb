package privacy

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

var now = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func event(t interface{ Fatal(...any) }) *tournament.Tournament {
	s, err := tournament.PresetNamed("egf")
	if err != nil {
		t.Fatal(err)
	}
	tn, err := tournament.New(tournament.Info{Slug: "cup", Name: "Cup", Begin: tournament.DateOf(time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC))}, s)
	if err != nil {
		t.Fatal(err)
	}
	tn.LastID = 20
	tn.Players = []tournament.Player{
		{ID: 1, Family: "Mäki-Aho", Given: "Aino", Rank: rank.Dan1, Status: tournament.CheckedIn},
		{ID: 2, Family: "Berg", Rank: rank.Kyu(1), Status: tournament.CheckedIn},
	}
	return tn
}

func TestPublic(t *testing.T) {
	tn := event(t)
	p := &tn.Players[0]
	p.Hiding, p.EGD, p.Born, p.Notes, p.Mail, p.Contact = consent.Initials, "123", 2010, "n", "a@b.fi", "c"
	p.Fee.Paid, p.Agreed, p.Tags = 1, now, []string{"junior"}
	p.RankDecisions = []tournament.RankDecision{{At: now, Was: rank.Kyu(1), Rank: rank.Dan1}}
	tn.Players[1].Born, tn.Players[1].EGD = 2011, "456"
	tn.Players = append(tn.Players,
		tournament.Player{ID: 3, Family: "Cihla", Given: "Eva", Rank: rank.Kyu(3), Rating: rank.Points(1801), Club: "Brno", Country: "CZ", Hiding: consent.Anonymous},
		tournament.Player{ID: 4, Family: "Player 4", Forgotten: true, Rank: rank.Kyu(4), Rating: rank.Points(1701), Country: "FI"})
	tn.Day = tournament.Day{
		Requests: []tournament.Request{{ID: 7}}, Incidents: []tournament.Incident{{ID: 8}},
		Sendings:      []tournament.Sending{{ID: 9, To: "EGD", File: "x.h9", Hash: "h", By: "Anna", Note: "private"}},
		Announcements: []tournament.Announcement{{ID: 10, Text: "Tea"}},
		Finals: []tournament.FinalList{{
			ID: 11, Criteria: []tournament.Criterion{tournament.NBW, tournament.ByRating},
			Lines: []tournament.FinalLine{
				{Player: 1, Name: "Mäki-Aho Aino"}, {Player: 2, Name: "Berg"}, {Player: 3, Name: "Cihla Eva", Scores: []string{"3", "1801"}}, {Player: 19, Name: "Gone Long"},
			},
		}},
	}
	was := tn.Clone()
	got := Public(tn)
	if d := cmp.Diff(was, tn, cmp.AllowUnexported(rank.Rating{})); d != "" {
		t.Errorf("the tournament itself has changed:\n%s", d)
	}
	want := []tournament.Player{
		{ID: 1, Family: "M. A.", Given: "A.", Hiding: consent.Initials, Rank: rank.Dan1, Status: tournament.CheckedIn},
		{ID: 2, Family: "Berg", Hiding: consent.Full, Rank: rank.Kyu(1), Status: tournament.CheckedIn, EGD: "456"},
		{ID: 3, Family: "Anonymous 3", Hiding: consent.Anonymous, Rank: rank.Kyu(3)},
		{ID: 4, Family: "Player 4", Forgotten: true, Hiding: consent.Anonymous, Rank: rank.Kyu(4)},
	}
	if d := cmp.Diff(want, got.Players, cmp.AllowUnexported(rank.Rating{})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	d := got.Day
	if d.Requests != nil || d.Incidents != nil || len(d.Sendings) != 1 || d.Sendings[0] != (tournament.Sending{ID: 9, To: "EGD"}) || len(d.Announcements) != 1 {
		t.Errorf("the day: %+v", d)
	}
	var names []string
	for _, line := range d.Finals[0].Lines {
		names = append(names, line.Name+strings.Join(line.Scores, "/"))
	}
	if want := []string{"M. A. A.", "Berg", "Anonymous 33/", "G. L."}; !slices.Equal(names, want) {
		t.Errorf("the final list has %q, want %q", names, want)
	}
}

func TestPublicFinalListsNameTeams(t *testing.T) {
	tn := event(t)
	tn.Settings.Teams.Teams = []tournament.Team{{ID: 18, Name: "Black Stones"}}
	tn.Day.Finals = []tournament.FinalList{{Lines: []tournament.FinalLine{{Player: 18, Name: "Black Stones"}}}}
	if got := Public(tn).Day.Finals[0].Lines[0].Name; got != "Black Stones" {
		t.Errorf("the team is %q", got)
	}
}

// No word of a hidden name is anywhere in the public form, whatever other players it has.
func TestPublicNamesNobodyHidden(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tn := &tournament.Tournament{Info: tournament.Info{Slug: "cup", Begin: tournament.DateOf(now)}}
		tn.Settings.Consent = consent.Rules{Minors: rapid.SampledFrom(consent.Hidings()).Draw(t, "minors")}
		final := tournament.FinalList{ID: 99}
		for i := range rapid.IntRange(1, 8).Draw(t, "players") {
			own := string(rune('a' + i)) // no two players share a word
			p := tournament.Player{
				ID: tournament.PlayerID(i + 1), Family: own + rapid.StringMatching(`zyx[a-z]{3}`).Draw(t, "family") + rapid.SampledFrom([]string{"", "-" + own + "vwu"}).Draw(t, "double"),
				Given: own + rapid.StringMatching(`qwe[a-z]{3}`).Draw(t, "given"), Rank: rank.Kyu(5), EGD: "77777" + string(rune('0'+i)),
				Born:   rapid.SampledFrom([]int{0, 1980, 2015}).Draw(t, "born"),
				Hiding: rapid.SampledFrom(consent.Hidings()).Draw(t, "hiding"), Notes: "Zyxnotes", Mail: "zyx@example.org", Contact: "Zyxcontact",
			}
			tn.Players = append(tn.Players, p)
			final.Lines = append(final.Lines, tournament.FinalLine{Player: p.ID, Name: p.Name()})
		}
		tn.Day.Finals = []tournament.FinalList{final}
		public := Public(tn)
		text, err := json.Marshal(public)
		if err != nil {
			t.Fatal(err)
		}
		for i := range tn.Players {
			p := &tn.Players[i]
			hides := Hiding(tn, p).Hides()
			for _, word := range append(strings.Split(p.Family, "-"), p.Given, p.EGD) {
				if shown := strings.Contains(string(text), word); shown == hides {
					t.Fatalf("%+v: %q is shown: %v\n%s", p, word, shown, text)
				}
			}
		}
		for _, secret := range []string{"Zyxnotes", "zyx@example.org", "Zyxcontact"} {
			if strings.Contains(string(text), secret) {
				t.Fatalf("everybody sees %q", secret)
			}
		}
		if again, err := json.Marshal(Public(public)); err != nil || string(again) != string(text) {
			t.Fatalf("public is not final:\n%s\n%s", text, again)
		}
	})
}
