package macmahon

import (
	"bytes"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/exchange/build"
	"tourney/internal/exchange/file"
	"tourney/internal/exchange/xmltree"
	"tourney/internal/tournament"
)

// holds returns an element with a text.
func holds(name, content string) *xmltree.Element {
	return &xmltree.Element{Name: name, Content: content}
}

// Write writes the published state of a tournament as MacMahon 3
// arranges it. The findings report what the format cannot hold.
func Write(w io.Writer, t *tournament.Tournament, _ file.Label) ([]file.Finding, error) {
	m := &writer{t: t, lost: map[string]int{}}
	root := xmltree.New("Tournament", "typeversion", "6")
	root.Add(holds("Name", t.Info.Name))
	root.Add(holds("Kind", m.kind()))
	root.Add(holds("CurrentRoundNumber", strconv.Itoa(max(t.Current(), 1))))
	for _, s := range settings {
		if value := s.get(&t.Settings); value != "" {
			root.Add(holds(s.name, value))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(t.Settings.Foreign)) {
		name, ours := strings.CutPrefix(key, foreignPrefix)
		if ours && xmltree.IsName(name) && root.Child(name) == nil {
			root.Add(holds(name, t.Settings.Foreign[key]))
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
	findings := []file.Finding{{Severity: file.Info, Key: "macmahon.lost.rules"}}
	for _, field := range append(build.Beyond(m.t), m.lostSettings()...) {
		findings = append(findings, file.Finding{Severity: file.Warning, Key: "export.lost.setting", Args: []any{field}})
	}
	if len(m.criteriaLost) > 0 {
		findings = append(findings, file.Finding{Severity: file.Warning, Key: "macmahon.lost.criterion", Args: []any{strings.Join(m.criteriaLost, ", ")}})
	}
	findings = append(findings, build.RatedFinding(m.t)...)
	if n := len(m.t.RecordHashes()); n > 0 {
		findings = append(findings, file.Finding{Severity: file.Warning, Key: "opengotha.lost.records", Args: []any{n}})
	}
	for _, key := range slices.Sorted(maps.Keys(m.lost)) {
		findings = append(findings, file.Finding{Severity: file.Warning, Key: key, Args: []any{m.lost[key]}})
	}
	return findings
}

// lostSettings lists the rules that differ from the program's defaults. The file
// cannot state them, so a reader assumes the defaults.
func (m *writer) lostSettings() []tournament.Field {
	info, s := &m.t.Info, &m.t.Settings
	usual := defaults(s.System)
	mcmahon, swiss := s.System == tournament.McMahon, s.System == tournament.Swiss
	handicaps := s.Handicap.Ceiling > 0
	return build.Lost([]build.Loss{
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
		title := build.WallTitle(c, m.t.Settings.System)
		if title == "" {
			m.criteriaLost = append(m.criteriaLost, string(c))
			continue
		}
		list.Add(xmltree.New("SortCriterionDescriptor")).Add(holds("ShortName", title))
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
			country := root.Add(xmltree.New("Country"))
			country.Add(holds("InternetCode", code))
			country.Add(holds("Name", code))
		}
	}
}

func (m *writer) player(p *tournament.Player) *xmltree.Element {
	e := xmltree.New("IndividualParticipant", "typeversion", "1")
	e.Add(holds("Id", strconv.Itoa(int(p.ID))))
	e.Add(holds("PreliminaryRegistration", strconv.FormatBool(p.Status == tournament.Preliminary)))
	e.Add(holds("SuperBarMember", "false"))
	e.Add(holds("ScoreAdjustment", strconv.FormatBool(p.StartCorrection != 0)))
	e.Add(holds("ScoreAdjustmentValue", strconv.Itoa(4*p.StartCorrection)))
	for n := 1; n <= m.t.Settings.Rounds; n++ {
		gone := p.Status == tournament.Withdrawn && n > m.t.Current()
		if p.Absent.Has(n) || gone {
			e.Add(holds("NotPlayingInRound", strconv.Itoa(n)))
		}
	}
	who := e.Add(xmltree.New("GoPlayer"))
	who.Add(holds("FirstName", p.Given))
	who.Add(holds("Surname", p.Family))
	who.Add(holds("GoLevel", p.Rank.String()))
	if p.Rating.Stated() {
		who.Add(holds("Rating", p.Rating.String()))
	}
	who.Add(holds("EgdPin", p.EGD))
	who.Add(holds("Country", p.Country))
	who.Add(holds("Club", p.Club))
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
	e := root.Add(xmltree.New("TournamentRound", "typeversion", "1"))
	e.Add(holds("RoundNumber", strconv.Itoa(r.Number)))
	for i := range r.Games {
		e.Add(m.game(&r.Games[i]))
	}
	for _, id := range r.Byes {
		pairing := e.Add(xmltree.New("Pairing"))
		pairing.Add(holds("BoardNumber", "0"))
		pairing.Add(holds("PairingWithBye", "true"))
		pairing.Add(holds("Black", strconv.Itoa(int(id))))
		pairing.Add(holds("Result", "1-0"))
	}
}

func (m *writer) game(g *tournament.Game) *xmltree.Element {
	outcome, manner := g.Result.Outcome, g.Result.Manner
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
	e := xmltree.New("Pairing")
	e.Add(holds("BoardNumber", strconv.Itoa(g.Table)))
	e.Add(holds("PairingWithBye", "false"))
	e.Add(holds("Black", strconv.Itoa(int(g.Black))))
	e.Add(holds("White", strconv.Itoa(int(g.White))))
	e.Add(holds("Handicap", strconv.Itoa(g.Handicap)))
	for _, r := range results {
		if r.outcome == outcome {
			e.Add(holds("Result", r.text))
			break
		}
	}
	e.Add(holds("ResultByReferee", strconv.FormatBool(manner == tournament.ByForfeit && outcome != tournament.Unknown)))
	return e
}
