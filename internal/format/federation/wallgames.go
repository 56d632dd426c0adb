package federation

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"tourney/internal/fault"
	"tourney/internal/format/assemble"
	"tourney/internal/format/file"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/results/rating"
	"tourney/internal/tournament"
)

func isLetter(r rune) bool { return unicode.IsLetter(r) }

func (w *wallReader) rounds() int {
	if len(w.lines) == 0 {
		return 0
	}
	return len(w.lines[0].rounds)
}

// named returns the name of the event by the header.
func (w *wallReader) named() string { return cmp.Or(w.keys["EV"], w.keys["comm"], w.keys["name"]) }

// longestHeading limits the name of an event by a heading.
const longestHeading = 100

func (w *wallReader) info() tournament.Info {
	heading := []rune(w.heading)
	i := tournament.Info{Name: cmp.Or(w.named(), strings.TrimSpace(string(heading[:min(len(heading), longestHeading)]))), Place: w.keys["vill"]}
	if country, place, ok := strings.Cut(w.keys["PC"], ","); ok {
		i.Country, i.Place = strings.TrimSpace(country), strings.TrimSpace(place)
	} else if w.keys["PC"] != "" {
		i.Place = w.keys["PC"]
	}
	if strings.EqualFold(i.Country, "XX") { // unknown
		i.Country = ""
	}
	begin, end, _ := strings.Cut(w.keys["DT"], ",")
	if date := w.keys["date"]; date != "" && begin == "" {
		begin = date // an unreadable day is reported
		if day, err := time.Parse("02/01/2006", date); err == nil {
			begin = day.Format(time.DateOnly)
		}
	}
	at := cmp.Or(w.places["DT"], w.places["date"])
	i.Begin = tournament.DateOf(w.Day(at, strings.TrimSpace(begin)))
	if i.End = i.Begin; end != "" {
		i.End = tournament.DateOf(w.Day(at, strings.TrimSpace(end)))
	}
	return i
}

// settings returns the settings that follow from header and columns.
func (w *wallReader) settings() tournament.Settings {
	system := tournament.Swiss
	if w.main >= 0 && w.columns[w.main].criterion == tournament.MMS {
		system = tournament.McMahon
	}
	s := assemble.Defaults(system)
	s.Rounds = max(w.rounds(), 1)
	s.Scoring.PlainSOS = true
	s.Floor, s.Bar = rank.Kyu30, rank.Dan9
	if system == tournament.McMahon {
		w.bars(&s)
	}
	// Without an absence that scored nothing, absences score half a point.
	w.zeroAbsence = slices.ContainsFunc(w.lines, func(l wallText) bool {
		return slices.ContainsFunc(l.rounds, func(r wallRound) bool { return r.opponent == 0 && r.sign == '-' })
	})
	if w.zeroAbsence {
		s.Scoring.MMSAbsent = 0
	}
	s.Scoring.RoundDown = !w.halves()
	w.terms(&s)
	w.clock(&s)
	s.Criteria = assemble.UsualCriteria(system) // until the numbers show the criteria
	s.Internet = w.keys["CL"] == string(rating.D)
	s.Rating.Class = w.class(s)
	if code := w.keys["TC"]; code != "" {
		if _, ok := tournament.CodeDay(code); ok {
			s.Rating.Code = code
		} else {
			w.Warn(w.places["TC"], "import.value", "TC", fault.Clip(code))
		}
	}
	return s
}

// terms reads komi, handicap and the size of the board. A list without a handicap in it and in its games has none.
func (w *wallReader) terms(s *tournament.Settings) {
	tag := cmp.Or(w.places["KM"], w.places["komi"])
	if text := cmp.Or(w.keys["KM"], w.keys["komi"]); text != "" {
		if komi, err := handicap.ParseKomi(text); err == nil {
			s.Handicap.EvenKomi = komi
		} else {
			w.Warn(tag, "import.value", "KM", fault.Clip(text))
		}
	}
	if text, stated := w.keys["HA"]; stated {
		reduction := strings.TrimPrefix(strings.ToLower(text), "h")
		if !assemble.TakeNumber(reduction, 0, 9, func(n int) { s.Handicap.Correction, s.Handicap.Ceiling = n, 9 }) && text != "" {
			w.Warn(w.places["HA"], "import.value", "HA", fault.Clip(text))
		}
		if reduction == "9" {
			s.Handicap.Correction, s.Handicap.Ceiling = 0, 0
		}
	}
	if _, stated := w.keys["HA"]; !stated && !slices.ContainsFunc(w.lines, hasHandicap) {
		s.Handicap.Correction, s.Handicap.Ceiling = 0, 0
	}
	if text := w.keys["size"]; text != "" && !assemble.TakeNumber(text, 2, 25, func(n int) { s.Size = n }) {
		w.Warn(w.places["size"], "import.value", "size", fault.Clip(text))
	}
}

// hasHandicap reports whether a line has a game with a handicap.
func hasHandicap(l wallText) bool {
	return slices.ContainsFunc(l.rounds, func(r wallRound) bool { return r.handicap > 0 })
}

// class returns the class in the header if the time alone would give another.
func (w *wallReader) class(s tournament.Settings) string {
	class, err := rating.ParseClass(w.keys["CL"])
	switch {
	case w.keys["CL"] == "X":
		class = rating.Unrated
	case err != nil:
		if text := w.keys["CL"]; text != "" {
			w.Warn(w.places["CL"], "import.value", "CL", fault.Clip(text))
		}
		return ""
	}
	if class == rating.ClassOf(s) {
		return ""
	}
	return string(class)
}

func (w *wallReader) players() error {
	for i := range w.lines {
		l := &w.lines[i]
		if l.rating != 0 {
			l.player.Rating = w.Rating(l.place, l.player.Name(), l.rating)
		}
		id, err := w.Player(l.place, l.player, l.wrote)
		if err != nil {
			return err
		}
		w.ids = append(w.ids, id)
	}
	return nil
}

func (w *wallReader) allGames(n int) {
	found := w.Round(file.Position{}, n)
	for i := range w.lines {
		l := &w.lines[i]
		r := l.rounds[n-1]
		j, known := w.index[r.opponent]
		mirrored := known && w.lines[j].rounds[n-1].opponent == l.number && i != j
		switch {
		case r.opponent != 0 && mirrored:
			if i < j {
				w.game(found, n, i, j)
			}
			continue
		case r.opponent != 0:
			w.Warn(l.place, "resultsheet.mirror", l.player.Name(), n, r.opponent)
		}
		p := w.T.Player(w.ids[i])
		switch r.sign {
		case '+':
			found.Bye(l.place, p.ID)
		case '=':
			p.Absent = p.Absent.With(n)
			p.HalfByes = p.HalfByes.Put(n, w.zeroAbsence || w.T.Settings.System != tournament.McMahon)
		default:
			p.Absent = p.Absent.With(n)
		}
	}
}

// wallResults are the outcomes by the signs of Black and White.
var wallResults = map[string]tournament.Outcome{
	"+-": tournament.BlackWins, "-+": tournament.WhiteWins, "==": tournament.Jigo, "++": tournament.BothWin,
	"--": tournament.BothLose, "??": tournament.Unknown,
}

// game enters the game of two lines. If colours are missing the weaker player gets Black, or of
// two equal players the lower one.
func (w *wallReader) game(found *assemble.Round, n, i, j int) {
	a, b := w.lines[i].rounds[n-1], w.lines[j].rounds[n-1]
	steps := rank.Steps(w.T.Player(w.ids[i]).Rank, w.T.Player(w.ids[j]).Rank)
	black, white := j, i
	if a.colour == 'b' || a.colour == 0 && b.colour == 'w' || a.colour == 0 && b.colour == 0 && steps < 0 {
		black, white = i, j
	}
	at := w.lines[i].place
	outcome, known := wallResults[string([]byte{w.lines[black].rounds[n-1].sign, w.lines[white].rounds[n-1].sign})]
	contradict := !known || a.colour != 0 && a.colour == b.colour || a.handicap != b.handicap && a.handicap >= 0 && b.handicap >= 0
	if contradict {
		w.Warn(at, "resultsheet.contradiction", w.lines[i].player.Name(), n, w.lines[j].player.Name())
	}
	if a.sign == b.sign && (a.sign == '+' || a.sign == '-') {
		w.Warn(at, "resultsheet.both", w.lines[i].player.Name(), n, w.lines[j].player.Name(),
			strconv.Itoa(a.opponent)+string(a.sign), strconv.Itoa(b.opponent)+string(b.sign))
	}
	stones := max(a.handicap, b.handicap)
	if stones < 0 {
		stones = w.handicapOf(steps)
	}
	g := tournament.Game{
		Black: w.ids[black], White: w.ids[white], Handicap: stones,
		ColoursOpen: a.colour == 0 && b.colour == 0, Result: tournament.Result{Outcome: outcome},
	}
	if g.Result.Known() && (a.byDefault || b.byDefault) {
		g.Result.Manner = tournament.ByForfeit
	}
	found.Game(at, g)
}

// handicapOf returns the handicap of a game without a stated handicap: the difference of the ranks less the reduction in
// the header (EGD). Without a reduction the game counts as even; a finding reports it for a file with the
// database's tags.
func (w *wallReader) handicapOf(steps int) int {
	if w.keys["HA"] == "" {
		if _, tagged := w.keys["EV"]; tagged && steps != 0 {
			w.open++
		}
		return 0
	}
	return impliedHandicap(w.T, steps)
}

// impliedHandicap returns the handicap that the database assumes for a game without a stated handicap, between players
// some ranks apart.
func impliedHandicap(t *tournament.Tournament, steps int) int {
	if h := t.Settings.Handicap; h.Ceiling > 0 && reduction(t) < 9 { // h9 is a list without handicaps
		return min(max(max(steps, -steps)-reduction(t), 0), 9)
	}
	return 0
}
