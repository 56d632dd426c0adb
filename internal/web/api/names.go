package api

import (
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/role"
)

// withoutNames returns a fault with the public names of players, unless the program may read their real names.
func (s *Handlers) withoutNames(c *gin.Context, err error) error {
	f, known := fault.As(err)
	if !known || s.May(c, role.Register) {
		return err
	}
	snapshot, missing := s.Snapshot(c)
	if missing != nil { // then the fault names no player
		return err
	}
	shown, args := s.withDraft(c, snapshot), slices.Clone(f.Args)
	for i, arg := range args {
		if text, is := arg.(string); is {
			names := strings.Split(text, ", ") // one name, or a list
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
