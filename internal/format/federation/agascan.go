package federation

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/format/delimited"
	"tourney/internal/format/file"
)

var (
	agaSection = regexp.MustCompile(`(?i)^(TOURNEY|TOURNAMENT|PLAYERS?|GAMES?|ROUND|END)(?:\s*[\s:.,;(=-]\s*(.*))?$`)
	// a longer title of games, such as GAMES 1 - 17 January, Games round one, RESULTS ROUND 2
	agaLonger    = regexp.MustCompile(`(?i)^(?:GAMES?|ROUND|RD|RESULTS?)\b.*(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|first|second|third|results?|games?)\b)`)
	agaRound     = regexp.MustCompile(`(?i)^(?:(?:ROUND|RD|R)?[\s.#-]*(\d{1,3}))?[\s).:]*(?:\(.*\))?$`)
	agaInside    = regexp.MustCompile(`^([^()]*)\)[\s:]*$`)
	agaDirective = regexp.MustCompile(`^##+\s*([A-Za-z_]+)\s*[:=]?\s*(.*)$`)
	agaLead      = regexp.MustCompile(`^([A-Za-z]+)\s*[:,;]\s*(.+)$`)
	agaCells     = regexp.MustCompile(`^"?[A-Za-z]{0,4}[#-]?\d{1,8}"?\s*([,;|:])`)
	agaKey       = regexp.MustCompile(`(?:^|[\s,;])([A-Za-z_]+)\s*=\s*`)
)

// agaKeys are the keys of the header and of directives, with our names for their values.
var agaKeys = map[string]string{
	"START": "start", "BEGIN": "start", "FINISH": "finish", "END": "finish", "LOCATION": "location", "PLACE": "location", "RULES": "rules",
	"TOURNEY": "name", "TOURNAMENT": "name", "TITLE": "name", "NAME": "name", "DATE": "start", "ROUNDS": "rounds",
}

// An agaScan is a file of the American federation by its lines.
type agaScan struct {
	header   map[string]string
	places   map[string]file.Position // of the values of header
	players  []agaPlayerLine
	sections []agaSectionLines
	strange  []agaLine // unread lines
	// title is the word before the name of the tournament, TOURNEY in a file of results.
	title                          string
	naming, listed, ended          bool
	directives, lettered, contents int
	order                          agaOrder
}

// agaSectionLines are the games of one section.
type agaSectionLines struct {
	at     file.Position
	number int  // as written, 0 without one
	count  bool // the number may be the number of games
	games  []agaGameLine
	lines  int
	title  string // of a longer form
}

// An agaLine is a line as written.
type agaLine struct {
	at   file.Position
	text string
}

// scanAGA sorts the lines of a file into values, players and games.
func scanAGA(text string) *agaScan {
	a := &agaScan{header: map[string]string{}, places: map[string]file.Position{}, order: agaUsual}
	n := 0
	for line := range strings.Lines(text) {
		n++
		at := file.Position{Line: n}
		line = strings.TrimSpace(line)
		plain, _ := cutComment(line)
		plain = undivided(strings.TrimRight(plain, " \t,;"))
		switch {
		case a.directive(at, line), plain == "":
			continue
		case a.ended || !a.section(at, plain) && !a.content(at, plain, line):
			a.strange = append(a.strange, agaLine{at, line})
		}
	}
	a.sections = slices.DeleteFunc(a.sections, func(s agaSectionLines) bool {
		none := s.title != "" && s.lines == 0 // no title
		if none {
			a.strange = append(a.strange, agaLine{s.at, s.title})
		}
		return none
	})
	return a
}

// undivided returns a line of a player or a game with blanks in place of the signs between its cells. Two cells of names
// get a comma between them.
func undivided(line string) string {
	m := agaCells.FindStringSubmatch(line)
	if m == nil {
		return line
	}
	table := delimited.Split(line+"\n", m[1])
	if len(table.Records) != 1 {
		return line
	}
	cells := table.Records[0].Cells
	isName := func(cell string) bool { return cell != "" && !strings.ContainsAny(cell, "0123456789,=") }
	if len(cells) > 3 && isName(cells[1]) && isName(cells[2]) {
		cells[1] += ","
	}
	return strings.TrimSpace(strings.Join(cells, " "))
}

// cutComment splits a line at # or // behind a blank. It keeps #3 in a name.
func cutComment(line string) (plain, comment string) {
	for i := range line {
		rest := line[i:]
		begins := i == 0 || line[i-1] == ' ' || line[i-1] == '\t'
		numbered := i > 0 && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9'
		if begins && (strings.HasPrefix(rest, "//") || rest[0] == '#' && !numbered) {
			return strings.TrimSpace(line[:i]), strings.TrimSpace(strings.TrimLeft(rest, "#/"))
		}
	}
	return line, ""
}

// directive reads ## KEY VALUE of a registration file. Such a line of a file of results is a comment.
func (a *agaScan) directive(at file.Position, line string) bool {
	m := agaDirective.FindStringSubmatch(line)
	if m == nil || a.title != "" {
		return false
	}
	switch key := agaKeys[m[1]]; {
	case key != "":
		a.directives++
		a.set(at, key, m[2])
	case m[1] == strings.ToUpper(m[1]) && len(m[1]) > 1:
		a.strange = append(a.strange, agaLine{at, line})
	}
	return true
}

// set stores a value of the header.
func (a *agaScan) set(at file.Position, key, value string) {
	value = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(value), ",;"))
	if n := len(value); n > 1 && strings.ContainsRune(`'"`, rune(value[0])) && value[n-1] == value[0] {
		value = value[1 : n-1]
	}
	a.header[key], a.places[key] = strings.TrimSpace(value), at
}

// section reads the title of the tournament, and lines that begin a part of the file.
func (a *agaScan) section(at file.Position, line string) bool {
	m := agaSection.FindStringSubmatch(line)
	if m == nil {
		return false
	}
	word, rest := strings.ToUpper(m[1]), m[2]
	number := agaRound.FindStringSubmatch(rest)
	inside := agaInside.FindStringSubmatch(rest)
	switch {
	case word[0] == 'T':
		if a.title != "" || a.listed || len(a.players)+len(a.sections)+len(a.header) > 0 {
			return false
		}
		a.title, a.naming = word, rest == ""
		a.set(at, "name", rest)
	case number == nil && inside == nil, word == "ROUND" && (number == nil || number[1] == ""):
		return false
	case word == "END":
		if rest != "" {
			return false
		}
		a.ended = true
	case word[0] == 'P':
		a.listed, a.naming = true, false
	default:
		games := agaSectionLines{at: at}
		if number != nil {
			games.number, _ = strconv.Atoi(number[1])
			games.count = strings.Contains(line, "(")
		} else if order, ok := agaTitles(strings.Fields(inside[1])); ok {
			a.order = order
		} else if number = agaRound.FindStringSubmatch(inside[1]); number != nil {
			games.number, _ = strconv.Atoi(number[1])
			games.count = true
		} else {
			return false
		}
		a.listed, a.naming = true, false
		a.sections = append(a.sections, games)
	}
	return true
}

// content reads a game, a player, titles of columns, or a line of the header.
func (a *agaScan) content(at file.Position, plain, line string) bool {
	fields := strings.Fields(plain)
	if g, ok := agaGameOf(fields, a.order); ok && (a.listed || a.title == "") {
		a.game(at, g)
		return true
	}
	if p, ok := agaPlayerOf(fields, len(a.sections) > 0 || !a.listed && a.title != ""); ok {
		p.at = at
		_, p.comment = cutComment(line)
		a.players = append(a.players, p)
		a.contents++
		if _, sure := agaPlayerOf(fields, true); sure && agaLettered.MatchString(line) {
			a.lettered++
		}
		return true
	}
	if order, ok := agaTitles(fields); ok {
		a.order = order
		return true
	}
	if !a.listed && a.keys(at, plain) {
		return true
	}
	if len(a.players) > 0 && agaLonger.MatchString(plain) {
		a.listed, a.naming = true, false
		a.sections = append(a.sections, agaSectionLines{at: at, title: plain})
		return true
	}
	if a.naming {
		a.naming = false
		a.set(at, "name", plain)
		return true
	}
	a.contents++
	if len(a.sections) > 0 {
		a.sections[len(a.sections)-1].lines++
	}
	return false
}

func (a *agaScan) game(at file.Position, g agaGameLine) {
	if len(a.sections) == 0 {
		a.sections = append(a.sections, agaSectionLines{at: at})
	}
	s := &a.sections[len(a.sections)-1]
	g.at = at
	s.games = append(s.games, g)
	s.lines++
	a.contents++
}

// keys reads KEY=VALUE, several on a line too. It reports whether all of the line is so.
func (a *agaScan) keys(at file.Position, line string) bool {
	if m := agaLead.FindStringSubmatch(line); m != nil && agaKeys[strings.ToUpper(m[1])] != "" && a.title != "" && !a.naming {
		a.set(at, agaKeys[strings.ToUpper(m[1])], m[2])
		return true
	}
	found := agaKey.FindAllStringSubmatchIndex(line, -1)
	if len(found) == 0 || strings.TrimSpace(line[:found[0][2]]) != "" {
		return false
	}
	known := true
	for i, m := range found {
		end := len(line)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		if key := agaKeys[strings.ToUpper(line[m[2]:m[3]])]; key != "" && key != "rounds" {
			a.set(at, key, line[m[1]:end])
		} else {
			known = false
		}
	}
	return known
}

// IsAGA reports whether a text has the form of results for the American federation, or of a
// registration file of its programs.
func IsAGA(text []byte) bool {
	a := scanAGA(string(text[:min(len(text), 64<<10)]))
	mostly := len(a.players) > 0 && 5*len(a.players) >= 4*a.contents
	return a.title == "TOURNEY" || a.listed && a.contents > 0 && (a.title != "" || a.whole()) ||
		mostly && (a.directives > 0 || a.lettered > 1)
}

// whole reports whether most lines of the list are players or games.
func (a *agaScan) whole() bool { return 5*(a.contents-len(a.strange)) >= 4*a.contents }
