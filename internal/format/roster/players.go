package roster

import (
	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/tournament"
)

// lastRound returns the last round that the list names in a heading or in a cell of rounds; 0 without any.
func (s *Sheet) lastRound() int {
	last := 0
	for i, c := range s.Columns {
		last = max(last, c.round())
		if c != colAbsent && c != colAttends {
			continue
		}
		for _, row := range s.Rows {
			cell := tableRow{cells: row.Cells}.cell(i)
			if _, ok := readRounds(cell, tournament.MaxRounds, c == colAbsent); !ok {
				continue
			}
			for _, n := range roundsNamed(cell) {
				last = max(last, n)
			}
		}
	}
	return last
}

// ReadPlayers reads a list of players into a new tournament of the default preset, with more rounds if the list names
// more. All its players count as present. The fault "roster.unlike", without findings about rows, refuses a text that
// does not look like a list of players.
func ReadPlayers(data []byte) (*tournament.Tournament, []file.Finding, error) {
	t, err := tournament.New(tournament.Info{Slug: "players", Name: "Players"}, tournament.Presets()[0].Settings)
	if err != nil {
		return nil, nil, err
	}
	s, err := Read(data, t, Options{})
	if err != nil {
		return nil, nil, err
	}
	if last := s.lastRound(); last > t.Settings.Rounds {
		t.Settings.Rounds = last
		if s, err = Read(data, t, Options{}); err != nil {
			return nil, nil, err
		}
	}
	for _, f := range s.Findings {
		if f.Key == "roster.unlike" {
			return nil, nil, fault.New(fault.Invalid, f.Key, f.Args...)
		}
	}
	said := s.AllFindings()
	players, err := s.Players()
	if err != nil {
		return nil, said, err
	}
	for _, p := range players {
		p.Status = tournament.CheckedIn
		if _, err := t.AddPlayer(p, tournament.AllowNamesakes); err != nil {
			return nil, nil, err
		}
	}
	return t, said, nil
}
