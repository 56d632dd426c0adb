package federation

import (
	"regexp"
	"slices"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/format/assemble"
	"tourney/internal/format/file"
	"tourney/internal/tournament"
)

// Wall lists are the format of files for the EGD and the FFG, and of many programs' prints: a line for every player,
// with a token for every round.
var (
	wallPIN = regexp.MustCompile(`\|\s*(\d{1,10})\s*$`)
	wallTag = regexp.MustCompile(`\b([A-Z]{2})\[([^\]]*)\]`)
	wallKey = regexp.MustCompile(`^;\s*([a-z]+)=(.*)$`)
)

// A wallText is one player of a wall list as it is written.
type wallText struct {
	place file.Position
	// number is the player's number in tokens, 0 if it is not written; lost is the number of unreadable lines right
	// before.
	number, lost int
	base         int // what is added to the numbers of the line, for a list behind another one
	// printed is the place, 0 if it is not written; shared marks a place of several players. A place is counted if the
	// line has none and the line before has one.
	printed         int
	shared, counted bool

	player         tournament.Player
	rating         int
	text           string // the whole line
	wrote          string // the rank
	tabbed, parted bool   // parted by tabs, the name too
	cells          []string
	run            wallRun
	long           string   // the name, if its first word is taken for the family name of several
	unread         []string // cells of unknown columns
	before, behind []string // cells before and behind the rounds
	rounds         []wallRound
}

// ReadWall reads results written for a rating body, or a list that a program has printed. Such a file holds no rules:
// only rules that follow from the numbers are set, and a finding reports it. Printed places and scores are compared
// with the computed ones. If the places differ, the places of the file become the final standings.
func ReadWall(data []byte) (*tournament.Tournament, []file.Finding, error) {
	w := &wallReader{keys: map[string]string{}, places: map[string]file.Position{}}
	text, encoding := file.DecodeWestern(data)
	if IsTable(data) && encoding != "" { // a spreadsheet's
		text, encoding, _ = file.Decode(data)
	}
	if encoding != "" {
		w.Findings.Add(file.Finding{Severity: file.Info, Key: "resultsheet.encoding", Args: []any{encoding}})
	}
	w.split(usualShape(text))
	if len(w.lines) == 0 {
		return nil, w.Findings.All(), fault.New(fault.Invalid, "resultsheet.empty")
	}
	w.cutRounds()
	w.readColumns()
	if err := w.Begin(file.Position{}, w.info(), w.settings(), "EGD"); err != nil {
		return nil, w.Findings.All(), err
	}
	w.Findings.Add(file.Finding{Severity: file.Info, Key: "resultsheet.settings"})
	if err := w.players(); err != nil {
		return nil, w.Findings.All(), err
	}
	for n := 1; n <= w.rounds(); n++ {
		w.allGames(n)
	}
	if err := w.Finish(); err != nil {
		return nil, w.Findings.All(), err
	}
	w.compare()
	w.tell()
	if err := w.T.CheckDay(); err != nil {
		return nil, w.Findings.All(), err
	}
	return w.T, w.Findings.All(), nil
}

type wallReader struct {
	assemble.Assembly
	// keys are the values of the header, titles the names of the columns.
	keys      map[string]string
	places    map[string]file.Position // of the values of keys
	titles    wallTitles
	heading   string // the first line that is not a player
	headingAt file.Position
	lines     []wallText
	lost      int  // unreadable lines since the last of lines
	apart     bool // by a line without a player
	base      int  // of the lines in this list of the file
	french    bool
	elsewhere []string // players whose starting score does not follow from their rank
	columns   []wallColumn
	main      int // the column of the main score, -1 without one
	// zeroAbsence is true if any absence scored nothing.
	zeroAbsence bool
	open        int                   // games whose handicap is not stated anywhere
	ids         []tournament.PlayerID // parallel to lines
	index       map[int]int           // from the number that tokens use to the line
}

// split divides the text into header and players.
func (w *wallReader) split(text string) {
	number := 0
	for line := range strings.Lines(text) {
		if len(w.lines) > tournament.MostPlayers { // the caller refuses that
			break
		}
		number++
		at := file.Position{Line: number}
		line = strings.TrimRight(line, " \r\n")
		switch trimmed := strings.TrimSpace(line); {
		case trimmed == "":
		case strings.HasPrefix(trimmed, ";"):
			w.header(at, trimmed)
		default:
			w.line(at, line)
		}
	}
}

// header reads a line of the header: tags, keys, the titles of the columns, or the first words, which are the name of
// the event if no tag has it. Other lines are comments; a comment with a player's tokens is reported.
func (w *wallReader) header(at file.Position, line string) {
	m := wallKey.FindStringSubmatch(line)
	if m != nil {
		w.keys[m[1]], w.places[m[1]], w.french = strings.TrimSpace(m[2]), at, true
	}
	tags := wallTag.FindAllStringSubmatch(line, -1)
	for _, tag := range tags {
		w.keys[tag[1]], w.places[tag[1]] = strings.TrimSpace(tag[2]), at
	}
	words := strings.TrimLeft(line, "; ")
	player, _ := looksLikePlayer(words)
	if len(tags) == 0 && m == nil && (player || slices.ContainsFunc(strings.Fields(words), w.playerWord)) {
		w.unread(at, line)
		w.lost++
		return
	}
	if m != nil || len(tags) > 0 || len(w.lines) > 0 || w.takeTitles(words) {
		return
	}
	w.takeHeading(at, words)
}

// playerWord reports whether a word in a comment is a token or, behind the first player, a rank.
func (w *wallReader) playerWord(word string) bool {
	return isToken(word) || len(w.lines) > 0 && isWallRank(word)
}

// takeTitles stores the titles of the columns, and reports whether a line has them.
func (w *wallReader) takeTitles(line string) bool {
	titles, ok := titlesOf(line)
	if ok {
		w.titles = titles
	}
	return ok
}

func (w *wallReader) takeHeading(at file.Position, line string) {
	if w.heading == "" && strings.ContainsFunc(line, isLetter) {
		w.heading, w.headingAt = line, at
	}
}

// line reads one player; the cells behind the person are not divided yet.
func (w *wallReader) line(at file.Position, line string) {
	l := wallText{place: at, text: line, lost: w.lost, tabbed: strings.Contains(strings.TrimSpace(line), "\t")}
	if m := wallPIN.FindStringSubmatchIndex(line); m != nil {
		l.player.EGD, line = line[m[2]:m[3]], line[:m[0]]
	}
	cells := wallCells(line, l.tabbed)
	plays := slices.ContainsFunc(cells, isToken)
	switch {
	case !plays && !slices.ContainsFunc(w.lines, wallText.plays) && w.takeTitles(strings.Trim(line, " ")):
		w.dropHeadings()
	case w.person(&l, cells):
		w.nextList(&l)
		w.lines, w.lost, w.apart = append(w.lines, l), 0, false
	case len(w.lines) == 0 && !plays && w.heading == "" && l.number == 0:
		w.takeHeading(at, strings.TrimSpace(line))
	default:
		w.apart = true
		w.unread(at, l.text)
		if plays || l.number > 0 {
			w.lost++
		}
	}
}

// nextList continues the numbers of the list before if this list begins with 1 after a line without a player.
func (w *wallReader) nextList(l *wallText) {
	if isFirst := func(l wallText) bool { return l.number == w.base+1 }; w.apart && l.number == 1 && slices.ContainsFunc(w.lines, isFirst) {
		if w.base == 0 {
			w.Warn(l.place, "resultsheet.lists")
		}
		for _, before := range w.lines {
			w.base = max(w.base, before.number)
		}
	}
	if l.base = w.base; l.number > 0 {
		l.number, l.printed = l.number+l.base, l.printed+l.base
	}
}

// plays reports whether a line has a token.
func (l wallText) plays() bool { return slices.ContainsFunc(l.cells, isToken) }

// dropHeadings treats the lines above the titles as headings, not as players.
func (w *wallReader) dropHeadings() {
	for _, l := range w.lines {
		w.takeHeading(l.place, l.text)
	}
	w.lines = nil
}

// unread reports an unread line.
func (w *wallReader) unread(at file.Position, text string) {
	w.Warn(at, "resultsheet.line", fault.Clip(strings.TrimSpace(text)))
}

// wallCells splits a line by its blanks or, if it has tabs, by these. Several tokens or numbers in a cell are
// separated, too.
func wallCells(line string, tabbed bool) []string {
	if !tabbed {
		return strings.Fields(line)
	}
	var cells []string
	for cell := range strings.SplitSeq(strings.TrimRight(line, "\t "), "\t") {
		words := strings.Fields(cell)
		several := len(words) > 1 && !slices.ContainsFunc(words, func(s string) bool { return !isRound(s) && !wallFigure.MatchString(s) })
		if several {
			cells = append(cells, words...)
		} else {
			cells = append(cells, strings.Join(words, " "))
		}
	}
	return cells
}

// numberLines sets the number of every line as used in tokens. Written numbers count if every player has a different
// one. Where players share a place some numbers are blank: these are counted on from the line before, including
// unreadable lines. If that contradicts the written numbers, the lines are counted from the first.
func (w *wallReader) numberLines() {
	written := map[int]bool{}
	for _, l := range w.lines {
		written[l.number] = true
	}
	if len(written) != len(w.lines) || written[0] {
		numbers, ok := w.counted(true)
		if !ok {
			numbers, _ = w.counted(false)
		}
		for i := range w.lines {
			w.lines[i].number = numbers[i]
		}
	}
	w.index = map[int]int{}
	for i := range w.lines {
		w.index[w.lines[i].number] = i
	}
}

// counted counts the lines, on from the written numbers if these are trusted.
func (w *wallReader) counted(trusting bool) (numbers []int, ok bool) {
	last := 0
	for _, l := range w.lines {
		next := last + l.lost + 1
		if trusting && l.number > 0 {
			if l.number <= last {
				return nil, false
			}
			next = l.number
		}
		numbers, last = append(numbers, next), next
	}
	return numbers, true
}

// numbered returns the line with a number in tokens, or nil.
func (w *wallReader) numbered(number int) *wallText {
	if i, ok := w.index[number]; ok {
		return &w.lines[i]
	}
	return nil
}

// tell reports the assumptions about the file as a whole.
func (w *wallReader) tell() {
	const most = 3
	info := func(at file.Position, key string, args ...any) {
		w.Findings.Add(file.Finding{Severity: file.Info, Line: at.Line, Key: key, Args: args})
	}
	if w.named() == "" && w.heading != "" {
		info(w.headingAt, "resultsheet.heading", fault.Clip(w.heading))
	}
	var long []string
	for _, l := range w.lines {
		if l.long != "" {
			long = append(long, l.long)
		}
	}
	if n := len(long); n > 0 {
		info(file.Position{}, "resultsheet.names", n, fault.Clip(strings.Join(long[:min(n, most)], ", ")))
	}
	if n := len(w.elsewhere); n > 0 {
		info(file.Position{}, "resultsheet.starts", n, fault.Clip(strings.Join(w.elsewhere[:min(n, most)], ", ")))
	}
	if w.open > 0 {
		w.Warn(file.Position{}, "resultsheet.nohandicap", w.open)
	}
	words := 0
	for i := range w.lines {
		l := &w.lines[i]
		for _, cell := range slices.Concat(l.unread, l.before, l.behind) {
			if cell == "" || wallFigure.MatchString(cell) || strings.Trim(cell, "-") == "" {
				continue
			}
			if isToken(cell) {
				w.Warn(l.place, "resultsheet.rest", fault.Clip(cell))
			} else if words++; words == 1 {
				info(l.place, "resultsheet.rest", fault.Clip(cell))
			}
		}
	}
	if words > 1 {
		info(file.Position{}, "resultsheet.words", words)
	}
}
