package federation_test

import (
	"fmt"
	"strings"

	"tourney/internal/format/federation"
)

const wallList = `; EV[Testila Open]
; PC[FI,Testila]
; DT[2026-03-14]
; HA[h9]
; TM[60]
1 Aho Aino 2d FI Test 1 2+/w0 |90000001
2 Berg Bo 1d SE Lund 0 1-/b0
`

func ExampleReadWall() {
	t, _, err := federation.ReadWall([]byte(wallList))
	if err != nil {
		fmt.Println(err)
		return
	}
	g := t.Round(1).Games[0]
	fmt.Println(t.Player(g.Black).Name(), "-", t.Player(g.White).Name(), g.Result)
	// Output:
	// Berg Bo - Aho Aino W+
}

func ExampleWriteFFG() {
	t, _, err := federation.ReadWall([]byte(wallList))
	if err != nil {
		fmt.Println(err)
		return
	}
	var file strings.Builder
	if _, err := federation.WriteFFG(&file, t, nil); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(file.String())
	// Output:
	// ;name=260314-testila
	// ;date=14/03/2026
	// ;vill=Testila
	// ;comm=Testila Open
	// ;prog=tourney
	// ;time=60
	// ;ta=60
	// ;size=19
	// ;komi=7.5
	// ;Num Nom Prenom               Niv Licence Club
	//    1 AHO Aino                  2D         FI      2+w0
	//    2 BERG Bo                   1D         SE      1-b0
}

func ExampleBody_Check() {
	t, _, err := federation.ReadWall([]byte(wallList))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range federation.EGD.Check(t) {
		fmt.Println(f.Severity, f.Key, f.Args, f.Field)
	}
	// Output:
	// warning export.check.id.missing [Berg Bo egd] egd
}
