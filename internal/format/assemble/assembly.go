package assemble

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// An Assembly assembles a tournament from the contents of another program's
// file. It resolves contradictions and reports them.
type Assembly struct {
	file.Findings
	T      *tournament.Tournament
	Rounds []Round // round n at n-1
	// OwnKomi is set if the file states every game's komi; else it follows from the handicap.
	OwnKomi bool
	// Announced counts the games of the file, readable or not.
	Announced int
}

// A Round is what a file states about one round.
type Round struct {
	Games  []tournament.Game
	places []file.Position // parallel to games
	byes   []foundBye
}

type foundBye struct {
	player tournament.PlayerID
	place  file.Position
}

// Begin creates the tournament. Without a name it is called after its program.
// at is where the file describes the event, zero when in several places.
func (a *Assembly) Begin(at file.Position, info tournament.Info, s tournament.Settings, program string) error {
	info.Name = tournament.Tidy(cmp.Or(info.Name, info.ShortName))
	if info.Name == "" {
		a.Warn(at, "import.nameless", program)
		info.Name = program
	}
	if !file.IsCountry(info.Country) {
		a.Warn(at, "import.country", info.Name, fault.Clip(info.Country))
		info.Country = ""
	}
	if s.Floor > s.Bar {
		a.Warn(at, "import.bar", s.Floor.String(), s.Bar.String())
		s.Floor, s.Bar = s.Bar, s.Floor
	}
	if s.Rounds < 1 || s.Rounds > tournament.MaxRounds {
		a.Warn(at, "import.rounds", s.Rounds, tournament.MaxRounds)
		s.Rounds = min(max(s.Rounds, 1), tournament.MaxRounds)
	}
	if info.End.Before(info.Begin.Time) && !info.End.IsZero() {
		a.Warn(at, "import.dates")
		info.Begin, info.End = info.End, info.Begin
	}
	info.Slug = file.Slug(info.Name)
	t, err := tournament.New(info, s)
	a.T = t
	return err
}

// Player enters a player; a rank that is not stated is made from the rating.
func (a *Assembly) Player(at file.Position, p tournament.Player, wrote string) (tournament.PlayerID, error) {
	if p.Family == "" {
		p.Family, p.Given = p.Given, ""
	}
	if strings.TrimSpace(p.Family) == "" {
		return 0, fault.New(fault.Invalid, "import.player.nameless", at.Line, at.Column)
	}
	if !file.IsCountry(p.Country) {
		a.Warn(at, "import.country", p.Name(), fault.Clip(p.Country))
		p.Country = ""
	}
	if !p.Rank.Valid() {
		p.Rank = rank.Kyu30
		if p.Rating.Stated() {
			p.Rank = p.Rating.Rank()
		}
		a.Warn(at, "import.rank", p.Name(), fault.Clip(wrote), p.Rank.String())
	}
	return a.T.AddPlayer(p, tournament.AllowNamesakes)
}

// Rating reads points as the EGF counts them, within the scale.
func (a *Assembly) Rating(at file.Position, name string, points int) rank.Rating {
	rating := rank.Points(points)
	if rating.Points() != points {
		a.Warn(at, "import.rating", name, points, rating.Points())
	}
	return rating
}

// Round returns round n for adding games and byes, nil if there can be no such round.
func (a *Assembly) Round(at file.Position, n int) *Round {
	if n < 1 || n > tournament.MaxRounds {
		a.Warn(at, "import.round", n)
		return nil
	}
	for len(a.Rounds) < n {
		a.Rounds = append(a.Rounds, Round{})
	}
	return &a.Rounds[n-1]
}

// Game adds a game to the round.
func (r *Round) Game(at file.Position, g tournament.Game) {
	r.Games, r.places = append(r.Games, g), append(r.places, at)
}

// Replace replaces the game at index i by another one.
func (r *Round) Replace(i int, at file.Position, g tournament.Game) {
	r.Games[i], r.places[i] = g, at
}

// Bye adds a bye to the round.
func (r *Round) Bye(at file.Position, id tournament.PlayerID) {
	r.byes = append(r.byes, foundBye{id, at})
}

// Players returns the players of the games and byes of the round.
func (r *Round) Players() []tournament.PlayerID {
	var ids []tournament.PlayerID
	for _, g := range r.Games {
		ids = append(ids, g.Black, g.White)
	}
	for _, b := range r.byes {
		ids = append(ids, b.player)
	}
	return ids
}

// place returns where the file has the first game of the round, or its first bye.
func (r *Round) place() file.Position {
	switch {
	case len(r.places) > 0:
		return r.places[0]
	case len(r.byes) > 0:
		return r.byes[0].place
	}
	return file.Position{}
}

// Played returns the number of the last round with a game or a bye, 0 without one.
func (a *Assembly) Played() int {
	n := len(a.Rounds)
	for n > 0 && len(a.Rounds[n-1].Games)+len(a.Rounds[n-1].byes) == 0 {
		n--
	}
	return n
}

// Finish enters the rounds, all of them published. A player in a round was present in it, whatever the rest of the file
// states. It returns the fault "import.games.none" for a file with games of which none could be read.
func (a *Assembly) Finish() error {
	if a.Announced > 0 && a.Played() == 0 {
		return fault.New(fault.Invalid, "import.games.none", a.Announced)
	}
	a.Rounds = a.Rounds[:a.Played()]
	if s := &a.T.Settings; len(a.Rounds) > s.Rounds {
		a.Warn(a.Rounds[s.Rounds].place(), "import.rounds.more", s.Rounds, len(a.Rounds))
		s.Rounds = len(a.Rounds)
	}
	for i := range a.Rounds {
		if err := a.enter(i+1, &a.Rounds[i]); err != nil {
			return err
		}
	}
	return nil
}

func (a *Assembly) enter(n int, r *Round) error {
	seated, tables := map[tournament.PlayerID]bool{}, map[int]bool{}
	var games []tournament.Game
	for i, g := range r.Games {
		if twice := a.taken(seated, g.Black, g.White); twice != 0 {
			a.Warn(r.places[i], "import.twice", a.T.Player(twice).Name(), n)
			continue
		}
		if g.Table < 0 || g.Table > tournament.MostPlayers || g.Table > 0 && tables[g.Table] {
			a.Warn(r.places[i], "import.table", n, g.Table)
			g.Table = 0
		}
		if g.Handicap < 0 || g.Handicap > 9 {
			a.Warn(r.places[i], "import.handicap", n, g.Handicap)
			g.Handicap = min(max(g.Handicap, 0), 9)
		}
		tables[g.Table] = true
		if !a.OwnKomi {
			g.Komi = a.T.Settings.Handicap.KomiFor(g.Handicap)
		}
		a.present(r.places[i], g.Black, n)
		a.present(r.places[i], g.White, n)
		games = append(games, g)
	}
	var byes []tournament.PlayerID
	for _, b := range r.byes {
		if twice := a.taken(seated, b.player); twice != 0 {
			a.Warn(b.place, "import.twice", a.T.Player(twice).Name(), n)
			continue
		}
		a.present(b.place, b.player, n)
		byes = append(byes, b.player)
	}
	if len(games) == 0 {
		a.Warn(file.Position{}, "import.round.empty", n)
	}
	// Games are numbered in the order of the tables, whatever their order in the file.
	a.T.Settings.Constraints.AssignTables(games)
	slices.SortFunc(games, func(a, b tournament.Game) int { return cmp.Compare(a.Table, b.Table) })
	if err := a.T.SetDraft(n, games, byes, tournament.Drawn{}); err != nil {
		return err
	}
	a.T.Rounds[n-1].Published = true
	return nil
}

// taken marks players as seated, or returns the first who already has a seat.
func (a *Assembly) taken(seated map[tournament.PlayerID]bool, ids ...tournament.PlayerID) tournament.PlayerID {
	for i, id := range ids {
		if seated[id] || slices.Contains(ids[:i], id) {
			return id
		}
	}
	for _, id := range ids {
		seated[id] = true
	}
	return 0
}

// present makes a player take part in a round with a game or bye of theirs.
func (a *Assembly) present(at file.Position, id tournament.PlayerID, n int) {
	p := a.T.Player(id)
	if p.Plays(n) {
		return
	}
	a.Warn(at, "import.present", p.Name(), n)
	p.Status = tournament.CheckedIn
	p.Absent, p.HalfByes = p.Absent.Without(n), p.HalfByes.Without(n)
}

// Day reads a day, such as 2026-05-02; an unreadable day is reported with its place and left out.
func (a *Assembly) Day(at file.Position, text string) time.Time {
	if text == "" || text == "null" {
		return time.Time{}
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		a.Warn(at, "import.day", fault.Clip(text))
	}
	return day
}
