package macmahon

import (
	"cmp"
	"encoding/xml"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/format/assemble"
	"tourney/internal/format/file"
	"tourney/internal/format/xmltree"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// Recognise reports whether an XML document with this root is MacMahon's.
func Recognise(root xml.StartElement) bool {
	return root.Name.Local == "TournamentData" || slices.ContainsFunc(root.Attr, func(a xml.Attr) bool { return a.Name.Local == "typeversion" })
}

// Read reads the XML of Christoph Gerlach's MacMahon 3. The wrapper elements
// of settings, participants and rounds differ between the programs that write
// it, so these are recognised by their content.
func Read(data []byte) (*tournament.Tournament, []file.Finding, error) {
	root, err := xmltree.Parse(data)
	if err != nil {
		return nil, nil, err
	}
	m := &reader{root: root, settings: root, ids: map[string]tournament.PlayerID{}, places: map[tournament.PlayerID]file.Position{}}
	if inner := root.All("Tournament"); root.Name != "Tournament" && len(inner) > 0 {
		m.settings = inner[0]
	}
	system, known := kinds[strings.ToLower(m.settings.Inside("Kind"))]
	if !known {
		system = tournament.Swiss
		m.Warn(m.settings.Position(), "macmahon.kind", fault.Clip(m.settings.Inside("Kind")))
	}
	info := tournament.Info{Name: m.settings.Inside("Name")}
	if err := m.Begin(m.settings.Position(), info, m.rules(system), "MacMahon"); err != nil {
		return nil, nil, err
	}
	for _, step := range []func() error{m.players, m.allRounds} {
		if err := step(); err != nil {
			return nil, m.Findings.All(), err
		}
	}
	return m.T, m.Findings.All(), nil
}

type reader struct {
	assemble.Assembly
	root, settings *xmltree.Element
	ids            map[string]tournament.PlayerID
	places         map[tournament.PlayerID]file.Position
	start          startRules
}

// evenKomi is the komi of even games; the files do not state it.
const evenKomi handicap.Komi = 13

func defaults(system tournament.System) tournament.Settings {
	s := assemble.Defaults(system)
	s.Floor, s.Bar = rank.Kyu30, rank.Dan8
	s.Handicap = handicap.Policy{Basis: handicap.ByMMS, Ceiling: 9, EvenKomi: evenKomi}
	if system != tournament.McMahon {
		s.Handicap.Basis = handicap.ByRank
	}
	return s
}

// rules reads the settings. Missing ones have the program's defaults.
func (m *reader) rules(system tournament.System) tournament.Settings {
	s := defaults(system)
	known := []string{"Name", "Kind", "CurrentRoundNumber"}
	for _, setting := range settings {
		known = append(known, setting.name)
		if c := m.settings.Child(setting.name); c != nil && !setting.set(&s, c.Content) {
			m.Warn(c.Position(), "import.value", setting.name, fault.Clip(c.Content))
		}
	}
	for _, setting := range settings {
		if sw, ok := switches[setting.name]; ok && strings.EqualFold(m.settings.Inside(sw.by), "false") {
			sw.off(&s)
		}
	}
	if strings.EqualFold(m.settings.Inside("HandicapUsed"), "false") {
		s.Handicap.Ceiling = 0
	}
	s.Criteria = m.criteria(system)
	s.Foreign = m.foreign(append(known, m.takeStartRules(&s)...))
	return s
}

// foreign keeps the settings without a field in tourney: the program's printing and pairing.
func (m *reader) foreign(known []string) map[string]string {
	var kept map[string]string
	for _, c := range m.settings.Children {
		if len(c.Children) > 0 || len(c.Attributes) > 0 || c.Content == "" || slices.Contains(known, c.Name) || len(kept) >= mostKept {
			continue
		}
		if kept == nil {
			kept = map[string]string{}
		}
		kept[foreignPrefix+c.Name] = c.Content
	}
	return kept
}

// criteria reads the order of the standings from the wall list's settings.
func (m *reader) criteria(system tournament.System) []tournament.Criterion {
	list := m.root.First("Walllist")
	var named []*xmltree.Element
	for _, name := range []string{"SortCriterionDescriptor", "Criterion", "WallListMemberDescriptor"} {
		if named = list.All(name); len(named) > 0 {
			break
		}
	}
	var criteria []tournament.Criterion
	for _, e := range named {
		name := e.Inside("ShortName")
		c, known := assemble.WallCriterion(name, system)
		if !known || len(criteria) == tournament.MostCriteria {
			m.Warn(e.Position(), "import.criterion", fault.Clip(name))
			continue
		}
		if !slices.Contains(criteria, c) {
			criteria = append(criteria, c)
		}
	}
	if len(criteria) == 0 {
		return assemble.UsualCriteria(system)
	}
	return criteria
}

// players reads all players: the elements that hold a GoPlayer.
func (m *reader) players() error {
	var members []tournament.PlayerID
	for _, e := range m.root.Holding("GoPlayer") {
		id, err := m.participant(e, e.Child("GoPlayer"))
		if err != nil {
			return err
		}
		p := m.T.Player(id)
		m.places[id] = e.Position()
		if m.start.manual {
			m.startManually(e, p)
		} else if m.start.super && m.isTrue(e, "SuperBarMember") {
			members = append(members, id)
		}
		number := cmp.Or(e.Inside("Id"), e.Value("Id"))
		if first, twice := m.ids[number]; twice {
			m.Warn(e.Position(), "import.id.twice", p.Name(), fault.Clip(number), m.T.Player(first).Name())
			continue
		}
		m.ids[number] = id
	}
	m.raiseMembers(members)
	return nil
}

func (m *reader) participant(e, who *xmltree.Element) (tournament.PlayerID, error) {
	p := tournament.Player{
		Family: who.Inside("Surname"), Given: who.Inside("FirstName"), Country: who.Inside("Country"), Club: who.Inside("Club"),
		EGD: who.Inside("EgdPin"), Status: tournament.CheckedIn, Notes: e.Inside("Comment"),
	}
	if p.EGD == "0" { // no number
		p.EGD = ""
	}
	level := who.Inside("GoLevel")
	if r, err := rank.Parse(level); err == nil {
		p.Rank = r
	}
	points, err := strconv.ParseFloat(cmp.Or(who.Inside("Rating"), "0"), 64)
	switch {
	case err != nil || points < -5000 || points > 5000:
		m.Warn(who.Position(), "import.value", "Rating", fault.Clip(who.Inside("Rating")))
	case points != 0:
		p.Rating = m.Rating(who.Position(), p.Name(), int(points))
	}
	if m.isTrue(e, "PreliminaryRegistration") {
		p.Status = tournament.Preliminary
	}
	p.StartCorrection = m.adjustment(e)
	for _, c := range e.Children {
		if !strings.EqualFold(c.Name, "NotPlayingInRound") {
			continue
		}
		if !assemble.TakeNumber(c.Content, 1, tournament.MaxRounds, func(n int) { p.Absent = p.Absent.With(n) }) {
			m.Warn(c.Position(), "import.value", "NotPlayingInRound", fault.Clip(c.Content))
		}
	}
	return m.Player(e.Position(), p, level)
}

// isTrue returns a truth value of an element, false if it is missing.
func (m *reader) isTrue(e *xmltree.Element, name string) bool {
	text := e.Inside(name)
	on, err := strconv.ParseBool(strings.ToLower(text))
	if err != nil && text != "" {
		m.Warn(e.Position(), "import.value", name, fault.Clip(text))
	}
	return on
}

func (m *reader) allRounds() error {
	for i, e := range m.root.Holding("Pairing") {
		text := e.Inside("RoundNumber")
		n, err := strconv.Atoi(text)
		if err != nil {
			n = i + 1
		}
		if err != nil && text != "" {
			m.Warn(e.Position(), "import.value", "RoundNumber", fault.Clip(text))
		}
		r := m.Round(e.Position(), n)
		if r == nil {
			continue
		}
		for _, pairing := range e.Children {
			if strings.EqualFold(pairing.Name, "Pairing") {
				m.pairing(pairing, r, n)
			}
		}
	}
	return m.Finish()
}

func (m *reader) pairing(e *xmltree.Element, r *assemble.Round, n int) {
	m.Announced++
	black, white := m.ids[e.Inside("Black")], m.ids[e.Inside("White")]
	table := 0 // assigns a free one
	if v := e.Inside("BoardNumber"); v != "" && !assemble.TakeNumber(v, 0, tournament.MostPlayers, func(n int) { table = n }) {
		m.Warn(e.Position(), "import.value", "BoardNumber", fault.Clip(v))
	}
	bye := m.isTrue(e, "PairingWithBye")
	switch {
	case bye && (black == 0) != (white == 0):
		r.Bye(e.Position(), max(black, white))
		return
	case black == 0 || white == 0:
		m.Warn(e.Position(), "import.game.player", n, table)
		return
	}
	g := tournament.Game{Table: table, Black: black, White: white, Result: m.result(e, n, table)}
	if v := e.Inside("Handicap"); v != "" && !assemble.TakeNumber(v, -9, 9, func(n int) { g.Handicap = n }) {
		m.Warn(e.Position(), "import.value", "Handicap", fault.Clip(v))
	}
	r.Game(e.Position(), g)
}

// result reads Black's and White's points. A referee's decision means that the
// game was not played to the end; it is not rated.
func (m *reader) result(e *xmltree.Element, n, table int) tournament.Result {
	text, byReferee := strings.CutSuffix(e.Inside("Result"), "!")
	text = strings.ReplaceAll(text, " ", "")
	for _, r := range outcomes {
		if r.text != text {
			continue
		}
		result := tournament.Result{Outcome: r.outcome}
		if result.Known() && (byReferee || m.isTrue(e, "ResultByReferee")) {
			result.Manner = tournament.ByForfeit
		}
		return result
	}
	m.Warn(e.Position(), "import.result", n, table, fault.Clip(text))
	return tournament.Result{}
}
