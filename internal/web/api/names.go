package api

import (
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/role"
)

// withoutNames returns a fault that calls players as everybody sees them, unless the program reads their names anyway.
func (s *Room) withoutNames(c *gin.Context, err error) error {
	f, known := fault.As(err)
	if !known || s.May(c, role.Register) {
		return err
	}
	snapshot, missing := s.Snapshot(c)
	if missing != nil { // no player either
		return err
	}
	shown, args := s.withDraft(c, snapshot), slices.Clone(f.Args)
	for i, arg := range args {
		if text, is := arg.(string); is {
			names := strings.Split(text, ", ") // one, or those in the way
			for k := range snapshot.Tournament.Players {
				if at := slices.Index(names, snapshot.Tournament.Players[k].Name()); at >= 0 {
					names[at] = shown.Players[k].Name()
				}
			}
			args[i] = strings.Join(names, ", ")
		}
	}
	return fault.Wrap(err, f.Kind, f.Key, args...)
}
