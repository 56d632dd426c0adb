package macmahon

import (
	"strconv"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/format/xmltree"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// startRules are the settings that decide the starting scores besides floor and bar. They are
// turned into corrections of the players' starting scores.
type startRules struct {
	super  bool // members of the super bar start above all others
	manual bool // all players start with the score in the file
}

// takeStartRules reads the rules. Files without the switch of the super bar count its
// members. Without McMahon starting scores all players start at 0.
func (m *reader) takeStartRules(s *tournament.Settings) []string {
	m.start = startRules{super: m.switched("UseMacMahonSuperBar", true), manual: m.switched("UseMacMahonStartScoresManually", false)}
	if !m.switched("UseMacMahonStartScores", true) {
		s.Floor, s.Bar, m.start = rank.Kyu30, rank.Kyu30, startRules{}
	}
	for _, name := range []string{"UpperMacMahonBarByAmount", "UseMacMahonStartScoresWithoutGapsInSequence"} {
		if c := m.settings.Child(name); c != nil && m.switched(name, false) && !m.start.manual {
			m.Warn(c.Position(), "macmahon.start", name)
		}
	}
	return []string{"UseMacMahonSuperBar", "UseMacMahonStartScoresManually", "UseMacMahonStartScores"}
}

// switched returns a truth value of the settings, otherwise if it is missing.
func (m *reader) switched(name string, otherwise bool) bool {
	on, err := strconv.ParseBool(strings.ToLower(m.settings.Inside(name)))
	if err != nil {
		return otherwise
	}
	return on
}

// adjustment returns the whole points by which a participant starts higher or lower.
func (m *reader) adjustment(e *xmltree.Element) int {
	if !m.isTrue(e, "ScoreAdjustment") {
		return 0
	}
	text := e.Inside("ScoreAdjustmentValue")
	quarters, err := strconv.Atoi(text)
	if err != nil || quarters%4 != 0 || quarters < -116 || quarters > 116 {
		m.Warn(e.Position(), "import.value", "ScoreAdjustmentValue", fault.Clip(text))
		return 0
	}
	return quarters / 4
}

// byRank returns the starting score by rank, floor and bar.
func (m *reader) byRank(p *tournament.Player) int {
	s := &m.T.Settings
	return min(max(p.Rank.Index(), s.Floor.Index()), s.Bar.Index()) - rank.Kyu30.Index()
}

// startManually gives a player the starting score in the file.
func (m *reader) startManually(e *xmltree.Element, p *tournament.Player) {
	text := e.Inside("StartScores")
	score, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	whole := int(min(max(score, -1000), 1000))
	correction := whole + p.StartCorrection - m.byRank(p)
	if err != nil || float64(whole) != score || correction < -30 || correction > 30 {
		m.Warn(e.Position(), "import.value", "StartScores", fault.Clip(text))
		return
	}
	p.StartCorrection = correction
}

// raiseMembers sets the start of the members of the super bar one point above the bar, or without a bar above the
// highest start of the others.
func (m *reader) raiseMembers(members []tournament.PlayerID) {
	top := m.T.Settings.Bar.Index() - rank.Kyu30.Index()
	member := map[tournament.PlayerID]bool{}
	for _, id := range members {
		member[id] = true
	}
	if m.T.Settings.Bar == rank.Dan9 {
		top = 0
		for i := range m.T.Players {
			if p := &m.T.Players[i]; !member[p.ID] {
				top = max(top, m.byRank(p)+p.StartCorrection)
			}
		}
	}
	for _, id := range members {
		p := m.T.Player(id)
		correction := top + 1 - m.byRank(p)
		if p.StartCorrection = min(correction, 30); correction > 30 {
			m.Warn(m.places[id], "import.value", "SuperBarMember", strconv.Itoa(correction))
		}
	}
}
