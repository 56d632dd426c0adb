package federation

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/results"
	"tourney/internal/results/rating"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// WriteEGD writes the results after the last published round in the format of the European Go Database: a header in
// comments, then one line a player with places from 1 without gaps or ties. All of it is ASCII. Games that must not be
// rated are written as points without an opponent. A name that cannot be spelled is a fault "export.name".
func WriteEGD(w io.Writer, t *tournament.Tournament, _ file.Label) ([]file.Finding, error) {
	list := wallList(t)
	criteria := results.After(t, 0).Criteria // of teams there may be others
	columns := scoreColumns(criteria)
	widths := columnWidths(list, criteria)
	b := &bytes.Buffer{}
	egdHeader(b, t)
	b.WriteString(";\n")
	fmt.Fprintf(b, "; Pl %-30s %3s Co Club", "Name", "Rk")
	for _, c := range columns {
		fmt.Fprintf(b, "%*s", widths[c], columnTitle(criteria[c]))
	}
	b.WriteByte('\n')
	for i, l := range list {
		family, given, ok := egdName(l.player)
		if !ok {
			return nil, fault.New(fault.Invalid, "export.name", l.player.Name())
		}
		line := fmt.Sprintf("%4d %-30s %3s %s %-4s", i+1, family+" "+given, rating.Declared(l.player),
			egdCountry(l.player.Country), clubCode(l.player, spelling.ASCII))
		for _, c := range columns {
			line += fmt.Sprintf("%*s", widths[c], l.row.Text(c))
		}
		line += "  "
		for _, c := range l.cells {
			line += fmt.Sprintf("%5d%-4s", c.line, c.egd())
		}
		line = strings.TrimRight(line, " ")
		if egdPIN.MatchString(l.player.EGD) {
			line += " |" + l.player.EGD
		}
		b.WriteString(line + "\n")
	}
	_, err := w.Write(b.Bytes())
	return federationFindings(t), err
}

var egdPIN = regexp.MustCompile(`^\d{8}$`)

// egdHeader writes the tags. Unknown values are left out; the database queries them when the file is submitted.
func egdHeader(b *bytes.Buffer, t *tournament.Tournament) {
	tag := func(name, value string) {
		fmt.Fprintf(b, "; %s[%s]\n", name, strings.NewReplacer("[", "(", "]", ")").Replace(value))
	}
	if code := t.Settings.Rating.Code; code != "" {
		tag("TC", code)
	}
	tag("CL", egdClass(t))
	tag("EV", legible(t.Info.Name, t.Info.Country, spelling.ASCII))
	if t.Info.Country != "" || t.Info.Place != "" {
		tag("PC", egdCountry(t.Info.Country)+","+legible(t.Info.Place, t.Info.Country, spelling.ASCII))
	}
	if begin, end := t.PlayedDays(); !begin.IsZero() {
		tag("DT", begin.Format(time.DateOnly)+","+end.Format(time.DateOnly))
	}
	tag("HA", "h"+strconv.Itoa(reduction(t)))
	tag("KM", t.Settings.Handicap.EvenKomi.String())
	tag("TM", strconv.Itoa(int(rating.Adjusted(t.Settings.Clock)/time.Minute)))
	tag("CM", clockWords(t.Settings.Clock))
}

// egdClass is the class of the event; X is not rated.
func egdClass(t *tournament.Tournament) string {
	class := rating.ClassIn(t.Settings)
	if class == rating.Unrated {
		return "X"
	}
	return string(class)
}

// Extension returns the end of the name of a file for the European Go Database: .h and the reduction of handicaps, .h0
// for full handicap, .h9 for no handicap.
func Extension(t *tournament.Tournament) string { return ".h" + strconv.Itoa(reduction(t)) }

// reduction returns the reduction of handicaps, 9 for no handicap.
func reduction(t *tournament.Tournament) int {
	if t.Settings.Handicap.Ceiling == 0 {
		return 9
	}
	return min(max(t.Settings.Handicap.Correction, 0), 9)
}

// clockWords formats a time system in English, for the database's referees.
func clockWords(c tournament.Clock) string {
	main := spanWords(c.Main)
	switch c.Overtime {
	case tournament.Japanese:
		return fmt.Sprintf("Japanese %s + %d x %s", main, c.Periods, spanWords(c.Period))
	case tournament.Canadian:
		return fmt.Sprintf("Canadian %s + %d moves in %s", main, c.Stones, spanWords(c.Period))
	case tournament.Fischer:
		return fmt.Sprintf("Fischer %s + %s", main, spanWords(c.Period))
	}
	return "Sudden death " + main
}

func spanWords(s tournament.Span) string {
	d := time.Duration(s)
	if d >= time.Minute && d%time.Minute == 0 || d == 0 {
		return strconv.Itoa(int(d/time.Minute)) + " minutes"
	}
	return strconv.Itoa(int(d/time.Second)) + " seconds"
}

// scoreColumns returns the criteria that a wall list shows as numbers, by their index among the criteria. Rank and
// rating have columns anyway.
func scoreColumns(criteria []tournament.Criterion) []int {
	var columns []int
	for i, c := range criteria {
		switch c {
		case tournament.ByRank, tournament.ByRating, tournament.Category:
		default:
			columns = append(columns, i)
		}
	}
	return columns
}

func columnTitle(c tournament.Criterion) string {
	facts, _ := c.Facts()
	return cmp.Or(facts.EGD, string(c))
}

// columnWidths returns the widths of the columns of all criteria: the title and every score with a blank before it.
func columnWidths(list []wallLine, criteria []tournament.Criterion) []int {
	widths := make([]int, len(criteria))
	for c := range criteria {
		widths[c] = max(6, len(columnTitle(criteria[c]))+1)
		for _, l := range list {
			widths[c] = max(widths[c], len(l.row.Text(c))+1)
		}
	}
	return widths
}

// egd writes the text after the opponent's number: +/b2, or + without a game or without known colours. Otherwise the
// handicap is always written, because readers take a missing one from the header.
func (c wallCell) egd() string {
	if c.line == 0 || c.open && c.implied {
		return string(c.sign)
	}
	return fmt.Sprintf("%c/%c%d", c.sign, c.colour, c.handicap)
}

func egdName(p *tournament.Player) (family, given string, ok bool) {
	return tokens(p, p.Family, spelling.ASCII)
}

// tokens returns a player's names as one token each, the family name as written.
func tokens(p *tournament.Player, written string, in spelling.Alphabet) (family, given string, ok bool) {
	family, ok = token(written, p.Country, in)
	given, okGiven := token(p.Given, p.Country, in)
	return family, cmp.Or(given, noGiven), ok && okGiven && family != ""
}

// noGiven replaces a missing given name.
const noGiven = "-"

// token spells a name without the characters with a meaning in a wall list; blanks become low lines.
func token(s, country string, in spelling.Alphabet) (string, bool) {
	spelled, ok := spelling.Transliterate(s, country, in)
	spelled = strings.NewReplacer("|", "", ";", "", "[", "(", "]", ")").Replace(spelled)
	return guarded(strings.Join(strings.Fields(spelled), "_")), ok
}

// guarded puts a low line before a name that would be mistaken for a rank, a number or a game.
func guarded(name string) string {
	if isWallRank(name) || isToken(name) || wallNothing.MatchString(strings.ToLower(roundText(name))) || isFigure(roundText(name)) {
		return "_" + name
	}
	return name
}

// clubCode returns a club in at most four characters, xxxx without one.
func clubCode(p *tournament.Player, in spelling.Alphabet) string {
	club, _ := token(p.Club, p.Country, in)
	letters := []rune(strings.ReplaceAll(club, "_", ""))
	if len(letters) == 0 {
		return "xxxx"
	}
	code := []rune(guarded(string(letters[:min(len(letters), 4)])))
	return string(code[:min(len(code), 4)])
}

// legible spells a text of the header, for which a lost sign matters less.
func legible(s, country string, in spelling.Alphabet) string {
	spelled, _ := spelling.Transliterate(s, country, in)
	return spelled
}

// egdCountry is the code that the database uses: UK for Britain, XX for none.
func egdCountry(code string) string {
	switch code {
	case "":
		return "XX"
	case "GB":
		return "UK"
	}
	return code
}

// federationFindings reports the number of results that a rating list does not get as games.
func federationFindings(t *tournament.Tournament) []file.Finding {
	unknown, unrated := 0, 0
	for n := 1; n <= t.Current(); n++ {
		for i := range t.Rounds[n-1].Games {
			switch g := &t.Rounds[n-1].Games[i]; {
			case !g.Decided().Known():
				unknown++
			case !g.Decided().Rated():
				unrated++
			}
		}
	}
	var findings []file.Finding
	if unknown > 0 {
		findings = append(findings, file.Finding{Severity: file.Warning, Key: "export.lost.unknown", Args: []any{unknown}})
	}
	if unrated > 0 {
		findings = append(findings, file.Finding{Severity: file.Info, Key: "export.lost.unrated", Args: []any{unrated}})
	}
	if n := invented(t); n > 0 {
		findings = append(findings, file.Finding{Severity: file.Warning, Key: "export.lost.colours", Args: []any{n}})
	}
	return findings
}
