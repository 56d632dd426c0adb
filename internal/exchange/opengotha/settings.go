package opengotha

import (
	"math"
	"strconv"
	"strings"
	"time"

	"tourney/internal/exchange/build"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// A setting is one attribute of OpenGotha's parameter sets and the field
// it stands for.
type setting struct {
	name string
	// absent is written when the field has nothing to say.
	absent string
	// get returns the field as the file writes it; "" when the field has
	// nothing to say and what the file once said, or absent, holds.
	get func(*tournament.Tournament) string
	// set takes the attribute into the field.
	set func(*tournament.Tournament, string) taken
}

// taken says what became of an attribute.
type taken int8

const (
	used    taken = iota // the field holds it
	foreign              // the field cannot hold it: keep it as it stands
	refused              // it makes no sense
)

// sections are the parameter sets whose attributes tourney knows.
var sections = []struct {
	element  string
	settings []setting
}{
	{"GeneralParameterSet", []setting{
		textSetting("shortName", func(t *tournament.Tournament) *string { return &t.Info.ShortName }),
		textSetting("name", func(t *tournament.Tournament) *string { return &t.Info.Name }),
		textSetting("location", func(t *tournament.Tournament) *string { return &t.Info.Place }),
		textSetting("director", func(t *tournament.Tournament) *string { return &t.Info.Director }),
		daySetting("beginDate", func(t *tournament.Tournament) *time.Time { return &t.Info.Begin }),
		daySetting("endDate", func(t *tournament.Tournament) *time.Time { return &t.Info.End }),
		numberSetting("size", 2, 25, func(s *tournament.Settings) *int { return &s.Size }),
		{name: "komi", get: getKomi, set: setKomi},
		{name: "basicTime", get: getMainTime, set: setMainTime},
		{name: "complementaryTimeSystem", get: getOvertime, set: setOvertime},
		overtimeSetting("stdByoYomiTime", "30", tournament.Japanese, getPeriod, setPeriod),
		overtimeSetting("canByoYomiTime", "300", tournament.Canadian, getPeriod, setPeriod),
		overtimeSetting("nbMovesCanTime", "15", tournament.Canadian,
			func(c *tournament.Clock) int { return c.Stones }, func(c *tournament.Clock, n int) { c.Stones = n }),
		overtimeSetting("fischerTime", "10", tournament.Fischer, getPeriod, setPeriod),
		numberSetting("numberOfRounds", 1, tournament.MaxRounds, func(s *tournament.Settings) *int { return &s.Rounds }),
		{name: "numberOfCategories", get: getCategories, set: setCategories},
		rankSetting("genMMFloor", func(s *tournament.Settings) *rank.Rank { return &s.Floor }),
		rankSetting("genMMBar", func(s *tournament.Settings) *rank.Rank { return &s.Bar }),
		{name: "genMMZero", get: func(*tournament.Tournament) string { return "30K" },
			set: func(*tournament.Tournament, string) taken { return used }},
		scoreSetting("genNBW2ValueAbsent", func(s *tournament.Scoring) *tournament.Score { return &s.WinsAbsent }),
		scoreSetting("genNBW2ValueBye", func(s *tournament.Scoring) *tournament.Score { return &s.WinsBye }),
		scoreSetting("genMMS2ValueAbsent", func(s *tournament.Scoring) *tournament.Score { return &s.MMSAbsent }),
		scoreSetting("genMMS2ValueBye", func(s *tournament.Scoring) *tournament.Score { return &s.MMSBye }),
		flagSetting("genRoundDownNBWMMS", func(s *tournament.Settings) *bool { return &s.Scoring.RoundDown }),
		flagSetting("genCountNotPlayedGamesAsHalfPoint", func(s *tournament.Settings) *bool { return &s.Scoring.UnplayedHalf }),
		flagSetting("bInternet", func(s *tournament.Settings) *bool { return &s.Internet }),
	}},
	{"HandicapParameterSet", []setting{
		{name: "hdBasedOnMMS", get: getBasis, set: setBasis},
		{name: "hdNoHdRankThreshold", get: getThreshold, set: setThreshold},
		numberSetting("hdCorrection", -1, 9, func(s *tournament.Settings) *int { return &s.Handicap.Correction }),
		numberSetting("hdCeiling", 0, 9, func(s *tournament.Settings) *int { return &s.Handicap.Ceiling }),
	}},
	{"PairingParameterSet", []setting{
		{name: "paiStandardNX1Factor", get: getCurvature, set: setCurvature},
		weightSetting("paiBaAvoidDuplGame", func(p *tournament.Pairing) *int64 { return &p.Duplicate }),
		weightSetting("paiBaRandom", func(p *tournament.Pairing) *int64 { return &p.Random }),
		flagSetting("paiBaDeterministic", func(s *tournament.Settings) *bool { return &s.Pairing.Deterministic }),
		weightSetting("paiBaBalanceWB", func(p *tournament.Pairing) *int64 { return &p.Colour }),
		weightSetting("paiMaAvoidMixingCategories", func(p *tournament.Pairing) *int64 { return &p.Category }),
		weightSetting("paiMaMinimizeScoreDifference", func(p *tournament.Pairing) *int64 { return &p.Score }),
		weightSetting("paiMaDUDDWeight", func(p *tournament.Pairing) *int64 { return &p.MovedUpDown }),
		flagSetting("paiMaCompensateDUDD", func(s *tournament.Settings) *bool { return &s.Pairing.Compensate }),
		wordSetting("paiMaDUDDUpperMode", positions, func(p *tournament.Pairing) *tournament.Position { return &p.UpperFrom }),
		wordSetting("paiMaDUDDLowerMode", positions, func(p *tournament.Pairing) *tournament.Position { return &p.LowerFrom }),
		weightSetting("paiMaMaximizeSeeding", func(p *tournament.Pairing) *int64 { return &p.Seeding }),
		numberSetting("paiMaLastRoundForSeedSystem1", 0, tournament.MaxRounds, func(s *tournament.Settings) *int { return &s.Pairing.SwitchAfter }),
		wordSetting("paiMaSeedSystem1", seedings, func(p *tournament.Pairing) *tournament.Seeding { return &p.First }),
		wordSetting("paiMaSeedSystem2", seedings, func(p *tournament.Pairing) *tournament.Seeding { return &p.Second }),
		ratingSetting("paiMaAdditionalPlacementCritSystem1", func(p *tournament.Pairing) *bool { return &p.FirstByRating }),
		ratingSetting("paiMaAdditionalPlacementCritSystem2", func(p *tournament.Pairing) *bool { return &p.SecondByRating }),
		rankSetting("paiSeRankThreshold", func(s *tournament.Settings) *rank.Rank { return &s.Pairing.ExemptFrom }),
		flagSetting("paiSeNbWinsThresholdActive", func(s *tournament.Settings) *bool { return &s.Pairing.ExemptHalfWins }),
		flagSetting("paiSeBarThresholdActive", func(s *tournament.Settings) *bool { return &s.Pairing.ExemptBar }),
		weightSetting("paiSeDefSecCrit", func(p *tournament.Pairing) *int64 { return &p.Secondary }),
		weightSetting("paiSeMinimizeHandicap", func(p *tournament.Pairing) *int64 { return &p.MinimumHandicap }),
		weightSetting("paiSeAvoidSameGeo", func(p *tournament.Pairing) *int64 { return &p.Geography }),
		numberSetting("paiSePreferMMSDiffRatherThanSameCountry", 0, tournament.MaxRounds, func(s *tournament.Settings) *int { return &s.Pairing.CountryGap }),
		numberSetting("paiSePreferMMSDiffRatherThanSameClub", 0, tournament.MaxRounds, func(s *tournament.Settings) *int { return &s.Pairing.ClubGap }),
	}},
}

// oldNames are attributes of older files and of a variant build.
var oldNames = map[string]string{
	"time":          "basicTime",
	"bInternetGame": "bInternet",
	"paiSePreferMMSDiffRatherThanSameClubsGroup": "paiSePreferMMSDiffRatherThanSameClub",
}

// A word is one value of a small set and OpenGotha's name of it.
type word[T ~string] struct {
	ours   T
	theirs string
}

var (
	positions = []word[tournament.Position]{{tournament.Top, "TOP"}, {tournament.Middle, "MID"}, {tournament.Bottom, "BOT"}}
	seedings  = []word[tournament.Seeding]{
		{tournament.SplitRandom, "SPLITANDRANDOM"}, {tournament.SplitFold, "SPLITANDFOLD"}, {tournament.SplitSlip, "SPLITANDSLIP"},
	}
	overtimes = []word[tournament.Overtime]{
		{tournament.SuddenDeath, "SUDDENDEATH"}, {tournament.Japanese, "STDBYOYOMI"},
		{tournament.Canadian, "CANBYOYOMI"}, {tournament.Fischer, "FISCHER"},
	}
)

func wordOf[T ~string](words []word[T], ours T) string {
	for _, w := range words {
		if w.ours == ours {
			return w.theirs
		}
	}
	return ""
}

func takeWord[T ~string](words []word[T], v string, to *T) taken {
	for _, w := range words {
		if w.theirs == v {
			*to = w.ours
			return used
		}
	}
	return refused
}

func wordSetting[T ~string](name string, words []word[T], at func(*tournament.Pairing) *T) setting {
	return setting{
		name: name,
		get:  func(t *tournament.Tournament) string { return wordOf(words, *at(&t.Settings.Pairing)) },
		set: func(t *tournament.Tournament, v string) taken {
			return takeWord(words, v, at(&t.Settings.Pairing))
		},
	}
}

func textSetting(name string, at func(*tournament.Tournament) *string) setting {
	return setting{
		name: name,
		get:  func(t *tournament.Tournament) string { return *at(t) },
		set: func(t *tournament.Tournament, v string) taken {
			*at(t) = strings.Join(strings.Fields(v), " ")
			return used
		},
	}
}

func daySetting(name string, at func(*tournament.Tournament) *time.Time) setting {
	return setting{
		name: name,
		get: func(t *tournament.Tournament) string {
			if at(t).IsZero() {
				return ""
			}
			return at(t).Format(time.DateOnly)
		},
		set: func(t *tournament.Tournament, v string) taken {
			if v == "" {
				return used
			}
			day, err := time.Parse(time.DateOnly, v)
			if err != nil {
				return refused
			}
			*at(t) = day
			return used
		},
	}
}

func numberSetting(name string, least, most int, at func(*tournament.Settings) *int) setting {
	return setting{
		name: name,
		get:  func(t *tournament.Tournament) string { return strconv.Itoa(min(max(*at(&t.Settings), least), most)) },
		set: func(t *tournament.Tournament, v string) taken {
			return takeWhole(v, least, most, func(n int) { *at(&t.Settings) = n })
		},
	}
}

func takeWhole(v string, least, most int, use func(int)) taken {
	if !build.TakeNumber(v, least, most, use) {
		return refused
	}
	return used
}

func weightSetting(name string, at func(*tournament.Pairing) *int64) setting {
	return setting{
		name: name,
		get:  func(t *tournament.Tournament) string { return strconv.FormatInt(*at(&t.Settings.Pairing), 10) },
		set: func(t *tournament.Tournament, v string) taken {
			n, err := strconv.ParseInt(strings.TrimSpace(v), 10, 64)
			if err != nil || n < 0 || n > tournament.MostWeight {
				return refused
			}
			*at(&t.Settings.Pairing) = n
			return used
		},
	}
}

// scoreSetting is a worth in half points, which the file calls "2Value".
func scoreSetting(name string, at func(*tournament.Scoring) *tournament.Score) setting {
	return setting{
		name: name,
		get:  func(t *tournament.Tournament) string { return strconv.Itoa(int(*at(&t.Settings.Scoring))) },
		set: func(t *tournament.Tournament, v string) taken {
			return takeWhole(v, 0, 2, func(n int) { *at(&t.Settings.Scoring) = tournament.Score(n) })
		},
	}
}

func flagSetting(name string, at func(*tournament.Settings) *bool) setting {
	return setting{
		name: name,
		get:  func(t *tournament.Tournament) string { return strconv.FormatBool(*at(&t.Settings)) },
		set: func(t *tournament.Tournament, v string) taken {
			b, err := strconv.ParseBool(strings.ToLower(strings.TrimSpace(v)))
			if err != nil {
				return refused
			}
			*at(&t.Settings) = b
			return used
		},
	}
}

func rankSetting(name string, at func(*tournament.Settings) *rank.Rank) setting {
	return setting{
		name: name, absent: "30K", // which is below all others
		get: func(t *tournament.Tournament) string { return rankText(*at(&t.Settings)) },
		set: func(t *tournament.Tournament, v string) taken {
			r, err := rank.Parse(v)
			if err != nil {
				return refused
			}
			*at(&t.Settings) = r
			return used
		},
	}
}

// rankText writes a rank from 30K to 9D.
func rankText(r rank.Rank) string { return strings.ToUpper(r.Amateur().String()) }

// ratingSetting is the additional criterion of a seeding; only Rating and NULL
// are ever offered.
func ratingSetting(name string, at func(*tournament.Pairing) *bool) setting {
	return setting{
		name: name, absent: "NULL",
		get: func(t *tournament.Tournament) string {
			if *at(&t.Settings.Pairing) {
				return "Rating"
			}
			return ""
		},
		set: func(t *tournament.Tournament, v string) taken {
			*at(&t.Settings.Pairing) = v == "Rating"
			switch v {
			case "Rating":
				return used
			case "NULL", "None", "":
				return used
			}
			return foreign
		},
	}
}

// overtimeSetting is a number that belongs to one overtime system.
func overtimeSetting(name, absent string, system tournament.Overtime,
	get func(*tournament.Clock) int, set func(*tournament.Clock, int)) setting {
	return setting{
		name: name, absent: absent,
		get: func(t *tournament.Tournament) string {
			if t.Settings.Clock.Overtime != system {
				return ""
			}
			return strconv.Itoa(get(&t.Settings.Clock))
		},
		set: func(t *tournament.Tournament, v string) taken {
			if t.Settings.Clock.Overtime != system {
				return foreign
			}
			return takeWhole(v, 0, 36000, func(n int) { set(&t.Settings.Clock, n) })
		},
	}
}

func getPeriod(c *tournament.Clock) int    { return int(c.Period / time.Second) }
func setPeriod(c *tournament.Clock, n int) { c.Period = time.Duration(n) * time.Second }

func getMainTime(t *tournament.Tournament) string {
	return strconv.Itoa(int(t.Settings.Clock.Main / time.Minute))
}

func setMainTime(t *tournament.Tournament, v string) taken {
	return takeWhole(v, 0, 6000, func(n int) { t.Settings.Clock.Main = time.Duration(n) * time.Minute })
}

func getOvertime(t *tournament.Tournament) string {
	return wordOf(overtimes, t.Settings.Clock.Overtime)
}

func setOvertime(t *tournament.Tournament, v string) taken {
	return takeWord(overtimes, v, &t.Settings.Clock.Overtime)
}

func getKomi(t *tournament.Tournament) string { return t.Settings.Handicap.EvenKomi.String() }

// setKomi takes the komi of even games. OpenGotha has no other; a game with
// handicap has none by its convention.
func setKomi(t *tournament.Tournament, v string) taken {
	k, err := handicap.ParseKomi(v)
	if err != nil {
		return refused
	}
	t.Settings.Handicap.EvenKomi = k
	return used
}

func getBasis(t *tournament.Tournament) string {
	return strconv.FormatBool(t.Settings.Handicap.Basis == handicap.ByMMS)
}

func setBasis(t *tournament.Tournament, v string) taken {
	byMMS, err := strconv.ParseBool(v)
	if err != nil {
		return refused
	}
	t.Settings.Handicap.Basis = handicap.ByRank
	if byMMS {
		t.Settings.Handicap.Basis = handicap.ByMMS
	}
	return used
}

// getThreshold writes 9D for no threshold: nobody is above it.
func getThreshold(t *tournament.Tournament) string {
	if !t.Settings.Handicap.Threshold.Valid() {
		return "9D"
	}
	return rankText(t.Settings.Handicap.Threshold)
}

func setThreshold(t *tournament.Tournament, v string) taken {
	r, err := rank.Parse(v)
	if err != nil {
		return refused
	}
	if r == rank.Dan9 {
		r = rank.None
	}
	t.Settings.Handicap.Threshold = r
	return used
}

func getCategories(t *tournament.Tournament) string {
	return strconv.Itoa(len(t.Settings.Categories) + 1)
}

// setCategories only checks: the limits are elements of their own.
func setCategories(_ *tournament.Tournament, v string) taken {
	return takeWhole(v, 1, 9, func(int) {})
}

func getCurvature(t *tournament.Tournament) string {
	return strconv.FormatFloat(t.Settings.Pairing.Curvature, 'g', -1, 64)
}

func setCurvature(t *tournament.Tournament, v string) taken {
	k, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
	if err != nil || math.IsNaN(k) || k < 0 || k > 1 {
		return refused
	}
	t.Settings.Pairing.Curvature = k
	return used
}
