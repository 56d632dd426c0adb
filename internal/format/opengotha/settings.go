package opengotha

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"tourney/internal/format/assemble"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// A setting maps one attribute of OpenGotha's parameter sets to a field.
type setting struct {
	name string
	// absent is written when the field has no value.
	absent string
	// get formats the field for the file; "" when it has no value: then the value of the file read, or absent, is
	// written.
	get func(*tournament.Tournament) string
	// set parses the attribute into the field.
	set func(*tournament.Tournament, string) taken
}

// taken is the outcome of setting an attribute.
type taken int8

const (
	used    taken = iota // the field holds it
	foreign              // the field cannot hold it: keep it unchanged
	refused              // it is invalid
)

// sections are the parameter sets, with the attributes that tourney reads.
var sections = []struct {
	element  string
	settings []setting
}{
	{"GeneralParameterSet", []setting{
		textSetting("shortName", func(t *tournament.Tournament) *string { return &t.Info.ShortName }),
		textSetting("name", func(t *tournament.Tournament) *string { return &t.Info.Name }),
		textSetting("location", func(t *tournament.Tournament) *string { return &t.Info.Place }),
		textSetting("director", func(t *tournament.Tournament) *string { return &t.Info.Director }),
		daySetting("beginDate", func(t *tournament.Tournament) *time.Time { return &t.Info.Begin.Time }),
		daySetting("endDate", func(t *tournament.Tournament) *time.Time { return &t.Info.End.Time }),
		numberSetting("size", 2, 25, func(s *tournament.Settings) *int { return &s.Size }),
		// OpenGotha has no other komi; a game with handicap has none by its convention.
		fieldSetting("komi", inSettings(func(s *tournament.Settings) *handicap.Komi { return &s.Handicap.EvenKomi }),
			handicap.Komi.String, handicap.ParseKomi),
		spanSetting("basicTime", time.Minute, 6000, func(c *tournament.Clock) *time.Duration { return (*time.Duration)(&c.Main) }),
		fieldSetting("complementaryTimeSystem",
			inSettings(func(s *tournament.Settings) *tournament.Overtime { return &s.Clock.Overtime }),
			formatWord(overtimes), parseWord(overtimes)),
		overtimeSetting(tournament.Japanese, "30", spanSetting("stdByoYomiTime", time.Second, 36000, period)),
		overtimeSetting(tournament.Canadian, "300", spanSetting("canByoYomiTime", time.Second, 36000, period)),
		overtimeSetting(tournament.Canadian, "15",
			numberSetting("nbMovesCanTime", 0, 36000, func(s *tournament.Settings) *int { return &s.Clock.Stones })),
		overtimeSetting(tournament.Fischer, "10", spanSetting("fischerTime", time.Second, 36000, period)),
		numberSetting("numberOfRounds", 1, tournament.MaxRounds, func(s *tournament.Settings) *int { return &s.Rounds }),
		{name: "numberOfCategories", get: getCategories, set: setCategories},
		rankSetting("genMMFloor", func(s *tournament.Settings) *rank.Rank { return &s.Floor }),
		rankSetting("genMMBar", func(s *tournament.Settings) *rank.Rank { return &s.Bar }),
		{name: "genMMZero", get: func(*tournament.Tournament) string { return "30K" },
			set: func(*tournament.Tournament, string) taken { return used }},
		scoreSetting("genNBW2ValueAbsent", func(s *tournament.Settings) *tournament.Score { return &s.Scoring.WinsAbsent }),
		scoreSetting("genNBW2ValueBye", func(s *tournament.Settings) *tournament.Score { return &s.Scoring.WinsBye }),
		scoreSetting("genMMS2ValueAbsent", func(s *tournament.Settings) *tournament.Score { return &s.Scoring.MMSAbsent }),
		scoreSetting("genMMS2ValueBye", func(s *tournament.Settings) *tournament.Score { return &s.Scoring.MMSBye }),
		flagSetting("genRoundDownNBWMMS", func(s *tournament.Settings) *bool { return &s.Scoring.RoundDown }),
		flagSetting("genCountNotPlayedGamesAsHalfPoint", func(s *tournament.Settings) *bool { return &s.Scoring.UnplayedHalf }),
		flagSetting("bInternet", func(s *tournament.Settings) *bool { return &s.Internet }),
	}},
	{"HandicapParameterSet", []setting{
		fieldSetting("hdBasedOnMMS", inSettings(func(s *tournament.Settings) *handicap.Basis { return &s.Handicap.Basis }),
			func(b handicap.Basis) string { return strconv.FormatBool(b == handicap.ByMMS) }, parseBasis),
		fieldSetting("hdNoHdRankThreshold",
			inSettings(func(s *tournament.Settings) *rank.Rank { return &s.Handicap.Threshold }),
			formatThreshold, parseThreshold),
		numberSetting("hdCorrection", -1, 9, func(s *tournament.Settings) *int { return &s.Handicap.Correction }),
		numberSetting("hdCeiling", 0, 9, func(s *tournament.Settings) *int { return &s.Handicap.Ceiling }),
	}},
	{"PairingParameterSet", []setting{
		fieldSetting("paiStandardNX1Factor", inPairing(func(p *tournament.Pairing) *float64 { return &p.Curvature }),
			func(k float64) string { return strconv.FormatFloat(k, 'g', -1, 64) }, parseCurvature),
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

// errValue is the error for an invalid attribute.
var errValue = errors.New("no such value")

// fieldSetting is an attribute that is the text of one field.
func fieldSetting[T any](name string, at func(*tournament.Tournament) *T,
	format func(T) string, parse func(string) (T, error)) setting {
	return setting{
		name: name,
		get:  func(t *tournament.Tournament) string { return format(*at(t)) },
		set: func(t *tournament.Tournament, v string) taken {
			value, err := parse(v)
			if err != nil {
				return refused
			}
			*at(t) = value
			return used
		},
	}
}

func inSettings[T any](at func(*tournament.Settings) *T) func(*tournament.Tournament) *T {
	return func(t *tournament.Tournament) *T { return at(&t.Settings) }
}

func inPairing[T any](at func(*tournament.Pairing) *T) func(*tournament.Tournament) *T {
	return func(t *tournament.Tournament) *T { return at(&t.Settings.Pairing) }
}

func wordSetting[T ~string](name string, words []word[T], at func(*tournament.Pairing) *T) setting {
	return fieldSetting(name, inPairing(at), formatWord(words), parseWord(words))
}

func formatWord[T ~string](words []word[T]) func(T) string {
	return func(ours T) string {
		for _, w := range words {
			if w.ours == ours {
				return w.theirs
			}
		}
		return ""
	}
}

func parseWord[T ~string](words []word[T]) func(string) (T, error) {
	return func(v string) (T, error) {
		for _, w := range words {
			if w.theirs == v {
				return w.ours, nil
			}
		}
		return "", errValue
	}
}

func textSetting(name string, at func(*tournament.Tournament) *string) setting {
	return fieldSetting(name, at, strings.Clone,
		func(v string) (string, error) { return strings.Join(strings.Fields(v), " "), nil })
}

func daySetting(name string, at func(*tournament.Tournament) *time.Time) setting {
	format := func(day time.Time) string {
		if day.IsZero() {
			return ""
		}
		return day.Format(time.DateOnly)
	}
	return fieldSetting(name, at, format, func(v string) (time.Time, error) {
		if v == "" {
			return time.Time{}, nil
		}
		return time.Parse(time.DateOnly, v)
	})
}

func numberSetting(name string, least, most int, at func(*tournament.Settings) *int) setting {
	return fieldSetting(name, inSettings(at),
		func(n int) string { return strconv.Itoa(min(max(n, least), most)) },
		func(v string) (int, error) { return parseNumber(v, least, most) })
}

func parseNumber(v string, least, most int) (n int, err error) {
	if !assemble.TakeNumber(v, least, most, func(taken int) { n = taken }) {
		return 0, errValue
	}
	return n, nil
}

func weightSetting(name string, at func(*tournament.Pairing) *int64) setting {
	return fieldSetting(name, inPairing(at),
		func(n int64) string { return strconv.FormatInt(n, 10) },
		func(v string) (int64, error) {
			n, err := strconv.ParseInt(strings.TrimSpace(v), 10, 64)
			if n < 0 || n > tournament.MostWeight {
				err = errValue
			}
			return n, err
		})
}

// scoreSetting is a score in half points, "2Value" in the file.
func scoreSetting(name string, at func(*tournament.Settings) *tournament.Score) setting {
	return fieldSetting(name, inSettings(at),
		func(s tournament.Score) string { return strconv.Itoa(int(s)) },
		func(v string) (tournament.Score, error) {
			n, err := parseNumber(v, 0, 2)
			return tournament.Score(n), err
		})
}

func flagSetting(name string, at func(*tournament.Settings) *bool) setting {
	return fieldSetting(name, inSettings(at), strconv.FormatBool,
		func(v string) (bool, error) { return strconv.ParseBool(strings.ToLower(strings.TrimSpace(v))) })
}

func rankSetting(name string, at func(*tournament.Settings) *rank.Rank) setting {
	s := fieldSetting(name, inSettings(at), rankText, parseRank)
	s.absent = "30K" // below all others
	return s
}

// rankText writes a rank from 30K to 9D.
func rankText(r rank.Rank) string { return strings.ToUpper(r.Amateur().String()) }

// parseRank reads a rank of a setting, which in OpenGotha is never a professional's.
func parseRank(v string) (rank.Rank, error) {
	r, err := rank.Parse(v)
	return r.Amateur(), err
}

// ratingSetting is the additional criterion of a seeding; OpenGotha offers only
// Rating and NULL.
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
			case "Rating", "NULL", "None", "":
				return used
			}
			return foreign
		},
	}
}

// spanSetting is a time in whole units.
func spanSetting(name string, unit time.Duration, most int, at func(*tournament.Clock) *time.Duration) setting {
	return fieldSetting(name,
		inSettings(func(s *tournament.Settings) *time.Duration { return at(&s.Clock) }),
		func(d time.Duration) string { return strconv.Itoa(int(d / unit)) },
		func(v string) (time.Duration, error) {
			n, err := parseNumber(v, 0, most)
			return time.Duration(n) * unit, err
		})
}

func period(c *tournament.Clock) *time.Duration { return (*time.Duration)(&c.Period) }

// overtimeSetting is a setting that belongs to one overtime system.
func overtimeSetting(system tournament.Overtime, absent string, inner setting) setting {
	return setting{
		name: inner.name, absent: absent,
		get: func(t *tournament.Tournament) string {
			if t.Settings.Clock.Overtime != system {
				return ""
			}
			return inner.get(t)
		},
		set: func(t *tournament.Tournament, v string) taken {
			if t.Settings.Clock.Overtime != system {
				return foreign
			}
			return inner.set(t, v)
		},
	}
}

func parseBasis(v string) (handicap.Basis, error) {
	byMMS, err := strconv.ParseBool(v)
	if byMMS {
		return handicap.ByMMS, err
	}
	return handicap.ByRank, err
}

// formatThreshold writes 9D for a missing threshold: no player is above it.
func formatThreshold(r rank.Rank) string {
	if !r.Valid() {
		return "9D"
	}
	return rankText(r)
}

func parseThreshold(v string) (rank.Rank, error) {
	r, err := parseRank(v)
	if r == rank.Dan9 {
		r = rank.None
	}
	return r, err
}

func getCategories(t *tournament.Tournament) string {
	return strconv.Itoa(len(t.Settings.Categories) + 1)
}

// setCategories only checks: the limits are separate elements.
func setCategories(_ *tournament.Tournament, v string) taken {
	if _, err := parseNumber(v, 1, 9); err != nil {
		return refused
	}
	return used
}

func parseCurvature(v string) (float64, error) {
	k, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
	if math.IsNaN(k) || k < 0 || k > 1 {
		err = errValue
	}
	return k, err
}
