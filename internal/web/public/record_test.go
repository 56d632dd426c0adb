package public

import (
	"strconv"
	"testing"

	"tourney/internal/i18n"
	"tourney/internal/rules"
	"tourney/internal/rules/sgf"
	"tourney/templates"
)

// Every row of a count is a part of its total: stones handed over for passes count with territory only.
func TestCountAddsUp(t *testing.T) {
	catalog, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	records, _ := sgf.Parse([]byte("(;SZ[5]KM[3]HA[2]AB[cb][cd]AW[db][dd];W[da];B[ca];W[dc];B[cc];W[de];B[ce];W[];B[];W[])"), sgf.Options{})
	for _, name := range []string{"aga", "chinese", "japanese", "aga,scoring=territory", "japanese,pass-stone=always"} {
		t.Run(name, func(t *testing.T) {
			system, err := rules.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			v := rules.Check(records.Game(0), system, rules.Options{})
			var sum [2]float64
			rows := countTable(catalog.Language("en"), v).Rows
			for i, row := range rows {
				for side, text := range []string{row.Black, row.White} {
					n, err := strconv.ParseFloat("0"+text, 64)
					if err != nil {
						t.Fatal(err)
					}
					if i < len(rows)-1 {
						sum[side] += n
					} else if sum[side] != n {
						t.Errorf("%s: the rows add up to %v, the total is %v:\n%v", name, sum[side], n, rows)
					}
				}
			}
		})
	}
}
