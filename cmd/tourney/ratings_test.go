package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"tourney/internal/exchange"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

const smallList = `name;rank;rating;country;club;egd
Äijälä Väinö;2k;1911;FI;Hki;91000001
Ääriö Vaino;5k;1600;SE;Upp;91000002
Brzęk Łucja;1d;2098;PL;Kra;91000003
;3k;1800;PL;Kra;91000004
`

func TestLookupInJSON(t *testing.T) {
	file := write(t, "list.csv", smallList)
	var got lookupReport
	tourney(t, &got, "lookup", file, "vaino", "aijala", "--json")
	if got.Format != "csv" || got.Players != 3 || len(got.Matches) == 0 {
		t.Fatalf("got %+v", got)
	}
	m := got.Matches[0]
	if m.Family != "Äijälä" || m.Given != "Väinö" || m.ID != "91000001" || m.Rank != "2k" || *m.Rating != 1911 || m.Country != "FI" || m.Club != "Hki" {
		t.Errorf("found %+v", m)
	}
	tourney(t, &got, "lookup", file, "91000003", "--json")
	if len(got.Matches) != 1 || got.Matches[0].Family != "Brzęk" {
		t.Errorf("by number: %+v", got.Matches)
	}
	tourney(t, &got, "lookup", file, "nobody", "--json")
	if got.Matches == nil || len(got.Matches) != 0 {
		t.Errorf("nobody is found: %+v", got.Matches)
	}
	code, out, errs := line(t, "lookup", file, "brzek")
	if code != 0 || !strings.Contains(out, "Brzęk Łucja") || !strings.Contains(errs, ":5: ") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	for want, args := range map[int][]string{
		1: {"lookup", write(t, "none.txt", "\x00\x01"), "x"},
		2: {"lookup", file},
	} {
		if code, _, _ := line(t, args...); code != want {
			t.Errorf("tourney %v: exit %d, want %d", args, code, want)
		}
	}
}

func TestLookupInLists(t *testing.T) {
	for file, want := range map[string]lookupReport{
		"synthetic-allworld_lp.html":  {Format: "egd", Players: 20000},
		"synthetic-allworld_lp.zip":   {Format: "egd", Players: 20000},
		"synthetic-ech_ffg_V3.txt":    {Format: "ffg", Players: 3005},
		"synthetic-TDListA.txt":       {Format: "aga", Players: 3000},
		"synthetic-EGF-20260315.json": {Format: "json", Players: 1000},
	} {
		var got lookupReport
		tourney(t, &got, "lookup", filepath.Join(testData(t, "ratings"), file), "a", "--json")
		if got.Format != want.Format || got.Players != want.Players || len(got.Matches) != mostMatches {
			t.Errorf("%s: %s with %d players, %d found", file, got.Format, got.Players, len(got.Matches))
		}
	}
}

func TestRateInJSON(t *testing.T) {
	settings, err := tournament.PresetNamed("egf")
	if err != nil {
		t.Fatal(err)
	}
	tn, err := tournament.New(tournament.Info{Slug: "two", Name: "Two"}, settings)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Winner", "Loser"} {
		p := tournament.Player{Family: name, Given: "X", Rank: rank.Dan1, Rating: rank.Points(2100), Status: tournament.CheckedIn}
		if _, err := tn.AddPlayer(p, false); err != nil {
			t.Fatal(err)
		}
	}
	if err := tn.SetDraft(1, []tournament.Game{{Table: 1, Black: 1, White: 2, Komi: 13}}, nil, tournament.Drawn{}); err != nil {
		t.Fatal(err)
	}
	if err := tn.Publish(1); err != nil {
		t.Fatal(err)
	}
	if _, _, err := tn.Record(tournament.Entry{Round: 1, Table: 1, Result: tournament.Result{Outcome: tournament.BlackWins}}); err != nil {
		t.Fatal(err)
	}
	var xml bytes.Buffer
	if _, err := exchange.Write(&xml, "opengotha", tn, func(key string, _ ...any) string { return key }); err != nil {
		t.Fatal(err)
	}
	file := write(t, "two.xml", xml.String())

	var got rateReport
	tourney(t, &got, "rate", file, "--class", "a", "--json")
	// The published example of the formula: 2100 beats 2100 in class A.
	want := "[{Winner X 2100 2109.31 1 1 0.5 false } {Loser X 2100 2091.73 1 0 0.5 false }]"
	if text := fmt.Sprint(got.Players); got.Formula.String() != "egf-2021" || got.Class != "A" || text != want {
		t.Errorf("%v in class %s: %s, want %s", got.Formula, got.Class, text, want)
	}
	tourney(t, &got, "rate", file, "--class", "A", "--formula", "egf-2020", "--json")
	if got.Formula.String() != "egf-2020" || got.Players[0].After >= 2115 || got.Players[0].After <= 2110 {
		t.Errorf("by the older formula: %+v", got)
	}
	if code, out, _ := line(t, "rate", file, "--class", "A"); code != 0 || !strings.Contains(out, "+9.3") {
		t.Errorf("exit %d: %s", code, out)
	}
	for _, wrong := range [][]string{{"--formula", "elo"}, {"--class", "E"}} {
		if code, _, errs := line(t, append([]string{"rate", file}, wrong...)...); code != 1 || errs == "" {
			t.Errorf("rate %v: exit %d, %q", wrong, code, errs)
		}
	}
}
