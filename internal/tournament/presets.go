package tournament

import (
	"strings"
	"time"

	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rank"
)

// A Preset is a well-known kind of tournament.
type Preset struct {
	Name     string
	Settings Settings
}

// Presets lists the presets, the default first.
func Presets() []Preset {
	return []Preset{
		{"finnish", finnish()},
		{"egf", even(McMahon, 5)},
		{"club", club()},
		{"aga", aga()},
		{"swiss", even(Swiss, 5)},
		{"teams", teams()},
		{"accelerated", even(AcceleratedSwiss, 5)},
		{"categories", categories()},
		{"round-robin", even(RoundRobin, 5)},
		{"knockout", knockout()},
		{"double-elimination", even(DoubleElimination, 7)},
		{"final", final()},
		{"cup", cup()},
	}
}

// PresetNamed returns the settings of a preset, or a fault "preset.unknown" that lists the names.
func PresetNamed(name string) (Settings, error) {
	var names []string
	for _, p := range Presets() {
		if p.Name == name {
			return p.Settings, nil
		}
		names = append(names, p.Name)
	}
	return Settings{}, fault.New(fault.Invalid, "preset.unknown", fault.Clip(name), strings.Join(names, ", "))
}

// DefaultPairing returns OpenGotha 3.51's initial objective of a system. Systems unknown to OpenGotha use the objective
// of Swiss or of McMahon.
func DefaultPairing(s System) Pairing {
	p := Pairing{
		Duplicate: 500_000_000_000_000, Deterministic: true, Colour: 1_000_000,
		Score: 100_000_000_000, Curvature: 0.5,
		MovedUpDown: 100_000_000, Compensate: true, UpperFrom: Middle, LowerFrom: Middle,
		Seeding: 5_000_000, First: SplitSlip, Second: SplitSlip, FirstByRating: true, SwitchAfter: 2,
		Secondary: 100_000_000_000, ExemptFrom: rank.Dan1, ExemptBar: true,
		Geography: 100_000_000_000, CountryGap: 1, ClubGap: 3,
	}
	switch s {
	case McMahon:
		p.First = SplitRandom
	case Cup:
		p.SecondByRating, p.First, p.Second = true, SplitFold, SplitFold
		p.ExemptFrom, p.ExemptHalfWins = rank.Kyu30, true
		p.Geography, p.CountryGap, p.ClubGap = 0, 0, 0
	case Swiss, AcceleratedSwiss:
		p.SecondByRating = true
		p.ExemptFrom, p.ExemptHalfWins = rank.Kyu30, true
		p.Geography, p.CountryGap, p.ClubGap = 0, 0, 0
	case SwissCategories:
		p.Category, p.MinimumHandicap = 20_000_000_000_000, 20_000_000_000_000
		p.First, p.Second = SplitRandom, SplitFold
		p.ExemptHalfWins = true
	}
	return p
}

// WithDefaults returns the default objective of a system with the ClubGroups and PlayedOnly of p, because these are
// facts, not weights.
func (p Pairing) WithDefaults(system System) Pairing {
	usual := DefaultPairing(system)
	usual.ClubGroups, usual.PlayedOnly = p.ClubGroups, p.PlayedOnly
	return usual
}

// DefaultTeamCriteria returns the usual criteria in a system of teams on so many boards.
func DefaultTeamCriteria(s System, boards int) []Criterion {
	list := DefaultCriteria(s)
	if list[0] == NBW {
		list = []Criterion{TeamPoints, BoardWins}
		for n := min(3, boards-1); n >= 1; n-- {
			list = append(list, UpperBoards(n))
		}
		list = append(list, MeanRating)
	}
	return list
}

// DefaultCriteria returns the usual criteria of players in a system.
func DefaultCriteria(s System) []Criterion {
	var list []Criterion
	switch s {
	case McMahon:
		list = []Criterion{MMS, SOSM, SOSOSM}
	case SwissCategories:
		list = []Criterion{Category, NBW, EXT, EXR}
	case Cup:
		list = []Criterion{CPS}
	case Knockout, DoubleElimination:
		list = []Criterion{StageReached, NBW}
	case RoundRobin:
		list = []Criterion{NBW, SDC, SODOSW}
	case Open:
		list = []Criterion{NBW}
	default:
		list = []Criterion{NBW, SOSW, SOSOSW}
	}
	return list
}

// WithSystem returns the settings with another system and its default objective
// and criteria; everything else, club groups too, stays.
func (s Settings) WithSystem(system System) Settings {
	s.System = system
	if system != Open && s.Rounds > MaxRounds {
		s.Rounds = base(system).Rounds
	}
	s.Pairing = s.Pairing.WithDefaults(system)
	s.Criteria, s.PairingCriteria = DefaultCriteria(system), nil
	if s.Teams.Boards > 0 {
		s.Criteria = DefaultTeamCriteria(system, s.Teams.Boards)
	}
	return s
}

// base holds the common part of all presets: Finnish rules of play, an hour
// each and byo-yomi, EGF values for byes and absences, the default objective and
// criteria. A forfeit does not count as a meeting.
func base(system System) Settings {
	s := Settings{
		System: system, Rounds: 5, Rules: "japanese", Size: 19, Tie: TieIsJigo,
		Clock: Clock{Main: Span(45 * time.Minute), Overtime: Japanese, Period: Span(30 * time.Second), Periods: 3},
		Floor: rank.Kyu20, Bar: rank.Dan4,
		Scoring: Scoring{WinsBye: 2, MMSAbsent: 1, MMSBye: 2, RoundDown: true},
		Pairing: DefaultPairing(system), Criteria: DefaultCriteria(system),
	}
	s.Pairing.PlayedOnly = true
	return s
}

func policy(name string) handicap.Policy {
	s, err := handicap.Named(name)
	if err != nil {
		panic("tournament: preset names a missing handicap system: " + name)
	}
	return s.Policy
}

// finnish is the Finnish handicap tournament: all players start equal, are paired by wins and play at full handicap by
// rank, so that each can win. Among equal wins, neighbours in rank meet: few stones make better games. In fields of up
// to fifty players, all these weights together are below a single gap of wins.
func finnish() Settings {
	s := base(Swiss)
	s.Floor, s.Bar = rank.Kyu30, rank.Dan9
	s.Handicap = policy("finnish")
	s.Pairing.MinimumHandicap = 1_000_000_000
	s.Pairing.Geography, s.Pairing.ClubGap = 100_000_000_000, 1
	s.Pairing.ExemptFrom, s.Pairing.ExemptBar, s.Pairing.ExemptHalfWins = rank.Dan9, false, false
	return s
}

// club is open play at full handicap by rank, with short games: players come and go.
func club() Settings {
	s := base(Open)
	s.Rounds = MostTurns
	s.Clock = Clock{Main: Span(20 * time.Minute), Overtime: Fischer, Period: Span(10 * time.Second)}
	s.Floor, s.Bar = rank.Kyu30, rank.Dan9
	s.Handicap = policy("finnish")
	s.PlayerResults = true
	return s
}

// aga follows AGA habits: AGA rules, komi 7.5 and 0.5, handicap by rank.
func aga() Settings {
	s := base(McMahon)
	s.Rules = "aga"
	s.Clock = Clock{Main: Span(60 * time.Minute), Overtime: Japanese, Period: Span(30 * time.Second), Periods: 5}
	s.Bar = rank.Dan(5)
	s.Handicap = policy("aga")
	return s
}

// teams is a tournament of teams on three boards, paired by matches won.
func teams() Settings {
	s := even(Swiss, 5)
	s.Teams.Boards = 3
	s.Criteria = DefaultTeamCriteria(Swiss, s.Teams.Boards)
	return s
}

// even is a system of even games.
func even(system System, rounds int) Settings {
	s := base(system)
	s.Rounds, s.Handicap = rounds, policy("even")
	return s
}

// categories is the Swiss tournament of OpenGotha's three categories, each with
// its own winner; games between categories have a handicap.
func categories() Settings {
	s := even(SwissCategories, 5)
	s.Floor, s.Bar = rank.Kyu30, rank.Dan9
	s.Handicap = policy("tournament")
	s.Categories = []rank.Rank{rank.Dan1, rank.Kyu(5)}
	return s
}

// knockout is the knockout of eight with a game for the third place.
func knockout() Settings {
	s := even(Knockout, 3)
	s.Format.ThirdPlace = true
	return s
}

// final is a Swiss of five rounds with a knockout of the best eight for the
// title; the Swiss decides the places behind them.
func final() Settings {
	s := even(Swiss, 8)
	s.Stages = []Stage{{From: 6, System: Knockout, Qualify: 8, Format: Format{ThirdPlace: true}}}
	s.Criteria = []Criterion{StageReached, NBW, SOSW, SOSOSW}
	return s
}

// cup is OpenGotha's cup: only a win brings a point.
func cup() Settings {
	s := even(Cup, 5)
	s.Floor, s.Bar = rank.Kyu30, rank.Dan9
	s.Scoring = Scoring{RoundDown: true}
	return s
}
