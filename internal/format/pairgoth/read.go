// Package pairgoth reads the .tour files of Pairgoth, which are JSON.
package pairgoth

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"tourney/internal/fault"
	"tourney/internal/format/assemble"
	"tourney/internal/format/file"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// A tourFile is the part of a .tour file that is read.
type tourFile struct {
	Type, Name, ShortName, StartDate, EndDate, Director, Country, Location, Online, Rules loose
	Komi, GobanSize, Rounds                                                               loose
	TimeSystem                                                                            struct{ Type, MainTime, Increment, Byoyomi, Periods, Stones loose }
	TablesExclusion                                                                       []loose
	Pairing                                                                               struct {
		Type, MMFloor, MMBar loose
		Placement            []loose
		Base                 struct{ NX1, DupWeight, Random, Deterministic, ColorBalanceWeight loose }
		Main                 struct {
			CatWeight, ScoreWeight, UpDownWeight, UpDownCompensate, UpDownLowerMode, UpDownUpperMode loose
			MaximizeSeeding, FirstSeedLastRound, FirstSeed, SecondSeed                               loose
			FirstSeedAddCrit, SecondSeedAddCrit, MMSValueAbsent, RoundDownScore                      loose
			SOSValueAbsentUseBase                                                                    loose
		}
		Secondary struct{ BarThreshold, RankThreshold, WinsThreshold, SecWeight loose }
		Geo       struct{ Weight, MMSDiffCountry, MMSDiffClub loose }
		Handicap  struct{ Weight, UseMMS, Threshold, Correction, Ceiling loose }
	}
	Players []player
	Games   [][]game
	Teams   []struct {
		ID, Name loose
		Players  []loose
	}
	// IndividualGames are the boards of a match by its number.
	IndividualGames map[string][]game
}

type player struct {
	ID, Name, FirstName, Rating, Rank, Country, Club, Final, MMSCorrection, Pro, Licensed, EGF, FFG, AGA loose
	Skip                                                                                                 []loose
}

type game struct{ ID, T, W, B, H, R loose }

// boardsOf are the supported kinds of tournaments, with the number of boards of a match.
var boardsOf = map[loose]int{"": 0, "INDIVIDUAL": 0, "TEAM2": 2, "TEAM3": 3, "TEAM4": 4, "TEAM5": 5}

// Recognise reports whether a text in JSON is a .tour file.
func Recognise(text []byte) bool { return bytes.Contains(text, []byte(`"gobanSize"`)) }

// placeOf returns the place of the first occurrence of a key in the file.
func placeOf(data []byte, key string) file.Position {
	i := bytes.Index(data, []byte(`"`+key+`"`))
	if i < 0 {
		return file.Position{}
	}
	return after(file.Position{Line: 1, Column: 1}, data[:i])
}

// after returns the place at the end of a text that starts at a place.
func after(at file.Position, text []byte) file.Position {
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		at, text = file.Position{Line: at.Line + bytes.Count(text, []byte{'\n'}), Column: 1}, text[i+1:]
	}
	at.Column += utf8.RuneCount(text)
	return at
}

// placesOf returns the places of the n elements of a list in the file, which is valid JSON; zero places if they cannot
// be found.
func placesOf(data []byte, list string, n int) []file.Position {
	places := make([]file.Position, n)
	d := json.NewDecoder(bytes.NewReader(data))
	if !enterList(d, list) {
		return places
	}
	at, read := file.Position{Line: 1, Column: 1}, 0
	for i := 0; i < n && d.More(); i++ {
		var element json.RawMessage
		if d.Decode(&element) != nil {
			break
		}
		begin := int(d.InputOffset()) - len(element)
		at, read = after(at, data[read:begin]), begin
		places[i] = at
	}
	return places
}

// enterList reads up to the first element of a list of the file, if it has that list.
func enterList(d *json.Decoder, list string) bool {
	_, err := d.Token() // the brace of the file
	for err == nil && d.More() {
		var key json.Token
		if key, err = d.Token(); key == list {
			begin, err := d.Token()
			return err == nil && begin == json.Delim('[')
		}
		if err == nil {
			err = d.Decode(new(json.RawMessage))
		}
	}
	return false
}

// Read reads the .tour file of a tournament of individuals or of teams that Pairgoth writes. Two or three players on
// one side are refused with the fault "pairgoth.pairs".
func Read(data []byte) (*tournament.Tournament, []file.Finding, error) {
	var f tourFile
	data = file.FromUTF16(data)
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, nil, fault.Wrap(err, fault.Invalid, "pairgoth.broken")
	}
	boards, known := boardsOf[f.Type]
	if !known {
		return nil, nil, fault.New(fault.Invalid, "pairgoth.pairs", fault.Clip(string(f.Type)))
	}
	a := &assemble.Assembly{}
	info := tournament.Info{
		Name: string(f.Name), ShortName: string(f.ShortName), Place: string(f.Location), Director: string(f.Director),
		Country: string(f.Country), Begin: tournament.DateOf(a.Day(placeOf(data, "startDate"), string(f.StartDate))),
		End: tournament.DateOf(a.Day(placeOf(data, "endDate"), string(f.EndDate))),
	}
	if err := a.Begin(file.Position{}, info, f.settings(a), "Pairgoth"); err != nil {
		return nil, nil, err
	}
	ids := map[int]tournament.PlayerID{}
	places := placesOf(data, "players", len(f.Players))
	for i, p := range f.Players {
		id, err := p.enter(a, places[i])
		if err != nil {
			return nil, nil, err
		}
		number := p.ID.whole(0)
		if first := ids[number]; number == 0 || first != 0 {
			if first == 0 {
				a.Warn(places[i], "import.value", "id", fault.Clip(string(p.ID)))
			} else {
				a.Warn(places[i], "import.id.twice", a.T.Player(id).Name(), number, a.T.Player(first).Name())
			}
			continue
		}
		ids[number] = id
	}
	if boards > 0 {
		if err := f.teams(a, boards, ids); err != nil {
			return nil, nil, err
		}
	}
	if slices.ContainsFunc(f.TablesExclusion, func(l loose) bool { return l != "" && l != "null" }) {
		a.Warn(file.Position{}, "pairgoth.tables")
	}
	for i, games := range f.Games {
		r := a.Round(file.Position{}, i+1)
		if r == nil {
			break
		}
		for _, g := range games {
			g.enter(a, r, i+1, ids)
		}
	}
	absences(a)
	if err := a.Finish(); err != nil {
		return nil, a.Findings.All(), err
	}
	return a.T, a.Findings.All(), nil
}

// teams enters the teams and adds the boards of every match to the games. Each member of a team with a bye has a bye.
func (f *tourFile) teams(a *assemble.Assembly, boards int, ids map[int]tournament.PlayerID) error {
	a.T.Settings.Teams.Boards = boards
	members := map[int][]loose{}
	for _, team := range f.Teams {
		ours := tournament.Team{Name: string(team.Name)}
		for _, p := range team.Players {
			if id := ids[p.whole(0)]; id != 0 {
				ours.Members = append(ours.Members, id)
			} else {
				a.Warn(file.Position{}, "pairgoth.member", fault.Clip(ours.Name), fault.Clip(string(p)))
			}
		}
		if _, err := a.T.SetTeam(ours); err != nil {
			return err
		}
		members[team.ID.whole(0)] = team.Players[:min(boards, len(team.Players))]
	}
	for n, matches := range f.Games {
		var games []game
		for k, match := range matches {
			found := f.IndividualGames[string(match.ID)]
			delete(f.IndividualGames, string(match.ID)) // a match is played once
			for i, g := range found {
				table := match.T.whole(0)
				if table == 0 { // older files have no tables
					table = k + 1
				}
				g.T = loose(strconv.Itoa((table-1)*boards + i + 1))
				games = append(games, g)
			}
			if bye := match.W.whole(0) == 0 || match.B.whole(0) == 0; !bye && len(found) == 0 {
				a.Warn(file.Position{}, "pairgoth.match.empty", n+1, match.T.whole(k+1))
			} else if bye {
				for _, p := range members[match.W.whole(0)+match.B.whole(0)] {
					games = append(games, game{W: p})
				}
			}
		}
		f.Games[n] = games
	}
	left := 0 // games of no match
	for _, games := range f.IndividualGames {
		left += len(games)
	}
	if left > 0 {
		a.Warn(file.Position{}, "pairgoth.match.missing", left)
	}
	return nil
}

// absences marks registered players as absent in each round without a game or bye of
// theirs. Pairgoth counts such a round as an absence; the files list only announced ones. A team
// is present with any of its members.
func absences(a *assemble.Assembly) {
	for n := range a.Played() {
		present := map[tournament.PlayerID]bool{}
		for _, id := range a.Rounds[n].Players() {
			present[id] = true
			if team := a.T.TeamOf(id); team != nil {
				for _, member := range team.Members {
					present[member] = true
				}
			}
		}
		for i := range a.T.Players {
			if p := &a.T.Players[i]; !present[p.ID] && p.Status == tournament.CheckedIn {
				p.Absent = p.Absent.With(n + 1)
			}
		}
	}
}

// enter enters a player at a place of the file.
func (p *player) enter(a *assemble.Assembly, at file.Position) (tournament.PlayerID, error) {
	out := tournament.Player{
		Family: string(p.Name), Given: string(p.FirstName), Country: string(p.Country), Club: string(p.Club),
		EGD: string(p.EGF), FFG: string(p.FFG), AGA: string(p.AGA),
		Status: tournament.CheckedIn,
	}
	if r, err := rank.Parse(string(p.Rank)); err == nil {
		out.Rank = r
	} else if r = p.Rank.rank(rank.None); r.Index() == p.Rank.whole(0) {
		out.Rank = r
	}
	out.StartCorrection, _ = p.MMSCorrection.within(a, at, "mmsCorrection", -30, 30)
	if pro, ok := p.Pro.within(a, at, "pro", 0, 9); ok && pro > 0 {
		out.Rank = rank.Pro1 + rank.Rank(pro-1)
	}
	if points, ok := p.Rating.number(); ok {
		out.Rating = a.Rating(at, out.Name(), int(math.Round(points)))
	}
	switch p.Final {
	case "false":
		out.Status = tournament.Preliminary
	case "true", "", "null":
	default:
		a.Warn(at, "import.value", "final", fault.Clip(string(p.Final)))
	}
	if p.Licensed == "true" {
		out.FFGStatus = "L"
	}
	for _, round := range p.Skip {
		if n := round.whole(0); n >= 1 && n <= tournament.MaxRounds {
			out.Absent = out.Absent.With(n)
		} else {
			a.Warn(at, "import.value", "skip", fault.Clip(string(round)))
		}
	}
	p.Rating.check(a, at, "rating")
	return a.Player(at, out, string(p.Rank))
}

var outcomes = map[loose]tournament.Outcome{
	"b": tournament.BlackWins, "w": tournament.WhiteWins, "=": tournament.Jigo, "#": tournament.BothWin, "0": tournament.BothLose,
	"X": tournament.NotPlayed, "?": tournament.Unknown, "": tournament.Unknown,
}

// enter enters a game, or a bye without an opponent.
func (g *game) enter(a *assemble.Assembly, r *assemble.Round, n int, ids map[int]tournament.PlayerID) {
	a.Announced++
	white, black := g.W.whole(0), g.B.whole(0)
	at := file.Position{}
	if known := g.W.isNumber() && g.B.isNumber(); known && (white == 0 || black == 0) {
		if id := ids[white+black]; id != 0 {
			r.Bye(at, id)
			return
		}
	}
	if ids[white] == 0 || ids[black] == 0 {
		a.Warn(at, "import.game.player", n, g.T.whole(0))
		return
	}
	g.T.check(a, at, "t")
	g.H.check(a, at, "h")
	outcome, known := outcomes[g.R]
	if !known {
		a.Warn(at, "import.result", n, g.T.whole(0), fault.Clip(string(g.R)))
	}
	r.Game(at, tournament.Game{
		Table: g.T.whole(0), Black: ids[black], White: ids[white], Handicap: g.H.whole(0), Result: tournament.Result{Outcome: outcome},
	})
}
