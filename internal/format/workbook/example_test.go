package workbook_test

import (
	"fmt"
	"strings"

	"tourney/internal/format/workbook"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

func ExampleWritePlayers() {
	settings, _ := tournament.PresetNamed("egf")
	t, err := tournament.New(tournament.Info{Slug: "testila", Name: "Testila Open"}, settings)
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := t.AddPlayer(tournament.Player{Family: "Aho", Given: "Aino", Rank: rank.Dan(2), Country: "FI"}, tournament.RefuseNamesakes); err != nil {
		fmt.Println(err)
		return
	}
	var file strings.Builder
	if _, err := workbook.WritePlayers(&file, t, nil); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(strings.NewReplacer("\ufeff", "", "\r\n", "\n").Replace(file.String()))
	// Output:
	// family;given;rank;rating;country;club;egd;absent;tags;status;born;contact;notes
	// Aho;Aino;2d;;FI;;;;;preliminary;;;
}
