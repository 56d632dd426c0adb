package federation

import (
	"regexp"
	"slices"
	"strings"

	"tourney/internal/format/delimited"
	"tourney/internal/i18n/charset"
)

var (
	// a rank in words or characters, behind a name
	wallWordRank = regexp.MustCompile(`(?i)([^\d\s]\S*[ \t]+)(\d{1,2})(?:[ .]*(d)an\b|[ .]*(k)yu\b|(段)|[級级])`)
	wallRankWord = regexp.MustCompile(`\d[ .]*[dDkK段級级]`)
	wallDash     = regexp.MustCompile(`(\d)[−–—‐‑]([\s/!(bBwW;,|]|$)`) // a loss in another sign
	wallRule     = regexp.MustCompile(`^[\s|:+-]+$`)                   // between the titles and the rows of a table
	wallWord     = regexp.MustCompile(`\S+`)
	wallSplit    = regexp.MustCompile(`(?i)\b(r|rd|round|ronde|rond|runde|runda|kolo|tour|tur|omg[aå]ng)[. ]+(\d{1,2})\b`)
)

// A wallForm is another form of tokens: how it looks, and the usual form.
type wallForm struct {
	form *regexp.Regexp
	to   string
}

var wallForms = []wallForm{
	{regexp.MustCompile(`^([+\-=])(\d{1,3})$`), "$2$1"},
	{regexp.MustCompile(`^([WLD])(\d{1,3})$`), "$2$1"},
	{regexp.MustCompile(`^(\d{1,3})([WLD])$`), "$1$2"},
}

// mostShaped is the number of bytes of a list of the most players.
const mostShaped = 2 << 20

var wallLetters = strings.NewReplacer("W", "+", "L", "-", "D", "=")

// usualShape returns a list with tabs in place of another sign between its cells, ranks in one word, and tokens with the
// sign behind the number. Lines keep their numbers. A text longer than any list stays as it is.
func usualShape(text string) string {
	if len(text) > mostShaped {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if !charset.IsASCII(line) {
			line = wallDash.ReplaceAllString(line, "$1-$2")
			lines[i] = line
		}
		if wallRankWord.MatchString(line) && !strings.HasPrefix(strings.TrimSpace(line), ";") {
			lines[i] = wallWordRank.ReplaceAllStringFunc(line, shortRank)
		}
	}
	if sign := wallSign(lines); sign != "" {
		lines, _ = partedBy(lines, sign)
	}
	if !slices.ContainsFunc(lines, hasToken) {
		i := slices.IndexFunc(wallForms, func(f wallForm) bool { return inMost(lines, f.form) })
		if i >= 0 {
			lines = rewritten(lines, wallForms[i])
		}
	}
	return strings.Join(lines, "\n")
}

// shortRank returns a rank in words as 5k or 2d, with the name before it.
func shortRank(text string) string {
	m := wallWordRank.FindStringSubmatch(text)
	if m[3]+m[5] != "" {
		return m[1] + m[2] + "d"
	}
	return m[1] + m[2] + "k"
}

// wallSign returns the sign that parts tokens in most lines, "" without one.
func wallSign(lines []string) string {
	for _, sign := range []string{";", "|", ","} {
		if _, most := partedBy(lines, sign); most {
			return sign
		}
	}
	return ""
}

// partedBy returns the lines with tabs in place of a sign, and whether it parts tokens in most of them.
func partedBy(lines []string, sign string) (parted []string, most bool) {
	parted, rows, players := slices.Clone(lines), 0, 0
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		rows++
		if strings.Count(line, sign) < 3 {
			continue
		}
		table := delimited.Split(line+"\n", sign)
		if len(table.Records) != 1 {
			continue
		}
		cells, tokens := table.Records[0].Cells, 0
		for k := range cells {
			if cells[k] = strings.TrimSpace(cells[k]); isToken(cells[k]) {
				tokens++
			}
		}
		if tokens > 1 {
			players++
		}
		if parted[i] = strings.Trim(strings.Join(cells, "\t"), "\t"); wallRule.MatchString(line) {
			parted[i] = ""
		}
	}
	return parted, players > 1 && 2*players >= rows
}

// hasToken reports whether a line has a token.
func hasToken(line string) bool { return slices.ContainsFunc(strings.Fields(line), isToken) }

// inMost reports whether most lines have several cells of a form.
func inMost(lines []string, form *regexp.Regexp) bool {
	rows, n := 0, 0
	for _, line := range lines {
		cells := strings.Fields(line)
		found := len(slices.DeleteFunc(slices.Clone(cells), func(cell string) bool { return !form.MatchString(cell) }))
		if len(cells) > 0 {
			rows++
		}
		if found > 1 {
			n++
		}
	}
	return n > 1 && 2*n >= rows
}

// rewritten returns the lines with the tokens of a form as usual ones.
func rewritten(lines []string, f wallForm) []string {
	for i := range lines {
		lines[i] = wallWord.ReplaceAllStringFunc(lines[i], func(cell string) string {
			if !f.form.MatchString(cell) {
				return cell
			}
			return wallLetters.Replace(f.form.ReplaceAllString(cell, f.to))
		})
	}
	return lines
}
