package pairgoth

import (
	"math"
	"slices"
	"strconv"
	"time"

	"tourney/internal/fault"
	"tourney/internal/format/assemble"
	"tourney/internal/format/file"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// words are our values for words of the file.
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

// settings are the rules of the tournament, with Pairgoth's defaults for missing ones.
func (f *tourFile) settings(a *assemble.Assembly) tournament.Settings {
	p := &f.Pairing
	system := tournament.McMahon
	if p.Type == "SWISS" {
		system = tournament.Swiss
	} else if p.Type != "MAC_MAHON" {
		a.Warn(file.Position{}, "pairgoth.system", fault.Clip(string(p.Type)))
	}
	f.checkNumbers(a)
	s := assemble.Defaults(system)
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

// checkNumbers reports settings that should be numbers and are not. The usual values replace them.
func (f *tourFile) checkNumbers(a *assemble.Assembly) {
	p := &f.Pairing
	for _, v := range []struct {
		name  string
		value loose
	}{
		{"rounds", f.Rounds}, {"gobanSize", f.GobanSize}, {"komi", f.Komi}, {"mmFloor", p.MMFloor}, {"mmBar", p.MMBar},
		{"mainTime", f.TimeSystem.MainTime}, {"increment", f.TimeSystem.Increment}, {"byoyomi", f.TimeSystem.Byoyomi}, {"periods", f.TimeSystem.Periods},
		{"stones", f.TimeSystem.Stones}, {"threshold", p.Handicap.Threshold}, {"correction", p.Handicap.Correction}, {"ceiling", p.Handicap.Ceiling},
		{"mmsValueAbsent", p.Main.MMSValueAbsent}, {"rankThreshold", p.Secondary.RankThreshold},
	} {
		v.value.check(a, file.Position{}, v.name)
	}
}

// mostNamed is the number of criteria in a file, as in OpenGotha.
const mostNamed = 6

// leastSeconds is less than any main time: a smaller number, which the format takes for seconds, was meant as minutes.
const leastSeconds = 180

func (f *tourFile) clock(a *assemble.Assembly, c tournament.Clock) tournament.Clock {
	seconds := func(l loose) time.Duration { return time.Duration(min(max(l.whole(0), 0), 360_000)) * time.Second }
	t := &f.TimeSystem
	if main := t.MainTime.whole(0); main > 0 && main < leastSeconds {
		a.Warn(file.Position{}, "pairgoth.minutes", main)
		t.MainTime = loose(strconv.Itoa(60 * main))
	}
	count := func(l loose) int { return min(max(l.whole(0), 0), 1000) }
	switch t.Type {
	case "FISCHER":
		return tournament.Clock{Main: tournament.Span(seconds(t.MainTime)), Overtime: tournament.Fischer, Period: tournament.Span(seconds(t.Increment))}
	case "CANADIAN":
		return tournament.Clock{Main: tournament.Span(seconds(t.MainTime)), Overtime: tournament.Canadian, Period: tournament.Span(seconds(t.Byoyomi)), Stones: count(t.Stones)}
	case "JAPANESE", "STANDARD":
		return tournament.Clock{Main: tournament.Span(seconds(t.MainTime)), Overtime: tournament.Japanese, Period: tournament.Span(seconds(t.Byoyomi)), Periods: max(count(t.Periods), 1)}
	case "SUDDEN_DEATH":
		return tournament.Clock{Main: tournament.Span(seconds(t.MainTime)), Overtime: tournament.SuddenDeath}
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
func (f *tourFile) criteria(a *assemble.Assembly, system tournament.System) []tournament.Criterion {
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
	return assemble.UsualCriteria(system)
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
