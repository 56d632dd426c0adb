package assemble_test

import (
	"fmt"

	"tourney/internal/format/assemble"
	"tourney/internal/format/file"
	"tourney/internal/tournament"
)

func ExampleAssembly() {
	settings := assemble.Defaults(tournament.McMahon)
	settings.Criteria = assemble.UsualCriteria(tournament.McMahon)
	a := &assemble.Assembly{}
	if err := a.Begin(file.Position{}, tournament.Info{Name: "Testila Open"}, settings, "MacMahon"); err != nil {
		fmt.Println(err)
		return
	}
	if _, err := a.Player(file.Position{Line: 2}, tournament.Player{Family: "Aho", Given: "Aino", Country: "Finland"}, "strong"); err != nil {
		fmt.Println(err)
		return
	}
	if err := a.Finish(); err != nil {
		fmt.Println(err)
		return
	}
	for _, n := range a.Findings.All() {
		fmt.Println(n.Line, n.Key, n.Args)
	}
	// Output:
	// 2 import.country [Aho Aino Finland]
	// 2 import.rank [Aho Aino strong 30k]
}
