package demo

import (
	"fmt"
	"strconv"

	"tourney/internal/app/director"
	"tourney/internal/event/settle"
	"tourney/internal/rules"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/rules/live"
	"tourney/internal/rules/sgf"
	"tourney/internal/tournament"
)

// A recording is an invented game: its place in the tournament, its handicap
// stones and its moves in SGF letters, "--" for a pass.
type recording struct {
	round, table int
	stones       string
	moves        string
	dead         string // dead stones at the end, for a counted game
	unmarked     bool   // the record does not mark the dead stones
	result       string // RE, for a game that was not counted
}

// recordings are four games: one counted, one resigned, one with an illegal ko, and a stopped one.
var recordings = []recording{
	{round: 3, table: 11, dead: "qd qe pf qf lh oi rk ol ql", moves: "pdcpppdcepeqfqdqfpcnjpcejcqnqlonnpmnlppfndqdqcqercqjgcrpqqrqolnkrkrjnfcjffenfhnhlhmglelgsfkhogdhgnjnglilijjkebdbiodkjfer" +
		"frihjjkkhgkjdfcfhkqrprrrfcoqpqopornqmqponroodacaeacbesdsfsdgphqhqgpipgrhnoohnnnmechhgiefeedeedfgggeginlompkokpjoimjmemdm" +
		"eldpfneodlclhlejfjrgrfqfrdeiikngofqpigjgjijhkfkipsghfigfhffeheekfkfogojlgeffddcdmfsgrefdgdhiqsrshjlfkgmooiniehii----"},
	{round: 3, table: 18, stones: "pd dd dp", result: "B+R", moves: "ppdjfccfncfehdnppnpqqqoqqrjqqjqfpbqckcebdmfpcpcqdocobpdneocndqblepemfoqbfbecgphfgmlpgkginsobnbpcnnjojmrhriqheadafacbojln" +
		"lmijmmkjmolojfihhqprirjrpsbofjfilkneknkojsnambiejeidicjdjckdldkeoimiogmkmlljnkmjilklllkkmgnhngleoh"},
	{round: 3, table: 13, result: "B+R", moves: "jjdpppddpdjppjnqjdqnnpmpoqnoopnrpnpmfconpornrqprdnfpcpcqcobqcjpfndqdqcqephrccfpcccfdgcfeocqbecobnbcedffgedehejifhebfbgbe" +
		"decddcbcbbeeaccgdgchdhbhdiadgnhphkabjnkflenambanbnaolmokommnplqmolqopkqpnklgbamagghggihifhihlaghhhgh"},
	{round: 3, table: unsettled, unmarked: true, dead: "pq oq np nq ll ko ir ho hq", moves: "ppdcdpqddececfcddffcdjocqjfqhqfodnfmdlnppnpqqqoqqrjqqgdrcqcrhoinirjrnnjcnffelflnllmmolmlnslkmoldfgfjhghijiijrerdeiidnjbe" +
		"bflijjikmhjkndncihbqbpbrqfcocpdobocncmepbneosdscsercaeadafmdlplqmqkpmplrenlofngnqelhkgneoeodpemfmgmefieldmekdkejgigjgegd" +
		"heddffeehdhchhjejfmrnrnqprkeiimnnodqmimjkjljnkkkaplgkfngnhofohieifefeghjognfpdpcnmmsorpfpgkhaqarjhnlmkemkoknleki----"},
}

// unsettled is the table of round 3 whose game has stopped, and whose players have not agreed yet.
const unsettled = 15

// proposeDead enters Black's proposal of the dead stones of that game.
func (b *builder) proposeDead() error {
	t := b.now()
	g := t.Round(3).At(unsettled)
	for _, r := range recordings {
		if r.round == 3 && r.table == unsettled {
			step := settle.Step{Kind: settle.Propose, By: g.Black, Dead: r.deadStones()}
			return b.director.On(director.Actor{Name: t.NameOf(g.Black)}, b.slug).Game(g.ID).Settle(b.ctx, step)
		}
	}
	return fmt.Errorf("no record of table %d", unsettled)
}

// The game at table onAir is recorded live.
const onAir = 3

// opening is how that game of two handicap stones begins.
const opening = "ddppqnnqrpqqqkfccfdbccicfqcndrcqiqcjqfndrdqcqichkdiglgkqjigniokmmomqomgheiekgkhf"

// followLive enters the next moves of that game.
func (b *builder) followLive() error {
	t := b.now()
	g := t.Round(3).At(onAir)
	if !g.IsLive() {
		return b.by(aino).Game(g.ID).GoLive(b.ctx)
	}
	game, err := b.director.LiveGames().Game(b.ctx, t, g)
	if err != nil {
		return err
	}
	n := len(game.Steps)
	list := points(opening, 2)
	for i := n; i < min(n+4, len(list)); i++ {
		step := live.Step{Kind: live.Move, Point: rules.PointOf(list[i]), Once: strconv.Itoa(i)}
		if _, err := b.director.LiveGames().Record(b.ctx, b.slug, director.LiveEntry{Game: g.ID, After: i, Step: step}); err != nil {
			return err
		}
	}
	return nil
}

// records attaches the game records.
func (b *builder) records() error {
	for _, r := range recordings {
		t := b.now()
		g := t.Round(r.round).At(r.table)
		text, _ := r.write(t, g)
		if err := b.by(firstly).Game(g.ID).AttachRecord(b.ctx, []byte(text)); err != nil {
			return err
		}
	}
	return nil
}

// countedResult returns the result of a game of a round whose record is counted.
func countedResult(t *tournament.Tournament, round int, g *tournament.Game) (tournament.Result, bool) {
	for _, r := range recordings {
		if r.round == round && r.table == g.Table && r.dead != "" {
			_, v := r.write(t, g)
			return tournament.ResultOf(v)
		}
	}
	return tournament.Result{}, false
}

// write returns the record as the players' program would write it, with its
// verdict.
func (r recording) write(t *tournament.Tournament, g *tournament.Game) (string, *rules.Verdict) {
	var b sgf.Builder
	b.Set("SZ", "19")
	b.Set("EV", t.Info.Name)
	b.Set("RO", strconv.Itoa(r.round))
	b.Set("PB", t.Player(g.Black).Name())
	b.Set("BR", t.Player(g.Black).Rank.String())
	b.Set("PW", t.Player(g.White).Name())
	b.Set("WR", t.Player(g.White).Rank.String())
	b.Set("KM", g.Komi.String())
	next := sgf.Black
	if stones := points(r.stones, 3); len(stones) > 0 {
		next = sgf.White
		b.Set("HA", strconv.Itoa(len(stones)))
		b.Add("AB", stones...)
	}
	if r.result != "" {
		b.Set("RE", r.result)
	}
	for _, p := range points(r.moves, 2) {
		b.Play(sgf.Move{Color: next, Point: p})
		next = sgf.Black + sgf.White - next
	}
	text := b.String()
	c, _ := gamerecord.Read([]byte(text))
	v := rules.Check(c.Game(0), t.Settings.RuleSystem(), rules.Options{Dead: r.deadStones()})
	if r.dead == "" || r.unmarked {
		return text, v
	}
	var black, white []sgf.Point
	for y, row := range v.Score.Owner {
		for x, owner := range row {
			at := sgf.Point{Column: int8(x), Row: int8(y)}
			switch p := rules.At(x, y); {
			case owner == v.Board.Stone(p):
			case owner == rules.Black:
				black = append(black, at)
			case owner == rules.White:
				white = append(white, at)
			}
		}
	}
	b.Add("TB", black...)
	b.Add("TW", white...)
	return b.String(), v
}

// deadStones returns a stone of each dead chain, or more.
func (r recording) deadStones() (dead []rules.Point) {
	for _, p := range points(r.dead, 3) {
		dead = append(dead, rules.PointOf(p))
	}
	return dead
}

// points parses points of two letters, one every width letters.
func points(text string, width int) []sgf.Point {
	var list []sgf.Point
	for i := 0; i+1 < len(text); i += width {
		p := sgf.Pass
		if text[i] != '-' {
			p = sgf.Point{Column: int8(text[i] - 'a'), Row: int8(text[i+1] - 'a')}
		}
		list = append(list, p)
	}
	return list
}
