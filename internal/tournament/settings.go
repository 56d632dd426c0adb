package tournament

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/rules"
	"tourney/internal/tournament/consent"
	"tourney/internal/tournament/fees"
)

// Info describes a tournament to its readers.
type Info struct {
	// Slug identifies the tournament in URLs: lower-case letters, figures and
	// hyphens.
	Slug string `json:"slug" draw:"yes"`
	Name string `json:"name" draw:"yes"`
	// ShortName is for narrow places; may be empty.
	ShortName string `json:"shortName,omitzero"`
	Place     string `json:"place,omitzero"`
	// Country is a two-letter code.
	Country  string `json:"country,omitzero"`
	Director string `json:"director,omitzero"`
	// Begin and End are days; zero when not set.
	Begin Date `json:"begin,omitzero"`
	End   Date `json:"end,omitzero"`
	// Zone is the IANA time zone of the venue; "" is UTC.
	Zone string `json:"zone,omitzero"`
	// Former holds earlier slugs, which redirect to the tournament: the latest first, separated by spaces.
	Former string `json:"former,omitzero"`
	// Hidden keeps the tournament off the public pages.
	Hidden bool `json:"hidden,omitzero"`
	// Archived makes the tournament read-only.
	Archived bool `json:"archived,omitzero"`
}

// MostFormer bounds the earlier slugs of a tournament.
const MostFormer = 5

// RenamedFrom returns the description with the slug and the earlier slugs of was added to Former. If there are too
// many, the oldest are dropped.
func (i Info) RenamedFrom(was Info) Info {
	var former []string
	for _, slug := range slices.Concat([]string{was.Slug}, strings.Fields(was.Former), strings.Fields(i.Former)) {
		if slug != "" && slug != i.Slug && !slices.Contains(former, slug) {
			former = append(former, slug)
		}
	}
	i.Former = strings.Join(former[:min(len(former), MostFormer)], " ")
	return i
}

// checkFormer refuses invalid earlier slugs.
func (i Info) checkFormer() error {
	former := strings.Fields(i.Former)
	if len(former) > MostFormer {
		return fault.New(fault.TooLarge, "tournament.former", MostFormer)
	}
	for _, slug := range former {
		if !validSlug(slug) {
			return fault.New(fault.Invalid, "tournament.slug", fault.Clip(slug))
		}
	}
	return nil
}

// Days returns the first and the last day, equal if only one is known.
func (i Info) Days() (begin, end time.Time) {
	begin, end = i.Begin.Time, i.End.Time
	if begin.IsZero() {
		begin = end
	}
	if end.IsZero() {
		end = begin
	}
	return begin, end
}

// zones caches time zones by name: reading one takes longer than all other work for a player's fee.
var zones sync.Map

// Location returns the time zone of the venue: UTC for the empty one, and on a
// machine without the table of zones.
func (i Info) Location() *time.Location {
	if zone, ok := zones.Load(i.Zone); ok {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(i.Zone)
	if err != nil {
		return time.UTC
	}
	zones.Store(i.Zone, zone)
	return zone
}

// DateAt returns the date at the venue at a time.
func (i Info) DateAt(at time.Time) time.Time {
	year, month, date := at.In(i.Location()).Date()
	return time.Date(year, month, date, 0, 0, 0, 0, time.UTC)
}

// Settings are the rules of a tournament.
type Settings struct {
	System System `json:"system" draw:"yes"`
	// Rounds is the number of planned rounds, 0 in open play.
	Rounds int `json:"rounds" draw:"yes"`
	// Rules names the rule system of play, such as "japanese". Custom holds its
	// parameters if that is "custom", except for the tie and komi, which are
	// the tournament's; the zero System is as in "japanese".
	Rules  string       `json:"rules,omitzero"`
	Custom rules.System `json:"custom,omitzero"`
	// Size is the number of lines of the board.
	Size int `json:"size"`
	// Tie is the meaning of an equal count.
	Tie   Tie   `json:"tie,omitzero" draw:"yes"`
	Clock Clock `json:"clock"`
	// Floor and Bar bound the starting McMahon score; unused in Swiss.
	Floor    rank.Rank       `json:"floor" draw:"yes"`
	Bar      rank.Rank       `json:"bar" draw:"yes"`
	Handicap handicap.Policy `json:"handicap" draw:"yes"`
	Scoring  Scoring         `json:"scoring" draw:"yes"`
	// Criteria order the standings, the most important first.
	Criteria []Criterion `json:"criteria" draw:"yes"`
	// Categories are the lower limits of all categories but the last, from the
	// strongest on; empty for one category.
	Categories []rank.Rank `json:"categories,omitempty" draw:"yes"`
	Pairing    Pairing     `json:"pairing" draw:"yes"`
	// PairingCriteria order the players for the draw, which pairs by their
	// first score; empty for the same as Criteria.
	PairingCriteria []Criterion `json:"pairingCriteria,omitempty" draw:"yes"`
	Constraints     Constraints `json:"steering,omitzero" draw:"yes"`
	// Format holds the options of System; Stages are the stages after the
	// first.
	Format Format  `json:"format,omitzero" draw:"yes"`
	Stages []Stage `json:"stages,omitempty" draw:"yes"`
	// Open configures the system of that name.
	Open OpenPlay `json:"open,omitzero"`
	// Teams, if there are boards, play instead of single players.
	Teams  TeamPlay    `json:"teams,omitzero" draw:"yes"`
	Rating RatingRules `json:"rating,omitzero"`
	Prizes Prizes      `json:"prizes,omitzero"`
	// Foreign keeps unknown fields of another program's file, under that program's names, for writing them back.
	Foreign map[string]string `json:"foreign,omitempty"`
	// DeskRecords accepts game records only from the desk, not from players through the link on their slip.
	DeskRecords bool `json:"deskRecords,omitzero"`
	// PlayerResults allows the players of a game to report its result through the link on its slip.
	PlayerResults bool `json:"playerResults,omitzero"`
	// KomiChoice is the way of choosing the komi of even games.
	KomiChoice handicap.Choice `json:"komiChoice,omitzero"`
	// PlayersSettle also allows them to agree there on dead stones and the count of their game.
	PlayersSettle bool `json:"playersSettle,omitzero"`
	// Live configures live recordings.
	Live LiveBoards `json:"live,omitzero"`
	// ShowOdds shows the expected score of a game by ratings on public pages.
	ShowOdds bool `json:"showOdds,omitzero"`
	// Internet marks games played on the internet.
	Internet bool       `json:"internet,omitzero"`
	Fees     fees.Rules `json:"fees,omitzero"`
	SignUp   SignUp     `json:"signUp,omitzero"`
	// Consent is the public form of the names of players without a choice.
	Consent consent.Rules `json:"consent,omitzero"`
	// Schedule holds the planned starts of the rounds, round n at n-1. It may be shorter than the rounds; the zero time
	// means not planned.
	Schedule []time.Time `json:"schedule,omitempty"`
}

// A SignUp configures the public sign-up.
type SignUp struct {
	Open bool `json:"open,omitzero"`
	// Limit is the number of places, 0 for no limit; later players are reserves.
	Limit int `json:"limit,omitzero"`
	// Closes is the end of the sign-up, in addition to Open; zero for never.
	Closes time.Time `json:"closes,omitzero"`
	// Consent is the text that players must agree to, "" for none. Note is a text for information.
	Consent string `json:"consent,omitzero"`
	Note    string `json:"note,omitzero"`
	// CheckIn allows players to check in through their link on the first day.
	CheckIn bool `json:"checkIn,omitzero"`
}

// Opens reports whether players may sign up now.
func (s *SignUp) Opens(now time.Time) bool {
	return s.Open && (s.Closes.IsZero() || now.Before(s.Closes))
}

func (s *SignUp) check() error {
	if s.Limit < 0 || s.Limit > MostPlayers {
		return fault.New(fault.Invalid, "signup.limit", s.Limit, MostPlayers)
	}
	return cmp.Or(checkLength("consent", s.Consent, longestNote), checkLength("note", s.Note, longestNote))
}

// checkSchedule refuses starts out of the order of the rounds.
func checkSchedule(starts []time.Time) error {
	if len(starts) > MaxRounds {
		return fault.New(fault.TooLarge, "settings.schedule.long", MaxRounds)
	}
	var last time.Time
	for i, at := range starts {
		if at.IsZero() {
			continue
		}
		if !at.After(last) {
			return fault.New(fault.Invalid, "settings.schedule.order", i+1)
		}
		last = at
	}
	return nil
}

// RuleSystem returns the rules of play, with the tournament's own meaning of an
// equal count.
func (s *Settings) RuleSystem() rules.System {
	system, ok := rules.ByName(s.Rules)
	if !ok {
		system = rules.Systems()[0]
	}
	if s.Rules == rules.Custom {
		system = s.CustomRules()
	}
	switch s.Tie {
	case TieIsJigo:
		system.Tie = rules.TieJigo
	case TieWhiteWins:
		system.Tie = rules.TieWhiteWins
	case TieBlackWins:
		system.Tie = rules.TieBlackWins
	}
	return system
}

// PlayersDecide reports whether players may report the result of their game through the link on its slip. Players who
// may settle it may report it too, because a game can end by resignation.
func (s *Settings) PlayersDecide() bool { return s.PlayerResults || s.PlayersSettle }

// CustomRules returns Custom as a whole system, even if other rules are in use.
func (s *Settings) CustomRules() rules.System {
	system := s.Custom
	if system == (rules.System{}) {
		system, _ = rules.ByName(rules.Custom)
	}
	system.Name, system.Tie = rules.Custom, rules.TieJigo
	system.KomiEven, system.KomiHandicap = rules.HalfPoints(s.Handicap.EvenKomi), rules.HalfPoints(s.Handicap.HandicapKomi)
	return system
}

// A Tie is the meaning of an equal count.
type Tie string

// The meanings of an equal count.
const (
	TieIsJigo    Tie = "jigo"
	TieWhiteWins Tie = "white"
	TieBlackWins Tie = "black"
)

// An Overtime is the time system after the main time.
type Overtime string

// The overtime systems.
const (
	SuddenDeath Overtime = "sudden-death"
	Japanese    Overtime = "japanese" // Periods periods of Period each
	Canadian    Overtime = "canadian" // Stones moves in Period
	Fischer     Overtime = "fischer"  // Period added for every move
)

// A Clock is a time system.
type Clock struct {
	Main     Span     `json:"main,omitzero"`
	Overtime Overtime `json:"overtime,omitzero"`
	Period   Span     `json:"period,omitzero"`
	Periods  int      `json:"periods,omitzero"`
	Stones   int      `json:"stones,omitzero"`
}

// Scoring holds the values of rounds without a game, in half points.
type Scoring struct {
	// Wins and MMS hold the value of an announced absence and of a bye, in the
	// number of wins and in the McMahon score.
	WinsAbsent Score `json:"winsAbsent"`
	WinsBye    Score `json:"winsBye"`
	MMSAbsent  Score `json:"mmsAbsent"`
	MMSBye     Score `json:"mmsBye"`
	// RoundDown drops a half from the sum of a player's bye and absence points.
	RoundDown bool `json:"roundDown,omitzero"`
	// UnplayedHalf counts every unplayed round of an opponent as half a point
	// in the sums of opponents' scores.
	UnplayedHalf bool `json:"unplayedHalf,omitzero"`
	// PlainSOS leaves the handicap out of the sums of opponents' McMahon
	// scores; OpenGotha adds the stones given and subtracts the stones
	// received.
	PlainSOS bool `json:"plainSos,omitzero"`
	// EvenDC leaves games with a handicap out of DC and SDC. OpenGotha counts
	// them, Pairgoth does not; DC-EGF always counts them (EGF Tournament System
	// Rules).
	EvenDC bool `json:"evenDc,omitzero"`
}

// A Seeding is the ideal pairing within a score group.
type Seeding string

// The seedings: fold pairs 1 with n, slip 1 with n/2+1, random a player of the
// upper half with one of the lower.
const (
	SplitFold   Seeding = "fold"
	SplitSlip   Seeding = "slip"
	SplitRandom Seeding = "random"
)

// A Position is the place in a score group from which a player is moved up or
// down.
type Position string

// The positions.
const (
	Top    Position = "top"
	Middle Position = "middle"
	Bottom Position = "bottom"
)

// Pairing holds the weights and modes of the pairing objective, OpenGotha's
// parameters in its own units. Every weight is the greatest value of its
// criterion for one game; 0 switches the criterion off.
type Pairing struct {
	// Duplicate is the weight of a first meeting.
	Duplicate int64 `json:"duplicate"`
	// Random adds chance; Deterministic derives it from the names.
	Random        int64 `json:"random,omitzero"`
	Deterministic bool  `json:"deterministic,omitzero"`
	// Colour is the weight of evening out colours.
	Colour int64 `json:"colour,omitzero"`
	// Category and Score are the weights of equal category and equal score.
	Category int64 `json:"category,omitzero"`
	Score    int64 `json:"score,omitzero"`
	// Curvature k shapes the cost of a gap x: (1-x)(1+kx), k from 0 to 1.
	Curvature float64 `json:"curvature,omitzero"`
	// MovedUpDown is the weight of the choice of players moved out of their
	// group; Compensate evens out earlier moves up and down.
	MovedUpDown int64    `json:"drawUpDown,omitzero"`
	Compensate  bool     `json:"compensate,omitzero"`
	UpperFrom   Position `json:"upperFrom,omitzero"`
	LowerFrom   Position `json:"lowerFrom,omitzero"`
	// PlayedOnly ignores games decided by default, both as meetings and for the
	// balance of colours, as FIDE does; OpenGotha counts them as played.
	PlayedOnly bool `json:"playedOnly,omitzero"`
	// HalfGroups makes half a point a separate score group.
	HalfGroups bool `json:"halfGroups,omitzero"`
	// Seeding is the weight of the ideal opponent inside the group: First up to
	// and including round SwitchAfter, Second later. FirstByRating and
	// SecondByRating order equal players by rating.
	Seeding        int64   `json:"seeding,omitzero"`
	First          Seeding `json:"first,omitzero"`
	Second         Seeding `json:"second,omitzero"`
	FirstByRating  bool    `json:"firstByRating,omitzero"`
	SecondByRating bool    `json:"secondByRating,omitzero"`
	SwitchAfter    int     `json:"switchAfter,omitzero"`
	// Secondary is the weight shared by the criteria below; the thresholds exempt strong players from them.
	Secondary       int64     `json:"secondary,omitzero"`
	ExemptFrom      rank.Rank `json:"exemptFrom,omitzero"`     // rank + wins
	ExemptHalfWins  bool      `json:"exemptHalfWins,omitzero"` // half of all rounds won
	ExemptBar       bool      `json:"exemptBar,omitzero"`      // started at the bar
	MinimumHandicap int64     `json:"minimumHandicap,omitzero"`
	// Geography is the weight of different countries and clubs; the gaps are
	// the score groups that two players may be apart rather than share a
	// country or club.
	Geography  int64 `json:"geography,omitzero"`
	CountryGap int   `json:"countryGap,omitzero"`
	ClubGap    int   `json:"clubGap,omitzero"`
	// ClubGroups are clubs whose members count as half clubmates.
	ClubGroups []ClubGroup `json:"clubGroups,omitzero"`
	// Method is the version of the pairing method in the input of a draw, for repeating it. In a tournament it is 0,
	// because every new draw uses LatestMethod.
	Method int `json:"method,omitzero"`
}

// LatestMethod is the version of the pairing method. Method 0 did not distinguish a second from a tenth meeting.
// Without Compensate it ignored earlier moves in the other direction.
const LatestMethod = 1

// MostWeight bounds every weight of the objective, so that sums stay exact.
const MostWeight = 1_000_000_000_000_000

// check returns a fault that names the first invalid field.
func (p *Pairing) check() error {
	for _, w := range []struct {
		field Field
		value int64
	}{
		{"duplicate", p.Duplicate}, {"random", p.Random}, {"colour", p.Colour}, {"category", p.Category}, {"score", p.Score},
		{"dudd", p.MovedUpDown}, {"seeding", p.Seeding}, {"secondary", p.Secondary}, {"minimum-handicap", p.MinimumHandicap},
		{"geography", p.Geography},
	} {
		if w.value < 0 || w.value > MostWeight {
			return fault.New(fault.Invalid, "settings.pairing.weight", w.field, w.value, MostWeight)
		}
	}
	seedings, positions := []Seeding{"", SplitFold, SplitSlip, SplitRandom}, []Position{"", Top, Middle, Bottom}
	switch {
	case !slices.Contains(seedings, p.First):
		return fault.New(fault.Invalid, "settings.pairing.mode", fault.Clip(string(p.First)))
	case !slices.Contains(seedings, p.Second):
		return fault.New(fault.Invalid, "settings.pairing.mode", fault.Clip(string(p.Second)))
	case !slices.Contains(positions, p.UpperFrom):
		return fault.New(fault.Invalid, "settings.pairing.mode", fault.Clip(string(p.UpperFrom)))
	case !slices.Contains(positions, p.LowerFrom):
		return fault.New(fault.Invalid, "settings.pairing.mode", fault.Clip(string(p.LowerFrom)))
	case !(p.Curvature >= 0 && p.Curvature <= 1): // false for NaN
		return fault.New(fault.Invalid, "settings.pairing.curvature")
	case p.CountryGap < 0 || p.CountryGap > MaxRounds, p.ClubGap < 0 || p.ClubGap > MaxRounds:
		return fault.New(fault.Invalid, "settings.pairing.gap", MaxRounds)
	case p.SwitchAfter < 0 || p.SwitchAfter > MaxRounds:
		return fault.New(fault.Invalid, "settings.pairing.switch", MaxRounds)
	case p.Method < 0 || p.Method > LatestMethod:
		return fault.New(fault.Invalid, "settings.pairing.method", p.Method, LatestMethod)
	}
	return nil
}

// A ClubGroup is a set of clubs whose members know each other.
type ClubGroup struct {
	Name  string   `json:"name"`
	Clubs []string `json:"clubs"`
}
