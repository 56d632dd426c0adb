package opengotha

import (
	"bytes"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"tourney/internal/format/assemble"
	"tourney/internal/format/file"
	"tourney/internal/format/xmltree"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// Limits of OpenGotha's format.
const (
	mostRounds   = 20
	mostCriteria = 6
)

// A writer turns a tournament into the elements of an OpenGotha file.
type writer struct {
	t        *tournament.Tournament
	findings file.Findings
	// keys are the names by which games refer to players.
	keys map[tournament.PlayerID]string
}

// Write writes the published state of a tournament as OpenGotha 3.51 does, without the addresses of the computer and
// without a time of saving, so that the same state gives the same file. The findings report data that the format cannot
// hold.
func Write(w io.Writer, t *tournament.Tournament, _ file.Label) ([]file.Finding, error) {
	g := &writer{t: t, keys: map[tournament.PlayerID]string{}}
	root := xmltree.New("Tournament", "dataVersion", "201", "fullVersionNumber", "3.51.02", "runningMode", "SAL")
	root.Add(g.players())
	games, byes := root.Add(xmltree.New("Games")), xmltree.New("ByePlayers")
	for i := range t.Rounds {
		g.round(&t.Rounds[i], games, byes)
	}
	if len(byes.Children) > 0 {
		root.Add(byes)
	}
	g.teams(root)
	set := root.Add(xmltree.New("TournamentParameterSet"))
	for _, section := range sections {
		e := set.Add(xmltree.New(section.element))
		g.section(e, section.settings)
		switch section.element {
		case "GeneralParameterSet":
			g.categories(e)
		case "HandicapParameterSet":
			g.criteria(set.Add(xmltree.New("PlacementParameterSet")), g.placement(), knownCriteria)
		}
	}
	g.foreign(set, "DPParameterSet", display)
	g.foreign(set, "PublishParameterSet", xmltree.New("PublishParameterSet", "exportToLocalFile", "true", "htmlAutoScroll", "false", "print", "false"))
	g.teamSettings(root)
	g.otherForeign(root)
	g.clubGroups(root)
	g.lostSettings()
	b := bytes.NewBufferString(`<?xml version="1.0" encoding="UTF-8" standalone="no"?>` + "\n")
	root.Write(b, 0)
	_, err := w.Write(b.Bytes())
	return g.findings.All(), err
}

// lost reports data that the format cannot hold.
func (g *writer) lost(key string, args ...any) {
	g.findings.Warn(file.Position{}, key, args...)
}

// players writes all players in the order of their IDs.
func (g *writer) players() *xmltree.Element {
	list := xmltree.New("Players")
	taken := map[string]bool{}
	halfByes, private := 0, 0
	for i := range g.t.Players {
		p := &g.t.Players[i]
		given := p.Given
		if given == "" {
			given = "-" // OpenGotha needs both names
		}
		key := keyOf(p.Family + given)
		for n := 2; taken[key]; n++ {
			given = strings.TrimSpace(p.Given + " (" + strconv.Itoa(n) + ")")
			key = keyOf(p.Family + given)
			if !taken[key] {
				g.lost("opengotha.lost.twin", p.Name(), p.Family+" "+given)
			}
		}
		taken[key] = true
		g.keys[p.ID] = key
		list.Add(g.player(p, given))
		if p.HalfByes != 0 {
			halfByes++
		}
		if len(p.Tags) > 0 || p.Born != 0 || p.Notes != "" || p.Contact != "" {
			private++
		}
	}
	if n := len(g.t.RecordHashes()); n > 0 {
		g.lost("opengotha.lost.records", n)
	}
	if halfByes > 0 {
		g.lost("opengotha.lost.halfbyes", halfByes)
	}
	if private > 0 {
		g.lost("opengotha.lost.private", private)
	}
	return list
}

// player writes one player. A rating not stated becomes the one of the rank,
// as OpenGotha itself fills it in.
func (g *writer) player(p *tournament.Player, given string) *xmltree.Element {
	grade, rating, origin := p.Grade, p.Rating, p.RatingOrigin
	if !grade.Valid() {
		grade = p.Rank
	}
	if !rating.Stated() {
		rating, origin = p.Rank.Rating(), madeRating
	}
	status := "FIN"
	if p.Status == tournament.Preliminary {
		status = "PRE"
	}
	return xmltree.New("Player",
		"agaExpirationDate", p.AGAExpiry, "agaId", p.AGA, "club", p.Club, "country", p.Country,
		"egfPin", p.EGD, "ffgLicence", p.FFG, "ffgLicenceStatus", p.FFGStatus, "firstName", given,
		"grade", strings.ToUpper(grade.String()), "name", p.Family, "participating", g.participating(p),
		"rank", rankText(p.Rank), "rating", rating.String(), "ratingOrigin", origin,
		"registeringStatus", status, "smmsCorrection", strconv.Itoa(p.StartCorrection))
}

// participating writes a figure for every round, 1 for playing. Withdrawn
// players play no round that is not drawn yet.
func (g *writer) participating(p *tournament.Player) string {
	var b strings.Builder
	for n := 1; n <= max(mostRounds, g.t.Settings.Rounds); n++ {
		if p.Absent.Has(n) || p.Status == tournament.Withdrawn && n > g.t.Current() {
			b.WriteByte('0')
		} else {
			b.WriteByte('1')
		}
	}
	return b.String()
}

func (g *writer) round(r *tournament.Round, games, byes *xmltree.Element) {
	if !r.Published {
		g.lost("opengotha.lost.draft", r.Number)
		return
	}
	manners, komis := 0, 0
	for i := range r.Games {
		game := &r.Games[i]
		e := games.Add(xmltree.New("Game",
			"blackPlayer", g.keys[game.Black], "handicap", strconv.Itoa(game.Handicap),
			"knownColor", strconv.FormatBool(!game.ColoursOpen), "result", g.result(game),
			"roundNumber", strconv.Itoa(r.Number), "tableNumber", strconv.Itoa(game.Table),
			"whitePlayer", g.keys[game.White]))
		if game.Decided().Manner != tournament.Unspecified && game.Decided().Manner != tournament.ByForfeit {
			manners++
		}
		if game.Komi != komiRead(&g.t.Settings.Handicap, e) {
			komis++
		}
	}
	for _, id := range r.Byes {
		byes.Add(xmltree.New("ByePlayer", "player", g.keys[id], "roundNumber", strconv.Itoa(r.Number)))
	}
	if manners > 0 {
		g.lost("opengotha.lost.manner", manners, r.Number)
	}
	if komis > 0 {
		g.lost("opengotha.lost.komi", komis, r.Number)
	}
	if len(r.Byes) > 1 {
		g.lost("opengotha.lost.byes", r.Number, len(r.Byes))
	}
}

// komiRead is the komi that a reader gives to a game of the file: the tournament's for an even game, else 0.
func komiRead(policy *handicap.Policy, game *xmltree.Element) handicap.Komi {
	if game.Value("handicap") != "0" {
		return 0
	}
	return policy.EvenKomi
}

// result writes the outcome. A game without result, which OpenGotha does not
// have, scores like a loss of both.
func (g *writer) result(game *tournament.Game) string {
	outcome := game.Decided().Outcome
	if outcome == tournament.NoResult || outcome == tournament.NotPlayed {
		g.lost("opengotha.lost.void", game.Round, game.Table)
		outcome = tournament.BothLose
	}
	for _, r := range outcomes {
		if r.outcome != outcome {
			continue
		}
		if game.Decided().Manner == tournament.ByForfeit && game.Decided().Known() {
			return r.name + byDefault
		}
		return r.name
	}
	return outcomes[0].name
}

// section writes the attributes of one parameter set, those unknown to tourney last.
func (g *writer) section(e *xmltree.Element, settings []setting) {
	prefix := foreignPrefix + e.Name + "."
	written := map[string]bool{}
	for _, s := range settings {
		value := ""
		if s.get != nil {
			value = s.get(g.t)
		}
		if value == "" {
			value = g.t.Settings.Foreign[prefix+s.name]
		}
		if value == "" {
			value = s.absent
		}
		e.Set(s.name, value)
		written[s.name] = true
	}
	for _, key := range slices.Sorted(maps.Keys(g.t.Settings.Foreign)) {
		name, ours := strings.CutPrefix(key, prefix)
		if ours && !written[name] && xmltree.IsName(name) {
			e.Set(name, g.t.Settings.Foreign[key])
		}
	}
}

func (g *writer) categories(general *xmltree.Element) {
	if len(g.t.Settings.Categories) == 0 {
		return
	}
	list := general.Add(xmltree.New("Categories"))
	for i, limit := range g.t.Settings.Categories {
		list.Add(xmltree.New("Category", "lowerLimit", rankText(limit), "number", strconv.Itoa(i+1)))
	}
}

// ownCriteria are the criteria that place single players, at least one: the
// first determines the system in OpenGotha.
func (g *writer) ownCriteria() []tournament.Criterion {
	own := slices.DeleteFunc(slices.Clone(g.t.Settings.Criteria), tournament.Criterion.OfTeams)
	if len(own) == 0 {
		own = tournament.DefaultCriteria(g.t.Settings.System)[:1]
	}
	return own
}

// placement returns the criteria by which OpenGotha is to place, including those unknown to it.
func (g *writer) placement() []tournament.Criterion {
	return knownAsCup(g.t.Settings.System, g.ownCriteria())
}

// criteria writes six criteria, the last of them NULL when there are fewer.
func (g *writer) criteria(set *xmltree.Element, criteria, known []tournament.Criterion) {
	list := set.Add(xmltree.New("PlacementCriteria"))
	for _, c := range criteria {
		if len(list.Children) == mostCriteria || !slices.Contains(known, c) {
			g.lost("opengotha.lost.criterion", string(c))
			continue
		}
		list.Add(xmltree.New("PlacementCriterion", "name", string(c), "number", strconv.Itoa(len(list.Children)+1)))
	}
	for len(list.Children) < mostCriteria {
		list.Add(xmltree.New("PlacementCriterion", "name", "NULL", "number", strconv.Itoa(len(list.Children)+1)))
	}
}

// knownAsCup puts the cup score before the other scores of a cup: OpenGotha recognises a cup by it.
func knownAsCup(system tournament.System, list []tournament.Criterion) []tournament.Criterion {
	i := slices.IndexFunc(list, func(c tournament.Criterion) bool {
		return c == tournament.CPS || c == tournament.NBW || c == tournament.MMS
	})
	if system != tournament.Cup || i >= 0 && list[i] == tournament.CPS {
		return list
	}
	others := slices.DeleteFunc(slices.Clone(list), func(c tournament.Criterion) bool { return c == tournament.CPS })
	return slices.Insert(others, 0, tournament.CPS)
}

func (g *writer) clubGroups(root *xmltree.Element) {
	groups := g.t.Settings.Pairing.ClubGroups
	if len(groups) == 0 {
		return
	}
	list := root.Add(xmltree.New("ClubsGroups"))
	for _, group := range groups {
		e := list.Add(xmltree.New("ClubsGroup", "name", group.Name))
		for _, club := range group.Clubs {
			e.Add(xmltree.New("Club", "name", club))
		}
	}
}

// display is OpenGotha's default display of its lists.
var display = xmltree.New("DPParameterSet",
	"displayClCol", "true", "displayCoCol", "true", "displayIndGamesInMatches", "true", "displayNPPlayers", "false",
	"displayNumCol", "true", "displayPlCol", "true", "gameFormat", "full", "playerSortType", "name", "showByePlayer", "true",
	"showNotFinallyRegisteredPlayers", "true", "showNotPairedPlayers", "true", "showNotParticipatingPlayers", "false",
	"showPlayerClub", "true", "showPlayerCountry", "false", "showPlayerGrade", "true")

// foreign writes an element of the imported file, or else the usual one, if any.
func (g *writer) foreign(parent *xmltree.Element, name string, usual *xmltree.Element) {
	if text, ok := g.t.Settings.Foreign[foreignPrefix+name]; ok {
		// The stored text may have been changed since it was read.
		if e, err := xmltree.Parse([]byte(text)); err == nil && e.Name == name {
			parent.Add(e)
			return
		}
	}
	if usual != nil {
		parent.Add(usual)
	}
}

// otherForeign writes the elements of the imported file that are not written elsewhere.
func (g *writer) otherForeign(root *xmltree.Element) {
	for _, key := range slices.Sorted(maps.Keys(g.t.Settings.Foreign)) {
		name, ours := strings.CutPrefix(key, foreignPrefix)
		if !ours || strings.Contains(name, ".") || name == "Teams" || name == "TeamTournamentParameterSet" || slices.Contains(ownElements, name) || len(root.All(name)) > 0 {
			continue
		}
		g.foreign(root, name, nil)
	}
}

// knownSystems are the systems that OpenGotha pairs by.
var knownSystems = []tournament.System{tournament.McMahon, tournament.Swiss, tournament.SwissCategories, tournament.Cup}

// lostSettings reports the rules of the tournament that the format cannot hold.
func (g *writer) lostSettings() {
	s := &g.t.Settings
	if n := len(s.Constraints.StandIns); n > 0 {
		g.lost("opengotha.lost.ghosts", n)
	}
	lost := assemble.Lost([]assemble.Loss{
		{"rounds", s.Rounds > mostRounds},
		{"half-groups", s.Pairing.HalfGroups},
		{"played-only", s.Pairing.PlayedOnly && forfeited(g.t)},
		{"handicap.table", s.Handicap.Table != "" || len(s.Handicap.Steps) > 0},
		{"handicap.komi", s.Handicap.HandicapKomi != 0 && s.Handicap.Ceiling > 0},
		{"handicap.ceiling", s.Handicap.Ceiling > 9},
		{"handicap.threshold", s.Handicap.Threshold > rank.Dan9},
		{"scoring.plain-sos", s.Scoring.PlainSOS},
		{"scoring.even-dc", s.Scoring.EvenDC},
		{"tie", s.Tie != tournament.TieIsJigo},
		{"system", !slices.Contains(knownSystems, s.System) || systemOf(g.placement()) != s.System},
		{"main", time.Duration(s.Clock.Main)%time.Minute != 0},
		{"periods", s.Clock.Overtime == tournament.Japanese && s.Clock.Periods > 1},
	})
	for _, field := range append(lost, assemble.LostSettings(g.t)...) {
		g.lost("opengotha.lost.setting", field)
	}
	assemble.WarnRated(&g.findings, g.t)
}

// forfeited reports whether a game was decided by default.
func forfeited(t *tournament.Tournament) bool {
	return slices.ContainsFunc(t.Rounds, func(r tournament.Round) bool {
		return slices.ContainsFunc(r.Games, func(g tournament.Game) bool { return g.Decided().ByDefault() })
	})
}
