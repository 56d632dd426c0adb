package federation

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tourney/internal/exchange/build"
	"tourney/internal/exchange/file"
	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// Wall lists are what the files for the EGD and the FFG are, and what many
// programs print: a line for every player, with a token for every round.
var (
	// 12+/b2, 7-, 3=w0, 5+!b0, 3+/b0!
	wallToken = regexp.MustCompile(`^(\d{1,5})([+\-=?])([/!]?)(?:([bBwW])(\d{1,2})?)?(!?)$`)
	// tokens of old files for a round without a game
	wallNothing = regexp.MustCompile(`^(?:0=0|[?+\-=]|--|free)$`)
	wallRank    = regexp.MustCompile(`^\d{1,2}[kdpKDP]$`)
	wallBare    = regexp.MustCompile(`^\d{1,2}$`)
	// the end of a name that fills its columns, and the rank after it
	wallGlued  = regexp.MustCompile(`^(.*[^\d])(\d{1,2}[kdpKDP])$`)
	wallNumber = regexp.MustCompile(`^\d{1,5}[.)]?$`)
	wallPIN    = regexp.MustCompile(`\|\s*(\d{1,10})\s*$`)
	wallTag    = regexp.MustCompile(`\b([A-Z]{2})\[([^\]]*)\]`)
	wallKey    = regexp.MustCompile(`^;\s*([a-z]+)=(.*)$`)
	wallLooks  = regexp.MustCompile(`^\s*(?:\d+[.)]?\s+)?\S[^;,|]*[^\d;,|]\d{1,2}[kdpKDP]\s(?:.*\s)?\d{1,5}[+\-=?](?:[/!]?[bBwW]\d{0,2})?!?(?:\s|$)`)
	wallPlayer = regexp.MustCompile(`^\s*\d+[.)]?\s+\S[^;,|]*[^\d;,|]\d{1,2}[kdpKDP]\s[^;,]*$`)
)

// A wallText is one player of a wall list as it is written.
type wallText struct {
	place file.Position
	// number is what tokens call the player by, 0 when none is written; lost is
	// how many lines right before could not be read.
	number, lost int

	player  tournament.Player
	text    string // the whole line
	wrote   string // the rank
	columns []string
	rounds  []wallRound
}

// A wallRound is one token.
type wallRound struct {
	opponent  int
	sign      byte
	colour    byte // b, w or 0
	handicap  int
	byDefault bool
}

// ReadWall reads the results that were written for a rating body. Such a
// file holds no rules: of them only what follows from the numbers is known,
// and a finding reports it.
func ReadWall(data []byte) (*tournament.Tournament, []file.Finding, error) {
	w := &wallReader{keys: map[string]string{}, places: map[string]file.Position{}}
	text, encoding := file.DecodeWestern(data)
	if encoding != "" {
		w.Findings.Add(file.Finding{Severity: file.Info, Key: "resultsheet.encoding", Args: []any{encoding}})
	}
	w.split(text)
	if len(w.lines) == 0 {
		return nil, nil, fault.New(fault.Invalid, "resultsheet.empty")
	}
	if err := w.Begin(file.Position{}, w.info(), w.settings(), "EGD"); err != nil {
		return nil, nil, err
	}
	w.Findings.Add(file.Finding{Severity: file.Info, Key: "resultsheet.settings"})
	if err := w.players(); err != nil {
		return nil, nil, err
	}
	for n := 1; n <= w.rounds(); n++ {
		w.allGames(n)
	}
	if err := w.Finish(); err != nil {
		return nil, nil, err
	}
	return w.T, w.Findings.All(), nil
}

type wallReader struct {
	build.Assembly
	// keys are the values of the header, titles the names of the columns.
	keys   map[string]string
	places map[string]file.Position // of the values of keys
	titles []string
	lines  []wallText
	lost   int // lines that could not be read since the last of lines
	french bool
	// zeroAbsence is true if an absence scored nothing for somebody.
	zeroAbsence bool
	ids         []tournament.PlayerID // parallel to lines
	index       map[int]int           // from the number that tokens use to the line
}

// split takes the text apart into header and players.
func (w *wallReader) split(text string) {
	number := 0
	for line := range strings.Lines(text) {
		if len(w.lines) > tournament.MostPlayers { // which is refused
			break
		}
		number++
		line = strings.TrimRight(line, " \t\r\n")
		switch {
		case strings.TrimSpace(line) == "":
		case strings.HasPrefix(strings.TrimSpace(line), ";"):
			w.header(file.Position{Line: number}, strings.TrimSpace(line))
		default:
			w.line(file.Position{Line: number}, line)
		}
	}
	w.dropSilent()
	w.numberLines()
	w.cutRounds()
}

// dropSilent leaves out the lines without a round, unless none has any: then the
// list was made before the first.
func (w *wallReader) dropSilent() {
	if !slices.ContainsFunc(w.lines, func(l wallText) bool { return len(l.rounds) > 0 }) {
		return
	}
	var lines []wallText
	lost := 0
	for _, l := range w.lines {
		l.lost += lost
		if lost = l.lost; len(l.rounds) > 0 {
			lines, lost = append(lines, l), 0
			continue
		}
		if w.Warn(l.place, "resultsheet.line", fault.Clip(l.text)); l.number > 0 {
			lost++
		}
	}
	w.lines = lines
}

// numberLines gives every line the number that tokens call it by. Those that are
// written count if everybody has one of their own. Where players share a place
// some are blank: these are counted on from the line before, those that could not
// be read included. Where that contradicts what is written, the lines are
// counted from the first.
func (w *wallReader) numberLines() {
	written := map[int]bool{}
	for _, l := range w.lines {
		written[l.number] = true
	}
	if len(written) == len(w.lines) && !written[0] {
		return
	}
	count := func(trusting bool) (numbers []int, ok bool) {
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
	numbers, ok := count(true)
	if !ok {
		numbers, _ = count(false)
	}
	for i := range w.lines {
		w.lines[i].number = numbers[i]
	}
}

func (w *wallReader) header(at file.Position, line string) {
	if m := wallKey.FindStringSubmatch(line); m != nil {
		w.keys[m[1]], w.places[m[1]], w.french = strings.TrimSpace(m[2]), at, true
	}
	for _, m := range wallTag.FindAllStringSubmatch(line, -1) {
		w.keys[m[1]], w.places[m[1]] = strings.TrimSpace(m[2]), at
	}
	words := strings.Fields(line)
	if i := slices.Index(words, "Club"); i >= 0 {
		w.titles = words[i+1:]
	}
}

// line reads one player; rounds still holds every token that looks like one.
func (w *wallReader) line(at file.Position, line string) {
	l := wallText{place: at, text: line, lost: w.lost}
	if m := wallPIN.FindStringSubmatchIndex(line); m != nil {
		l.player.EGD, line = line[m[2]:m[3]], line[:m[0]]
	}
	fields := strings.Fields(line)
	if strings.Contains(line, "\t") {
		fields = slices.DeleteFunc(strings.Split(line, "\t"), func(s string) bool { return strings.TrimSpace(s) == "" })
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
		}
	}
	end := len(fields)
	for end > 0 && !wallToken.MatchString(fields[end-1]) {
		end--
	}
	first := end
	for first > 0 && (wallToken.MatchString(fields[first-1]) || wallNothing.MatchString(fields[first-1])) {
		first--
	}
	if end == 0 {
		first, end = len(fields), len(fields)
	}
	if !w.person(&l, fields[:first]) {
		w.Warn(at, "resultsheet.line", fault.Clip(l.text))
		if first < end || l.number > 0 {
			w.lost++
		}
		return
	}
	for _, token := range fields[first:end] {
		l.rounds = append(l.rounds, parseRound(token))
	}
	w.lines, w.lost = append(w.lines, l), 0
}

func parseRound(token string) wallRound {
	m := wallToken.FindStringSubmatch(token)
	if m == nil {
		return wallRound{sign: '-'}
	}
	r := wallRound{sign: m[2][0], byDefault: m[3] == "!" || m[6] == "!"}
	r.opponent, _ = strconv.Atoi(m[1])
	r.handicap, _ = strconv.Atoi(m[5])
	if m[4] != "" {
		r.colour = strings.ToLower(m[4])[0]
	}
	return r
}

// person reads what stands before the rounds, and reports whether it is a
// player.
func (w *wallReader) person(l *wallText, fields []string) bool {
	if len(fields) > 0 && wallNumber.MatchString(fields[0]) {
		l.number, _ = strconv.Atoi(strings.TrimRight(fields[0], ".)"))
		fields = fields[1:]
	}
	fields, at := wallRankAt(fields)
	if at <= 0 {
		return false
	}
	p := &l.player
	p.Status = tournament.CheckedIn
	p.Family, p.Given = unguarded(fields[0]), unguarded(strings.Join(fields[1:at], " "))
	if p.Given == noGiven {
		p.Given = ""
	}
	if w.french {
		p.Family = fromCapitals(p.Family)
	}
	l.wrote = fields[at]
	if r, doubt := rank.Guess(l.wrote); doubt == rank.Sure || doubt == rank.Bare {
		p.Rank = r
	}
	l.columns = w.where(p, fields[at+1:])
	return true
}

// wallRankAt returns where the rank stands, and the fields with one that a long
// name had run into set apart; 0 or less when there is none.
func wallRankAt(fields []string) ([]string, int) {
	if at := slices.IndexFunc(fields, wallRank.MatchString); at > 0 {
		return fields, at
	}
	bare, glued := slices.IndexFunc(fields, wallBare.MatchString), slices.IndexFunc(fields, wallGlued.MatchString)
	if glued < 0 || bare > 0 && bare < glued {
		return fields, bare
	}
	return slices.Replace(slices.Clone(fields), glued, glued+1, wallGlued.FindStringSubmatch(fields[glued])[1:]...), glued + 1
}

// where reads licence, country and club, and returns the columns after them.
func (w *wallReader) where(p *tournament.Player, fields []string) []string {
	if w.french {
		if len(fields) > 0 && (len(fields[0]) == 7 && strings.Trim(fields[0], "0123456789") == "" || strings.Trim(fields[0], "-") == "") {
			p.FFG = strings.Trim(fields[0], "-")
			fields = fields[1:]
		}
		if len(fields) > 0 && len(fields[0]) == 2 && file.IsCountry(fields[0]) {
			p.Country = fields[0]
		} else if len(fields) > 0 && strings.Trim(strings.ToLower(fields[0]), "x") != "" {
			p.Country, p.Club = "FR", unguarded(fields[0])
		}
	} else {
		if len(fields) > 0 && len(fields[0]) == 2 && file.IsCountry(fields[0]) {
			p.Country = fields[0]
			fields = fields[1:]
		}
		if len(fields) > 0 && !isFigure(fields[0]) {
			p.Club = unguarded(fields[0])
			fields = fields[1:]
		}
	}
	if strings.EqualFold(p.Country, "XX") {
		p.Country = ""
	}
	if strings.Trim(strings.ToLower(p.Club), "x") == "" {
		p.Club = ""
	}
	return fields
}

// isFigure reports whether a word is a number, such as a score.
func isFigure(word string) bool {
	_, err := strconv.ParseFloat(word, 64)
	return err == nil && strings.ContainsAny(word, "0123456789")
}

// unguarded returns a name whose blanks are low lines, as token writes it.
func unguarded(word string) string { return strings.TrimSpace(strings.ReplaceAll(word, "_", " ")) }

// fromCapitals writes a name that is all capitals as names are written.
func fromCapitals(s string) string {
	if s != strings.ToUpper(s) {
		return s
	}
	letters := []rune(strings.ToLower(s))
	for i, r := range letters {
		if i == 0 || !unicode.IsLetter(letters[i-1]) {
			letters[i] = unicode.ToUpper(r)
		}
	}
	return string(letters)
}

// cutRounds finds how many rounds most lines have, the fewer of two equally
// frequent numbers, and takes the last so many tokens of every line: a score
// before them may look like a round.
func (w *wallReader) cutRounds() {
	counts := map[int]int{}
	most := 0
	for _, l := range w.lines {
		n := len(l.rounds)
		counts[n]++
		if counts[n] > counts[most] || counts[n] == counts[most] && n < most {
			most = n
		}
	}
	most = min(most, tournament.MaxRounds)
	for i := range w.lines {
		l := &w.lines[i]
		if len(l.rounds) < most {
			w.Warn(l.place, "resultsheet.short", l.player.Name(), len(l.rounds), most)
		}
		for len(l.rounds) < most {
			l.rounds = append(l.rounds, wallRound{sign: '-'})
		}
		l.rounds = l.rounds[len(l.rounds)-most:]
	}
}
