// Package pairgoth reads the .tour files of Pairgoth, which are JSON.
package pairgoth

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"tourney/internal/exchange/build"
	"tourney/internal/exchange/file"
	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// A loose value is a number, a text or a truth value as Pairgoth's versions
// write it: quoted or not, whole numbers with or without a decimal point.
type loose string

// UnmarshalJSON takes any value; what is no single one is empty.
func (l *loose) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*l = loose(text)
		return nil
	}
	if data[0] != '{' && data[0] != '[' {
		*l = loose(data)
	}
	return nil
}

func (l loose) number() (float64, bool) {
	x, err := strconv.ParseFloat(strings.TrimSpace(string(l)), 64)
	return x, err == nil && !math.IsNaN(x) && math.Abs(x) <= tournament.MostWeight
}

// whole returns a whole number, or otherwise when it is none.
func (l loose) whole(otherwise int) int {
	if x, ok := l.number(); ok {
		return int(math.Round(x))
	}
	return otherwise
}

func (l loose) weight(to *int64) {
	if x, ok := l.number(); ok && x >= 0 {
		*to = int64(math.Round(x))
	}
}

func (l loose) flag(to *bool) {
	if b, err := strconv.ParseBool(string(l)); err == nil {
		*to = b
	}
}

// rank returns the rank of a McMahon index.
func (l loose) rank(otherwise rank.Rank) rank.Rank {
	if x, ok := l.number(); ok {
		return rank.FromIndex(int(x))
	}
	return otherwise
}

// A tourFile is a .tour file, as far as it is read.
type tourFile struct {
	Type, Name, ShortName, StartDate, EndDate, Director, Country, Location, Online, Rules loose
	Komi, GobanSize, Rounds                                                               loose
	TimeSystem                                                                            struct{ Type, MainTime, Increment, Byoyomi, Periods, Stones loose }
	TablesExclusion                                                                       []loose
	Pairing                                                                               struct {
		Type, MMFloor, MMBar loose
		Placement            []loose
		Base                 struct{ NX1, DupWeight, Random, Deterministic, ColorBalanceWeight loose }
		Main                 struct {
			CatWeight, ScoreWeight, UpDownWeight, UpDownCompensate, UpDownLowerMode, UpDownUpperMode loose
			MaximizeSeeding, FirstSeedLastRound, FirstSeed, SecondSeed                               loose
			FirstSeedAddCrit, SecondSeedAddCrit, MMSValueAbsent, RoundDownScore                      loose
			SOSValueAbsentUseBase                                                                    loose
		}
		Secondary struct{ BarThreshold, RankThreshold, WinsThreshold, SecWeight loose }
		Geo       struct{ Weight, MMSDiffCountry, MMSDiffClub loose }
		Handicap  struct{ Weight, UseMMS, Threshold, Correction, Ceiling loose }
	}
	Players []player
	Games   [][]game
	Teams   []struct {
		ID, Name loose
		Players  []loose
	}
	// IndividualGames are the boards of a match by its number.
	IndividualGames map[string][]game
}

type player struct {
	ID, Name, FirstName, Rating, Rank, Country, Club, Final, MMSCorrection, Pro, Licensed, EGF, FFG, AGA loose
	Skip                                                                                                 []loose
}

type game struct{ ID, T, W, B, H, R loose }

// boardsOf are the kinds of tournaments that are read, and how many
// boards a match has.
var boardsOf = map[loose]int{"": 0, "INDIVIDUAL": 0, "TEAM2": 2, "TEAM3": 3, "TEAM4": 4, "TEAM5": 5}

// Recognise reports whether a text in JSON is a .tour file.
func Recognise(text []byte) bool { return bytes.Contains(text, []byte(`"gobanSize"`)) }

// Read reads the .tour file of a tournament of individuals or of teams
// that Pairgoth writes. Where two or three play one side, it is a fault
// "pairgoth.pairs".
func Read(data []byte) (*tournament.Tournament, []file.Note, error) {
	var f tourFile
	if err := json.Unmarshal(file.FromUTF16(data), &f); err != nil {
		return nil, nil, fault.Wrap(err, fault.Invalid, "pairgoth.broken")
	}
	boards, known := boardsOf[f.Type]
	if !known {
		return nil, nil, fault.New(fault.Invalid, "pairgoth.pairs", fault.Clip(string(f.Type)))
	}
	a := &build.Assembly{}
	info := tournament.Info{
		Name: string(f.Name), ShortName: string(f.ShortName), Place: string(f.Location), Director: string(f.Director),
		Country: string(f.Country), Begin: a.Day(string(f.StartDate)), End: a.Day(string(f.EndDate)),
	}
	if err := a.Begin(info, f.settings(a), "Pairgoth"); err != nil {
		return nil, nil, err
	}
	ids := map[int]tournament.PlayerID{}
	for i, p := range f.Players {
		id, err := p.enter(a, i+1)
		if err != nil {
			return nil, nil, err
		}
		ids[p.ID.whole(-1)] = id
	}
	if boards > 0 {
		if err := f.teams(a, boards, ids); err != nil {
			return nil, nil, err
		}
	}
	if slices.ContainsFunc(f.TablesExclusion, func(l loose) bool { return l != "" && l != "null" }) {
		a.Warn(file.Position{}, "pairgoth.tables")
	}
	for i, games := range f.Games {
		r := a.Round(file.Position{}, i+1)
		if r == nil {
			break
		}
		for _, g := range games {
			g.enter(a, r, i+1, ids)
		}
	}
	if err := a.Finish(); err != nil {
		return nil, nil, err
	}
	return a.T, a.Notes.All(), nil
}

// teams enters the teams and puts the boards of every match in its place among
// the games. Of a team that has a bye everybody has one.
func (f *tourFile) teams(a *build.Assembly, boards int, ids map[int]tournament.PlayerID) error {
	a.T.Settings.Teams.Boards = boards
	members := map[int][]loose{}
	for _, team := range f.Teams {
		ours := tournament.Team{Name: string(team.Name)}
		for _, p := range team.Players {
			if id := ids[p.whole(0)]; id != 0 {
				ours.Members = append(ours.Members, id)
			}
		}
		if _, err := a.T.SetTeam(ours); err != nil {
			return err
		}
		members[team.ID.whole(0)] = team.Players[:min(boards, len(team.Players))]
	}
	for n, matches := range f.Games {
		var games []game
		for k, match := range matches {
			found := f.IndividualGames[string(match.ID)]
			delete(f.IndividualGames, string(match.ID)) // a match is played once
			for i, g := range found {
				table := match.T.whole(0)
				if table == 0 { // older files have no tables
					table = k + 1
				}
				g.T = loose(strconv.Itoa((table-1)*boards + i + 1))
				games = append(games, g)
			}
			if match.W.whole(0) == 0 || match.B.whole(0) == 0 {
				for _, p := range members[match.W.whole(0)+match.B.whole(0)] {
					games = append(games, game{W: p})
				}
			}
		}
		f.Games[n] = games
	}
	return nil
}

// words are the words of the file that have one of ours.
var words = map[loose]string{
	"AGA": "aga", "FRENCH": "aga", // the same but for the name
	"JAPANESE": "japanese", "CHINESE": "chinese",
	"TOP": "top", "MIDDLE": "middle", "BOTTOM": "bottom",
	"SPLIT_AND_FOLD": "fold", "SPLIT_AND_SLIP": "slip", "SPLIT_AND_RANDOM": "random",
}

func takeWord[T ~string](l loose, to *T) {
	if word, ok := words[l]; ok {
		*to = T(word)
	}
}

// settings are the rules of the tournament; what the file does not say is as
// Pairgoth has it by default.
func (f *tourFile) settings(a *build.Assembly) tournament.Settings {
	p := &f.Pairing
	system := tournament.McMahon
	if p.Type == "SWISS" {
		system = tournament.Swiss
	} else if p.Type != "MAC_MAHON" {
		a.Warn(file.Position{}, "pairgoth.system", fault.Clip(string(p.Type)))
	}
	s := build.Defaults(system)
	s.Rounds, s.Size = f.Rounds.whole(s.Rounds), f.GobanSize.whole(s.Size)
	takeWord(f.Rules, &s.Rules)
	s.Clock = f.clock(a, s.Clock)
	f.Online.flag(&s.Internet)
	s.Floor, s.Bar = p.MMFloor.rank(s.Floor), p.MMBar.rank(s.Bar)
	if system == tournament.Swiss {
		s.Floor, s.Bar = rank.Kyu30, rank.Dan9
	}
	s.Handicap = f.handicap(s.Handicap)
	if x, ok := p.Main.MMSValueAbsent.number(); ok && x >= 0 && x <= 1 {
		s.Scoring.MMSAbsent = tournament.Score(math.Round(2 * x))
	}
	p.Main.RoundDownScore.flag(&s.Scoring.RoundDown)
	if p.Main.SOSValueAbsentUseBase == "false" {
		a.Warn(file.Position{}, "pairgoth.sos")
	}
	s.Criteria = f.criteria(a, system)
	s.Pairing = f.pairing(s.Pairing)
	return s
}

// mostNamed is how many criteria there are room for, as in OpenGotha.
const mostNamed = 6

// leastSeconds is less than anybody's main time: a number below it, which the
// format takes for seconds, was meant as minutes.
const leastSeconds = 180

func (f *tourFile) clock(a *build.Assembly, c tournament.Clock) tournament.Clock {
	seconds := func(l loose) time.Duration { return time.Duration(min(max(l.whole(0), 0), 360_000)) * time.Second }
	t := &f.TimeSystem
	if main := t.MainTime.whole(0); main > 0 && main < leastSeconds {
		a.Warn(file.Position{}, "pairgoth.minutes", main)
		t.MainTime = loose(strconv.Itoa(60 * main))
	}
	count := func(l loose) int { return min(max(l.whole(0), 0), 1000) }
	switch t.Type {
	case "FISCHER":
		return tournament.Clock{Main: seconds(t.MainTime), Overtime: tournament.Fischer, Period: seconds(t.Increment)}
	case "CANADIAN":
		return tournament.Clock{Main: seconds(t.MainTime), Overtime: tournament.Canadian, Period: seconds(t.Byoyomi), Stones: count(t.Stones)}
	case "JAPANESE", "STANDARD":
		return tournament.Clock{Main: seconds(t.MainTime), Overtime: tournament.Japanese, Period: seconds(t.Byoyomi), Periods: max(count(t.Periods), 1)}
	case "SUDDEN_DEATH":
		return tournament.Clock{Main: seconds(t.MainTime), Overtime: tournament.SuddenDeath}
	}
	return c
}

func (f *tourFile) handicap(h handicap.Policy) handicap.Policy {
	if komi, err := handicap.ParseKomi(string(f.Komi)); err == nil {
		h.EvenKomi = komi
	}
	p := &f.Pairing.Handicap
	byMMS := h.Basis == handicap.ByMMS
	p.UseMMS.flag(&byMMS)
	h.Basis = handicap.ByRank
	if byMMS {
		h.Basis = handicap.ByMMS
	}
	if h.Threshold = p.Threshold.rank(h.Threshold); h.Threshold == rank.Dan9 {
		h.Threshold = rank.None
	}
	h.Correction = min(max(p.Correction.whole(h.Correction), -1), 9)
	h.Ceiling = min(max(p.Ceiling.whole(h.Ceiling), 0), 9)
	return h
}

// criteria are Pairgoth's names of them; M1 is without the lowest.
func (f *tourFile) criteria(a *build.Assembly, system tournament.System) []tournament.Criterion {
	names := map[loose]tournament.Criterion{
		"CATEGORY": tournament.Category, "RANK": tournament.ByRank, "RATING": tournament.ByRating,
		"SOSWM1": tournament.SOSW1, "SOSWM2": tournament.SOSW2, "SOSMM1": tournament.SOSM1, "SOSMM2": tournament.SOSM2,
	}
	var criteria []tournament.Criterion
	for _, name := range f.Pairing.Placement {
		c, ok := names[name]
		if !ok {
			c = tournament.Criterion(name)
		}
		switch {
		case name == "NULL" || name == "NONE" || slices.Contains(criteria, c):
		case !slices.Contains(tournament.Criteria(), c) || len(criteria) == mostNamed:
			a.Warn(file.Position{}, "import.criterion", fault.Clip(string(name)))
		default:
			criteria = append(criteria, c)
		}
	}
	if len(criteria) > 0 {
		return criteria
	}
	return build.UsualCriteria(system)
}

func (f *tourFile) pairing(p tournament.Pairing) tournament.Pairing {
	base, main, second, geo := &f.Pairing.Base, &f.Pairing.Main, &f.Pairing.Secondary, &f.Pairing.Geo
	if k, ok := base.NX1.number(); ok && k >= 0 && k <= 1 {
		p.Curvature = k
	}
	for _, w := range []struct {
		from loose
		to   *int64
	}{
		{base.DupWeight, &p.Duplicate}, {base.Random, &p.Random}, {base.ColorBalanceWeight, &p.Colour},
		{main.CatWeight, &p.Category}, {main.ScoreWeight, &p.Score}, {main.UpDownWeight, &p.MovedUpDown},
		{main.MaximizeSeeding, &p.Seeding}, {second.SecWeight, &p.Secondary},
		{f.Pairing.Handicap.Weight, &p.MinimumHandicap}, {geo.Weight, &p.Geography},
	} {
		w.from.weight(w.to)
	}
	base.Deterministic.flag(&p.Deterministic)
	main.UpDownCompensate.flag(&p.Compensate)
	second.BarThreshold.flag(&p.ExemptBar)
	second.WinsThreshold.flag(&p.ExemptHalfWins)
	takeWord(main.UpDownLowerMode, &p.LowerFrom)
	takeWord(main.UpDownUpperMode, &p.UpperFrom)
	takeWord(main.FirstSeed, &p.First)
	takeWord(main.SecondSeed, &p.Second)
	p.FirstByRating, p.SecondByRating = main.FirstSeedAddCrit == "RATING", main.SecondSeedAddCrit == "RATING"
	p.ExemptFrom = second.RankThreshold.rank(p.ExemptFrom)
	round := func(l loose, otherwise int) int { return min(max(l.whole(otherwise), 0), tournament.MaxRounds) }
	p.SwitchAfter = round(main.FirstSeedLastRound, p.SwitchAfter)
	p.CountryGap, p.ClubGap = round(geo.MMSDiffCountry, p.CountryGap), round(geo.MMSDiffClub, p.ClubGap)
	return p
}

// enter enters a player. The place of something in a .tour file is its number
// in the list, since the whole file is often one line.
func (p *player) enter(a *build.Assembly, number int) (tournament.PlayerID, error) {
	at := file.Position{Line: number}
	out := tournament.Player{
		Family: string(p.Name), Given: string(p.FirstName), Country: string(p.Country), Club: string(p.Club),
		EGD: string(p.EGF), FFG: string(p.FFG), AGA: string(p.AGA), Rank: p.Rank.rank(rank.None),
		Status: tournament.CheckedIn, StartCorrection: min(max(p.MMSCorrection.whole(0), -30), 30),
	}
	if pro := p.Pro.whole(0); pro >= 1 && pro <= 9 {
		out.Rank = rank.Pro1 + rank.Rank(pro-1)
	}
	if points, ok := p.Rating.number(); ok {
		out.Rating = a.Rating(at, out.Name(), int(math.Round(points)))
	}
	if p.Final == "false" {
		out.Status = tournament.Preliminary
	}
	if p.Licensed == "true" {
		out.FFGStatus = "L"
	}
	for _, round := range p.Skip {
		out.Absent = out.Absent.With(round.whole(0), true)
	}
	return a.Player(at, out, string(p.Rank))
}

var results = map[loose]tournament.Outcome{
	"b": tournament.BlackWins, "w": tournament.WhiteWins, "=": tournament.Jigo, "#": tournament.BothWin, "0": tournament.BothLose,
	"X": tournament.NotPlayed, "?": tournament.Unknown, "": tournament.Unknown,
}

// enter enters a game, or the bye that a game against nobody is.
func (g *game) enter(a *build.Assembly, r *build.Round, n int, ids map[int]tournament.PlayerID) {
	white, black := g.W.whole(0), g.B.whole(0)
	at := file.Position{}
	if white == 0 || black == 0 {
		if id := ids[white+black]; id != 0 {
			r.Bye(at, id)
			return
		}
	}
	if ids[white] == 0 || ids[black] == 0 {
		a.Warn(at, "import.game.player", n, g.T.whole(0))
		return
	}
	outcome, known := results[g.R]
	if !known {
		a.Warn(at, "import.result", n, g.T.whole(0), fault.Clip(string(g.R)))
	}
	r.Game(at, tournament.Game{
		Table: g.T.whole(0), Black: ids[black], White: ids[white], Handicap: g.H.whole(0), Result: tournament.Result{Outcome: outcome},
	})
}
