package privacy

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tourney/internal/rank"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/tournament"
)

func zyxwv() tournament.Player {
	return tournament.Player{
		ID: 7, Family: "Zýxwv-Vut", Given: "Qwertz", Rank: rank.Kyu(4), Rating: rank.Points(1701), Country: "FI", Club: "Oulu", Mail: "zq@example.org",
		EGD: "98765431", Notes: "vegetarian", Born: 2010, Tags: []string{"junior"}, Status: tournament.CheckedIn,
	}
}

func learned() *Person {
	p, player := NewPerson(7), zyxwv()
	p.CollectChanges([]tournament.Change{{Player: &tournament.Edit[tournament.Player]{New: &player}}})
	return p
}

func TestText(t *testing.T) {
	p := learned()
	for text, want := range map[string]string{
		"":                                   "",
		"Zýxwv-Vut Qwertz":                   "Player 7",
		"ZYXWV VUT, qwertz wins":             "Player 7 wins",
		"Qwertz Zyxwv-Vut and Qwertz":        "Player 7 and Qwertz",
		"mail zq@example.org, PIN 98765431.": "mail …, PIN ….",
		"Zyxwv or Vut or Qwertz":             "Zyxwv or Vut or Qwertz",
		"Qwertz Zyxwv Vut; Zyxwv-Vut Qwertz": "Player 7; Player 7",
		"xQwertz Zyxwv Vut":                  "xQwertz Zyxwv Vut",
	} {
		if got := p.Text(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	one := NewPerson(3)
	one.CollectChanges([]tournament.Change{{Player: &tournament.Edit[tournament.Player]{Old: &tournament.Player{ID: 3, Family: "White"}}}})
	for text, want := range map[string]string{"White": "Player 3", "White plays first": "White plays first"} {
		if got := one.Text(text); got != want {
			t.Errorf("of one word %q becomes %q, want %q", text, got, want)
		}
	}
}

// anyText is a text with and without the name.
func anyText(t *rapid.T, label string) string {
	parts := rapid.SliceOfN(rapid.SampledFrom([]string{"Zýxwv-Vut Qwertz", "Qwertz zyxwv vut", "Qwertz", "won", ", ", "zq@example.org", "Ä", "98765431", "-"}), 0, 5).Draw(t, label)
	return strings.Join(parts, " ")
}

// anyState is a state of a tournament in which the person may be anywhere.
func anyState(t *rapid.T) *tournament.Tournament {
	tn := event(t)
	if rapid.Bool().Draw(t, "plays") {
		player := zyxwv()
		player.Notes, player.Absent = anyText(t, "notes"), tournament.Rounds(rapid.IntRange(0, 3).Draw(t, "absent")<<1)
		tn.Players = append(tn.Players, player)
	}
	tn.Players[1].Notes, tn.Info.Name = anyText(t, "others"), "Cup "+anyText(t, "cup")
	tn.Settings.SignUp.Note = anyText(t, "rules")
	tn.Settings.Foreign = map[string]string{"x": anyText(t, "foreign")}
	for i := range rapid.IntRange(0, 2).Draw(t, "requests") {
		tn.Day.Requests = append(tn.Day.Requests, tournament.Request{
			ID: 10 + i, Player: rapid.SampledFrom([]tournament.PlayerID{2, 7}).Draw(t, "by"), Name: anyText(t, "name"), Note: anyText(t, "note"), From: "Desk 1",
			Kind: tournament.AskName, Proposed: tournament.Proposed{Family: "Zyxwv Vut", Given: "Qwertz"}, State: tournament.RequestNew,
		})
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "photos") {
		tn.Day.Pictures = append(tn.Day.Pictures, tournament.Picture{
			ID: 15 + i, Caption: anyText(t, "caption"), Hash: strings.Repeat("ab", 32), Width: 1, Height: 1,
		})
	}
	tn.Day.Finals = []tournament.FinalList{{ID: 19, At: now, Lines: []tournament.FinalLine{{Place: 1, Player: 7, Name: anyText(t, "line")}}}}
	return tn
}

// Erasing from two states and from the change between them is consistent: the change leads from one state to the other
// as before, forward and backward. No part of the name is in any of them.
func TestForgettingKeepsTheLog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		was, now := anyState(t), anyState(t)
		changes := was.Diff(now)
		p := NewPerson(7)
		p.Collect(was)
		p.Collect(now)
		p.CollectChanges(changes)
		player := zyxwv()
		p.CollectChanges([]tournament.Change{{Player: &tournament.Edit[tournament.Player]{Old: &player}}})
		kept, err := json.Marshal(changes)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(kept, &changes); err != nil { // as read from the log
			t.Fatal(err)
		}
		was, now = was.Clone(), now.Clone()
		p.Tournament(was)
		p.Tournament(now)
		changes = p.Changes(changes)
		for _, v := range []any{was, now, changes} {
			text, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			for _, secret := range []string{"Zýxwv-Vut Qwertz", "Qwertz zyxwv vut", "zq@example.org", "98765431", "vegetarian"} {
				if strings.Contains(string(text), secret) {
					t.Fatalf("%q is left in %s", secret, text)
				}
			}
		}
		before, again := was.Clone(), now.Clone()
		p.Tournament(before)
		if d := cmp.Diff(was, before, cmp.AllowUnexported(rank.Rating{})); d != "" {
			t.Fatalf("forgetting twice changes more:\n%s", d)
		}
		if err := again.Undo(changes); err != nil {
			t.Fatalf("the change cannot be undone: %v", err)
		}
		if d := was.Diff(again); len(d) > 0 {
			text, _ := json.Marshal(d)
			t.Fatalf("the change leads elsewhere: %s", text)
		}
	})
}

// Accepted ranks of an erased player stay: the strengths of the opponents depend on them.
func TestRankDecisionsStay(t *testing.T) {
	tn := event(t)
	decisions := []tournament.RankDecision{{At: now, Was: rank.Kyu(1), Rank: rank.Dan1}}
	tn.Players[0].RankDecisions = decisions
	p := NewPerson(1)
	p.Collect(tn)
	p.Tournament(tn)
	if erased := tn.Players[0]; !erased.Forgotten || !slices.Equal(erased.RankDecisions, decisions) {
		t.Errorf("erased: %+v", erased)
	}
}

func TestRecordOfAGame(t *testing.T) {
	p := learned()
	own := "(;GM[1]SZ[9]PB[Zyxwv V.]PW[Berg]C[Vut\\: gg];B[aa]C[Qwertz thinks];W[bb]TR[aa])"
	swapped := "(;GM[1]SZ[9]PB[Berg]PW[qwertz (kyu77ish)]C[kyu ish];B[aa])"
	other := "(;GM[1]SZ[9]PB[Aho]PW[Berg]C[seen by Qwertz Zyxwv-Vut, Vut];B[aa])"
	for _, text := range []string{own, swapped} {
		g := tournament.Game{ID: 9, Black: 7, White: 2, Record: gamerecord.Hash(text)}
		p.CollectChanges([]tournament.Change{{Game: &tournament.Edit[tournament.Game]{New: &g}}})
	}
	for text, want := range map[string][]string{
		own:     {"PB[Player 7]", "PW[Berg]", "C[…\\: gg]", ";B[aa]", "C[… thinks]", ";W[bb]", "TR[aa]"},
		swapped: {"PB[Berg]", "PW[Player 7]", "C[… …]"},
		other:   {"PB[Aho]", "C[seen by Player 7, Vut]"},
	} {
		got := p.Record(gamerecord.Hash(text), text)
		for _, part := range want {
			if !strings.Contains(got, part) {
				t.Errorf("%s becomes %s without %s", text, got, part)
			}
		}
		if again := p.Record(gamerecord.Hash(got), got); again != got {
			t.Errorf("%s becomes %s", got, again)
		}
	}
	if text := "(;GM[1]SZ[9];B[aa])"; p.Record("x", text) != text {
		t.Error("a record without the name is written anew")
	}
}

// An accepted record stays accepted under its new name.
func TestAcceptedRecordStays(t *testing.T) {
	p := learned()
	g := tournament.Game{ID: 9, Black: 7, White: 2, Record: "old"}
	g.Accepted = tournament.Acceptance{Of: g.Evidence(), By: "Anna"}
	p.NewRecords["old"] = "new"
	if p.game(&g); g.Record != "new" || !g.Settled() {
		t.Errorf("the game is %+v", g)
	}
}
