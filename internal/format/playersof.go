package format

import (
	"bytes"
	"slices"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/format/roster"
	"tourney/internal/tournament"
)

// aboutPlayers are the findings about players in a file with a tournament.
var aboutPlayers = []string{"import.country", "import.rank", "import.rating", "import.id.twice", "import.player.nameless"}

// readPlayersOf reads the players of a file that holds a tournament, as a list of players. A finding counts the rounds
// and games, which the list leaves out.
func readPlayersOf(data []byte, t *tournament.Tournament, o roster.Options) (*roster.Sheet, error) {
	from, findings, err := Read(data)
	if err != nil {
		return nil, err
	}
	rows := [][]any{{"Family name", "Given name", "Rank", "Rating", "Country", "Club", "EGD number", "FFG number", "AGA number"}}
	for i := range from.Players {
		p := &from.Players[i]
		rows = append(rows, []any{p.Family, p.Given, p.Rank.String(), p.Rating.String(), p.Country, p.Club, p.EGD, p.FFG, p.AGA})
	}
	if len(rows) == 1 {
		return nil, fault.New(fault.Invalid, "roster.empty")
	}
	var list bytes.Buffer
	if err := file.WriteCSV(&list, rows, "."); err != nil {
		return nil, err
	}
	o.Encoding = "" // it is the list's
	s, err := roster.Read(list.Bytes(), t, o)
	if err != nil {
		return nil, err
	}
	games := 0
	for i := range from.Rounds {
		games += len(from.Rounds[i].Games)
	}
	said := []file.Finding{{Severity: file.Warning, Key: "roster.tournament", Args: []any{fault.Clip(from.Info.Name), len(from.Rounds), games}}}
	for _, f := range findings {
		if slices.Contains(aboutPlayers, f.Key) {
			said = append(said, f)
		}
	}
	s.Findings = append(said, s.Findings...)
	return s, nil
}
