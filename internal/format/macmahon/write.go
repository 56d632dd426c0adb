package macmahon

import (
	"bytes"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/format/assemble"
	"tourney/internal/format/file"
	"tourney/internal/format/xmltree"
	"tourney/internal/tournament"
)

// addTexts adds elements with a text, in pairs of name and text, and returns e.
// It panics at a name without a text.
func addTexts(e *xmltree.Element, pairs ...string) *xmltree.Element {
	for pair := range slices.Chunk(pairs, 2) {
		e.Add(&xmltree.Element{Name: pair[0], Content: pair[1]})
	}
	return e
}

// Write writes the published state of a tournament as MacMahon 3
// arranges it. The findings report what the format cannot hold.
func Write(w io.Writer, t *tournament.Tournament, _ file.Label) ([]file.Finding, error) {
	m := &writer{t: t, lost: map[string]int{}}
	root := addTexts(xmltree.New("Tournament", "typeversion", "6"),
		"Name", t.Info.Name, "Kind", m.kind(), "CurrentRoundNumber", strconv.Itoa(max(t.Current(), 1)))
	for _, s := range settings {
		if value := s.get(&t.Settings); value != "" {
			addTexts(root, s.name, value)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(t.Settings.Foreign)) {
		name, ours := strings.CutPrefix(key, foreignPrefix)
		if ours && xmltree.IsName(name) && root.Child(name) == nil {
			addTexts(root, name, t.Settings.Foreign[key])
		}
	}
	m.criteria(root)
	m.countries(root)
	for i := range t.Players {
		root.Add(m.player(&t.Players[i]))
	}
	for i := range t.Rounds {
		m.round(root, &t.Rounds[i])
	}
	b := bytes.NewBufferString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	root.Write(b, 0)
	_, err := w.Write(b.Bytes())
	return m.findings(), err
}

type writer struct {
	t *tournament.Tournament
	// lost counts the values that the format cannot hold, by message.
	lost map[string]int
	// criteriaLost are the criteria that the format does not have.
	criteriaLost []string
}

func (m *writer) findings() []file.Finding {
	var all file.Findings
	all.Add(file.Finding{Severity: file.Info, Key: "macmahon.lost.rules"})
	for _, field := range append(assemble.LostSettings(m.t), m.lostSettings()...) {
		all.Warn(file.Position{}, "export.lost.setting", field)
	}
	if len(m.criteriaLost) > 0 {
		all.Warn(file.Position{}, "macmahon.lost.criterion", strings.Join(m.criteriaLost, ", "))
	}
	assemble.WarnRated(&all, m.t)
	if n := len(m.t.RecordHashes()); n > 0 {
		all.Warn(file.Position{}, "opengotha.lost.records", n)
	}
	for _, key := range slices.Sorted(maps.Keys(m.lost)) {
		all.Warn(file.Position{}, key, m.lost[key])
	}
	return all.All()
}

// lostSettings lists the rules that differ from the program's defaults. The file cannot state them, so a reader assumes
// the defaults.
func (m *writer) lostSettings() []tournament.Field {
	info, s := &m.t.Info, &m.t.Settings
	usual := defaults(s.System)
	mcmahon, swiss := s.System == tournament.McMahon, s.System == tournament.Swiss
	handicaps := s.Handicap.Ceiling > 0
	return assemble.Lost([]assemble.Loss{
		{"short", info.ShortName != ""},
		{"director", info.Director != ""},
		{"system", !mcmahon && !swiss},
		{"teams", len(s.Teams.Teams) > 0},
		{"categories", len(s.Categories) > 0},
		{"internet", s.Internet},
		{"tie", s.Tie == tournament.TieBlackWins},
		{"even-komi", s.Handicap.EvenKomi != usual.Handicap.EvenKomi},
		{"handicap.komi", handicaps && s.Handicap.HandicapKomi != usual.Handicap.HandicapKomi},
		{"handicap.table", s.Handicap.Table != "" || len(s.Handicap.Steps) > 0},
		{"handicap.ceiling", s.Handicap.Ceiling > 9},
		{"wins-absent", s.Scoring.WinsAbsent != usual.Scoring.WinsAbsent},
		{"wins-bye", s.Scoring.WinsBye != usual.Scoring.WinsBye},
		{"mms-absent", mcmahon && s.Scoring.MMSAbsent != usual.Scoring.MMSAbsent},
		{"mms-bye", mcmahon && s.Scoring.MMSBye != usual.Scoring.MMSBye},
		{"unplayed-half", s.Scoring.UnplayedHalf},
		{"scoring.even-dc", s.Scoring.EvenDC},
	})
}

func (m *writer) kind() string {
	if m.t.Settings.System == tournament.McMahon {
		return "0"
	}
	return "2"
}

func (m *writer) criteria(root *xmltree.Element) {
	list := root.Add(xmltree.New("Walllist"))
	for _, c := range m.t.Settings.Criteria {
		title := assemble.WallTitle(c, m.t.Settings.System)
		if title == "" {
			m.criteriaLost = append(m.criteriaLost, string(c))
			continue
		}
		addTexts(list.Add(xmltree.New("SortCriterionDescriptor")), "ShortName", title)
	}
}

func (m *writer) countries(root *xmltree.Element) {
	var codes []string
	for i := range m.t.Players {
		codes = append(codes, m.t.Players[i].Country)
	}
	slices.Sort(codes)
	for _, code := range slices.Compact(codes) {
		if code != "" {
			addTexts(root.Add(xmltree.New("Country")), "InternetCode", code, "Name", code)
		}
	}
}

func (m *writer) player(p *tournament.Player) *xmltree.Element {
	e := addTexts(xmltree.New("IndividualParticipant", "typeversion", "1"),
		"Id", strconv.Itoa(int(p.ID)),
		"PreliminaryRegistration", strconv.FormatBool(p.Status == tournament.Preliminary),
		"SuperBarMember", "false",
		"ScoreAdjustment", strconv.FormatBool(p.StartCorrection != 0),
		"ScoreAdjustmentValue", strconv.Itoa(4*p.StartCorrection))
	for n := 1; n <= m.t.Settings.Rounds; n++ {
		gone := p.Status == tournament.Withdrawn && n > m.t.Current()
		if p.Absent.Has(n) || gone {
			addTexts(e, "NotPlayingInRound", strconv.Itoa(n))
		}
	}
	who := addTexts(e.Add(xmltree.New("GoPlayer")), "FirstName", p.Given, "Surname", p.Family, "GoLevel", p.Rank.String())
	if p.Rating.Stated() {
		addTexts(who, "Rating", p.Rating.String())
	}
	addTexts(who, "EgdPin", p.EGD, "Country", p.Country, "Club", p.Club)
	if p.HalfByes != 0 || p.Expected != 0 || p.Grade.Valid() || p.FFG != "" || p.AGA != "" || len(p.Tags) > 0 || p.Born != 0 || p.Notes != "" || p.Contact != "" {
		m.lost["macmahon.lost.player"]++
	}
	return e
}

func (m *writer) round(root *xmltree.Element, r *tournament.Round) {
	if !r.Published {
		m.lost["macmahon.lost.draft"]++
		return
	}
	e := addTexts(root.Add(xmltree.New("TournamentRound", "typeversion", "1")), "RoundNumber", strconv.Itoa(r.Number))
	for i := range r.Games {
		e.Add(m.game(&r.Games[i]))
	}
	for _, id := range r.Byes {
		addTexts(e.Add(xmltree.New("Pairing")),
			"BoardNumber", "0", "PairingWithBye", "true", "Black", strconv.Itoa(int(id)), "Result", "1-0")
	}
}

func (m *writer) game(g *tournament.Game) *xmltree.Element {
	outcome, manner := g.Decided().Outcome, g.Decided().Manner
	if outcome == tournament.NoResult || outcome == tournament.NotPlayed {
		m.lost["macmahon.lost.void"]++
		outcome, manner = tournament.BothLose, tournament.ByForfeit
	}
	if manner != tournament.Unspecified && manner != tournament.ByForfeit {
		m.lost["macmahon.lost.manner"]++
	}
	usual := m.t.Settings.Handicap
	usual.EvenKomi, usual.HandicapKomi, usual.Table, usual.Steps = evenKomi, 0, "", nil
	if g.Komi != usual.KomiFor(g.Handicap) {
		m.lost["macmahon.lost.komi"]++
	}
	e := addTexts(xmltree.New("Pairing"),
		"BoardNumber", strconv.Itoa(g.Table), "PairingWithBye", "false",
		"Black", strconv.Itoa(int(g.Black)), "White", strconv.Itoa(int(g.White)), "Handicap", strconv.Itoa(g.Handicap))
	for _, r := range outcomes {
		if r.outcome == outcome {
			addTexts(e, "Result", r.text)
			break
		}
	}
	forfeit := manner == tournament.ByForfeit && outcome != tournament.Unknown
	return addTexts(e, "ResultByReferee", strconv.FormatBool(forfeit))
}
