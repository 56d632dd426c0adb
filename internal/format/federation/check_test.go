package federation

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// bodies by the names of their formats; nil for others.
var bodies = map[string]*Body{"egd": EGD, "ffg": FFG, "aga": AGA}

// findings formats findings as "severity key player/round.table args".
func findings(found []Finding) []string {
	var out []string
	for _, f := range found {
		text := fmt.Sprintf("%s %s", f.Severity, strings.TrimPrefix(f.Key, "export.check."))
		if f.Player > 0 {
			text += fmt.Sprintf(" @%d", f.Player)
		}
		if f.Round > 0 {
			text += fmt.Sprintf(" @%d.%d", f.Round, f.Table)
		}
		for _, a := range f.Args {
			text += fmt.Sprintf(" %v", a)
		}
		out = append(out, text)
	}
	return out
}

func TestCheckBeforeExport(t *testing.T) {
	for _, tt := range []struct {
		name, format string
		change       func(*tournament.Tournament)
		want         []string
	}{
		{"in order", "egd", nil, []string{"warning id.missing @4 Dvořák Dana egd"}},
		{"in order", "ffg", nil, nil},
		{"in order", "aga", nil, nil},
		{"not for a federation", "csv", nil, nil},
		{"nothing said", "egd", func(t *tournament.Tournament) {
			t.Info.Begin, t.Info.End, t.Info.Place, t.Info.Country = tournament.Date{}, tournament.Date{}, "", ""
			t.Settings.Clock.Main, t.Settings.Size = tournament.Span(10*time.Minute), 13
			t.Players[3].EGD = "90000005"
		}, []string{"error dates", "error place", "error country", "error class 10 40", "error size 13"}},
		{"the code of another day", "egd", func(t *tournament.Tournament) {
			t.Players[3].EGD, t.Settings.Rating.Code = "90000005", "T250314A"
		}, []string{"warning code T250314A 2026-03-14"}},
		{"the code of a day of it", "egd", func(t *tournament.Tournament) {
			t.Players[3].EGD, t.Settings.Rating.Code, t.Info.End = "90000005", "T260315A", tournament.DateOf(t.Info.Begin.AddDate(0, 0, 1))
		}, nil},
		{"the code of no day known", "ffg", func(t *tournament.Tournament) { t.Settings.Rating.Code = "T250314A" }, nil},
		{"games", "egd", func(t *tournament.Tournament) {
			t.Players[3].EGD = "90000005"
			games := t.Rounds[0].Games
			games[0].Result = tournament.Result{}
			games[1].Result.Manner = tournament.ByForfeit
			games[2].Result.Unrated = true
			t.Rounds[1].Games[0].Dispute.Result = tournament.Result{Outcome: tournament.BlackWins}
			t.Rounds[2].Published = false
		}, []string{
			"error unknown @1.1 1 1", "error dispute @2.1 2 1",
			"warning rounds 2 3", "warning draft @3.0 3", "info default @1.2 1 2", "info unrated @1.3 1 3",
		}},
		{"players", "egd", func(t *tournament.Tournament) {
			t.Players[0].Family = "山田"
			t.Players[1].EGD = "90000001"
			t.Players[2].EGD = "123"
			t.Players[3].EGD, t.Players[3].Given = "90000005", ""
			t.Players[4].Country = ""
		}, []string{
			"error name @1 山田 Aino", "error id.twice @2 Berg Bo 山田 Aino egd 90000001", "error id.invalid @3 Černý Cyril egd 123",
			"warning player.country @5 Eriksen Eli", "warning given @4 Dvořák",
		}},
		{"equal players", "ffg", func(t *tournament.Tournament) {
			t.Settings.Criteria = []tournament.Criterion{tournament.MMS}
		}, []string{"info tie @2 3 2 4 Berg Bo, Eriksen Eli, Černý Cyril"}},
		{"French licence", "ffg", func(t *tournament.Tournament) { t.Players[5].FFG = "" },
			[]string{"error id.missing @6 Fabre Fred ffg"}},
		{"American", "aga", func(t *tournament.Tournament) {
			t.Players[0].AGAExpiry, t.Players[1].AGAExpiry = "3/13/2026", "3/14/2026"
			t.Players[2].AGA = ""
			t.Rounds[0].Games[0].Komi = 11
			t.Rounds[0].Games[1].Result = tournament.Result{Outcome: tournament.Jigo}
		}, []string{
			"error id.missing @3 Černý Cyril aga", "warning aga.expired @1 Aho Aino 3/13/2026",
			"warning komi @1.1 1 1 5.5 5", "warning jigo @1.2 1 2",
		}},
		{"class by the director", "egd", func(t *tournament.Tournament) {
			t.Players[3].EGD, t.Settings.Rating.Class = "90000005", "C"
		}, nil},
		{"class above the clock", "egd", func(t *tournament.Tournament) {
			t.Players[3].EGD, t.Settings.Rating.Class = "90000005", "A"
		}, []string{"warning class.high A 30 60"}},
		{"on the internet", "egd", func(t *tournament.Tournament) { t.Players[3].EGD, t.Settings.Internet = "90000005", true }, nil},
		{"too fast on the internet", "egd", func(t *tournament.Tournament) {
			t.Players[3].EGD, t.Settings.Internet, t.Settings.Clock.Main = "90000005", true, tournament.Span(25*time.Minute)
		}, []string{"error class.internet 25 55"}},
		{"class above that of the internet", "egd", func(t *tournament.Tournament) {
			t.Players[3].EGD, t.Settings.Internet, t.Settings.Rating.Class = "90000005", true, "B"
		}, []string{"warning class.online B"}},
		{"not to be rated", "egd", func(t *tournament.Tournament) {
			t.Players[3].EGD, t.Settings.Rating.Class = "90000005", "none"
		}, []string{"error class.none"}},
		{"nobody", "egd", func(t *tournament.Tournament) { t.Rounds = nil },
			[]string{"error norounds", "warning id.missing @4 Dvořák Dana egd"}},
	} {
		t.Run(tt.format+" "+tt.name, func(t *testing.T) {
			tn := formattest.SixPlayers(t)
			if tt.change != nil {
				tt.change(tn)
			}
			if diff := cmp.Diff(tt.want, findings(bodies[tt.format].Check(tn))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Every finding that one field can correct names it.
func TestFindingsNameTheField(t *testing.T) {
	tn := formattest.SixPlayers(t)
	tn.Info.Begin, tn.Info.End, tn.Info.Place, tn.Info.Country = tournament.Date{}, tournament.Date{}, "", ""
	tn.Settings.Clock.Main, tn.Settings.Size, tn.Settings.Rounds = tournament.Span(10*time.Minute), 13, 5
	tn.Players[0].Family, tn.Players[1].EGD, tn.Players[2].Country, tn.Players[3].Given = "山田", "12", "", ""
	tn.Rounds[0].Games[0].Result = tournament.Result{}
	want := map[string]tournament.Field{
		"dates": "begin", "place": "place", "country": "country", "class": "class", "size": "size", "rounds": "rounds",
		"name": "family", "id.invalid": "egd", "id.missing": "egd", "player.country": "country", "given": "given", "unknown": "",
	}
	got := map[string]tournament.Field{}
	for _, f := range EGD.Check(tn) {
		got[strings.TrimPrefix(f.Key, "export.check.")] = f.Field
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRespellings(t *testing.T) {
	tn := formattest.SixPlayers(t)
	tn.Players[0].Given = "Anna Maija"
	tn.Players[1].Family = "山田"
	tn.Players[5].Given = ""
	tn.Players[2].Club, tn.Players[3].Club, tn.Players[4].Club = "Łódź Go Club", "Łódź Go Club", "Besançon"
	for format, want := range map[string][]Respelling{
		"egd": {{1, "Aho Anna Maija", "Aho Anna_Maija"}, {2, "山田 Bo", ""}, {3, "Černý Cyril", "Cerny Cyril"},
			{4, "Dvořák Dana", "Dvorak Dana"}, {6, "Fabre", "Fabre -"}, {3, "Łódź Go Club", "Lodz"}, {5, "Besançon", "Besa"}},
		"ffg": {{1, "Aho Anna Maija", "AHO Anna_Maija"}, {2, "山田 Bo", ""}, {3, "Černý Cyril", "CERNÝ Cyril"},
			{4, "Dvořák Dana", "DVORÁK Dana"}, {6, "Fabre", "FABRE -"}, {3, "Łódź Go Club", "Lódz"}},
		"aga": {{2, "山田 Bo", ""}, {3, "Černý Cyril", "Cerny Cyril"}, {4, "Dvořák Dana", "Dvorak Dana"}},
		"csv": nil,
	} {
		t.Run(format, func(t *testing.T) {
			if diff := cmp.Diff(want, bodies[format].Respellings(tn)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
