package web

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
)

// rehearsals are the changes that are asked about first in a published round,
// where players see them at once. Each tries the change on a copy.
var rehearsals = map[string]func(d drawChange, t *tournament.Tournament) error{
	"swap": rehearse(drawChange.couple, func(t *tournament.Tournament, n int, p []tournament.PlayerID) ([]tournament.Game, []tournament.PlayerID, error) {
		return pairing.Swap(t, n, p[0], p[1])
	}),
	"two": rehearse(drawChange.couple, func(t *tournament.Tournament, n int, p []tournament.PlayerID) ([]tournament.Game, []tournament.PlayerID, error) {
		return pairing.Pair(t, n, p[0], p[1])
	}),
	"bye": rehearse(drawChange.some, func(t *tournament.Tournament, n int, p []tournament.PlayerID) ([]tournament.Game, []tournament.PlayerID, error) {
		return pairing.Bye(t, n, true, p...)
	}),
	"takebye": rehearse(drawChange.single, func(t *tournament.Tournament, n int, p []tournament.PlayerID) ([]tournament.Game, []tournament.PlayerID, error) {
		return pairing.Bye(t, n, false, p...)
	}),
	"unpair": func(d drawChange, t *tournament.Tournament) error {
		games, byes, err := pairing.Unpair(t, d.n, d.table)
		if err != nil {
			return err
		}
		return t.Repair(d.n, games, byes)
	},
	"among": solve(func(d drawChange, t *tournament.Tournament) (*tournament.Tournament, error) {
		return d.director.Among(d.ctx(), t, d.n, d.players)
	}),
	"meet": solve(func(d drawChange, t *tournament.Tournament) (*tournament.Tournament, error) {
		two, err := d.couple()
		if err != nil {
			return nil, err
		}
		return d.director.Met(d.ctx(), t, d.n, two[0], two[1])
	}),
	"colours": func(d drawChange, t *tournament.Tournament) error { return t.SwapColours(d.n, d.table) },
	"unmatch": rehearseUnmatch,
}

// rehearse tries a change that some players are ticked for.
func rehearse(
	pick func(drawChange) ([]tournament.PlayerID, error),
	do func(*tournament.Tournament, int, []tournament.PlayerID) ([]tournament.Game, []tournament.PlayerID, error),
) func(drawChange, *tournament.Tournament) error {
	return func(d drawChange, t *tournament.Tournament) error {
		players, err := pick(d)
		if err != nil {
			return err
		}
		games, byes, err := do(t, d.n, players)
		if err != nil {
			return err
		}
		return t.Repair(d.n, games, byes)
	}
}

// solve tries a change that is made by solving.
func solve(do func(drawChange, *tournament.Tournament) (*tournament.Tournament, error)) func(drawChange, *tournament.Tournament) error {
	return func(d drawChange, t *tournament.Tournament) error {
		next, err := do(d, t)
		if err == nil {
			*t = *next
		}
		return err
	}
}

// asks returns the address that asks before a change of a published round, ""
// when the change can be carried out at once.
func (d drawChange) asks(do string) (address string, err error) {
	try, announced := rehearsals[do]
	if r := d.t.Round(d.n); !announced || r == nil || !r.Published || d.c.PostForm("sure") != "" {
		return "", nil
	}
	if err := try(d, d.t.Clone()); err != nil {
		return "", err
	}
	q := url.Values{"ask": {do}}
	if d.table > 0 {
		q.Set("table", strconv.Itoa(d.table))
	}
	for _, id := range d.players {
		q.Add("player", strconv.Itoa(int(id)))
	}
	return drawPath(d.t, d.n) + "?" + q.Encode(), nil
}

// askPublished asks about a change of a published round: how many tables, from
// what to what, at what cost. It returns nil for what needs no question.
func (d *drawing) askPublished(c *gin.Context, do string) (*askView, error) {
	try, announced := rehearsals[do]
	if !announced || !d.r.Published {
		return nil, nil
	}
	t, p := d.snapshot.Tournament, d.page
	change := drawChange{Server: d.Server, c: c, t: t, n: d.r.Number, table: d.chosen, players: playerIDs(c.QueryArray("player"))}
	next := t.Clone()
	err := try(change, next)
	if err != nil {
		return nil, err
	}
	ask := &askView{Do: do, Button: p.T("draw.apply"), Table: d.chosen, Players: change.players}
	words, tables := changeWords{p.Language, next}, map[int]bool{}
	for _, change := range tournament.Diff(t, next) {
		ask.Changes = append(ask.Changes, words.tell(change)...)
		if change.Game != nil {
			tables[subject(change.Game).Table] = true
		}
	}
	ask.Text = p.T("draw.ask.published", len(tables))
	if len(ask.Changes) == 0 {
		ask.Text, ask.Button = p.T("draw.ask.nothing"), ""
		return ask, nil
	}
	ask.Cost, err = priced(p, t, next)
	return ask, err
}

// playerIDs reads the players that a form or address names.
func playerIDs(texts []string) []tournament.PlayerID {
	var ids []tournament.PlayerID
	for _, text := range texts {
		ids = append(ids, tournament.PlayerID(natural(text)))
	}
	return ids
}

// A repairView is the latest change of a published round.
type repairView struct {
	What    string
	Version int // by which the log takes it back
	Cost    *changeCost
}

// fillRepairs marks what has changed since the round was published, and offers
// to take the latest change back.
func (s *Server) fillRepairs(ctx context.Context, d *drawing) error {
	t, p := d.snapshot.Tournament, d.page
	entries, _, err := s.director.Log(ctx, t.Info.Slug, 0)
	if err != nil {
		return err
	}
	changed := map[int]bool{}
	for _, e := range entries {
		switch {
		case !slices.ContainsFunc(e.Changes, func(c tournament.Change) bool { return roundOf(c) == p.Round }):
			continue
		case strings.HasPrefix(e.Action, "round.") && e.Action != "round.start":
			// What came before was not yet published.
			p.markChanged(changed)
			return nil
		case e.UndoneBy > 0 || !strings.HasPrefix(e.Action, "draw.") && !strings.HasPrefix(e.Action, "game."):
			continue
		}
		for _, c := range e.Changes {
			if c.Game != nil {
				changed[subject(c.Game).ID] = true
			}
		}
		if p.Repair == nil {
			if err := d.repair(e); err != nil {
				return err
			}
		}
	}
	p.markChanged(changed)
	return nil
}

// repair shows the latest change, as long as it can be taken back.
func (d *drawing) repair(e director.LogEntry) (err error) {
	t := d.snapshot.Tournament
	before := t.Clone()
	d.page.Repair = &repairView{What: say(d.page.Language, logged{e})}
	if before.Undo(e.Changes) != nil {
		return nil // something rests on it
	}
	d.page.Repair.Version = e.Version
	d.page.Repair.Cost, err = priced(d.page, before, t)
	return err
}

func (p *drawPage) markChanged(games map[int]bool) {
	for i := range p.Rows {
		if row := &p.Rows[i]; games[row.ID] {
			row.Changed = true
			row.Marks = append([]markView{{Text: p.T("draw.changed")}}, row.Marks...)
		}
	}
}

// fillReadiness lists, before the draw is made, what keeps it from being good.
func (d *drawing) fillReadiness() error {
	p, n := d.page, d.r.Number
	if p.Ready == 0 {
		p.Checks = append(p.Checks, checkView{
			Text: p.T("draw.nobody"), Grave: true, Links: []link{{Text: p.T("draw.checkin"), Address: p.Event.Home + "/players"}},
		})
	}
	empty := d.snapshot.Tournament.Clone()
	if err := empty.SetDraft(n, nil, nil, tournament.Drawn{}); err != nil {
		return err
	}
	for _, check := range pairing.Checks(empty, n) {
		if check.Subject == "results" {
			p.Checks = append(p.Checks, d.check(check))
		}
	}
	return nil
}
