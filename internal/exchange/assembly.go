package exchange

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// An assembly puts a tournament together from what another program's file
// says. What contradicts itself is resolved, and noted.
type assembly struct {
	t      *tournament.Tournament
	notes  notes
	rounds []foundRound // round n at n-1
	// ownKomi says that the file tells every game's komi; else it follows from
	// the handicap.
	ownKomi bool
}

// A foundRound is what a file says about one round.
type foundRound struct {
	games  []tournament.Game
	places []position // parallel to games
	byes   []foundBye
}

type foundBye struct {
	player tournament.PlayerID
	place  position
}

func (a *assembly) warn(at position, key string, args ...any) {
	a.notes.warn(at, key, args...)
}

// begin makes the tournament. A nameless one is called by its program.
func (a *assembly) begin(info tournament.Info, s tournament.Settings, program string) error {
	info.Name = strings.Join(strings.Fields(cmp.Or(info.Name, info.ShortName)), " ")
	if info.Name == "" {
		a.warn(position{}, "import.nameless", program)
		info.Name = program
	}
	if !isCountry(info.Country) {
		a.warn(position{}, "import.country", info.Name, fault.Clip(info.Country))
		info.Country = ""
	}
	if s.Floor > s.Bar {
		a.warn(position{}, "import.bar", s.Floor.String(), s.Bar.String())
		s.Floor, s.Bar = s.Bar, s.Floor
	}
	if s.Rounds < 1 || s.Rounds > tournament.MaxRounds {
		a.warn(position{}, "import.rounds", s.Rounds, tournament.MaxRounds)
		s.Rounds = min(max(s.Rounds, 1), tournament.MaxRounds)
	}
	if info.End.Before(info.Begin) && !info.End.IsZero() {
		a.warn(position{}, "import.dates")
		info.Begin, info.End = info.End, info.Begin
	}
	info.Slug = Slug(info.Name)
	t, err := tournament.New(info, s)
	a.t = t
	return err
}

// player enters a player; a rank that is not stated is made from the rating.
func (a *assembly) player(at position, p tournament.Player, wrote string) (tournament.PlayerID, error) {
	if p.Family == "" {
		p.Family, p.Given = p.Given, ""
	}
	if strings.TrimSpace(p.Family) == "" {
		return 0, fault.New(fault.Invalid, "import.player.nameless", at.line, at.column)
	}
	if !isCountry(p.Country) {
		a.warn(at, "import.country", p.Name(), fault.Clip(p.Country))
		p.Country = ""
	}
	if !p.Rank.Valid() {
		p.Rank = rank.Kyu30
		if p.Rating.Stated() {
			p.Rank = p.Rating.Rank()
		}
		a.warn(at, "import.rank", p.Name(), fault.Clip(wrote), p.Rank.String())
	}
	return a.t.AddPlayer(p, true)
}

// rating reads points as the EGF counts them, within the scale.
func (a *assembly) rating(at position, name string, points int) rank.Rating {
	rating := rank.Points(points)
	if rating.Points() != points {
		a.warn(at, "import.rating", name, points, rating.Points())
	}
	return rating
}

// round returns round n to put games and byes into, nil when there can be no
// such round.
func (a *assembly) round(at position, n int) *foundRound {
	if n < 1 || n > tournament.MaxRounds {
		a.warn(at, "import.round", n)
		return nil
	}
	for len(a.rounds) < n {
		a.rounds = append(a.rounds, foundRound{})
	}
	return &a.rounds[n-1]
}

func (r *foundRound) game(at position, g tournament.Game) {
	r.games, r.places = append(r.games, g), append(r.places, at)
}

func (r *foundRound) bye(at position, id tournament.PlayerID) {
	r.byes = append(r.byes, foundBye{id, at})
}

// finish enters the rounds, all of them published. Whoever is in one was
// there, whatever else the file says.
func (a *assembly) finish() error {
	for len(a.rounds) > 0 && len(a.rounds[len(a.rounds)-1].games)+len(a.rounds[len(a.rounds)-1].byes) == 0 {
		a.rounds = a.rounds[:len(a.rounds)-1]
	}
	if s := &a.t.Settings; len(a.rounds) > s.Rounds {
		a.warn(position{}, "import.rounds.more", s.Rounds, len(a.rounds))
		s.Rounds = len(a.rounds)
	}
	for i := range a.rounds {
		if err := a.enter(i+1, &a.rounds[i]); err != nil {
			return err
		}
	}
	return nil
}

func (a *assembly) enter(n int, r *foundRound) error {
	seated, tables := map[tournament.PlayerID]bool{}, map[int]bool{}
	var games []tournament.Game
	for i, g := range r.games {
		if twice := a.taken(seated, g.Black, g.White); twice != 0 {
			a.warn(r.places[i], "import.twice", a.t.Player(twice).Name(), n)
			continue
		}
		if g.Table < 0 || g.Table > tournament.MostPlayers || g.Table > 0 && tables[g.Table] {
			a.warn(r.places[i], "import.table", n, g.Table)
			g.Table = 0
		}
		if g.Handicap < 0 || g.Handicap > 9 {
			a.warn(r.places[i], "import.handicap", n, g.Handicap)
			g.Handicap = min(max(g.Handicap, 0), 9)
		}
		tables[g.Table] = true
		if !a.ownKomi {
			g.Komi = a.t.Settings.Handicap.KomiFor(g.Handicap)
		}
		a.present(r.places[i], g.Black, n)
		a.present(r.places[i], g.White, n)
		games = append(games, g)
	}
	var byes []tournament.PlayerID
	for _, b := range r.byes {
		if twice := a.taken(seated, b.player); twice != 0 {
			a.warn(b.place, "import.twice", a.t.Player(twice).Name(), n)
			continue
		}
		a.present(b.place, b.player, n)
		byes = append(byes, b.player)
	}
	if len(games) == 0 {
		a.warn(position{}, "import.round.empty", n)
	}
	if err := a.t.SetDraft(n, games, byes, tournament.Drawn{}); err != nil {
		return err
	}
	a.t.Rounds[n-1].Published = true
	return nil
}

// taken seats players, or returns one who has a seat already.
func (a *assembly) taken(seated map[tournament.PlayerID]bool, ids ...tournament.PlayerID) tournament.PlayerID {
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

// present makes a player take part in a round that he has a game or bye in.
func (a *assembly) present(at position, id tournament.PlayerID, n int) {
	p := a.t.Player(id)
	if p.Plays(n) {
		return
	}
	a.warn(at, "import.present", p.Name(), n)
	p.Status = tournament.CheckedIn
	p.Absent, p.HalfByes = p.Absent.With(n, false), p.HalfByes.With(n, false)
}

// day reads a day; one that cannot be read is noted and left out.
func (a *assembly) day(text string) time.Time {
	if text == "" || text == "null" {
		return time.Time{}
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		a.warn(position{}, "import.day", fault.Clip(text))
	}
	return day
}
