package roster_test

import (
	"fmt"

	"tourney/internal/format/roster"
	"tourney/internal/tournament"
)

func ExampleRead() {
	settings, _ := tournament.PresetNamed("egf")
	t, err := tournament.New(tournament.Info{Slug: "testila", Name: "Testila Open"}, settings)
	if err != nil {
		fmt.Println(err)
		return
	}
	sheet, err := roster.Read([]byte("Nimi;Taso;Seura;Poissa\nAho, Aino;2d;Testila;\nBerg, Bo;strong;Lund;2\n"), t, roster.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(sheet.Columns)
	for _, row := range sheet.Rows {
		fmt.Println(row.Player.Name(), row.Player.Rank, row.Player.Club)
		for _, n := range row.Findings {
			fmt.Println(" ", n.Severity, n.Key, n.Args)
		}
	}
	// Output:
	// [family-given rank club absent]
	// Aho Aino 2d Testila
	// Berg Bo  Lund
	//   error roster.row.rank.unreadable [strong]
}
