package publication

import (
	"io"

	"tourney/internal/fault"
	"tourney/internal/format/native"
	"tourney/internal/rules/live"
	"tourney/internal/tournament"
)

// Boards are the public moves of live games at one moment. They refer to the games of a State, and are sent more often.
// A published move is never withdrawn: of two Boards the one with more steps is later.
type Boards struct {
	// Stamp and Sender are equal to the fields of the state.
	Stamp  int64
	Sender string
	// Games are all published steps of some games by LiveGame.ID, see live.Publication.Steps.
	Games map[int][]live.Step
}

// SentBoards are received Boards.
type SentBoards struct {
	Stamp  int64
	Sender string
	games  map[int][]native.LiveStep
}

// boardsEnvelope is the packed JSON.
type boardsEnvelope struct {
	Format int                       `json:"boards"`
	Stamp  int64                     `json:"stamp,string"`
	Sender string                    `json:"sender"`
	Games  map[int][]native.LiveStep `json:"games"`
}

// Limits of Boards, packed and unpacked, in bytes. A game, and also several in one request, has at most live.MostSteps.
const (
	MostBoardsPacked   = 256 << 10
	mostBoardsUnpacked = 1 << 20
)

// WriteBoards packs Boards as compressed JSON.
func WriteBoards(w io.Writer, b Boards) error {
	return writePacked(w, boardsEnvelope{format, b.Stamp, b.Sender, native.WriteLive(b.Games)})
}

// ReadBoards unpacks Boards. Faults are as of Read.
func ReadBoards(r io.Reader) (*SentBoards, error) {
	var e boardsEnvelope
	if err := readPacked(r, mostBoardsUnpacked, &e); err != nil {
		return nil, err
	}
	if e.Format != format {
		return nil, fault.New(fault.Invalid, "publication.format", e.Format, format)
	}
	return &SentBoards{e.Stamp, e.Sender, e.Games}, nil
}

// Steps returns the steps of games of the tournament by LiveGame.ID, or "live.steps" for impossible ones.
func (s *SentBoards) Steps(t *tournament.Tournament) (map[int][]live.Step, error) {
	return native.ReadLive(t, s.games)
}
