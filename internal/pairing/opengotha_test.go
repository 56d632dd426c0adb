package pairing

import (
	"encoding/xml"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/testkit/golden"
	"tourney/internal/tournament"
)

// samples are tournaments with weights written by OpenGotha, and the greatest
// total of every round as an independent solver found it.
var samples = []struct {
	name   string
	totals []string
}{
	{"simplemm", []string{"4001305447304535", "4001345302991220", "4001335660375880", "4001310157833337", "4001348239559434"}},
	{"simpleswiss", []string{
		"8001600080000016", "8001600080000016", "8001600080000016", "8001600079444464", "8001600079097240",
		"8001580715955570", "8001567612067360",
	}},
	{"notsosimpleswiss", []string{
		"8501700084930640", "8501700084861609", "8501655746217611", "8501700083690847", "8501676216922271",
		"8501690416675006", "8501691945228454", "8501700083936441", "8501663333907226", "8501683774906388",
	}},
	{"Toulouse2024", []string{
		"9502746785439810", "9002611480478029", "9002617572061886", "9002672554816683", "8502666075205301", "7502527002323740",
	}},
}

// node is any XML element of an OpenGotha file.
type node struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []node     `xml:",any"`
}

func (n *node) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (n *node) int(name string) int {
	v, _ := strconv.Atoi(n.attr(name))
	return v
}

func (n *node) rank(name string) rank.Rank {
	r, _ := rank.Parse(n.attr(name))
	return r
}

// all returns every element of that name below n.
func (n *node) all(name string) []*node {
	var found []*node
	for i := range n.Children {
		c := &n.Children[i]
		if c.XMLName.Local == name {
			found = append(found, c)
		}
		found = append(found, c.all(name)...)
	}
	return found
}

// sample reads a tournament of the reference data.
func sample(t testing.TB, name string) *tournament.Tournament {
	t.Helper()
	text := golden.ReadSample(t, "opengotha", name, name+".xml")
	var root node
	if err := xml.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	tn := &tournament.Tournament{Settings: sampleSettings(&root)}
	ids := map[string]tournament.PlayerID{}
	for i, e := range root.all("Player") {
		p := tournament.Player{
			ID: tournament.PlayerID(i + 1), Family: e.attr("name"), Given: e.attr("firstName"), Rank: e.rank("rank"),
			Rating: rank.Points(e.int("rating")), Country: e.attr("country"), Club: e.attr("club"),
			StartCorrection: e.int("smmsCorrection"),
		}
		if e.attr("registeringStatus") == "FIN" {
			p.Status = tournament.CheckedIn
		}
		for r, c := range e.attr("participating") {
			p.Absent = p.Absent.Put(r+1, c == '0')
		}
		ids[p.Key()] = p.ID
		tn.Players = append(tn.Players, p)
	}
	for n := range tn.Settings.Rounds {
		tn.Rounds = append(tn.Rounds, tournament.Round{Number: n + 1, Published: true})
	}
	outcomes := map[string]tournament.Outcome{"RESULT_WHITEWINS": tournament.WhiteWins, "RESULT_BLACKWINS": tournament.BlackWins}
	for i, e := range root.all("Game") {
		g := tournament.Game{
			ID: i + 1, Round: e.int("roundNumber"), Table: e.int("tableNumber"), Handicap: e.int("handicap"),
			Black: ids[e.attr("blackPlayer")], White: ids[e.attr("whitePlayer")],
			Result: tournament.Result{Outcome: outcomes[e.attr("result")]},
		}
		if g.Black == 0 || g.White == 0 || !g.Result.Known() {
			t.Fatalf("%s: game %d is not understood", name, i)
		}
		tn.Rounds[g.Round-1].Games = append(tn.Rounds[g.Round-1].Games, g)
	}
	for _, e := range root.all("ByePlayer") {
		r := &tn.Rounds[e.int("roundNumber")-1]
		r.Byes = append(r.Byes, ids[e.attr("player")])
	}
	for i := range tn.Rounds {
		slices.SortFunc(tn.Rounds[i].Games, func(a, b tournament.Game) int { return a.Table - b.Table })
	}
	return tn
}

func sampleSettings(root *node) tournament.Settings {
	g, h, p := root.all("GeneralParameterSet")[0], root.all("HandicapParameterSet")[0], root.all("PairingParameterSet")[0]
	number := func(name string) int64 { return int64(p.int(name)) }
	float := func(name string) float64 { f, _ := strconv.ParseFloat(p.attr(name), 64); return f }
	score := func(name string) tournament.Score { return tournament.Score(g.int(name)) }
	positions := map[string]tournament.Position{"TOP": tournament.Top, "MID": tournament.Middle, "BOT": tournament.Bottom}
	seedings := map[string]tournament.Seeding{
		"SPLITANDFOLD": tournament.SplitFold, "SPLITANDSLIP": tournament.SplitSlip, "SPLITANDRANDOM": tournament.SplitRandom,
	}
	s := tournament.Settings{
		System: tournament.Swiss, Rounds: g.int("numberOfRounds"), Size: 19, Floor: g.rank("genMMFloor"), Bar: g.rank("genMMBar"),
		Handicap: handicap.Policy{
			Basis: handicap.ByRank, Correction: h.int("hdCorrection"), Ceiling: h.int("hdCeiling"),
			Threshold: h.rank("hdNoHdRankThreshold"), EvenKomi: 13,
		},
		Scoring: tournament.Scoring{
			WinsAbsent: score("genNBW2ValueAbsent"), WinsBye: score("genNBW2ValueBye"),
			MMSAbsent: score("genMMS2ValueAbsent"), MMSBye: score("genMMS2ValueBye"), RoundDown: g.attr("genRoundDownNBWMMS") == "true",
		},
		Pairing: tournament.Pairing{
			Duplicate: number("paiBaAvoidDuplGame"), Random: number("paiBaRandom"), Deterministic: p.attr("paiBaDeterministic") == "true",
			Colour: number("paiBaBalanceWB"), Category: number("paiMaAvoidMixingCategories"), Score: number("paiMaMinimizeScoreDifference"),
			Curvature: float("paiStandardNX1Factor"), MovedUpDown: number("paiMaDUDDWeight"), Compensate: p.attr("paiMaCompensateDUDD") == "true",
			UpperFrom: positions[p.attr("paiMaDUDDUpperMode")], LowerFrom: positions[p.attr("paiMaDUDDLowerMode")],
			Seeding: number("paiMaMaximizeSeeding"), First: seedings[p.attr("paiMaSeedSystem1")], Second: seedings[p.attr("paiMaSeedSystem2")],
			FirstByRating:  p.attr("paiMaAdditionalPlacementCritSystem1") == "Rating",
			SecondByRating: p.attr("paiMaAdditionalPlacementCritSystem2") == "Rating",
			SwitchAfter:    p.int("paiMaLastRoundForSeedSystem1"), ExemptFrom: p.rank("paiSeRankThreshold"),
			ExemptHalfWins: p.attr("paiSeNbWinsThresholdActive") == "true", ExemptBar: p.attr("paiSeBarThresholdActive") == "true",
			MinimumHandicap: number("paiSeMinimizeHandicap"), Geography: number("paiSeAvoidSameGeo"),
			CountryGap: p.int("paiSePreferMMSDiffRatherThanSameCountry"),
			ClubGap:    p.int("paiSePreferMMSDiffRatherThanSameClubsGroup") + p.int("paiSePreferMMSDiffRatherThanSameClub"),
		},
	}
	if h.attr("hdBasedOnMMS") == "true" {
		s.Handicap.Basis = handicap.ByMMS
	}
	for _, c := range root.all("PlacementParameterSet")[0].all("PlacementCriterion") {
		if name := c.attr("name"); name != "NULL" {
			s.Criteria = append(s.Criteria, tournament.Criterion(name))
		}
	}
	if s.Criteria[0] == tournament.MMS {
		s.System = tournament.McMahon
	}
	return s
}

func number(t testing.TB, text string) int {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		t.Fatal(err)
	}
	return n
}
