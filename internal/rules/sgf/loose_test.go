package sgf

import "testing"

// TestLooseResult reads results as people and servers write them.
func TestLooseResult(t *testing.T) {
	black, white := Result{Black, ByResignation, 0}, Result{White, ByResignation, 0}
	points := func(winner Color, halfPoints int) Result { return Result{winner, ByPoints, halfPoints} }
	won := func(winner Color) Result { return Result{winner, Won, 0} }
	for _, tt := range []struct {
		text string
		want Result
	}{
		{"W+R.", white}, {"B+Res.", black}, {"W + R", white}, {"B+resignation", black}, {"B+ Resign", black},
		{"B+3 moku", points(Black, 6)}, {"B+2.5 {forfeit}", points(Black, 5)}, {"W+2.5 points", points(White, 5)},
		{"B+3½", points(Black, 7)}, {"B+1/2", points(Black, 1)}, {"W+3 1/2", points(White, 7)}, {"W+0.75", points(White, 3)},
		{"B+T.", Result{Black, OnTime, 0}}, {"W+timeout", Result{White, OnTime, 0}}, {"B+F (no show)", Result{Black, ByForfeit, 0}},
		{"B+R (move 151)", black}, {"B", won(Black)}, {"white", won(White)},

		{"Black wins by resignation", black}, {"White wins by resignation.", white}, {"Black won by resign", black},
		{"White won by 3.5 points", points(White, 7)}, {"Black wins by half a point", points(Black, 1)},
		{"White wins by 3 and a half points", points(White, 7)}, {"Black wins on time", Result{Black, OnTime, 0}},
		{"White wins by forfeit", Result{White, ByForfeit, 0}}, {"Black wins", won(Black)}, {"Win for White", won(White)},
		{"Black by resignation", black}, {"White by 4.5", points(White, 9)}, {"Black 3.5", points(Black, 7)},
		{"White resigns", black}, {"Black loses on time", Result{White, OnTime, 0}}, {"White lost by 5.5 points", points(Black, 11)},
		{"Black wins (White resigned)", black}, {"White resigned. Black wins", black},
		{"Black beats White by 2.5", points(Black, 5)}, {"Black wins on move 150 by resignation", black},
		{"After 150 moves White resigns", black}, {"Game 3: Black wins by resignation", black},
		{"Black wins (resignation)", black},

		{"musta voitti 3,5 pisteellä", points(Black, 7)}, {"Valkoinen voitti luovutuksella", white}, {"Musta luovutti", white},
		{"Czarne wygrały przez poddanie", black}, {"Białe wygrały o 4,5 punktu", points(White, 9)},
		{"Černý vyhrál vzdáním", black}, {"Bílý vyhrál o 2,5 bodu", points(White, 5)}, {"Bílý vzdal", black},
		{"Schwarz gewinnt durch Aufgabe", black}, {"Weiß gewinnt mit 3,5 Punkten", points(White, 7)}, {"Blanc gagne par abandon", white},

		{"白勝", won(White)}, {"黒勝ち", won(Black)}, {"黑中盤勝", black}, {"黑中盘胜", black}, {"白中押し勝ち", white},
		{"黒中押勝", black}, {"白番中押し勝ち", white}, {"黒番3目半勝ち", points(Black, 7)}, {"白２目半勝", points(White, 5)},
		{"白番二目半勝ち", points(White, 5)}, {"黒半目勝ち", points(Black, 1)}, {"黒十二目勝ち", points(Black, 24)},
		{"157手完 白中押し勝ち", white}, {"白番4目勝ち(250手)", points(White, 8)}, {"黒時間切れ負け", Result{White, OnTime, 0}},
		{"白時間切れ勝ち", Result{White, OnTime, 0}}, {"黒反則負け", Result{White, ByForfeit, 0}}, {"黒投了", white},
		{"持碁", Result{Ending: Jigo}}, {"ジゴ", Result{Ending: Jigo}}, {"無勝負", Result{Ending: NoResult}}, {"打ち掛け", Result{}},

		{"白胜", won(White)}, {"黑方胜", won(Black)}, {"黑勝1目半", points(Black, 3)}, {"黑胜3又3/4子", points(Black, 15)}, {"黑胜三又四分之三子", points(Black, 15)}, {"白胜三子又四分之一", points(White, 13)},
		{"白胜1/4子", points(White, 1)}, {"白胜四分之三子", points(White, 3)}, {"黑胜2¾子", points(Black, 11)}, {"黑1子半胜", points(Black, 6)},
		{"黑胜1.5目", points(Black, 3)}, {"黑超时负", Result{White, OnTime, 0}}, {"白超時勝", Result{White, OnTime, 0}},
		{"黑认输", white}, {"白認輸", black}, {"黑胜(白认输)", black}, {"和棋", Result{Ending: Jigo}},

		{"흑 불계승", black}, {"백불계승", white}, {"흑 3집반승", points(Black, 7)}, {"백 반집승", points(White, 1)},
		{"흑 2.5집 승", points(Black, 5)}, {"백 시간승", Result{White, OnTime, 0}}, {"흑 불계패", white}, {"백승", won(White)},
		{"무승부", Result{Ending: Jigo}},

		{"unfinished, Black to play", Result{}}, {"both lose", Result{}}, {"won", Result{}}, {"White leads", Result{}},
	} {
		t.Run(tt.text, func(t *testing.T) {
			c, _ := Parse([]byte("(;RE["+tt.text+"])"), Options{})
			got, standard := c.Game(0).Result()
			if got != tt.want || standard {
				t.Errorf("RE[%s] is %+v, standard %t, want %+v", tt.text, got, standard, tt.want)
			}
		})
	}
}
