package ratinglist

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// Whatever words and signs are mixed into the lines of a list, each member is read with the number and the rating as
// written, or a finding names the line.
func TestNoMemberVanishes(t *testing.T) {
	name := regexp.MustCompile(`(?i)Zq[a-z]x`)
	formats := map[string]func(i int) string{
		"EGD": func(i int) string {
			return egdLine(fmt.Sprint(12345600+i), fmt.Sprintf("Zq%cx Bo", 'a'+i), "FI", "Test", "2d", "--", 2000+i, 3, "T250913A")
		},
		"FFG": func(i int) string {
			return fmt.Sprintf("ZQ%cX Bo                              %d L 123456%d 75Te FR", 'A'+i, -50+i, i)
		},
		"AGA": func(i int) string {
			return fmt.Sprintf("Zq%cx, Bo\t9000%d\tFull\t3.%d\t5/14/2027\tTEST\tMA", 'a'+i, i, i)
		},
		"table": func(i int) string { return fmt.Sprintf("Zq%cx;Bo;2d;%d;FI;1234560%d", 'a'+i, 2000+i, i) },
	}
	rapid.Check(t, func(t *rapid.T) {
		format := rapid.SampledFrom([]string{"EGD", "FFG", "AGA", "table"}).Draw(t, "format")
		var lines []string
		n := rapid.IntRange(3, 8).Draw(t, "members")
		for i := range n {
			line := formats[format](i)
			for range rapid.SampledFrom([]int{0, 0, 1, 2}).Draw(t, "signs") {
				at := rapid.IntRange(0, len(line)-1).Draw(t, "at")
				sign := rapid.SampledFrom([]string{`"`, "'", ";", ",", "|", "*", "?", "=", " ", "\t", "x", "1", "-", "(", "0.0", "none", "\""}).Draw(t, "sign")
				if m := name.FindStringIndex(line); m != nil && at > m[0] && at < m[1] {
					continue // the name stays
				}
				line = line[:at] + sign + line[at:]
			}
			lines = append(lines, line)
		}
		text := strings.Join(lines, "\n") + "\n"
		first := 1
		var l *List
		var findings []Finding
		var err error
		switch format {
		case "EGD":
			text = egdFile(lines...)
			first = 1 + strings.Count(text[:strings.Index(text, lines[0])], "\n")
			l, findings, err = Read([]byte(text))
		case "table":
			l, findings, err = readTable([]byte("Family;Given;Rank;Rating;Country;EGD\n"+text), Mapping{
				Columns: []tournament.Field{Family, Given, Rank, Rating, Country, EGDNumber}, Skip: 1})
			first = 2
		default:
			l, findings, err = Read([]byte(text))
		}
		if err != nil {
			if _, ok := fault.As(err); !ok {
				t.Fatal(err)
			}
			return
		}
		for i := range n {
			want := name.FindString(lines[i])
			read := slices.ContainsFunc(l.Entries, func(e Entry) bool { return strings.Contains(strings.ToLower(e.Name()), strings.ToLower(want)) })
			told := slices.ContainsFunc(findings, func(f Finding) bool {
				return f.Line == first+i || f.Key == "ratinglist.quoted" && f.Line <= first+i && first+i <= f.Args[0].(int)
			})
			if !read && !told {
				t.Fatalf("%s: %s of line %d is lost in silence: %v\n%s", format, want, first+i, findings, text)
			}
		}
	})
}

// A rating of 0 beside no rank is the mark of a player without a rating, not of a 21k.
func TestZeroIsNoRating(t *testing.T) {
	for name, text := range map[string]string{
		"JSON":  `[{"egf":"12345678","name":"Aho","firstname":"Aino","country":"FI","rank":"","rating":"0"},{"egf":"12345679","name":"Berg","firstname":"Bo","rank":"21k","rating":"0"}]`,
		"table": "Family;Given;Rank;Rating\nAho;Aino;;0\nBerg;Bo;21k;0\n",
	} {
		var l *List
		var findings []Finding
		var err error
		if name == "JSON" {
			l, findings, err = Read([]byte(text))
		} else {
			l, findings, err = readTable([]byte(text), Mapping{Columns: []tournament.Field{Family, Given, Rank, Rating}, Skip: 1})
		}
		if err != nil {
			t.Fatal(name, err)
		}
		if e := l.Entries[0]; e.Rank.Valid() || e.Rating.Stated() || len(findings) == 0 || findings[len(findings)-1].Key != "ratinglist.rating.unreadable" {
			t.Errorf("%s: %+v, %v", name, e, findings)
		}
		if e := l.Entries[1]; e.Rank.String() != "21k" || !e.Rating.Stated() {
			t.Errorf("%s: %+v", name, e)
		}
	}
}
