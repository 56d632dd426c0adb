package pairgoth_test

import (
	"fmt"

	"tourney/internal/format/pairgoth"
)

func ExampleRead() {
	t, _, err := pairgoth.Read([]byte(`{"type":"INDIVIDUAL","name":"Testila Open","gobanSize":19,"komi":6.5,"rounds":1,"pairing":{"type":"MAC_MAHON"},
	"players":[{"id":1,"name":"Aho","firstname":"Aino","rank":1,"country":"FI"},{"id":2,"name":"Berg","firstname":"Bo","rank":0,"country":"SE"}],
	"games":[[{"id":3,"t":1,"w":1,"b":2,"h":0,"r":"w"}]]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range t.Players {
		fmt.Println(p.Name(), p.Rank)
	}
	fmt.Println(t.Round(1).Games[0].Result)
	// Output:
	// Aho Aino 2d
	// Berg Bo 1d
	// W+
}
