package xmltree_test

import (
	"fmt"

	"tourney/internal/format/xmltree"
)

func ExampleParse() {
	root, err := xmltree.Parse([]byte("<Tournament>\n  <Player name=\"Aho\"/>\n</Tournament>"))
	if err != nil {
		fmt.Println(err)
		return
	}
	player := root.First("Player")
	fmt.Println(player.Value("name"), player.Position())
	// Output:
	// Aho {2 3}
}

func ExampleNew() {
	root := xmltree.New("Tournament")
	root.Add(xmltree.New("Player", "name", "Aho", "rank", "2D"))
	fmt.Print(root)
	// Output:
	// <Tournament>
	//     <Player name="Aho" rank="2D"/>
	// </Tournament>
}
