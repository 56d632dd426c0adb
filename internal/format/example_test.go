package format_test

import (
	"fmt"
	"os"

	"tourney/internal/format"
)

// A file of one program becomes one of another.
func Example() {
	t, _, err := format.Read([]byte("TOURNEY Testila Open, Testila\nPLAYERS\n1 Aho, Aino 2d\n2 Berg, Bo 1d\nGAMES 1\n1 2 w 0 7\nEND\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	findings, err := format.Write(os.Stdout, "egd", t, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, n := range findings {
		fmt.Println(n.Severity, n.Key)
	}
	// Output:
	// ; CL[A]
	// ; EV[Testila Open, Testila]
	// ; HA[h0]
	// ; KM[7.5]
	// ; TM[82]
	// ; CM[Japanese 60 minutes + 5 x 30 seconds]
	// ;
	// ; Pl Name                            Rk Co Club   NBW  SOSW SOSOSW
	//    1 Aho Aino                        2d XX xxxx     1     0      1      2+/w0
	//    2 Berg Bo                         1d XX xxxx     0     1      0      1-/b0
}
