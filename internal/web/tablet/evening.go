package tablet

import (
	"context"
	"slices"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/pairing/evening"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/public"
)

const (
	// mostOpponents limits the players whose possible games the page has: the longest waits come first.
	mostOpponents = 40
	// mostTables is the number of free tables that the page has.
	mostTables = 40
	// fresh is the time after its end in which the tablet corrects a game of open play.
	fresh = 15 * time.Minute
)

// An openState is the part of the state about open play.
type openState struct {
	// Possible are the games of all pairs of the waiting players. The planned next games come first.
	Possible []possible `json:"possible"`
	// Texts are the sentences that possible games refer to by their index; the first one is empty.
	Texts []string `json:"texts"`
	// Free are the next free tables.
	Free []int `json:"free"`
}

// A possible is a game that two waiting players can begin.
type possible struct {
	Black tournament.PlayerID `json:"black"`
	White tournament.PlayerID `json:"white"`
	// Nigiri is set if the players choose the colours.
	Nigiri bool `json:"nigiri,omitempty"`
	Table  int  `json:"table"`
	// Terms are handicap and komi, Short the same in short, Why the reasons, Met the one about earlier games of the two,
	// Against the rules that forbid the game, Instead a better game after a short wait: indices of texts.
	Terms   int `json:"terms"`
	Short   int `json:"short"`
	Why     int `json:"why"`
	Met     int `json:"met"`
	Against int `json:"against,omitempty"`
	Instead int `json:"instead,omitempty"`
	// Planned is set for the next game of both.
	Planned bool `json:"planned,omitempty"`
	// Jigo is set if the game may end in a jigo, Half if margins end in a half.
	Jigo bool `json:"jigo,omitempty"`
	Half bool `json:"half,omitempty"`
}

// A wait is a person's place in the evening.
type wait struct {
	// Since is the time of day at which a wait or a game began, At the same in milliseconds since 1970.
	Since   string `json:"since,omitempty"`
	At      int64  `json:"at,omitempty"`
	Resting bool   `json:"resting,omitempty"`
	// Later describes the planned game after a running one.
	Later string `json:"later,omitempty"`
}

// fillEvening adds open play to the state.
func (st *state) fillEvening(ctx context.Context, v *public.Visit, snapshot *director.Snapshot) error {
	t := snapshot.Tournament
	next, err := snapshot.NextGames(ctx, v.Now)
	if err != nil {
		return err
	}
	later := map[tournament.PlayerID]string{}
	for _, w := range next.Waits {
		if w.For != nil {
			later[w.Player] = v.Lang.T("tablet.later", w.For.Minutes, page.NewPlayerView(v.Tournament, w.For.Other).Name, w.For.Table)
		}
	}
	var among []tournament.PlayerID
	for _, w := range t.Waiting() {
		if i := slices.IndexFunc(st.People, func(p person) bool { return p.ID == w.ID }); i >= 0 {
			st.People[i].wait = wait{v.Lang.Clock(w.Since), w.Since.UnixMilli(), w.Resting, later[w.ID]}
			among = append(among, w.ID)
		}
	}
	pairs, err := evening.Pairs(evening.Of(t, v.Now), among[:min(len(among), mostOpponents)])
	if err != nil {
		return err
	}
	st.Open = newOpenState(v, t, next.Games, pairs)
	return nil
}

func newOpenState(v *public.Visit, t *tournament.Tournament, planned []evening.Proposal, pairs []evening.Verdict) *openState {
	s := &openState{Possible: []possible{}, Texts: []string{""}, Free: freeTables(t)}
	known := map[[2]tournament.PlayerID]bool{}
	for i := range planned {
		p := s.possible(v, t, &planned[i])
		p.Planned = true
		if l := planned[i].Instead; l != nil {
			p.Instead = s.text(v.Lang.T("tablet.instead", l.Minutes, v.Tournament.NameOf(l.Player), v.Tournament.NameOf(l.Other), l.Table))
		}
		s.Possible = append(s.Possible, p)
		known[[2]tournament.PlayerID{p.Black, p.White}] = true
	}
	for i := range pairs {
		p := s.possible(v, t, &pairs[i].Proposal)
		if known[[2]tournament.PlayerID{p.Black, p.White}] || known[[2]tournament.PlayerID{p.White, p.Black}] {
			continue
		}
		p.Against = s.text(page.EveningReasons(v.Lang, v.Tournament, pairs[i].Against))
		s.Possible = append(s.Possible, p)
	}
	return s
}

func (s *openState) possible(v *public.Visit, t *tournament.Tournament, g *evening.Proposal) possible {
	game := tournament.Game{Black: g.Black, White: g.White, Handicap: g.Terms.Number, Komi: g.Terms.Komi}
	met := slices.DeleteFunc(slices.Clone(g.Reasons), func(r evening.Reason) bool {
		return r.Kind != evening.FirstEver && r.Kind != evening.FirstTonight && r.Kind != evening.MetTonight
	})
	return possible{
		Black: g.Black, White: g.White, Nigiri: g.Nigiri, Table: tableOf(t, g.Black, g.White),
		Terms: s.text(page.LongTerms(v.Lang, &game)), Why: s.text(page.EveningReasons(v.Lang, v.Tournament, g.Reasons)),
		Short: s.text(page.ShortTerms(v.Lang, &game)), Met: s.text(page.EveningReasons(v.Lang, v.Tournament, met)),
		Jigo: t.MayBeJigo(&game), Half: !game.Komi.Whole(),
	}
}

// text returns the index of a text, and adds it if it is new.
func (s *openState) text(text string) int {
	if i := slices.Index(s.Texts, text); i >= 0 {
		return i
	}
	s.Texts = append(s.Texts, text)
	return len(s.Texts) - 1
}

// tableOf returns the table at which a game would begin now.
func tableOf(t *tournament.Tournament, black, white tournament.PlayerID) int {
	seats := []tournament.Game{{Black: black, White: white}}
	for _, g := range t.Running() {
		seats = append(seats, *g)
	}
	t.Settings.Constraints.AssignTables(seats)
	return seats[0].Table
}

// freeTables returns the next free tables for players without a fixed table.
func freeTables(t *tournament.Tournament) []int {
	seats := make([]tournament.Game, mostTables)
	for _, g := range t.Running() {
		seats = append(seats, *g)
	}
	t.Settings.Constraints.AssignTables(seats)
	list := make([]int, mostTables)
	for i := range list {
		list[i] = seats[i].Table
	}
	return list
}

// openGames are the running games, and the games of this evening that have just ended: the first game of a player or a
// table is the present one.
func openGames(t *tournament.Tournament, now time.Time) []*tournament.Game {
	list := t.Running()
	ended := slices.DeleteFunc(t.GamesOf(t.LastEvening()), func(g *tournament.Game) bool {
		return !g.Result.Known() || now.Sub(g.EnteredAt) > fresh
	})
	slices.SortStableFunc(ended, func(a, b *tournament.Game) int { return b.EnteredAt.Compare(a.EnteredAt) })
	return append(list, ended...)
}

// describeEvening decides which part of open play fits the hour. The script hides the others while they do not apply,
// also without a connection.
func (p *tabletPage) describeEvening(t *tournament.Tournament, st state) {
	if t.Frozen() != nil || t.Info.Archived {
		return
	}
	here, waiting := 0, len(t.Waiting())
	for i := range t.Players {
		if t.Players[i].Status == tournament.CheckedIn {
			here++
		}
	}
	p.Open, p.Idle = true, len(st.Games) == 0
	p.Main, p.Here, p.Play = "here", p.T("tablet.evening.here", here), p.T("tablet.play.count", waiting)
	if t.Settings.PlayersDecide() {
		p.Results = p.T("tablet.result.when")
	}
	switch {
	case waiting > 0:
		p.Main = "play"
	case len(st.Games) > 0 && p.Results != "":
		p.Main = "result"
	}
}

// judge returns the sentences about a game that two players choose for themselves. Its faults are the faults of
// MayBegin, with public names.
func judge(ctx context.Context, v *public.Visit, snapshot *director.Snapshot, pair [2]tournament.PlayerID) ([]string, error) {
	if err := v.Tournament.MayBegin(pair[0], pair[1]); err != nil {
		return nil, err
	}
	verdict, err := snapshot.JudgeGame(ctx, v.Now, pair[0], pair[1])
	if err != nil {
		return nil, err
	}
	notes := []string{}
	for _, r := range verdict.Against {
		notes = append(notes, page.EveningReason(v.Lang, v.Tournament, r))
	}
	switch l := verdict.Loss; {
	case l.Broken > 0:
		notes = append(notes, v.Lang.T("tablet.loss.promise"))
	case l.Rematches > 0:
		notes = append(notes, v.Lang.T("tablet.loss.rematch"))
	}
	return notes, nil
}
