package opengotha_test

import (
	"fmt"

	"tourney/internal/format/opengotha"
)

func ExampleRead() {
	t, findings, err := opengotha.Read([]byte(`<Tournament dataVersion="201">
	<Player name="Aho" firstName="Aino" rank="2D" country="FI" registeringStatus="FIN"/>
	<Player name="Berg" firstName="Bo" rank="1D" country="SE" registeringStatus="FIN"/>
	<Game roundNumber="1" tableNumber="1" blackPlayer="BERGBO" whitePlayer="AHOAINO" handicap="0" knownColor="true" result="RESULT_WHITEWINS"/>
</Tournament>`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range t.Players {
		fmt.Println(p.Name(), p.Rank)
	}
	g := t.Round(1).Games[0]
	fmt.Println(t.Player(g.Black).Name(), "-", t.Player(g.White).Name(), g.Result)
	for _, n := range findings {
		fmt.Println(n.Severity, n.Key)
	}
	// Output:
	// Aho Aino 2d
	// Berg Bo 1d
	// Berg Bo - Aho Aino W+
	// warning opengotha.criteria.none
	// warning import.nameless
}
