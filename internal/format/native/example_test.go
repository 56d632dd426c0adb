package native_test

import (
	"bytes"
	"fmt"

	"tourney/internal/format/native"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

func ExampleWrite() {
	settings, _ := tournament.PresetNamed("egf")
	t, err := tournament.New(tournament.Info{Slug: "testila", Name: "Testila Open"}, settings)
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := t.AddPlayer(tournament.Player{Family: "Aho", Given: "Aino", Rank: rank.Dan(2)}, tournament.RefuseNamesakes); err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	if _, err := native.Write(&file, tournament.Whole{Tournament: t}, nil); err != nil {
		fmt.Println(err)
		return
	}
	again, _, err := native.Read(file.Bytes())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(again.Info.Name, again.Players[0].Name(), again.Players[0].Rank)
	// Output:
	// Testila Open Aho Aino 2d
}
