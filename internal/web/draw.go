package web

import (
	"context"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/i18n"
	"tourney/internal/pairing"
	"tourney/internal/tournament"
)

// A drawPage is the draw of one round: to be made, looked over, changed and
// published, or to be repaired once it is.
type drawPage struct {
	base
	Round int
	// Path is the page's address with nothing chosen.
	Path             string
	Drawn, Published bool
	// Early says that the round before must be published first.
	Early bool
	// Ready is how many would be paired, Away how many are checked in but do
	// not play, Announced how many have not checked in.
	Ready, Away, Announced int
	Seed, Start            string
	Locked                 int
	Ask                    *askView
	Rows                   []drawRow
	Byes, Idle             []seatedView
	Checks                 []checkView
	// Grave says that a check found what is hardly ever meant so.
	Grave bool
	Cost  *costView
	Fault string
}

// An askView asks before something is thrown away: what will happen, and the
// button that does it.
type askView struct {
	Text, Do, Button string
	Table            int
	// Seed is asked for too when Seeded.
	Seeded bool
}

// A drawRow is one game of the draw.
type drawRow struct {
	gameView
	// BlackScore and WhiteScore are the scores before the round.
	BlackScore, WhiteScore string
	Address                string
	Locked                 bool
	// Fixed says that the game has a result and keeps its players.
	Fixed  bool
	Marks  []markView
	Chosen *chosenView
}

// A markView is a small sign that a criterion is broken.
type markView struct {
	Text  string
	Grave bool
}

// A chosenView is the unfolded part of a row: why these two, and what can be
// changed.
type chosenView struct {
	Page      *drawPage
	Table     int
	Fixed     bool
	Why       []reasonView
	Handicaps []option
	Komi      string
	Ask       string // address that asks before the game is taken out
}

// An option is one choice of a list.
type option struct {
	Value, Text string
	Selected    bool
}

// A reasonView is what one criterion gives a game.
type reasonView struct {
	Name, Text  string
	Percent     int
	Value, Most string
}

// A seatedView is a player with a bye or nothing.
type seatedView struct {
	playerView
	Score string
}

// A checkView is something to look at before publishing.
type checkView struct {
	Text  string
	Grave bool
	Links []link
}

// A costView is what the draw is worth as it stands.
type costView struct {
	Total, Best, Loss string
	// Perfect says that nothing is lost to changes by hand.
	Perfect bool
	// Last is the last change, LastCost what it cost in all, Shares where.
	Last, LastCost string
	Shares         []string
}

func (s *Server) showDraw(c *gin.Context) error {
	snapshot, n, err := s.drawRound(c)
	if err != nil {
		return err
	}
	page, err := s.drawPage(c, snapshot, n)
	if err != nil {
		return err
	}
	return s.render(c, "draw", page)
}

// drawRound returns the round that the address names.
func (s *Server) drawRound(c *gin.Context) (*director.Snapshot, int, error) {
	snapshot, err := s.visible(c)
	if err != nil {
		return nil, 0, err
	}
	n := natural(c.Param("round"))
	if planned := max(snapshot.Tournament.Settings.Rounds, len(snapshot.Tournament.Rounds)); n < 1 || n > planned {
		return nil, 0, fault.New(fault.NotFound, "round.range", clip(c.Param("round")), planned)
	}
	return snapshot, n, nil
}

func (s *Server) drawPage(c *gin.Context, snapshot *director.Snapshot, n int) (*drawPage, error) {
	t := snapshot.Tournament
	page := &drawPage{base: s.deskBase(c, snapshot, s.language(c).T("draw.title", n), "draw", n), Round: n}
	page.Path = page.Event.Home + "/draw/" + strconv.Itoa(n)
	for i := range t.Players {
		switch p := &t.Players[i]; {
		case p.Plays(n):
			page.Ready++
		case p.Status == tournament.CheckedIn:
			page.Away++
		case p.Status == tournament.Preliminary:
			page.Announced++
		}
	}
	page.Early = n > 1 && n > t.Current()+1
	page.Seed = "1"
	r := t.Round(n)
	if r == nil {
		return page, nil
	}
	page.Drawn, page.Published = true, r.Published
	if r.Drawn.Seed > 0 {
		page.Seed = strconv.FormatUint(r.Drawn.Seed, 10)
	}
	if !r.Start.IsZero() {
		page.Start = r.Start.In(zone(t)).Format(startForm)
	}
	d := &drawing{snapshot: snapshot, r: r, page: page, chosen: natural(c.Query("table"))}
	if err := d.fill(c.Request.Context()); err != nil {
		return nil, err
	}
	if !r.Published {
		if err := s.fillCost(c.Request.Context(), d); err != nil {
			return nil, err
		}
	}
	page.Ask = d.ask(c.Query("ask"))
	return page, nil
}

// A drawing fills the page of a round that is drawn.
type drawing struct {
	snapshot *director.Snapshot
	r        *tournament.Round
	page     *drawPage
	chosen   int
	weighed  *pairing.Draw
}

func (d *drawing) fill(ctx context.Context) (err error) {
	t, p := d.snapshot.Tournament, d.page
	checks := pairing.Checks(t, d.r.Number)
	if !d.r.Published || d.r.At(d.chosen) != nil {
		if d.weighed, err = pairing.Weigh(ctx, t, d.r.Number); err != nil {
			return err
		}
	}
	for i := range d.r.Games {
		p.Rows = append(p.Rows, d.row(&d.r.Games[i], checks))
		if d.r.Games[i].Locked {
			p.Locked++
		}
	}
	for i := range t.Players {
		id := t.Players[i].ID
		switch {
		case d.r.HasBye(id):
			p.Byes = append(p.Byes, d.seated(id))
		case t.Players[i].Plays(d.r.Number) && d.r.Game(id) == nil:
			p.Idle = append(p.Idle, d.seated(id))
		}
	}
	for _, list := range [][]seatedView{p.Byes, p.Idle} {
		i18n.Sort(p.Language, list, func(v seatedView) string { return v.Name })
	}
	for _, check := range checks {
		p.Checks = append(p.Checks, d.check(check))
		p.Grave = p.Grave || check.Grave
	}
	return nil
}

func (d *drawing) row(g *tournament.Game, checks []pairing.Check) drawRow {
	p := d.page
	row := drawRow{
		gameView: newGameView(p.Language, d.snapshot.Tournament, g), BlackScore: d.score(g.Black), WhiteScore: d.score(g.White),
		Address: d.choose(g.Table), Locked: g.Locked, Fixed: g.Result.Known(),
	}
	for _, c := range checks {
		if c.Round == d.r.Number && (slices.Contains(c.Tables, g.Table) || len(c.Tables) == 0 && slices.ContainsFunc(c.Players, g.Has)) {
			gap := d.points(g.Black).Floor() - d.points(g.White).Floor()
			row.Marks = append(row.Marks, markView{p.T("mark."+strings.TrimPrefix(c.Key, "check."), max(gap, -gap)), c.Grave})
		}
	}
	if g.ByHand {
		row.Marks = append(row.Marks, markView{Text: p.T("draw.byhand")})
	}
	if g.Table == d.chosen {
		row.Chosen = d.unfold(g)
		row.Address = p.Path + "#t" + strconv.Itoa(g.Table)
	}
	return row
}

// choose is the address of the page with a game unfolded.
func (d *drawing) choose(table int) string {
	return d.page.Path + "?table=" + strconv.Itoa(table) + "#chosen"
}

// score is what a player has before the round: McMahon points, or wins.
func (d *drawing) score(id tournament.PlayerID) string { return d.points(id).String() }

func (d *drawing) points(id tournament.PlayerID) tournament.Score {
	row := d.snapshot.Standings(d.r.Number - 1).Row(id)
	switch {
	case row == nil:
		return 0
	case d.snapshot.Tournament.Settings.System == tournament.McMahon:
		return row.MMS
	}
	return row.NBW
}

func (d *drawing) seated(id tournament.PlayerID) seatedView {
	return seatedView{newPlayerView(d.snapshot.Tournament, id), d.score(id)}
}

func (d *drawing) unfold(g *tournament.Game) *chosenView {
	v := &chosenView{Page: d.page, Table: g.Table, Fixed: g.Result.Known(), Komi: d.page.Decimal(g.Komi.String()), Ask: d.page.Path + "?ask=unpair&table=" + strconv.Itoa(g.Table)}
	for n := range 10 {
		v.Handicaps = append(v.Handicaps, option{strconv.Itoa(n), strconv.Itoa(n), n == g.Handicap})
	}
	for _, p := range d.weighed.Games {
		if p.Game.ID != g.ID {
			continue
		}
		for _, share := range p.Shares {
			if share.Most > 0 {
				v.Why = append(v.Why, d.why(g, share))
			}
		}
	}
	return v
}

// why says one share in words.
func (d *drawing) why(g *tournament.Game, share pairing.Share) reasonView {
	p := d.page
	v := reasonView{
		Name: p.T("share." + share.Criterion), Percent: int(100 * float64(share.Value) / float64(share.Most)),
		Value: grouped(big.NewInt(share.Value)), Most: grouped(big.NewInt(share.Most)),
	}
	level := ".part"
	switch share.Value {
	case share.Most:
		level = ".full"
	case 0:
		level = ".none"
	}
	black, white := d.points(g.Black), d.points(g.White)
	switch share.Criterion {
	case "score":
		if black.Floor() == white.Floor() {
			v.Text = p.T("why.score.full", black)
		} else {
			v.Text = p.T("why.score.part", black, white)
		}
	case "handicap":
		v.Text = p.T("why.handicap", g.Handicap)
	case "random", "seeding", "dudd":
		v.Text = p.T("why."+share.Criterion, v.Percent)
	default:
		v.Text = p.T("why." + share.Criterion + level)
	}
	return v
}

// check says a check and links to what it is about.
func (d *drawing) check(c pairing.Check) checkView {
	p, t := d.page, d.snapshot.Tournament
	v := checkView{Text: p.T(c.Key, c.Args...), Grave: c.Grave}
	const most = 8 // links a line
	for _, table := range c.Tables[:min(most, len(c.Tables))] {
		switch {
		case c.Round != d.r.Number:
			v.Links = append(v.Links, link{Text: strconv.Itoa(table), Address: deskState{Slug: t.Info.Slug, Round: c.Round, Table: table}.Desk()})
		case d.r.At(table) != nil:
			v.Links = append(v.Links, link{Text: strconv.Itoa(table), Address: d.choose(table)})
		}
	}
	if len(c.Tables) > 0 {
		return v
	}
	for _, id := range c.Players[:min(most, len(c.Players))] {
		address := p.Path + "#idle"
		if g := d.r.Game(id); g != nil {
			address = d.choose(g.Table)
		}
		v.Links = append(v.Links, link{Text: newPlayerView(t, id).Name, Address: address})
	}
	return v
}

// ask returns the question about something that throws work away, or nil.
func (d *drawing) ask(what string) *askView {
	p, games := d.page, len(d.r.Games)
	switch {
	case what == "pair" && !d.r.Published:
		return &askView{Text: p.T("draw.ask.pair", games-p.Locked, p.Locked), Do: "pair", Button: p.T("draw.again"), Seeded: true}
	case what == "drop" && !d.r.Published:
		return &askView{Text: p.T("draw.ask.drop", games, p.Locked), Do: "drop", Button: p.T("draw.drop")}
	case what == "publish" && !d.r.Published:
		return &askView{Text: p.T("draw.ask.publish", d.graveChecks()), Do: "publish", Button: p.T("draw.publish.anyway")}
	case what == "withhold" && d.r.Published:
		return &askView{Text: p.T("draw.ask.withhold", games), Do: "withhold", Button: p.T("draw.withhold")}
	case what == "unpair" && d.r.At(d.chosen) != nil:
		g := newGameView(p.Language, d.snapshot.Tournament, d.r.At(d.chosen))
		return &askView{Text: p.T("draw.ask.unpair", d.chosen, g.Black.Name, g.White.Name), Do: "unpair", Button: p.T("draw.unpair"), Table: d.chosen}
	}
	return nil
}

func (d *drawing) graveChecks() int {
	n := 0
	for _, c := range d.page.Checks {
		if c.Grave {
			n++
		}
	}
	return n
}

// fillCost tells what the draft is worth and what the last change cost.
func (s *Server) fillCost(ctx context.Context, d *drawing) error {
	if d.weighed.Best == nil {
		return nil
	}
	loss := new(big.Int).Sub(d.weighed.Best, d.weighed.Total)
	d.page.Cost = &costView{
		Total: grouped(d.weighed.Total), Best: grouped(d.weighed.Best), Loss: grouped(loss), Perfect: loss.Sign() == 0,
	}
	t := d.snapshot.Tournament
	entries, _, err := s.director.Log(ctx, t.Info.Slug, 0)
	if err != nil {
		return err
	}
	if len(entries) == 0 || entries[0].Version != t.Version || !strings.HasPrefix(entries[0].Action, "draw.") && !strings.HasPrefix(entries[0].Action, "game.") {
		return nil
	}
	before := t.Clone()
	if err := before.Undo(entries[0].Changes); err != nil || before.Round(d.r.Number) == nil {
		return nil // it was about another round
	}
	was, err := pairing.Weigh(ctx, before, d.r.Number)
	if err != nil || len(was.Games) != len(d.weighed.Games) {
		return err
	}
	d.page.Cost.tell(d.page.Language, logged{entries[0]}, was, d.weighed)
	return nil
}

// tell says what a change cost, in all and by criterion.
func (v *costView) tell(lang *i18n.Language, change logged, was, now *pairing.Draw) {
	v.Last = say(lang, change)
	v.LastCost = grouped(new(big.Int).Sub(was.Total, now.Total))
	sum := func(d *pairing.Draw, criterion int) *big.Int {
		total := new(big.Int)
		for _, g := range d.Games {
			total.Add(total, big.NewInt(g.Shares[criterion].Value))
		}
		return total
	}
	for i, name := range pairing.Criteria() {
		diff := new(big.Int).Sub(sum(now, i), sum(was, i))
		switch diff.Sign() {
		case 1:
			v.Shares = append(v.Shares, lang.T("draw.cost.share", lang.T("share."+name), "+"+grouped(diff)))
		case -1:
			v.Shares = append(v.Shares, lang.T("draw.cost.share", lang.T("share."+name), grouped(diff)))
		}
	}
}

// grouped writes a whole number with its thousands apart and a true minus.
func grouped(n *big.Int) string {
	text := new(big.Int).Abs(n).String()
	const space = "\u202f"
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + space + text[i:]
	}
	if n.Sign() < 0 {
		return "\u2212" + text
	}
	return text
}

// startForm is how a form's field holds a day and time.
const startForm = "2006-01-02T15:04"

// parseTerms reads handicap and komi as the form sends them.
func parseTerms(number, komi string) (handicap.Terms, error) {
	k, err := handicap.ParseKomi(komi)
	if err != nil {
		return handicap.Terms{}, err
	}
	n, err := strconv.Atoi(number)
	if err != nil {
		return handicap.Terms{}, fault.New(fault.Invalid, "draw.handicap", clip(number))
	}
	return handicap.Terms{Number: n, Komi: k}, nil
}
