package publication

import (
	"io"

	"tourney/internal/exchange/native"
	"tourney/internal/fault"
	"tourney/internal/live"
	"tourney/internal/tournament"
)

// Boards are what everybody may know of live games at one moment. They belong to a State, which names the games, and
// come more often. Nothing that is published of a game is ever taken back: of two Boards the one with more steps is the
// later one.
type Boards struct {
	// Stamp and Sender are those of the state.
	Stamp  int64
	Sender string
	// Games are all published steps of some of its games by their LiveGame.ID, see live.Publication.Steps.
	Games map[int][]live.Step
}

// SentBoards are Boards as they come.
type SentBoards struct {
	Stamp  int64
	Sender string
	games  map[int][]native.LiveStep
}

// boardsEnvelope is what is packed.
type boardsEnvelope struct {
	Format int                       `json:"boards"`
	Stamp  int64                     `json:"stamp,string"`
	Sender string                    `json:"sender"`
	Games  map[int][]native.LiveStep `json:"games"`
}

// Bounds on Boards, packed and unpacked, in bytes. One game has at most live.MostSteps, as have several that go
// together.
const (
	MostBoardsPacked   = 256 << 10
	mostBoardsUnpacked = 1 << 20
)

// WriteBoards packs Boards.
func WriteBoards(w io.Writer, b Boards) error {
	return writePacked(w, boardsEnvelope{format, b.Stamp, b.Sender, native.WriteLive(b.Games)})
}

// ReadBoards unpacks Boards. Faults are those of Read.
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

// Steps returns the steps of games of the tournament by their LiveGame.ID, or "live.steps" for what cannot be any.
func (s *SentBoards) Steps(t *tournament.Tournament) (map[int][]live.Step, error) {
	return native.ReadLive(t, s.games)
}
