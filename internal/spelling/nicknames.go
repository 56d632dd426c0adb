package spelling

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed nicknames.txt
var nicknameTable string

// Nicknames returns the groups of given names that a person with a given name may go by. All names are sounds.
func Nicknames(sound string) [][]string { return nameGroups()[sound] }

// nameGroups maps the sound of a given name to the groups that it is in.
var nameGroups = sync.OnceValue(func() map[string][][]string {
	all := map[string][][]string{}
	for line := range strings.Lines(nicknameTable) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		group := Words(line)
		for i, name := range group {
			group[i] = Sound(WithoutDigraphs(name))
		}
		for _, name := range group {
			all[name] = append(all[name], group)
		}
	}
	return all
})
