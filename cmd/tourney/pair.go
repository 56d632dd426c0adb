package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"tourney/internal/exchange/native"
	"tourney/internal/exchange/publish"
	"tourney/internal/fault"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
)

// pair draws one round of the tournament in a file from its players and the
// rounds before. Later games in the file do not count, unless that round itself
// is to be verified.
func pair(c *call) error {
	round := c.flags.Int("round", 0, "the round to pair")
	seed := c.flags.Uint64("seed", 1, "decides what the settings leave to chance")
	weights := c.flags.Bool("weights", false, "with --json: the weights of all pairs too")
	asJSON := c.flags.Bool("json", false, "answer in JSON, with the reasons of every game")
	verify := c.flags.Bool("verify", false, "make the draw of the round in the file again and compare")
	var why []string
	c.flags.Func("why", "a `player`, given twice: what it would cost to let the two meet", func(name string) error {
		why = append(why, name)
		return nil
	})
	args, err := c.parse(1, 1)
	if err != nil {
		return err
	}
	switch set := c.given(); {
	case *round < 1:
		return c.misused("--round names the round to pair, from 1")
	case len(why) != 0 && len(why) != 2:
		return c.misused("--why is given twice, once for each of two players")
	case *weights && !*asJSON:
		return c.misused("--weights needs --json: there are too many pairs for a table")
	case *verify && (set["seed"] || set["weights"] || set["why"]):
		return c.misused("--verify takes the seed of the draw in the file, and neither --weights nor --why")
	}
	t, err := c.tournament(args[0])
	if err != nil {
		return err
	}
	if *verify {
		return c.verify(t, *round, *asJSON)
	}
	if *round > len(t.Rounds)+1 {
		return fault.New(fault.Invalid, "round.range", *round, min(len(t.Rounds)+1, t.Settings.Rounds))
	}
	t.Rounds = t.Rounds[:*round-1]
	var session pairing.Session
	draw, err := session.Make(c.ctx, t, *round, pairing.Options{Seed: *seed})
	if err != nil {
		return err
	}
	if why != nil {
		return c.why(&session, t, draw, why, *asJSON)
	}
	report := publish.ReportDraw(t, draw, c.say.T, *weights && *asJSON)
	if err := c.lookOver(t, draw); err != nil {
		return err
	}
	if *asJSON {
		return json.NewEncoder(c.stdout).Encode(report)
	}
	return c.tellDraw(t, draw, report)
}

// tellDraw prints a draw for people.
func (c *call) tellDraw(t *tournament.Tournament, draw *pairing.Draw, report publish.DrawReport) error {
	fmt.Fprintf(c.stdout, "%s\n\n", c.say.T("pair.head", t.Info.Name, draw.Round, report.Total))
	if err := c.table(t, draw); err != nil {
		return err
	}
	for _, list := range []struct {
		key   string
		names []string
	}{{"cell.bye", report.Bye}, {"cell.absent", report.Absent}} {
		if len(list.names) > 0 {
			fmt.Fprintf(c.stdout, "%s: %s\n", c.say.T(list.key), strings.Join(list.names, ", "))
		}
	}
	return nil
}

// table prints the games of a draw, or those at some tables only.
func (c *call) table(t *tournament.Tournament, draw *pairing.Draw, only ...int) error {
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, c.heads("column.table", "column.black", "column.rank", "column.white", "column.rank", "column.handicap", "column.komi"))
	for _, g := range draw.Games {
		if len(only) > 0 && !slices.Contains(only, g.Game.Table) {
			continue
		}
		black, white := t.Player(g.Game.Black), t.Player(g.Game.White)
		fmt.Fprintf(w, "%d\t%s\t%v\t%s\t%v\t%d\t%s\n",
			g.Game.Table, black.Name(), black.Rank, white.Name(), white.Rank, g.Game.Handicap, c.number(g.Game.Komi))
	}
	return w.Flush()
}

// A verifyReport says whether a draw has been reproduced.
type verifyReport struct {
	Round       int      `json:"round"`
	Seed        uint64   `json:"seed"`
	Inputs      string   `json:"inputs"`
	MadeFrom    string   `json:"madeFrom"`
	Program     string   `json:"program"`
	Total       string   `json:"total"`
	Reproduced  bool     `json:"reproduced"`
	Failures    []string `json:"failures"`
	ByHand      int      `json:"byHand"`
	Differences []string `json:"differences"`
	Since       []string `json:"since"`
}

// verify makes the draw of a round in the file again.
func (c *call) verify(t *tournament.Tournament, n int, asJSON bool) error {
	from, err := native.KeptDraw(t, n)
	if err != nil {
		return err
	}
	v, err := pairing.Verify(c.ctx, t, n, from)
	if err != nil {
		return err
	}
	drawn := t.Round(n).Drawn
	report := verifyReport{
		Round: n, Seed: drawn.Seed, Inputs: drawn.Inputs, MadeFrom: drawn.MadeFrom, Program: drawn.Program,
		Total: v.Draw.Total.String(), Reproduced: v.Reproduced(), ByHand: v.ByHand,
		Failures: c.sayAll(v.Failures), Differences: c.sayAll(v.Differences), Since: c.sayAll(v.Changes),
	}
	if asJSON {
		if err := json.NewEncoder(c.stdout).Encode(report); err != nil {
			return err
		}
	} else if err := c.tellVerified(t, report, v.FromCurrent); err != nil {
		return err
	}
	if !report.Reproduced {
		return errFailed
	}
	return nil
}

// sayAll says sentences.
func (c *call) sayAll(sentences []pairing.Sentence) []string {
	texts := []string{}
	for _, s := range sentences {
		texts = append(texts, c.say.T(s.Key, s.Args...))
	}
	return texts
}

// tellVerified prints whether a draw has been reproduced, what differs, and
// what has changed since.
func (c *call) tellVerified(t *tournament.Tournament, r verifyReport, older bool) error {
	fmt.Fprintln(c.stdout, c.say.T("pair.round", t.Info.Name, r.Round))
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s\t%d\n", c.say.T("draw.seed.label"), r.Seed)
	fmt.Fprintf(w, "%s\t%s\n", c.say.T("draw.verify.inputs"), cmp.Or(r.MadeFrom, r.Inputs))
	fmt.Fprintf(w, "%s\t%s\n", c.say.T("draw.verify.program"), r.Program)
	fmt.Fprintf(w, "%s\t%s\n", c.say.T("draw.verify.total"), r.Total)
	if err := w.Flush(); err != nil {
		return err
	}
	if r.Reproduced {
		fmt.Fprintln(c.stdout, c.say.T("draw.verify.same"))
	} else {
		fmt.Fprintln(c.stdout, c.say.T("draw.verify.differs"))
	}
	if older {
		fmt.Fprintln(c.stdout, c.say.T("explain.verify.older"))
	}
	if r.ByHand > 0 {
		fmt.Fprintln(c.stdout, c.say.T("draw.verify.byhand", r.ByHand))
	}
	for _, part := range []struct {
		key   string
		texts []string
	}{{"", r.Failures}, {"draw.verify.changed", r.Differences}, {"draw.verify.since", r.Since}} {
		if len(part.texts) > 0 && part.key != "" {
			fmt.Fprintln(c.stdout, c.say.T(part.key))
		}
		for _, text := range part.texts {
			fmt.Fprintln(c.stdout, text)
		}
	}
	return nil
}

// A whyReport says what it would cost to let two players meet.
type whyReport struct {
	Round   int                 `json:"round"`
	A       string              `json:"a"`
	B       string              `json:"b"`
	Cost    string              `json:"cost"`
	Game    publish.DrawnGame   `json:"game"`
	Instead []publish.DrawnGame `json:"instead"`
	// Why says why the two do not meet, or when, where the system's plan decides
	// that; the rest is empty then.
	Why []string `json:"why,omitempty"`
}

// why tells what it would cost against the draw to let two players meet, and
// what would be played instead.
func (c *call) why(session *pairing.Session, t *tournament.Tournament, draw *pairing.Draw, names []string, asJSON bool) error {
	if err := draw.Draft(t, version); err != nil {
		return err
	}
	of := t
	if t.Settings.Teams.Boards > 0 {
		of = t.OfTeams()
	}
	var two [2]tournament.PlayerID
	for i, name := range names {
		p, err := playerNamed(of, name)
		if err != nil {
			return err
		}
		two[i] = p.ID
	}
	if said := pairing.WhyNot(t, draw.Round, two[0], two[1]); said != nil {
		return c.whyPlanned(of, draw.Round, two, said, asJSON)
	}
	other, err := session.Instead(c.ctx, t, draw.Round, two[0], two[1])
	switch {
	case err != nil:
		return err
	case other == nil:
		return fault.New(fault.Conflict, "draw.whynot.odd", draw.Round)
	}
	t = of
	report := whyReport{
		Round: draw.Round, A: t.Player(two[0]).Name(), B: t.Player(two[1]).Name(), Cost: other.Cost.String(), Instead: []publish.DrawnGame{},
	}
	for _, g := range publish.ReportDraw(t, other.Draw, c.say.T, false).Games {
		switch {
		case g.Black == report.A && g.White == report.B, g.Black == report.B && g.White == report.A:
			report.Game = g
		case slices.Contains(other.Changed, g.Table):
			report.Instead = append(report.Instead, g)
		}
	}
	if asJSON {
		return json.NewEncoder(c.stdout).Encode(report)
	}
	fmt.Fprintf(c.stdout, "%s\n\n", c.say.T("pair.cost", t.Info.Name, draw.Round, report.A, report.B, report.Cost))
	for _, share := range report.Game.Criteria {
		if share.Text != "" {
			fmt.Fprintf(c.stdout, "%s (%s / %s)\n", share.Text, share.Share, share.Most)
		}
	}
	fmt.Fprintln(c.stdout)
	return c.table(t, other.Draw, other.Changed...)
}

// whyPlanned tells what the plan of the system says about two players.
func (c *call) whyPlanned(t *tournament.Tournament, round int, two [2]tournament.PlayerID, said []pairing.Sentence, asJSON bool) error {
	report := whyReport{Round: round, A: t.Player(two[0]).Name(), B: t.Player(two[1]).Name(), Instead: []publish.DrawnGame{}}
	for _, s := range said {
		report.Why = append(report.Why, c.say.T(s.Key, s.Args...))
	}
	if asJSON {
		return json.NewEncoder(c.stdout).Encode(report)
	}
	fmt.Fprintf(c.stdout, "%s\n%s\n\n%s\n", t.Info.Name, c.say.T("draw.whynot.two", report.A, report.B), strings.Join(report.Why, "\n"))
	return nil
}

// playerNamed returns the player of that name, of which a part is enough if no other
// player's name has it.
func playerNamed(t *tournament.Tournament, name string) (*tournament.Player, error) {
	var found []*tournament.Player
	wanted := tournament.Fold(name)
	for i := range t.Players {
		p := &t.Players[i]
		switch folded := tournament.Fold(p.Name()); {
		case folded == wanted:
			return p, nil
		case strings.Contains(folded, wanted):
			found = append(found, p)
		}
	}
	if len(found) != 1 {
		return nil, fault.New(fault.NotFound, "player.named", len(found), name)
	}
	return found[0], nil
}

// lookOver says on stderr what in a draw is hardly ever meant so, who meets again
// or is from one club, and which games are still to be played.
func (c *call) lookOver(t *tournament.Tournament, draw *pairing.Draw) error {
	drafted := t.Clone()
	if err := draw.Draft(drafted, "tourney "+version); err != nil {
		return err
	}
	for _, check := range pairing.Checks(drafted, draw.Round) {
		if check.Grave || check.Subject == "rematch" || check.Subject == "results" {
			fmt.Fprintln(c.stderr, "tourney:", c.say.T(check.Key, check.Args...))
		}
	}
	return nil
}
