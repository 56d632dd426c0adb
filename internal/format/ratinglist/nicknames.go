package ratinglist

import (
	_ "embed"
	"strings"
	"sync"

	"tourney/internal/spelling"
)

//go:embed nicknames.txt
var nicknameTable string

// A nameGroup holds the sounds of given names that one person may go by.
type nameGroup []string

// nameGroups maps the sound of a given name to the groups that it is in.
var nameGroups = sync.OnceValue(func() map[string][]nameGroup {
	all := map[string][]nameGroup{}
	for line := range strings.Lines(nicknameTable) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		group := nameGroup(strings.Fields(spelling.Fold(line)))
		for i, name := range group {
			group[i] = sound(spellings.Replace(name))
		}
		for _, name := range group {
			all[name] = append(all[name], group)
		}
	}
	return all
})
