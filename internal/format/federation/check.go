package federation

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tourney/internal/event/federations"
	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/results/rating"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// A Finding is a value that the federation would refuse or query. Its sentence is in the catalogs under Key. An Error
// is refused, a Warning queried; Info reports an unexpected form in the file.
type Finding struct {
	Severity file.Severity `json:"severity"`
	Key      string        `json:"key"`
	Args     []any         `json:"args,omitempty"`
	// Player, or Round and Table, are the place to correct; all zero for the settings.
	Player tournament.PlayerID `json:"player,omitempty"`
	Round  int                 `json:"round,omitempty"`
	Table  int                 `json:"table,omitempty"`
	// Field is the field of the player or the settings to correct; "" for several fields.
	Field tournament.Field `json:"-"`
}

// A Body is a federation that rates games, with its requirements. The nil Body requires nothing.
type Body struct {
	country bool // requires the country of the event
	classed bool // rates by the thinking time
	coded   bool // has codes for tournaments
	jigo    bool // accepts jigo
	name    func(*tournament.Player) (family, given string, ok bool)
	clubs   spelling.Alphabet // the alphabet of clubs, nil if they are not written
	// player and game check the requirements of this body alone, such as its numbers.
	player func(*inspection, *tournament.Player)
	game   func(*inspection, *tournament.Game)
}

// The bodies whose files are read and written.
var (
	EGD = &Body{country: true, classed: true, coded: true, jigo: true, name: egdName, clubs: spelling.ASCII, player: checkEGD}
	FFG = &Body{jigo: true, name: ffgName, clubs: spelling.Latin1, player: checkFFG}
	AGA = &Body{name: agaName, player: checkAGA, game: checkAGAGame}
)

// Check lists the values that the body would refuse or query, the gravest first, then findings about the tournament,
// players in the order of the standings, and games by round and table. It is empty for a tournament that may be sent.
func (b *Body) Check(t *tournament.Tournament) []Finding {
	if b == nil {
		return nil
	}
	c := &inspection{t: t, list: wallList(t)}
	c.whole(b)
	for i := range c.list {
		p := c.list[i].player
		if _, _, ok := b.name(p); !ok {
			c.player(file.Error, p, "family", "export.check.name")
		}
		b.player(c, p)
	}
	c.ties()
	for n := 1; n <= len(t.Rounds); n++ {
		c.round(b, n)
	}
	slices.SortStableFunc(c.found, func(a, b Finding) int { return cmp.Compare(b.Severity, a.Severity) })
	return c.found
}

// An inspection checks a tournament before it is sent.
type inspection struct {
	t     *tournament.Tournament
	list  []wallLine
	ids   map[string]*tournament.Player
	found []Finding
}

// player adds a finding about a field of a player, whose name is the first value.
func (c *inspection) player(s file.Severity, p *tournament.Player, field tournament.Field, key string, args ...any) {
	c.found = append(c.found, Finding{Severity: s, Key: key, Args: append([]any{p.Name()}, args...), Player: p.ID, Field: field})
}

// game adds a finding about a game, whose round and table are the first values.
func (c *inspection) game(s file.Severity, g *tournament.Game, key string, args ...any) {
	c.found = append(c.found, Finding{Severity: s, Key: key, Args: append([]any{g.Round, g.Table}, args...), Round: g.Round, Table: g.Table})
}

// whole checks the data about the event itself.
func (c *inspection) whole(b *Body) {
	t := c.t
	begin, end := t.PlayedDays()
	coded, _ := tournament.CodeDay(t.Settings.Rating.Code)
	clock := t.Settings.Clock
	set, allowed := rating.OptionsOf(t.Settings).Class, rating.ClassOf(t.Settings)
	online := t.Settings.Internet && set.Weight() > rating.D.Weight()
	tooShort := "export.check.class"
	if t.Settings.Internet {
		tooShort = "export.check.class.internet"
	}
	for _, w := range []struct {
		severity file.Severity
		bad      bool
		key      string
		field    tournament.Field
		args     []any
	}{
		{file.Error, t.Current() == 0, "export.check.norounds", "", nil},
		{file.Error, begin.IsZero(), "export.check.dates", "begin", nil},
		{file.Error, t.Info.Place == "", "export.check.place", "place", nil},
		{file.Error, b.country && t.Info.Country == "", "export.check.country", "country", nil},
		{file.Warning, t.Current() > 0 && t.Current() < t.Settings.Rounds, "export.check.rounds", "rounds", []any{t.Current(), t.Settings.Rounds}},
		{file.Error, b.classed && set == rating.ByClock && allowed == rating.Unrated, tooShort, "class",
			[]any{int(time.Duration(clock.Main).Minutes()), int(rating.Adjusted(clock) / time.Minute)}},
		{file.Error, b.classed && set == rating.Unrated, "export.check.class.none", "class", nil},
		{file.Warning, b.classed && !online && set.Weight() > allowed.Weight(), "export.check.class.high", "class",
			[]any{string(set), int(time.Duration(clock.Main).Minutes()), int(rating.Adjusted(clock) / time.Minute)}},
		{file.Warning, b.classed && online, "export.check.class.online", "class", []any{string(set)}},
		{file.Warning, b.coded && !coded.IsZero() && !begin.IsZero() && (coded.Before(begin) || coded.After(end)), "export.check.code", "code",
			[]any{t.Settings.Rating.Code, begin.Format(time.DateOnly)}},
		{file.Error, t.Settings.Size != 19, "export.check.size", "size", []any{t.Settings.Size}},
	} {
		if w.bad {
			c.found = append(c.found, Finding{Severity: w.severity, Key: w.key, Args: w.args, Field: w.field})
		}
	}
}

// ties reports every place that several players share, because the file numbers them. Before the first round there are
// no places.
func (c *inspection) ties() {
	if c.t.Current() == 0 {
		return
	}
	for i := 0; i < len(c.list); {
		j := i + 1
		for j < len(c.list) && c.list[j].row.Place == c.list[i].row.Place {
			j++
		}
		if j > i+1 {
			var names []string
			for _, l := range c.list[i:j] {
				names = append(names, l.player.Name())
			}
			c.found = append(c.found, Finding{Severity: file.Info, Key: "export.check.tie", Player: c.list[i].player.ID,
				Args: []any{j - i, i + 1, j, fault.Clip(strings.Join(names, ", "))}})
		}
		i = j
	}
}

func (c *inspection) round(b *Body, n int) {
	r := c.t.Round(n)
	if !r.Published {
		c.found = append(c.found, Finding{Severity: file.Warning, Key: "export.check.draft", Args: []any{n}, Round: n})
		return
	}
	for i := range r.Games {
		g := &r.Games[i]
		result := g.Decided()
		switch {
		case g.Dispute.Open():
			c.game(file.Error, g, "export.check.dispute")
		case !result.Known():
			c.game(file.Error, g, "export.check.unknown")
		case result.Manner == tournament.ByForfeit, result.Outcome == tournament.NotPlayed:
			c.game(file.Info, g, "export.check.default")
		case !result.Rated():
			c.game(file.Info, g, "export.check.unrated")
		case result.Outcome == tournament.Jigo && !b.jigo:
			c.game(file.Warning, g, "export.check.jigo")
		case b.game != nil:
			b.game(c, g)
		}
	}
}

// id checks the form of a federation's number, and that no other player has it. missing is the severity for a player
// without a number.
func (c *inspection) id(p *tournament.Player, id string, valid bool, missing file.Severity, field tournament.Field) {
	switch {
	case id == "":
		c.player(missing, p, field, "export.check.id.missing", field)
		return
	case !valid:
		c.player(file.Error, p, field, "export.check.id.invalid", field, fault.Clip(id))
		return
	}
	if c.ids == nil {
		c.ids = map[string]*tournament.Player{}
	}
	if other := c.ids[id]; other != nil {
		c.player(file.Error, p, field, "export.check.id.twice", other.Name(), field, id)
		return
	}
	c.ids[id] = p
}

func checkEGD(c *inspection, p *tournament.Player) {
	c.id(p, p.EGD, egdPIN.MatchString(p.EGD), file.Warning, "egd")
	if p.Given == "" {
		c.player(file.Warning, p, "given", "export.check.given")
	}
	if p.Country == "" {
		c.player(file.Warning, p, "country", "export.check.player.country")
	}
}

// checkFFG requires the number and the licence of French players only.
func checkFFG(c *inspection, p *tournament.Player) {
	if p.FFG == "" && p.Country != "FR" {
		return
	}
	_, err := strconv.Atoi(p.FFG)
	c.id(p, p.FFG, len(p.FFG) == 7 && err == nil, file.Error, "ffg")
	if _, lapsed := federations.FFG().Lapsed(c.t, p, time.Time{}); lapsed {
		c.player(file.Warning, p, "ffg-status", "export.check.ffg.licence", p.FFGStatus)
	}
}

// checkAGA requires the number of every player, valid on the last day.
func checkAGA(c *inspection, p *tournament.Player) {
	c.id(p, p.AGA, agaID(p.AGA), file.Error, "aga")
	if _, lapsed := federations.AGA().Lapsed(c.t, p, time.Time{}); lapsed {
		c.player(file.Warning, p, "aga-expiry", "export.check.aga.expired", p.AGAExpiry)
	}
}

func checkAGAGame(c *inspection, g *tournament.Game) {
	if points, ok := agaKomi(g.Komi); !ok {
		c.game(file.Warning, g, "export.check.komi", g.Komi, points)
	}
}

// A Respelling is the name of a player or a club that a file changes.
type Respelling struct {
	Player tournament.PlayerID `json:"player"`
	Was    string              `json:"was"`
	// Now is the name in the file, "" when it cannot be spelled.
	Now string `json:"now"`
}

// Respellings lists every name of a player that a file for the body changes, in the order of the file. Then it lists
// the clubs with other letters in it, each once. Capitals do not count as a change.
func (b *Body) Respellings(t *tournament.Tournament) []Respelling {
	if b == nil {
		return nil
	}
	var changed, clubs []Respelling
	seen := map[string]bool{}
	for _, l := range wallList(t) {
		family, given, ok := b.name(l.player)
		now := strings.TrimSpace(family + " " + given)
		if !ok {
			now = ""
		}
		if !ok || !strings.EqualFold(now, l.player.Name()) {
			changed = append(changed, Respelling{l.player.ID, l.player.Name(), now})
		}
		if club := l.player.Club; b.clubs != nil && !seen[club] && strings.ContainsFunc(club, func(r rune) bool { return !b.clubs(r) }) {
			clubs = append(clubs, Respelling{l.player.ID, club, clubCode(l.player, b.clubs)})
			seen[club] = true
		}
	}
	return append(changed, clubs...)
}
