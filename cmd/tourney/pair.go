package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/format/native"
	"tourney/internal/format/workbook"
	"tourney/internal/pairing"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// pair draws one round of a file's tournament from its players and the rounds before. The director's byes and locked
// games of a draft stay. A published round and later games are ignored, unless that round is verified.
func pair(c *call) error {
	round := c.flags.Int("round", 0, "the round to pair")
	seed := c.flags.Uint64("seed", 1, "decides what the settings leave to chance")
	weights := c.flags.Bool("weights", false, "with --json: the weights of all pairs too")
	asJSON := c.flags.Bool("json", false, "answer in JSON, with the reasons of every game")
	verify := c.flags.Bool("verify", false, "repeat the draw of the round in the file and compare")
	var why []string
	c.flags.Func("why", "a `player`, given twice: the cost of letting the two meet", func(name string) error {
		why = append(why, name)
		return nil
	})
	args, err := c.parse("FILE")
	if err != nil {
		return err
	}
	switch set := c.flagsSet(); {
	case *round < 1:
		return misused("command.pair.number")
	case len(why) != 0 && len(why) != 2:
		return misused("command.pair.why")
	case *weights && !*asJSON:
		return misused("command.pair.weights")
	case *verify && (set["seed"] || set["weights"] || set["why"]):
		return misused("command.pair.verify")
	}
	whole, err := c.whole(args[0])
	if err != nil {
		return err
	}
	t := whole.Tournament
	switch {
	case *verify:
		return c.verify(whole, *round, *asJSON)
	case *round > max(t.Settings.Rounds, len(t.Rounds)):
		return fault.New(fault.Invalid, "round.range", *round, t.Settings.Rounds)
	case *round > len(t.Rounds)+1:
		return fault.New(fault.Invalid, "command.pair.early", *round, len(t.Rounds)+1)
	}
	c.keepDraft(t, *round)
	var session pairing.Session
	draw, err := session.Make(c.ctx, t, *round, pairing.Options{Seed: *seed})
	if err != nil {
		return err
	}
	if why != nil {
		return c.answerWhy(&session, t, draw, why, *asJSON)
	}
	report, err := c.report(t, draw)
	switch {
	case err != nil:
		return err
	case !*asJSON:
		return c.printDraw(t, draw, report)
	case *weights:
		report.AddWeights(t, draw)
	}
	return c.encode(report)
}

// keepDraft drops round n and later ones, except a draft of round n, and prints its byes and locked games to stderr.
func (c *call) keepDraft(t *tournament.Tournament, n int) {
	r := t.Round(n)
	if r == nil || r.Published {
		t.Rounds = t.Rounds[:n-1]
		return
	}
	t.Rounds = t.Rounds[:n]
	fixed := pairing.Fixed(t, n)
	var games, byes []string
	for _, g := range fixed.Games {
		games = append(games, fmt.Sprintf("%d %s – %s", g.Table, t.NameOf(g.Black), t.NameOf(g.White)))
	}
	for _, id := range fixed.Byes {
		byes = append(byes, t.NameOf(id))
	}
	for _, kept := range []struct {
		key  string
		list []string
	}{{"command.pair.byes", byes}, {"command.pair.locked", games}} {
		if len(kept.list) > 0 {
			fmt.Fprintln(c.stderr, "tourney:", c.lang.T(kept.key, strings.Join(kept.list, ", ")))
		}
	}
}

// report prints the warnings about a draw and returns its report.
func (c *call) report(t *tournament.Tournament, draw *pairing.Draw) (workbook.DrawReport, error) {
	if err := c.printWarnings(t, draw); err != nil {
		return workbook.DrawReport{}, err
	}
	return workbook.ReportDraw(t, draw, c.lang.T), nil
}

// printDraw prints a draw for people.
func (c *call) printDraw(t *tournament.Tournament, draw *pairing.Draw, report workbook.DrawReport) error {
	fmt.Fprintf(c.stdout, "%s\n\n", c.lang.T("command.pair.head", t.Info.Name, draw.Round, report.Total))
	if err := c.printGames(t, draw); err != nil {
		return err
	}
	for _, list := range []struct {
		key   string
		names []string
	}{{"standings.cell.bye", report.Bye}, {"standings.cell.absent", report.Absent}} {
		if len(list.names) > 0 {
			fmt.Fprintf(c.stdout, "%s: %s\n", c.lang.T(list.key), strings.Join(list.names, ", "))
		}
	}
	return nil
}

// printGames prints the games of a draw, or only the games at some tables.
func (c *call) printGames(t *tournament.Tournament, draw *pairing.Draw, only ...int) error {
	w := c.table(0)
	fmt.Fprintln(w, c.headings("column.table", "column.black", "column.rank", "column.white", "column.rank", "column.handicap", "column.komi"))
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

// A verifyReport is the JSON of a repeated draw.
type verifyReport struct {
	Round       int      `json:"round"`
	Seed        uint64   `json:"seed"`
	SeedText    uint64   `json:"seedText,string"` // may exceed 2^53
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

// verify repeats the draw of a round in the file.
func (c *call) verify(whole tournament.Whole, n int, asJSON bool) error {
	t := whole.Tournament
	from, err := native.KeptDraw(whole, n)
	if err != nil {
		return err
	}
	v, err := pairing.Verify(c.ctx, t, n, from)
	if err != nil {
		return err
	}
	drawn := t.Round(n).Drawn
	report := verifyReport{
		Round: n, Seed: drawn.Seed, SeedText: drawn.Seed, Inputs: drawn.Inputs, MadeFrom: drawn.MadeFrom, Program: drawn.Program,
		Total: v.Draw.Total.String(), Reproduced: v.Reproduced(), ByHand: v.ByHand,
		Failures: texts(c.lang, v.Failures), Differences: texts(c.lang, v.Differences), Since: texts(c.lang, v.Changes),
	}
	if asJSON {
		if err := c.encode(report); err != nil {
			return err
		}
	} else if err := c.printVerification(t, report, v.FromCurrent); err != nil {
		return err
	}
	if !report.Reproduced {
		return errFailed
	}
	return nil
}

// printVerification prints the result of a repeated draw, the differences, and later changes.
func (c *call) printVerification(t *tournament.Tournament, r verifyReport, older bool) error {
	fmt.Fprintln(c.stdout, c.lang.T("command.pair.round", t.Info.Name, r.Round))
	w := c.table(0)
	fmt.Fprintf(w, "%s\t%d\n", c.lang.T("draw.seed.label"), r.Seed)
	fmt.Fprintf(w, "%s\t%s\n", c.lang.T("draw.verify.inputs"), cmp.Or(r.MadeFrom, r.Inputs))
	fmt.Fprintf(w, "%s\t%s\n", c.lang.T("draw.verify.program"), r.Program)
	fmt.Fprintf(w, "%s\t%s\n", c.lang.T("draw.verify.total"), r.Total)
	if err := w.Flush(); err != nil {
		return err
	}
	if r.Reproduced {
		fmt.Fprintln(c.stdout, c.lang.T("draw.verify.same"))
	} else {
		fmt.Fprintln(c.stdout, c.lang.T("draw.verify.differs"))
	}
	if older {
		fmt.Fprintln(c.stdout, c.lang.T("explain.verify.older"))
	}
	if r.ByHand > 0 {
		fmt.Fprintln(c.stdout, c.lang.T("draw.verify.byhand", r.ByHand))
	}
	for _, part := range []struct {
		key   string
		texts []string
	}{{"", r.Failures}, {"draw.verify.changed", r.Differences}, {"draw.verify.since", r.Since}} {
		if len(part.texts) > 0 && part.key != "" {
			fmt.Fprintln(c.stdout, c.lang.T(part.key))
		}
		for _, text := range part.texts {
			fmt.Fprintln(c.stdout, text)
		}
	}
	return nil
}

// A whyReport is the cost of letting two players meet.
type whyReport struct {
	Round int    `json:"round"`
	A     string `json:"a"`
	B     string `json:"b"`
	Cost  string `json:"cost"`
	// Meetings is the number of additional repeated meetings, RoundBefore of additional games of the round before, Sooner
	// of rounds less since the last meetings. They outweigh any cost, in this order.
	Meetings    int                  `json:"meetings"`
	RoundBefore int                  `json:"roundBefore"`
	Sooner      int                  `json:"sooner"`
	Game        workbook.DrawnGame   `json:"game"`
	Instead     []workbook.DrawnGame `json:"instead"`
	// Why are the reasons if the system's plan decides about the meeting; the fields after B are empty then.
	Why []string `json:"why,omitempty"`
}

// answerWhy prints the cost of letting two players meet.
func (c *call) answerWhy(session *pairing.Session, t *tournament.Tournament, draw *pairing.Draw, names []string, asJSON bool) error {
	report, other, err := c.why(session, t, draw, names)
	switch {
	case err != nil:
		return err
	case asJSON:
		return c.encode(report)
	}
	return c.printWhy(t, report, other)
}

// why returns the cost of letting two players meet instead of the draw, and the draw with their game; nil if the
// system's plan decides.
func (c *call) why(
	session *pairing.Session, t *tournament.Tournament, draw *pairing.Draw, names []string,
) (report whyReport, other *pairing.Alternative, err error) {
	if err := draw.Draft(t, version); err != nil {
		return report, nil, err
	}
	paired := t.Entrants()
	a, err := playerNamed(paired, names[0])
	if err != nil {
		return report, nil, err
	}
	b, err := playerNamed(paired, names[1])
	if err != nil {
		return report, nil, err
	}
	report = whyReport{Round: draw.Round, A: a.Name(), B: b.Name(), Instead: []workbook.DrawnGame{}}
	if reasons := pairing.WhyNot(t, draw.Round, a.ID, b.ID); reasons != nil {
		report.Why = texts(c.lang, reasons)
		return report, nil, nil
	}
	other, err = session.Instead(c.ctx, t, draw.Round, a.ID, b.ID)
	switch {
	case err != nil:
		return report, nil, err
	case other == nil:
		return report, nil, fault.New(fault.Conflict, "draw.whynot.odd", draw.Round)
	}
	report.Cost = other.Cost.String()
	report.Meetings, report.RoundBefore, report.Sooner = other.More.Meetings, other.More.RoundBefore, other.More.Last
	for _, g := range workbook.ReportDraw(paired, other.Draw, c.lang.T).Games {
		switch {
		case g.Black == report.A && g.White == report.B, g.Black == report.B && g.White == report.A:
			report.Game = g
		case slices.Contains(other.Changed, g.Table):
			report.Instead = append(report.Instead, g)
		}
	}
	return report, other, nil
}

func (c *call) printWhy(t *tournament.Tournament, r whyReport, other *pairing.Alternative) error {
	if other == nil {
		fmt.Fprintf(c.stdout, "%s\n%s\n\n%s\n", t.Info.Name, c.lang.T("draw.whynot.two", r.A, r.B), strings.Join(r.Why, "\n"))
		return nil
	}
	fmt.Fprintln(c.stdout, c.lang.T("command.pair.cost", t.Info.Name, r.Round, r.A, r.B, r.Cost))
	for _, more := range []struct {
		key string
		by  int
	}{{"draw.cost.meetings.more", r.Meetings}, {"draw.cost.before.more", r.RoundBefore}, {"draw.cost.ago.more", r.Sooner}} {
		if more.by != 0 { // later ones count less
			fmt.Fprintln(c.stdout, c.lang.T("command.pair.repeats", c.lang.T(more.key, more.by)))
			break
		}
	}
	fmt.Fprintln(c.stdout)
	for _, share := range r.Game.Criteria {
		if share.Text != "" {
			fmt.Fprintf(c.stdout, "%s (%s / %s)\n", share.Text, share.Share, share.Most)
		}
	}
	fmt.Fprintln(c.stdout)
	return c.printGames(t.Entrants(), other.Draw, other.Changed...)
}

// playerNamed returns the player with a name. A part of the name is enough if no other player's name contains it.
func playerNamed(t *tournament.Tournament, name string) (*tournament.Player, error) {
	var found []*tournament.Player
	wanted := spelling.Fold(name)
	for i := range t.Players {
		p := &t.Players[i]
		switch folded := spelling.Fold(p.Name()); {
		case folded == wanted:
			return p, nil
		case strings.Contains(folded, wanted):
			found = append(found, p)
		}
	}
	switch len(found) {
	case 0:
		return nil, nobodyNamed(t, name)
	case 1:
		return found[0], nil
	}
	return nil, fault.New(fault.NotFound, "player.named", len(found), fault.Clip(name))
}

// nobodyNamed returns the error about an unknown name, with the most similar one.
func nobodyNamed(t *tournament.Tournament, name string) error {
	var names []string
	for i := range t.Players {
		names = append(names, t.Players[i].Name())
	}
	if near := spelling.Closest(name, names); near != "" {
		return fault.New(fault.NotFound, "constraint.page.alike", fault.Clip(name), near)
	}
	return fault.New(fault.NotFound, "constraint.page.unknown", fault.Clip(name))
}

// printWarnings prints the warnings about a draw to stderr: probable mistakes, repeated games, and missing results.
func (c *call) printWarnings(t *tournament.Tournament, draw *pairing.Draw) error {
	drafted := t.Clone()
	if err := draw.Draft(drafted, "tourney "+version); err != nil {
		return err
	}
	for _, check := range pairing.Checks(drafted, draw.Round) {
		if check.Grave || check.Subject == "rematch" || check.Subject == "results" {
			fmt.Fprintln(c.stderr, "tourney:", c.lang.T(check.Key, check.Args...))
		}
	}
	return nil
}
