package opengotha

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/format/file"
	"tourney/internal/format/xmltree"
	"tourney/internal/rank"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// written returns the tournament as an OpenGotha file.
func written(t testing.TB, tn *tournament.Tournament) ([]byte, []file.Finding) {
	t.Helper()
	var b bytes.Buffer
	findings, err := Write(&b, tn, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), findings
}

// attributes lists every attribute of a file as element/attribute=value, in order, except for never written ones. It
// normalizes blanks and the case of ranks.
func attributes(t testing.TB, data []byte) []string {
	t.Helper()
	root, err := xmltree.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	var walk func(e *xmltree.Element, path string)
	walk = func(e *xmltree.Element, path string) {
		var own []string
		for _, a := range e.Attributes {
			value := strings.Join(strings.Fields(a.Value), " ")
			if a.Name == "rank" || a.Name == "grade" {
				value = strings.ToUpper(value)
			}
			own = append(own, a.Name+"="+value)
		}
		slices.Sort(own)
		if e != root {
			list = append(list, path+" "+strings.Join(own, " "))
		}
		for _, c := range e.Children {
			walk(c, path+"/"+c.Name)
		}
	}
	walk(root, "")
	slices.Sort(list)
	return list
}

func TestRoundTrip(t *testing.T) {
	for _, tt := range formattest.GothaSamples {
		data := formattest.GothaFile(t, tt.Name)
		first, _, err := Read(data)
		if err != nil {
			t.Fatal(err)
		}
		out, findings := written(t, first)
		if len(findings) > 0 {
			t.Errorf("%s: lost %v", tt.Name, findings)
		}
		second, findings, err := Read(out)
		if err != nil || len(findings) > 0 {
			t.Fatalf("%s: %v %v", tt.Name, findings, err)
		}
		if diff := cmp.Diff(first, second, formattest.RatingsEqual()); diff != "" {
			t.Errorf("%s: model (-first +second):\n%s", tt.Name, diff)
		}
		if diff := cmp.Diff(attributes(t, data), attributes(t, out)); diff != "" {
			t.Errorf("%s: file (-read +written):\n%s", tt.Name, diff)
		}
	}
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	first, _, err := Read(formattest.ReadTestdata(t, "testdata", "opengotha.xml"))
	if err != nil {
		t.Fatal(err)
	}
	out, _ := written(t, first)
	if bytes.Contains(out, []byte("IPAddress")) || bytes.Contains(out, []byte("macAddress")) {
		t.Error("the file names addresses of a computer")
	}
	second, findings, err := Read(out)
	if err != nil {
		t.Fatal(err)
	}
	if len(findings) != 1 || findings[0].Key != "opengotha.teams" {
		t.Errorf("findings %v, want the one about teams", formattest.Brief(findings))
	}
	if diff := cmp.Diff(first, second, formattest.RatingsEqual()); diff != "" {
		t.Errorf("model (-first +second):\n%s", diff)
	}
}

// Readers of the file rate a game that must not be rated.
func TestTellsWhatBecomesRated(t *testing.T) {
	tn := formattest.SixPlayers(t)
	games := tn.Rounds[0].Games
	games[0].Result.Unrated, games[1].Result.Unrated, games[2].Result.Unrated = true, true, true
	games[1].Result.Manner = tournament.ByForfeit // is not rated anyway
	tn.Rounds[2].Games[1].Result.Unrated = true
	_, findings := written(t, tn)
	got := slices.DeleteFunc(formattest.Brief(findings), func(n string) bool { return strings.Contains(n, ".setting ") })
	if diff := cmp.Diff([]string{"0: export.lost.rating 1.1, 1.3, 3.2"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestTellsWhatItLoses(t *testing.T) {
	tn := formattest.Everything(t).Tournament
	out, findings := written(t, tn)
	want := []string{
		"0: opengotha.lost.twin Aho Aino Aho Aino (2)",
		"0: opengotha.lost.records 1",
		"0: opengotha.lost.halfbyes 1",
		"0: opengotha.lost.private 1",
		"0: opengotha.lost.void 1 2",
		"0: opengotha.lost.manner 1 1",
		"0: opengotha.lost.komi 1 1",
		"0: opengotha.lost.byes 1 2",
		"0: opengotha.lost.draft 2",
		"0: opengotha.lost.criterion DC-EGF",
		"0: opengotha.lost.setting handicap.komi",
		"0: opengotha.lost.setting tie",
		"0: opengotha.lost.setting periods",
		"0: opengotha.lost.setting rules",
		"0: opengotha.lost.setting fees",
		"0: opengotha.lost.setting sign-up",
		"0: opengotha.lost.setting schedule",
		"0: opengotha.lost.setting day-notes",
	}
	if diff := cmp.Diff(want, formattest.Brief(findings)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	again, againFindings, err := Read(out)
	if err != nil || len(againFindings) > 0 {
		t.Fatalf("%v %v", againFindings, err)
	}
	if len(again.Players) != len(tn.Players) || len(again.Rounds) != 1 || len(again.Rounds[0].Byes) != 2 {
		t.Errorf("%d players, rounds %+v", len(again.Players), again.Rounds)
	}
	if got := again.Players[4]; got.Status != tournament.CheckedIn || got.Plays(2) || !got.Plays(1) {
		t.Errorf("the withdrawn player comes back as %+v", got)
	}
}

func TestTellsOfLostWishes(t *testing.T) {
	tn := formattest.SixPlayers(t)
	tn.Settings.Constraints = tournament.Constraints{
		Wishes: []tournament.Wish{{A: 1, B: 3, Kind: tournament.Apart}, {A: 1, B: 4, Kind: tournament.Together}},
		Seats:  []tournament.Seat{{Player: 1, Table: 4}}, Blocked: []tournament.TableRange{{From: 13, To: 13}},
		Family: tournament.FamilyApart, LocalClub: 40, StandIns: []tournament.PlayerID{2},
	}
	tn.Settings.PairingCriteria, tn.Settings.Pairing.HalfGroups = []tournament.Criterion{tournament.MMS}, true
	_, findings := written(t, tn)
	said := formattest.Brief(findings)
	for _, want := range []string{
		"0: opengotha.lost.ghosts 1", "0: opengotha.lost.setting wishes", "0: opengotha.lost.setting tables",
		"0: opengotha.lost.setting pairing-criteria", "0: opengotha.lost.setting half-groups", "0: opengotha.lost.setting zone",
		"0: opengotha.lost.setting country",
	} {
		if !slices.Contains(said, want) {
			t.Errorf("%s is not among the findings %v", want, said)
		}
	}
}

// OpenGotha takes the system from the first score among the criteria.
func TestTellsOfAnotherSystem(t *testing.T) {
	tn := formattest.SixPlayers(t)
	tn.Settings.Criteria = []tournament.Criterion{tournament.NBW, tournament.MMS}
	out, findings := written(t, tn)
	again, _, err := Read(out)
	if err != nil || again.Settings.System != tournament.Swiss || !slices.Contains(formattest.Brief(findings), "0: opengotha.lost.setting system") {
		t.Errorf("%s, %v, comes back as %s and tells %v", tn.Settings.System, err, again.Settings.System, formattest.Brief(findings))
	}
}

// A final without a game is won in OpenGotha's file, too: the last round with byes alone is read. A bye after the
// planned rounds is reported.
func TestKeepsTheLastWalkover(t *testing.T) {
	tn := formattest.Everything(t).Tournament
	tn.Rounds, tn.Settings.Rounds = tn.Rounds[:1], 2
	if err := tn.SetDraft(2, nil, []tournament.PlayerID{1, 4}, tournament.Drawn{}); err != nil {
		t.Fatal(err)
	}
	if err := tn.Publish(2); err != nil {
		t.Fatal(err)
	}
	out, _ := written(t, tn)
	again, _, err := Read(out)
	if err != nil || len(again.Rounds) != 2 || len(again.Rounds[1].Byes) != 2 || !again.Rounds[1].Published {
		t.Fatalf("%+v, %v", again.Rounds, err)
	}
	late := bytes.ReplaceAll(out, []byte(`roundNumber="2"`), []byte(`roundNumber="3"`))
	again, findings, err := Read(late)
	if err != nil || len(again.Rounds) != 1 || !slices.ContainsFunc(findings, func(n file.Finding) bool { return n.Key == "opengotha.bye.round" }) {
		t.Errorf("%+v, %v, %v", again.Rounds, findings, err)
	}
}

// A cup is one by its criterion, in OpenGotha's files and back, whatever else
// orders our standings.
func TestCups(t *testing.T) {
	for _, criteria := range [][]tournament.Criterion{
		{tournament.CPS}, {tournament.ByRating, tournament.CPS, tournament.NBW}, {tournament.NBW, tournament.CPS}, {tournament.NBW, tournament.SOSW},
	} {
		s, err := tournament.PresetNamed("cup")
		if err != nil {
			t.Fatal(err)
		}
		s.Criteria = criteria
		tn, err := tournament.New(tournament.Info{Slug: "cup", Name: "Cup"}, s)
		if err != nil {
			t.Fatal(err)
		}
		out, _ := written(t, tn)
		again, findings, err := Read(out)
		if err != nil || len(findings) > 0 {
			t.Fatal(err, findings)
		}
		if again.Settings.System != tournament.Cup || !slices.Contains(again.Settings.Criteria, tournament.CPS) {
			t.Errorf("%v comes back as %s with %v", criteria, again.Settings.System, again.Settings.Criteria)
		}
		s.Pairing.PlayedOnly = false // as in OpenGotha
		if diff := cmp.Diff(s.Pairing, again.Settings.Pairing); diff != "" {
			t.Errorf("the objective differs:\n%s", diff)
		}
	}
}

// A tournament without a rank from which clubs may meet exempts all players, and OpenGotha has no empty rank.
func TestHasNoEmptyRank(t *testing.T) {
	tn := formattest.SixPlayers(t)
	tn.Settings.Pairing.ExemptFrom = rank.None
	text, _ := formattest.AsFile(t, Write, tn)
	if !strings.Contains(text, `paiSeRankThreshold="30K"`) {
		t.Errorf("no rank in\n%s", text)
	}
}
