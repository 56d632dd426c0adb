package federation

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tourney/internal/exchange/file"
	"tourney/internal/fault"
	"tourney/internal/rating"
	"tourney/internal/tournament"
)

// A Finding is something that the reader of a file would refuse or ask about.
// Its sentence is in the catalogs under Key. An Error is refused, a Warning
// asked about; Info tells what the file says otherwise than people may expect.
type Finding struct {
	Severity file.Severity `json:"severity"`
	Key      string        `json:"key"`
	Args     []any         `json:"args,omitempty"`
	// Player, or Round and Table, is what to mend; all zero for the
	// tournament itself.
	Player tournament.PlayerID `json:"player,omitempty"`
	Round  int                 `json:"round,omitempty"`
	Table  int                 `json:"table,omitempty"`
}

// Check lists what the federation behind a format would refuse or ask about,
// the gravest first, then what concerns the tournament, players in the order
// of the standings, and games by round and table. It is empty for a
// tournament that may be sent, and for formats that no federation takes.
func Check(t *tournament.Tournament, format string) []Finding {
	f, ok := federations[format]
	if !ok {
		return nil
	}
	c := &inspection{t: t, list: wallList(t)}
	c.whole(f)
	for i := range c.list {
		p := c.list[i].player
		if _, _, ok := f.name(p); !ok {
			c.player(file.Error, p, "export.check.name")
		}
		f.player(c, p)
	}
	c.ties()
	for n := 1; n <= len(t.Rounds); n++ {
		c.round(f, n)
	}
	slices.SortStableFunc(c.found, func(a, b Finding) int { return cmp.Compare(b.Severity, a.Severity) })
	return c.found
}

// A federation is what a rating body asks for.
type federation struct {
	// country says that it asks where the event was, classed that it rates by
	// the time that players have, coded that it has codes for tournaments, jigo
	// that it knows jigo.
	country, classed, coded, jigo bool
	name                          func(*tournament.Player) (family, given string, ok bool)
	// player checks the number and the like, game what only this body minds.
	player func(*inspection, *tournament.Player)
	game   func(*inspection, *tournament.Game)
}

var federations = map[string]federation{
	"egd": {country: true, classed: true, coded: true, jigo: true, name: egdName, player: checkEGD},
	"ffg": {jigo: true, name: ffgName, player: checkFFG},
	"aga": {name: agaName, player: checkAGA, game: checkAGAGame},
}

// An inspection goes through a tournament before it is sent.
type inspection struct {
	t     *tournament.Tournament
	list  []wallLine
	ids   map[string]*tournament.Player
	found []Finding
}

func (c *inspection) note(s file.Severity, key string, args ...any) {
	c.found = append(c.found, Finding{Severity: s, Key: key, Args: args})
}

// player notes something about a player, whose name is the first value.
func (c *inspection) player(s file.Severity, p *tournament.Player, key string, args ...any) {
	c.found = append(c.found, Finding{Severity: s, Key: key, Args: append([]any{p.Name()}, args...), Player: p.ID})
}

// game notes something about a game, whose round and table are the first
// values.
func (c *inspection) game(s file.Severity, g *tournament.Game, key string, args ...any) {
	c.found = append(c.found, Finding{Severity: s, Key: key, Args: append([]any{g.Round, g.Table}, args...), Round: g.Round, Table: g.Table})
}

// whole checks what concerns the event itself.
func (c *inspection) whole(f federation) {
	t := c.t
	begin, end := t.Info.Days()
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
		args     []any
	}{
		{file.Error, t.Current() == 0, "export.check.norounds", nil},
		{file.Error, begin.IsZero(), "export.check.dates", nil},
		{file.Error, t.Info.Place == "", "export.check.place", nil},
		{file.Error, f.country && t.Info.Country == "", "export.check.country", nil},
		{file.Warning, t.Current() > 0 && t.Current() < t.Settings.Rounds, "export.check.rounds", []any{t.Current(), t.Settings.Rounds}},
		{file.Error, f.classed && set == rating.ByClock && allowed == rating.Unrated, tooShort,
			[]any{int(clock.Main / time.Minute), int(rating.Adjusted(clock) / time.Minute)}},
		{file.Error, f.classed && set == rating.Unrated, "export.check.class.none", nil},
		{file.Warning, f.classed && !online && set.Weight() > allowed.Weight(), "export.check.class.high",
			[]any{string(set), int(clock.Main / time.Minute), int(rating.Adjusted(clock) / time.Minute)}},
		{file.Warning, f.classed && online, "export.check.class.online", []any{string(set)}},
		{file.Warning, f.coded && !coded.IsZero() && !begin.IsZero() && (coded.Before(begin) || coded.After(end)), "export.check.code",
			[]any{t.Settings.Rating.Code, begin.Format(time.DateOnly)}},
		{file.Error, t.Settings.Size != 19, "export.check.size", []any{t.Settings.Size}},
	} {
		if w.bad {
			c.note(w.severity, w.key, w.args...)
		}
	}
}

// ties notes every place that several players share, for the file numbers
// them. Before the first round that means nothing.
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
			c.found = append(c.found, Finding{Severity: file.Warning, Key: "export.check.tie", Player: c.list[i].player.ID,
				Args: []any{j - i, i + 1, j, fault.Clip(strings.Join(names, ", "))}})
		}
		i = j
	}
}

// round checks the games of a round.
func (c *inspection) round(f federation, n int) {
	r := c.t.Round(n)
	if !r.Published {
		c.found = append(c.found, Finding{Severity: file.Warning, Key: "export.check.draft", Args: []any{n}, Round: n})
		return
	}
	for i := range r.Games {
		g := &r.Games[i]
		result := g.Result
		switch {
		case g.Dispute.Open():
			c.game(file.Error, g, "export.check.dispute")
		case !result.Known():
			c.game(file.Error, g, "export.check.unknown")
		case result.Manner == tournament.ByForfeit, result.Outcome == tournament.NotPlayed:
			c.game(file.Info, g, "export.check.default")
		case !result.Rated():
			c.game(file.Info, g, "export.check.unrated")
		case result.Outcome == tournament.Jigo && !f.jigo:
			c.game(file.Warning, g, "export.check.jigo")
		case f.game != nil:
			f.game(c, g)
		}
	}
}

// id checks a federation's number: its form, and that nobody else has it.
// A missing one is noted as gravely as missing says.
func (c *inspection) id(p *tournament.Player, id string, valid bool, missing file.Severity, field tournament.Field) {
	switch {
	case id == "":
		c.player(missing, p, "export.check.id.missing", field)
		return
	case !valid:
		c.player(file.Error, p, "export.check.id.invalid", field, fault.Clip(id))
		return
	}
	if c.ids == nil {
		c.ids = map[string]*tournament.Player{}
	}
	if other := c.ids[id]; other != nil {
		c.player(file.Error, p, "export.check.id.twice", other.Name(), field, id)
		return
	}
	c.ids[id] = p
}

func checkEGD(c *inspection, p *tournament.Player) {
	c.id(p, p.EGD, egdPIN.MatchString(p.EGD), file.Warning, "egd")
	if p.Given == "" {
		c.player(file.Warning, p, "export.check.given")
	}
	if p.Country == "" {
		c.player(file.Warning, p, "export.check.player.country")
	}
}

// checkFFG asks for the licence of French players only.
func checkFFG(c *inspection, p *tournament.Player) {
	if p.FFG == "" && p.Country != "FR" {
		return
	}
	_, err := strconv.Atoi(p.FFG)
	c.id(p, p.FFG, len(p.FFG) == 7 && err == nil, file.Error, "ffg")
}

// checkAGA asks for everybody's number, valid on the last day.
func checkAGA(c *inspection, p *tournament.Player) {
	c.id(p, p.AGA, agaID(p.AGA), file.Error, "aga")
	_, end := c.t.Info.Days()
	for _, layout := range []string{"1/2/2006", time.DateOnly} {
		until, err := time.Parse(layout, p.AGAExpiry)
		if err == nil && until.Before(end) {
			c.player(file.Warning, p, "export.check.aga.expired", p.AGAExpiry)
		}
	}
}

func checkAGAGame(c *inspection, g *tournament.Game) {
	if points, ok := agaKomi(g.Komi); !ok {
		c.game(file.Warning, g, "export.check.komi", g.Komi.String(), points)
	}
}

// A Respelling is a name that a file writes otherwise than the tournament.
type Respelling struct {
	Player tournament.PlayerID `json:"player"`
	Was    string              `json:"was"`
	// Now is the name in the file, "" when it cannot be spelled.
	Now string `json:"now"`
}

// Respellings lists every name that a file for a federation changes, in the
// order of the file; capitals do not count as a change. It is empty for
// formats that hold all names.
func Respellings(t *tournament.Tournament, format string) []Respelling {
	f, ok := federations[format]
	if !ok {
		return nil
	}
	var changed []Respelling
	for _, l := range wallList(t) {
		family, given, ok := f.name(l.player)
		now := strings.TrimSpace(family + " " + given)
		switch {
		case !ok:
			now = ""
		case strings.EqualFold(now, l.player.Name()):
			continue
		}
		changed = append(changed, Respelling{l.player.ID, l.player.Name(), now})
	}
	return changed
}
