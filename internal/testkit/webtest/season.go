package webtest

import (
	"strings"
	"time"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// seasonMembers are the members of the club of NewSeason with their ranks.
var seasonMembers = []string{
	"Aarnio Veera 3d", "Kettula Oiva 1d", "Lehtola Tuukka 2k", "Mäntylä Sanni 4k", "Niittylä Eetu 5k", "Ojamaa Iines 7k", "Peltomäki Aarne 9k",
	"Rantakari Minttu 12k", "Salmela Väinö 15k", "Toivonlahti Elli 18k",
}

// seasonEvenings are the evenings: the players present, by letters from A, and the games: Black, White and the winner, = for a jigo
// and ? for a running game.
var seasonEvenings = []struct{ came, games string }{
	{"ABCDEFGH", "BAA DCD FEF HGG CAA EDE GFF CBC"},
	{"ACDFGHIJ", "CAC FDF HGH JIJ DCC GF= IHH"},
	{"ABDEFHI", "BAA EDE IHI FDF HE?"},
}

// NewSeason returns an invented club in open play with three evenings a week apart. The last one began two hours ago and
// has a running game.
func NewSeason(now time.Time) *tournament.Tournament {
	settings, err := tournament.PresetNamed("club")
	if err != nil {
		panic(err) // the preset exists
	}
	settings.Open.Points = "karlsruhe"
	settings.Open.Ladder = tournament.Ladder{Reach: 3, Shift: tournament.LadderInsert, Protection: 7, Idle: 28}
	first := now.Add(-2*time.Hour).AddDate(0, 0, -7*(len(seasonEvenings)-1)).Truncate(time.Minute)
	t := &tournament.Tournament{Settings: settings, Info: tournament.Info{
		Slug: Season, Name: "Tapiola Go Club, autumn season", Place: "Tapiola", Country: "FI", Zone: "Europe/Helsinki",
		Begin: tournament.DateOf(first), End: tournament.DateOf(now.AddDate(0, 2, 0)),
	}}
	for _, line := range seasonMembers {
		words := strings.Fields(line)
		p := tournament.Player{ID: tournament.PlayerID(t.NewID()), Family: words[0], Given: words[1], Country: "FI", Club: "Tapiola", Status: tournament.Preliminary}
		p.Rank, _ = rank.Parse(words[2])
		p.Rating = p.Rank.Rating()
		t.Players = append(t.Players, p)
	}
	for i, e := range seasonEvenings {
		playEvening(t, e.came, e.games, first.AddDate(0, 0, 7*i), i == len(seasonEvenings)-1)
	}
	return t
}

// playEvening plays the games of an evening. With open set, the evening does not end.
func playEvening(t *tournament.Tournament, came, games string, at time.Time, open bool) {
	member := func(letter byte) *tournament.Player { return &t.Players[letter-'A'] }
	must := func(err error) {
		if err != nil {
			panic(err) // the table above is right
		}
	}
	for i := range came {
		member(came[i]).Status = tournament.CheckedIn
	}
	t.NoteArrivals(at)
	for _, g := range strings.Fields(games) {
		at = at.Add(10 * time.Minute)
		black, white := member(g[0]), member(g[1])
		stones := min(max(white.Rank.Index()-black.Rank.Index(), 0), 9)
		terms := handicap.Terms{Number: stones, Komi: settingsKomi(t, stones)}
		id, err := t.Begin(tournament.Pair{Black: black.ID, White: white.ID, Terms: terms}, at)
		must(err)
		game := t.Game(id)
		switch g[2] {
		case g[0]:
			game.Result.Outcome = tournament.BlackWins
		case g[1]:
			game.Result.Outcome = tournament.WhiteWins
		case '=':
			game.Result.Outcome = tournament.Jigo
		default:
			continue
		}
		game.EnteredAt, game.EnteredBy, game.Revision = at.Add(8*time.Minute), "Aino", 1
	}
	if !open {
		must(t.EndEvening(at.Add(time.Hour)))
	}
}

func settingsKomi(t *tournament.Tournament, stones int) handicap.Komi {
	if stones == 0 {
		return t.Settings.Handicap.EvenKomi
	}
	return t.Settings.Handicap.HandicapKomi
}
