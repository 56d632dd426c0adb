package federation

import (
	"bufio"
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tourney/internal/exchange/build"
	"tourney/internal/exchange/file"
	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/rules"
	"tourney/internal/tournament"
)

var (
	agaTitle  = regexp.MustCompile(`(?i)^\s*TOURNEY(?:\s+(.*))?$`)
	agaKey    = regexp.MustCompile(`^\s*(start|finish|location|rules)\s*=\s*'?(.*?)'?\s*$`)
	agaRound  = regexp.MustCompile(`(?i)^\s*GAMES\s+(\d{1,3})\s*$`)
	agaPlayer = regexp.MustCompile(`^\s*(\d{1,8})\s+(.*\S)\s+(-?\d{1,2}(?:\.\d+)?[dkpDKP]?)\s*$`)
	agaResult = regexp.MustCompile(`^\s*(\d{1,8})\s+(\d{1,8})\s+([wWbB?])\s+(\d)\s+(-?\d{1,3})\s*$`)
)

// IsAGA reports whether a text begins as results for the American federation
// do.
func IsAGA(text []byte) bool {
	line, _, _ := strings.Cut(string(text[:min(len(text), 1000)]), "\n")
	return agaTitle.MatchString(strings.TrimRight(line, "\r"))
}

// ReadAGA reads results that were written for the American federation. They
// hold games only: a player without one in a round is taken to be absent.
func ReadAGA(data []byte) (*tournament.Tournament, []file.Finding, error) {
	text, encoding, guess := file.Decode(data)
	a := &agaReader{ids: map[string]tournament.PlayerID{}, header: map[string]string{}, places: map[string]file.Position{}}
	a.OwnKomi = true
	if guess {
		a.Findings.Add(file.Finding{Severity: file.Info, Key: "resultsheet.encoding", Args: []any{encoding}})
	}
	if err := a.read(text); err != nil {
		return nil, nil, err
	}
	if len(a.ids) == 0 {
		return nil, nil, fault.New(fault.Invalid, "resultsheet.empty")
	}
	a.absences()
	if err := a.Finish(); err != nil {
		return nil, nil, err
	}
	return a.T, a.Findings.All(), nil
}

type agaReader struct {
	build.Assembly
	header  map[string]string
	places  map[string]file.Position // of the values of header
	ids     map[string]tournament.PlayerID
	current int // the round whose games follow, 0 before the first
}

// read goes through the lines. The tournament is made when the header is over.
func (a *agaReader) read(text string) error {
	lines := bufio.NewScanner(strings.NewReader(text))
	lines.Buffer(nil, file.MostBytes+1)
	for n := 1; lines.Scan(); n++ {
		line, at := strings.TrimRight(lines.Text(), "\r"), file.Position{Line: n}
		word := strings.ToUpper(strings.TrimSpace(line))
		if a.T == nil {
			if !a.head(at, line, word) {
				a.Warn(at, "resultsheet.line", fault.Clip(line))
			}
			if word == "PLAYERS" {
				if err := a.open(); err != nil {
					return err
				}
			}
			continue
		}
		if word == "END" {
			break
		}
		if err := a.line(at, line, word); err != nil {
			return err
		}
	}
	if a.T == nil {
		return fault.New(fault.Invalid, "resultsheet.empty")
	}
	return lines.Err()
}

// head reads a line before the players, and reports whether it recognises it.
func (a *agaReader) head(at file.Position, line, word string) bool {
	if m := agaTitle.FindStringSubmatch(line); m != nil {
		a.header["name"] = strings.TrimSpace(m[1])
		return true
	}
	if m := agaKey.FindStringSubmatch(line); m != nil {
		a.header[m[1]], a.places[m[1]] = m[2], at
		return true
	}
	return word == "" || word == "PLAYERS"
}

func (a *agaReader) open() error {
	location := strings.TrimSpace(a.header["location"])
	name := strings.TrimSuffix(a.header["name"], ", "+location)
	s, err := tournament.PresetNamed("aga")
	if err != nil {
		return err
	}
	s = s.WithSystem(tournament.Swiss)
	s.Rounds = 1 // as many as there are games of
	if system, ok := rules.ByName(strings.ToLower(cmp.Or(a.header["rules"], "aga"))); ok {
		s.Rules = system.Name
	}
	if s.Rules != "aga" {
		s.Handicap.EvenKomi = 13
	}
	info := tournament.Info{Name: name, Place: location, Begin: a.americanDay("start"), End: a.americanDay("finish")}
	if err := a.Begin(file.Position{}, info, s, "AGA"); err != nil {
		return err
	}
	a.Findings.Add(file.Finding{Severity: file.Info, Key: "resultsheet.settings"})
	return nil
}

// americanDay reads a day of the header as the federation asks for it, or as
// OpenGotha writes it.
func (a *agaReader) americanDay(key string) time.Time {
	text := strings.TrimSpace(a.header[key])
	if day, err := time.Parse("1/2/2006", text); err == nil {
		return day
	}
	return a.Day(a.places[key], text)
}

func (a *agaReader) line(at file.Position, line, word string) error {
	if word == "" {
		return nil
	}
	if m := agaRound.FindStringSubmatch(line); m != nil {
		a.current, _ = strconv.Atoi(m[1])
		return nil
	}
	if m := agaResult.FindStringSubmatch(line); m != nil && a.current > 0 {
		a.game(at, m)
		return nil
	}
	m := agaPlayer.FindStringSubmatch(line)
	if m == nil || a.current > 0 {
		a.Warn(at, "resultsheet.line", fault.Clip(line))
		return nil
	}
	if _, twice := a.ids[m[1]]; twice {
		a.Warn(at, "import.id.twice", fault.Clip(m[2]), m[1])
		return nil
	}
	family, given, _ := strings.Cut(m[2], ",")
	p := tournament.Player{
		Family: strings.TrimSpace(family), Given: strings.TrimSpace(given), AGA: m[1], Rank: agaRank(m[3]), Status: tournament.CheckedIn,
	}
	id, err := a.Player(at, p, m[3])
	a.ids[m[1]] = id
	return err
}

// agaRank reads 3d, or a rating of the federation: 3.2 is a 3d, -4.7 a 4k.
func agaRank(text string) rank.Rank {
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		text = strconv.Itoa(int(x)) + "d"
		if x < 0 {
			text = strconv.Itoa(int(-x)) + "k"
		}
	}
	r, err := rank.Parse(text)
	if err != nil {
		return rank.None // which is noted
	}
	return r
}

// game reads White, Black, the winner, stones and komi.
func (a *agaReader) game(at file.Position, m []string) {
	r := a.Round(at, a.current)
	if r == nil {
		return
	}
	white, black := a.ids[m[1]], a.ids[m[2]]
	if white == 0 || black == 0 {
		a.Warn(at, "import.game.player", a.current, len(r.Games)+1)
		return
	}
	outcome := map[string]tournament.Outcome{"w": tournament.WhiteWins, "b": tournament.BlackWins}[strings.ToLower(m[3])]
	g := tournament.Game{Table: len(r.Games) + 1, Black: black, White: white, Result: tournament.Result{Outcome: outcome}}
	g.Handicap, _ = strconv.Atoi(m[4])
	komi, _ := strconv.Atoi(m[5])
	g.Komi = handicap.Komi(2 * komi)
	even := a.T.Settings.Handicap.EvenKomi
	whole, _ := agaKomi(even)
	switch {
	case g.Handicap == 0 && komi == whole: // 6.5 and 7.5 are both written 7
		g.Komi = even
	case g.Handicap == 0 && komi == 0: // the first handicap: no komi
		g.Handicap = 1
	}
	r.Game(at, g)
}

// absences marks players without a game in a round as absent.
func (a *agaReader) absences() {
	for n := range a.Rounds {
		plays := map[tournament.PlayerID]bool{}
		for _, g := range a.Rounds[n].Games {
			plays[g.Black], plays[g.White] = true, true
		}
		for i := range a.T.Players {
			if p := &a.T.Players[i]; !plays[p.ID] {
				p.Absent = p.Absent.With(n + 1)
			}
		}
	}
	a.T.Settings.Rounds = max(len(a.Rounds), 1)
}
