package federation

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"tourney/internal/exchange/build"
	"tourney/internal/exchange/file"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/rating"
	"tourney/internal/tournament"
)

func (w *wallReader) rounds() int {
	if len(w.lines) == 0 {
		return 0
	}
	return len(w.lines[0].rounds)
}

func (w *wallReader) info() tournament.Info {
	i := tournament.Info{Name: cmp.Or(w.keys["EV"], w.keys["comm"], w.keys["name"]), Place: w.keys["vill"]}
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
		begin = date // which is told if it cannot be read
		if day, err := time.Parse("02/01/2006", date); err == nil {
			begin = day.Format(time.DateOnly)
		}
	}
	at := cmp.Or(w.places["DT"], w.places["date"])
	i.Begin = w.Day(at, strings.TrimSpace(begin))
	if i.End = i.Begin; end != "" {
		i.End = w.Day(at, strings.TrimSpace(end))
	}
	return i
}

// settings are what header and columns let know.
func (w *wallReader) settings() tournament.Settings {
	system := tournament.Swiss
	if slices.Contains(w.titles, "MMS") {
		system = tournament.McMahon
	}
	s := build.Defaults(system)
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
	if komi, err := handicap.ParseKomi(cmp.Or(w.keys["KM"], w.keys["komi"])); err == nil {
		s.Handicap.EvenKomi = komi
	}
	if reduction, ok := strings.CutPrefix(w.keys["HA"], "h"); ok {
		build.TakeNumber(reduction, 0, 8, func(n int) { s.Handicap.Correction, s.Handicap.Ceiling = n, 9 })
		if reduction == "9" {
			s.Handicap.Ceiling = 0
		}
	}
	w.clock(&s)
	build.TakeNumber(w.keys["size"], 2, 25, func(n int) { s.Size = n })
	s.Criteria = w.criteria(system)
	s.Internet = w.keys["CL"] == string(rating.D)
	s.Rating.Class = w.class(s)
	if code := w.keys["TC"]; code != "" {
		if _, ok := tournament.CodeDay(code); ok {
			s.Rating.Code = code
		}
	}
	return s
}

// class is the one in the header if the time alone would give another.
func (w *wallReader) class(s tournament.Settings) string {
	class, err := rating.ParseClass(w.keys["CL"])
	switch {
	case w.keys["CL"] == "X":
		class = rating.Unrated
	case err != nil:
		return ""
	}
	if class == rating.ClassOf(s) {
		return ""
	}
	return string(class)
}

// criteria are the columns that have a name of ours.
func (w *wallReader) criteria(system tournament.System) []tournament.Criterion {
	var criteria []tournament.Criterion
	for _, title := range w.titles {
		name, known := build.WallCriterion(title, system)
		if !known {
			name = tournament.Criterion(title)
		}
		if slices.Contains(tournament.Criteria(), name) && !slices.Contains(criteria, name) && len(criteria) < tournament.MostCriteria {
			criteria = append(criteria, name)
		}
	}
	if len(criteria) == 0 {
		return build.UsualCriteria(system)
	}
	return criteria
}

// bars finds floor and bar from the McMahon scores: a player's score
// less the points is the start score. It chooses the pair that explains the most
// scores; a player who started elsewhere, as in a super group, gets the
// difference. If it explains few, the start scores are unknown.
func (w *wallReader) bars(s *tournament.Settings) {
	column := slices.Index(w.titles, "MMS")
	starts := make([]int, len(w.lines))
	for i, l := range w.lines {
		c := column
		if extra := len(l.columns) - len(w.titles); extra > 0 {
			c += extra
		}
		if c >= len(l.columns) {
			return
		}
		score, err := strconv.ParseFloat(l.columns[c], 64)
		if err != nil || math.Abs(score) > 1000 {
			return
		}
		points := 0.0
		for _, r := range l.rounds {
			points += map[byte]float64{'+': 1, '=': 0.5}[r.sign]
		}
		starts[i] = int(math.Ceil(score - points))
	}
	levels := slices.Compact(slices.Sorted(slices.Values(starts)))
	levels = slices.DeleteFunc(levels, func(n int) bool { return n < rank.Kyu30.Index()+30 || n > rank.Dan9.Index()+30 })
	started := func(l *wallText, floor, bar int) int { return min(max(l.player.Rank.Index()+30, floor), bar) }
	most, floor, bar := 0, 0, 0
	for _, low := range levels {
		for _, high := range levels {
			explained := 0
			for i := range w.lines {
				if started(&w.lines[i], low, high) == starts[i] {
					explained++
				}
			}
			if low <= high && explained > most {
				most, floor, bar = explained, low, high
			}
		}
	}
	if 3*most < 2*len(starts) {
		return
	}
	for i := range w.lines {
		correction := starts[i] - started(&w.lines[i], floor, bar)
		w.lines[i].player.StartCorrection = max(-30, min(correction, 30))
	}
	s.Floor, s.Bar = rank.FromIndex(floor-30), rank.FromIndex(bar-30)
}

func (w *wallReader) players() error {
	w.index = map[int]int{}
	for i := range w.lines {
		l := &w.lines[i]
		w.index[l.number] = i
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

// game enters the game of two lines. If colours are missing the weaker player,
// who stands lower, gets Black.
func (w *wallReader) game(found *build.Round, n, i, j int) {
	a, b := w.lines[i].rounds[n-1], w.lines[j].rounds[n-1]
	black, white := j, i
	if a.colour == 'b' || a.colour == 0 && b.colour == 'w' {
		black, white = i, j
	}
	at := w.lines[i].place
	outcome, known := wallResults[string([]byte{w.lines[black].rounds[n-1].sign, w.lines[white].rounds[n-1].sign})]
	contradict := !known || a.colour != 0 && a.colour == b.colour || a.handicap != b.handicap && a.colour != 0 && b.colour != 0
	if contradict {
		w.Warn(at, "resultsheet.contradiction", w.lines[i].player.Name(), n, w.lines[j].player.Name())
	}
	g := tournament.Game{
		Black: w.ids[black], White: w.ids[white], Handicap: max(a.handicap, b.handicap),
		ColoursOpen: a.colour == 0 && b.colour == 0, Result: tournament.Result{Outcome: outcome},
	}
	if g.Result.Known() && (a.byDefault || b.byDefault) {
		g.Result.Manner = tournament.ByForfeit
	}
	found.Game(at, g)
}
