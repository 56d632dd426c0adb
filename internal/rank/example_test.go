package rank_test

import (
	"fmt"

	"tourney/internal/rank"
)

// Ranks are parsed in the forms that people write, compared and subtracted.
func ExampleParse() {
	strong, err := rank.Parse("2 Dan")
	if err != nil {
		fmt.Println(err)
		return
	}
	weak, err := rank.Parse("3k")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strong, "is stronger than", weak, strong > weak)
	fmt.Println("by ranks:", rank.Steps(strong, weak))
	fmt.Println("EGF rating of a", strong, strong.Rating())
	_, err = rank.Parse("12d")
	fmt.Println(err)
	// Output:
	// 2d is stronger than 3k true
	// by ranks: 4
	// EGF rating of a 2d 2200
	// player.rank.invalid: 12d
}

// Lists filled in by hand have doubtful ranks.
func ExampleGuess() {
	for _, text := range []string{"5k", "5k?", "12", "35k", "SDK", "new", "twelve"} {
		r, doubt := rank.Guess(text)
		fmt.Printf("%s: %q, doubtful %v, unreadable %v\n", text, r, doubt != rank.Sure, doubt == rank.Unreadable)
	}
	// Output:
	// 5k: "5k", doubtful false, unreadable false
	// 5k?: "5k", doubtful true, unreadable false
	// 12: "12k", doubtful true, unreadable false
	// 35k: "30k", doubtful true, unreadable false
	// SDK: "5k", doubtful true, unreadable false
	// new: "", doubtful true, unreadable false
	// twelve: "", doubtful true, unreadable true
}
