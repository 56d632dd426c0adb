package tournament

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"tourney/internal/fault"
	"tourney/internal/rules/live"
)

// A Tournament is the whole state of one event.
type Tournament struct {
	Info     Info
	Settings Settings
	// Players are in the order of their IDs.
	Players []Player
	// Rounds are the drawn rounds, round n at n-1.
	Rounds []Round
	// Day holds requests, incidents, announcements and the like.
	Day Day
	// LastID is the greatest number ever given to a player, a game or an element
	// of the day.
	LastID int
	// Version counts the saved changes; the store sets it.
	Version int
	// Origin is the name of the publication of a tournament run on another computer, "" for a local one; the store sets
	// it.
	Origin string
}

// A Whole is a tournament with the contents that it names by their hashes, as in a file.
type Whole struct {
	*Tournament
	// Records holds texts of game records by Game.Record.
	Records map[string]string
	// Draws holds packed inputs of draws by Drawn.MadeFrom.
	Draws map[string][]byte
	// Pictures holds JPEGs by Picture.Hash.
	Pictures map[string][]byte
	// Live holds the steps of live games by LiveGame.ID.
	Live map[int][]live.Step
}

// Bounds on one tournament.
const (
	MostPlayers = 5000
	longestName = 100 // letters of a family or given name
	longestText = 200 // letters of other short fields
	longestNote = 4000
)

// New returns an empty tournament, or a fault that names the field.
func New(info Info, s Settings) (*Tournament, error) {
	t := &Tournament{}
	if err := t.SetInfo(info); err != nil {
		return nil, err
	}
	if err := t.SetSettings(s); err != nil {
		return nil, err
	}
	return t, nil
}

var slugPattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func validSlug(slug string) bool { return slugPattern.MatchString(slug) && len(slug) <= 80 }

// SetInfo changes the description of the tournament.
func (t *Tournament) SetInfo(i Info) error {
	i.Name = Tidy(i.Name)
	switch {
	case i.Name == "":
		return fault.New(fault.Invalid, "tournament.name.empty")
	case !validSlug(i.Slug):
		return fault.New(fault.Invalid, "tournament.slug", fault.Clip(i.Slug))
	case !i.Begin.IsZero() && !i.End.IsZero() && i.End.Before(i.Begin.Time):
		return fault.New(fault.Invalid, "tournament.dates")
	}
	for _, f := range []struct {
		name string
		text *string
	}{
		{"name", &i.Name}, {"short", &i.ShortName}, {"place", &i.Place}, {"director", &i.Director}, {"zone", &i.Zone},
	} {
		if err := checkLength(f.name, *f.text, longestText); err != nil {
			return err
		}
		*f.text = Tidy(*f.text)
	}
	country, err := countryCode(i.Country)
	if err != nil {
		return err
	}
	if _, err := time.LoadLocation(i.Zone); err != nil || i.Zone == "Local" {
		return fault.New(fault.Invalid, "tournament.zone", fault.Clip(i.Zone))
	}
	if err := i.checkFormer(); err != nil {
		return err
	}
	i.Begin, i.End = DateOf(i.Begin.Time), DateOf(i.End.Time)
	i.Country, i.Former = country, strings.Join(strings.Fields(i.Former), " ")
	t.Info = i
	return nil
}

// SetSettings changes the rules of the tournament. Games already paired keep
// their handicap and komi.
func (t *Tournament) SetSettings(s Settings) error {
	switch {
	case !slices.Contains(Systems(), s.System):
		return fault.New(fault.Invalid, "settings.system", fault.Clip(string(s.System)))
	case len(t.Rounds) > 0 && (s.System == Open) != t.IsOpen():
		return fault.New(fault.Conflict, "open.begun")
	case s.System != Open && (s.Rounds < 1 || s.Rounds > MaxRounds):
		return fault.New(fault.Invalid, "settings.rounds", s.Rounds, MaxRounds)
	case s.Rounds < len(t.Rounds) && s.System != Open:
		return fault.New(fault.Conflict, "settings.rounds.drawn", s.Rounds, len(t.Rounds))
	case s.Size < 2 || s.Size > 25:
		return fault.New(fault.Invalid, "settings.size", s.Size)
	case s.Size != t.Settings.Size && slices.ContainsFunc(t.LiveGames(), (*Game).Recorded):
		return fault.New(fault.Conflict, "live.size")
	case !s.Floor.Valid() || !s.Bar.Valid() || s.Floor > s.Bar:
		return fault.New(fault.Invalid, "settings.bar", s.Floor.String(), s.Bar.String())
	}
	if err := cmp.Or(
		s.Handicap.Check(), s.Pairing.check(), s.checkPlay(), s.checkCriteria(), s.Constraints.check(), s.checkOpen(), s.checkSystem(), s.Teams.check(),
		s.Rating.check(), s.Prizes.check(), s.Fees.Check(), s.SignUp.check(), s.Consent.Check(), checkSchedule(s.Schedule),
	); err != nil {
		return err
	}
	t.Settings = s.clone()
	if t.IsOpen() {
		t.Settings.Rounds = 0
	}
	return nil
}

// MostCriteria bounds every list of criteria; fewer exist.
const MostCriteria = 40

// checkCriteria refuses unknown or repeated criteria, and criteria of teams without teams.
func (s *Settings) checkCriteria() error {
	if len(s.Criteria) == 0 {
		return fault.New(fault.Invalid, "settings.criteria", MostCriteria)
	}
	for _, list := range [][]Criterion{s.Criteria, s.PairingCriteria, s.Prizes.Criteria} {
		if len(list) > MostCriteria {
			return fault.New(fault.Invalid, "settings.criteria", MostCriteria)
		}
		for i, c := range list {
			facts, known := c.Facts()
			switch {
			case !known:
				return fault.New(fault.Invalid, "settings.criterion", fault.Clip(string(c)))
			case facts.Team && s.Teams.Boards == 0:
				return fault.New(fault.Invalid, "team.criterion", string(c))
			case slices.Contains(list[:i], c):
				return fault.New(fault.Invalid, "settings.criteria.twice", string(c))
			}
		}
	}
	return nil
}

// Player returns the player of that ID, or nil.
func (t *Tournament) Player(id PlayerID) *Player {
	i, ok := slices.BinarySearchFunc(t.Players, id, func(p Player, id PlayerID) int { return cmp.Compare(p.ID, id) })
	if !ok {
		return nil
	}
	return &t.Players[i]
}

// NameOf returns the name of a player or a team, "" for an unknown ID.
func (t *Tournament) NameOf(id PlayerID) string {
	if team := t.Team(id); team != nil {
		return team.Name
	}
	if p := t.Player(id); p != nil {
		return p.Name()
	}
	return ""
}

// Round returns round n, or nil before its draw.
func (t *Tournament) Round(n int) *Round {
	if n < 1 || n > len(t.Rounds) {
		return nil
	}
	return &t.Rounds[n-1]
}

// Game returns the game of that ID, or nil.
func (t *Tournament) Game(id int) *Game {
	for i := range t.Rounds {
		if g := find(t.Rounds[i].Games, func(g *Game) bool { return g.ID == id }); g != nil {
			return g
		}
	}
	return nil
}

// Current returns the number of the last published round, 0 before the first.
func (t *Tournament) Current() int {
	n := len(t.Rounds)
	for n > 0 && !t.Rounds[n-1].Published {
		n--
	}
	return n
}

// Clone returns a copy without memory shared with t.
func (t *Tournament) Clone() *Tournament {
	c := *t
	c.Settings = t.Settings.clone()
	c.Players = slices.Clone(t.Players)
	for i := range c.Players {
		c.Players[i].Tags = slices.Clone(t.Players[i].Tags)
		c.Players[i].RankDecisions = slices.Clone(t.Players[i].RankDecisions)
	}
	c.Rounds = slices.Clone(t.Rounds)
	for i := range c.Rounds {
		c.Rounds[i].Games = slices.Clone(t.Rounds[i].Games)
		c.Rounds[i].Byes = slices.Clone(t.Rounds[i].Byes)
	}
	c.Day = t.Day.clone()
	return &c
}

// CloneRound is Clone for a step that changes only games of round n: the copy shares the rest with t. For round 0 it is
// Clone.
func (t *Tournament) CloneRound(n int) *Tournament {
	if n == 0 {
		return t.Clone()
	}
	c := *t
	c.Rounds = slices.Clone(t.Rounds)
	if r := c.Round(n); r != nil {
		r.Games = slices.Clone(r.Games)
	}
	return &c
}

// Tidy trims text, folds runs of white space to one blank and drops control and
// direction-changing characters.
func Tidy(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r == utf8.RuneError, r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069', r == '\ufeff':
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// checkLength refuses a text that is too long for its field.
func checkLength(field, text string, most int) error {
	if n := utf8.RuneCountInString(text); n > most {
		return fault.New(fault.TooLarge, "field.long", Field(field), n, most)
	}
	return nil
}

// A Field names a field of a form; its message is "field." + name.
type Field string

// Message returns the message key of the field's name.
func (f Field) Message() (key string, args []any) { return "field." + string(f), nil }

// countryCode accepts an empty code or two letters, and returns capitals.
func countryCode(s string) (string, error) {
	s = strings.ToUpper(strings.TrimSpace(s))
	if s == "UK" { // as in the European lists and common use
		return "GB", nil
	}
	if s == "" || len(s) == 2 && s[0] >= 'A' && s[0] <= 'Z' && s[1] >= 'A' && s[1] <= 'Z' {
		return s, nil
	}
	return "", fault.New(fault.Invalid, "player.country", fault.Clip(s))
}

// readName finds text among the names of a small enumeration.
func readName[T ~int8](text []byte, names []string, to *T) error {
	i := slices.Index(names, string(text))
	if i < 0 {
		return fmt.Errorf("unknown name %q", fault.Clip(string(text)))
	}
	*to = T(i)
	return nil
}
