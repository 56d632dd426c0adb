package opengotha

import (
	"cmp"
	"encoding/xml"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/format/assemble"
	"tourney/internal/format/file"
	"tourney/internal/format/xmltree"
	"tourney/internal/tournament"
)

// foreignPrefix is the prefix of the keys of Settings.Foreign for data of OpenGotha's files beyond tourney's model:
// "opengotha/SET.attribute" is an attribute, "opengotha/ELEMENT" a whole element in XML.
const foreignPrefix = "opengotha/"

// Limits of texts in an OpenGotha file; package tournament has the limits of names.
const (
	longestName = 100
	longestText = 200
	mostForeign = 1 << 20 // bytes kept of another program's data
)

// A reader turns the elements of an OpenGotha file into a tournament.
// It follows the format of OpenGotha 3.51 and its predecessors; every deviation
// of a file is a finding.
type reader struct {
	assemble.Assembly
	root *xmltree.Element
	// byKey finds players by the key that games use, byPlainKey by the older
	// key without accents and punctuation; two players of one plain key are 0.
	byKey, byPlainKey map[string]tournament.PlayerID
	// dropped are the unknown attributes that have been noted.
	dropped []string
	// kept counts the bytes kept for writing.
	kept int
}

// Recognise reports whether an XML document with this root is OpenGotha's.
// MacMahon's has the same name, and a version.
func Recognise(root xml.StartElement) bool {
	return root.Name.Local == "Tournament" && !slices.ContainsFunc(root.Attr, func(a xml.Attr) bool { return a.Name.Local == "typeversion" })
}

// Read reads OpenGotha's XML.
func Read(data []byte) (*tournament.Tournament, []file.Finding, error) {
	root, err := xmltree.Parse(data)
	if err != nil {
		return nil, nil, err
	}
	g := &reader{root: root, byKey: map[string]tournament.PlayerID{}, byPlainKey: map[string]tournament.PlayerID{}}
	for _, step := range []func() error{g.settings, g.players, g.teams, g.rounds, g.Finish} {
		if err := step(); err != nil {
			return nil, g.Findings.All(), err
		}
	}
	g.keepForeign()
	return g.T, g.Findings.All(), nil
}

// warn adds a warning, about an element if it is not nil.
func (g *reader) warn(e *xmltree.Element, key string, args ...any) {
	g.Warn(e.Position(), key, args...)
}

// settings makes the tournament from the parameter sets.
func (g *reader) settings() error {
	criteria, system := g.criteria()
	g.T = &tournament.Tournament{Settings: assemble.Defaults(system)}
	s := &g.T.Settings
	s.Criteria = criteria
	general := g.root.First("GeneralParameterSet")
	for _, f := range []struct {
		attribute string
		field     tournament.Field
	}{{"name", "name"}, {"shortName", "short"}, {"location", "place"}, {"director", "director"}} {
		if _, err := general.Text(f.attribute, f.field, longestText); err != nil {
			return err
		}
	}
	for _, section := range sections {
		g.section(g.root.First(section.element), section.settings)
	}
	g.categories()
	if err := g.clubGroups(); err != nil {
		return err
	}
	info := g.T.Info
	if info.End.IsZero() {
		info.End = info.Begin
	}
	return g.Begin(general.Position(), info, *s, "OpenGotha")
}

// clubGroups reads the groups of clubs that count as half the same.
func (g *reader) clubGroups() error {
	for _, e := range g.root.All("ClubsGroup") {
		name, err := e.Text("name", "club", longestName)
		if err != nil {
			return err
		}
		group := tournament.ClubGroup{Name: name}
		for _, c := range e.All("Club") {
			club, err := c.Text("name", "club", longestName)
			if err != nil {
				return err
			}
			group.Clubs = append(group.Clubs, club)
		}
		g.T.Settings.Pairing.ClubGroups = append(g.T.Settings.Pairing.ClubGroups, group)
	}
	return nil
}

// criteria returns the placement criteria and the system, which the first of
// them decides.
func (g *reader) criteria() ([]tournament.Criterion, tournament.System) {
	var criteria []tournament.Criterion
	for _, e := range g.root.First("PlacementParameterSet").All("PlacementCriterion") {
		name := tournament.Criterion(e.Value("name"))
		switch {
		case name == "NULL" || name == "":
		case !slices.Contains(knownCriteria, name):
			g.warn(e, "opengotha.criterion.unknown", fault.Clip(string(name)))
		case slices.Contains(criteria, name):
			g.warn(e, "opengotha.criterion.twice", string(name))
		case len(criteria) == mostCriteria:
			g.warn(e, "opengotha.criterion.many", string(name), mostCriteria)
		default:
			criteria = append(criteria, name)
		}
	}
	if len(criteria) == 0 {
		g.warn(g.root.First("PlacementParameterSet"), "opengotha.criteria.none")
		criteria = assemble.UsualCriteria(tournament.McMahon)
	}
	return criteria, systemOf(criteria)
}

// systemOf returns the system by which OpenGotha pairs with these criteria: it follows from the first score among them.
func systemOf(criteria []tournament.Criterion) tournament.System {
	for _, c := range criteria {
		switch {
		case c == tournament.MMS:
			return tournament.McMahon
		case c == tournament.NBW && criteria[0] == tournament.Category:
			return tournament.SwissCategories
		case c == tournament.NBW:
			return tournament.Swiss
		case c == tournament.CPS:
			return tournament.Cup
		}
	}
	return tournament.Swiss
}

// knownCriteria are the criteria that OpenGotha's files can name.
var knownCriteria = tournament.CriteriaWhere(func(f tournament.CriterionFacts) bool { return f.OpenGotha })

// section sets the fields of the attributes of one parameter set.
func (g *reader) section(e *xmltree.Element, settings []setting) {
	given := map[string]string{}
	for _, a := range e.Attributes {
		name, value := a.Name, a.Value
		if a.Name == "byoYomi" {
			name, value = "complementaryTimeSystem", "SUDDENDEATH"
			if a.Value == "true" {
				value = "STDBYOYOMI"
			}
		}
		if new, ok := oldNames[name]; ok {
			name = new
		}
		if _, there := given[name]; !there {
			given[name] = value
		}
	}
	for _, s := range settings {
		value, there := given[s.name]
		if !there {
			continue
		}
		delete(given, s.name)
		became := foreign
		if s.set != nil {
			became = s.set(g.T, value)
		}
		switch became {
		case foreign:
			g.keep(e.Name+"."+s.name, value)
		case refused:
			g.warn(e, "import.value", s.name, fault.Clip(value))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		g.keep(e.Name+"."+name, given[name])
	}
}

// categories reads the lower limits, strongest first, of all categories but the
// last.
func (g *reader) categories() {
	limits := g.root.First("Categories").All("Category")
	general := g.root.First("GeneralParameterSet")
	if n := number(general, "numberOfCategories"); n > len(limits)+1 {
		g.warn(general, "opengotha.categories", n, len(limits)+1)
	}
	slices.SortStableFunc(limits, byNumber("number"))
	for _, e := range limits {
		r, err := parseRank(e.Value("lowerLimit"))
		all := g.T.Settings.Categories
		if err != nil || len(all) > 0 && r >= all[len(all)-1] || len(all) >= 8 {
			g.warn(e, "import.value", "lowerLimit", fault.Clip(e.Value("lowerLimit")))
			continue
		}
		g.T.Settings.Categories = append(all, r)
	}
}

// number reads a whole number, 0 for another text.
func number(e *xmltree.Element, name string) int {
	n, _ := strconv.Atoi(strings.TrimSpace(e.Value(name)))
	return n
}

// byNumber compares elements by an attribute that is a whole number.
func byNumber(name string) func(a, b *xmltree.Element) int {
	return func(a, b *xmltree.Element) int { return cmp.Compare(number(a, name), number(b, name)) }
}

// keep stores data of another program for writing.
func (g *reader) keep(key, value string) {
	if g.T.Settings.Foreign == nil {
		g.T.Settings.Foreign = map[string]string{}
	}
	if g.kept += len(key) + len(value); g.kept > mostForeign {
		g.warn(nil, "opengotha.foreign.large", fault.Clip(key))
		return
	}
	g.T.Settings.Foreign[foreignPrefix+key] = value
}

// ownElements are the elements with a field in tourney's model.
var ownElements = []string{
	"Players", "Player", "Games", "Game", "ByePlayers", "ByePlayer", "ClubsGroups", "ClubsGroup", "TournamentParameterSet",
	"Categories", "PlacementCriteria",
	"GeneralParameterSet", "HandicapParameterSet", "PlacementParameterSet", "PairingParameterSet",
}

// ownTeamElements are further ones if teams play.
var ownTeamElements = []string{"Teams", "Team", "TeamTournamentParameterSet"}

// keepForeign keeps the elements without a field in tourney: OpenGotha's display of lists, and teams that do not play
// each other.
func (g *reader) keepForeign() {
	playing := g.T.Settings.Teams.Boards > 0
	if teams := g.root.All("Team"); len(teams) > 0 && !playing {
		g.warn(teams[0], "opengotha.teams", len(teams))
	}
	for _, parent := range []*xmltree.Element{g.root, g.root.First("TournamentParameterSet")} {
		for _, e := range parent.Children {
			named := func(name string) bool { return strings.EqualFold(name, e.Name) }
			if !slices.ContainsFunc(ownElements, named) && !(playing && slices.ContainsFunc(ownTeamElements, named)) {
				g.keep(e.Name, e.String())
			}
		}
	}
}
