package federation

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tourney/internal/format/file"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

var (
	agaNumber   = regexp.MustCompile(`^(?:[A-Za-z]{1,4}[#-]?)?\d{1,8}$`)
	agaLettered = regexp.MustCompile(`^\s*(?:AGA|USA|TMP)\d{1,8}\s+\S`)
	agaFigures  = regexp.MustCompile(`\d{3}`)
	agaRankWord = regexp.MustCompile(`(?i)^\(?(-?\d{1,2}(?:\.\d+)?)(k|d|p|kyu|dan|pro)?[?*]?\)?$`)
	agaUnit     = regexp.MustCompile(`(?i)^(k|d|p|kyu|dan|pro)[.?*]*\)?$`)
)

// agaColumns are the titles of the columns of games. The first five belong to games.
var agaColumns = map[string]int{
	"white": agaWhite, "w": agaWhite, "black": agaBlack, "b": agaBlack, "winner": agaWinner, "win": agaWinner, "result": agaWinner,
	"handicap": agaStones, "handi": agaStones, "hcap": agaStones, "hc": agaStones, "h": agaStones, "stones": agaStones, "komi": agaPoints,
	"id": agaOther, "aga": agaOther, "agaid": agaOther, "aga#": agaOther, "number": agaOther, "no": agaOther, "pin": agaOther, "player": agaOther,
	"name": agaOther, "last": agaOther, "first": agaOther, "rank": agaOther, "rating": agaOther, "strength": agaOther,
}

// The columns of a game, as the federation orders them.
const (
	agaWhite = iota
	agaBlack
	agaWinner
	agaStones
	agaPoints
	agaOther // of the list of players
)

// agaOrder is the order of the columns of games.
type agaOrder [agaOther]int

var agaUsual = agaOrder{0, 1, 2, 3, 4}

// agaTitles reads a line of column titles. It returns the index of each column of a game, and whether the line has
// titles.
func agaTitles(fields []string) (order agaOrder, ok bool) {
	if len(fields) < 2 {
		return agaUsual, false
	}
	order, games := agaOrder{-1, -1, -1, -1, -1}, 0
	for i, f := range fields {
		column, known := agaColumns[strings.ToLower(strings.Trim(f, "().,:;'\"-"))]
		if !known {
			return agaUsual, false
		}
		if column < agaOther && order[column] < 0 {
			order[column] = i
			games++
		}
	}
	if order[agaWhite] < 0 || order[agaBlack] < 0 || order[agaWinner] < 0 {
		return agaUsual, games == 0
	}
	return order, true
}

// An agaGameLine is a line of a game.
type agaGameLine struct {
	at           file.Position
	white, black string // keys of the players
	result       tournament.Result
	stones, komi string
	leftover     string // unread words
}

var agaOutcomes = map[string]tournament.Outcome{
	"w": tournament.WhiteWins, "white": tournament.WhiteWins, "b": tournament.BlackWins, "black": tournament.BlackWins, "?": tournament.Unknown,
	"=": tournament.Jigo, "j": tournament.Jigo, "jigo": tournament.Jigo, "draw": tournament.Jigo, "tie": tournament.Jigo,
}

// agaNumbers are numbers of handicaps and komi with a unit, or in a word.
var agaNumbers, agaNoNumbers = regexp.MustCompile(`(?i)^h?(-?[\d.,½]+)(?:st|stones?|p|pts?|points?)?$`), []string{"even", "none", "no"}

// agaNumberOf returns the number of a handicap or komi; another text as it is.
func agaNumberOf(text string) string {
	if slices.Contains(agaNoNumbers, strings.ToLower(text)) {
		return "0"
	}
	return agaNumbers.ReplaceAllString(text, "$1")
}

// agaResultOf reads the winner: a word, the number of a player, or a result such as W+R.
func agaResultOf(winner, white, black string) (r tournament.Result, ok bool) {
	if r.Outcome, ok = agaOutcomes[strings.ToLower(winner)]; ok {
		return r, true
	}
	switch key := agaKeyOf(winner); {
	case !agaNumber.MatchString(winner) || white == black:
	case key == agaKeyOf(white):
		return tournament.Result{Outcome: tournament.WhiteWins}, true
	case key == agaKeyOf(black):
		return tournament.Result{Outcome: tournament.BlackWins}, true
	}
	r, err := tournament.ParseResult(winner)
	return r, err == nil && strings.Contains(winner, "+")
}

// agaGameOf reads a game: White, Black, the winner, stones and komi.
func agaGameOf(fields []string, order agaOrder) (g agaGameLine, ok bool) {
	at := func(column int) string {
		if i := order[column]; i >= 0 && i < len(fields) {
			return strings.Trim(fields[i], `,;'"|`)
		}
		return ""
	}
	result, known := agaResultOf(at(agaWinner), at(agaWhite), at(agaBlack))
	if !known || !agaNumber.MatchString(at(agaWhite)) || !agaNumber.MatchString(at(agaBlack)) {
		return g, false
	}
	g = agaGameLine{white: agaKeyOf(at(agaWhite)), black: agaKeyOf(at(agaBlack)), result: result, stones: agaNumberOf(at(agaStones)), komi: agaNumberOf(at(agaPoints))}
	if last := slices.Max(order[:]) + 1; last < len(fields) {
		g.leftover = strings.Join(fields[last:], " ")
	}
	return g, true
}

// agaKeyOf returns the key by which games name a player: the member's number without the letters and zeros before it. A
// temporary number keeps its letters.
func agaKeyOf(text string) string {
	digits := strings.TrimLeft(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#-")
	letters := strings.ToUpper(strings.Trim(text[:len(text)-len(digits)], "#-"))
	if letters != "" && letters != "AGA" && letters != "USA" {
		return letters + digits
	}
	if bare := strings.TrimLeft(digits, "0"); bare != "" {
		return bare
	}
	return digits
}

// An agaPlayerLine is a line of a player.
type agaPlayerLine struct {
	at       file.Position
	id       string
	player   tournament.Player
	wrote    string // the rank
	byes     []int
	leftover string // unread words
	comment  string
}

// agaPlayerOf reads a player: the number, the name, the rank or rating, and flags. A strict reading
// requires a comma in a name without numbers, and a rank.
func agaPlayerOf(fields []string, strict bool) (p agaPlayerLine, ok bool) {
	if len(fields) < 2 || !agaNumber.MatchString(fields[0]) {
		return p, false
	}
	p.id, fields = agaKeyOf(fields[0]), fields[1:]
	comma := slices.IndexFunc(fields, func(f string) bool { return strings.Contains(f, ",") })
	at, width := agaRankAt(fields, max(comma, 0)+1)
	flags := slices.IndexFunc(fields[min(max(comma, 0)+1, len(fields)):], isAGAFlag)
	if flags >= 0 {
		flags += max(comma, 0) + 1
	}
	end := len(fields)
	switch {
	case at > 0 && (flags < 0 || at < flags):
		end, p.wrote = at, strings.Join(fields[at:at+width], " ")
	case flags > 0:
		end, width = flags, 0
	default:
		width = 0
	}
	if strict && (comma < 0 || !agaRank(p.wrote).Valid() || slices.ContainsFunc(fields[:end], agaFigures.MatchString)) {
		return p, false
	}
	family, given, _ := strings.Cut(strings.Join(fields[:end], " "), ",")
	if !strings.ContainsFunc(family, unicode.IsLetter) {
		return p, false
	}
	p.player = tournament.Player{Family: strings.TrimSpace(family), Given: strings.TrimSpace(given), Rank: agaRank(p.wrote)}
	if strings.Trim(p.id, "0123456789") == "" {
		p.player.AGA = p.id
	}
	p.flags(fields[end+width:])
	return p, true
}

// agaRankAt returns the index of the rank among the words from one on, and its number of words; 0 without a rank.
func agaRankAt(fields []string, from int) (at, width int) {
	for i := from; i < len(fields); i++ {
		m := agaRankWord.FindStringSubmatch(fields[i])
		switch {
		case m == nil:
		case m[2] == "" && i+1 < len(fields) && agaUnit.MatchString(fields[i+1]):
			return i, 2
		default:
			return i, 1
		}
	}
	return 0, 0
}

// agaRank reads 3d, 3 dan, or a rating of the federation: 3.2 is a 3d, -4.7 a 4k.
func agaRank(text string) rank.Rank {
	text = strings.Trim(text, "()?*.")
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		text = strconv.Itoa(int(x)) + "d"
		if x < 0 {
			text = strconv.Itoa(int(-x)) + "k"
		}
	}
	r, err := rank.Parse(text)
	if err != nil {
		return rank.None // the caller reports it
	}
	return r
}

// isAGAFlag reports whether a word begins the flags of a registration file.
func isAGAFlag(word string) bool {
	name, _, _ := strings.Cut(strings.ToUpper(word), "=")
	return name == "DROP" || name == "BYE" || name == "CLUB" && strings.Contains(word, "=")
}

// flags reads CLUB=NAME, DROP and BYE with the rounds of the bye.
func (p *agaPlayerLine) flags(words []string) {
	var rest []string
	bye := false
	for _, word := range words {
		name, value, _ := strings.Cut(word, "=")
		switch name = strings.ToUpper(name); {
		case name == "CLUB" && value != "":
			p.player.Club = value
		case name == "DROP" && value == "":
			p.player.Status = tournament.Withdrawn
		case name == "BYE":
			bye, word = true, value
			fallthrough
		case bye && strings.Trim(word, "0123456789,") == "":
			for n := range strings.SplitSeq(word, ",") {
				if round, err := strconv.Atoi(n); err == nil {
					p.byes = append(p.byes, round)
				}
			}
			continue
		default:
			rest = append(rest, word)
		}
		bye = false
	}
	p.leftover = strings.Join(rest, " ")
}
