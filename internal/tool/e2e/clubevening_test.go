package e2e

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/chromedp/chromedp"
)

// eveningPeople come at the begin of an evening, latePeople later. Each given name names one person.
var (
	eveningPeople = []string{
		"Aho Otso 6k", "Berg Jagoda 4k", "Chvála Otto 2k", "Dahl Ilona 2d", "Ek Kerttu 7k", "Forsman Fia 12k",
		"Gran Pyry 20k", "Holm Elsa 15k", "Iro Matti 1k", "Jokela Alma 3k", "Kovář Ema 9k", "Lind Saga 5k",
		"Malý Vojta 8k", "Nowak Tymon 1d", "Ojala Helmi 11k", "Palo Eero 10k", "Quinn Maeve 13k", "Ranta Oiva 14k",
		"Salo Venla 16k", "Tuomi Aatos 18k", "Urban Zofia 3d", "Virta Lumi 17k", "Wolf Bruno 2k", "Ylinen Siiri 6k",
	}
	latePeople = []string{"Zeman Karel 4k", "Arola Hanna 5k", "Blom Nils 7k", "Dudek Pavel 9k", "Erola Toivo 12k", "Hirvi Juno 1k"}
)

// The numbers of the evening. A person who leaves early plays fewer games, and four others one more.
const (
	eveningGames  = 120
	gamesOfEach   = 8
	gamesOfLeaver = 4
	eveningTables = 10
)

// A clubNight is an evening at a desk, two tablets and two phones, with the test's own record of it.
type clubNight struct {
	*openClub
	desk    *page
	tablets []*page
	phones  map[string]*page // by the name of the owner
	links   map[string]string
	cookies string // of a tablet
	random  *rand.Rand

	here, resting map[string]bool
	// offline are people whose begin or result waits on a tablet without a connection.
	offline map[string]bool
	goal    map[string]int
	running []clubGame
	begun   int
	ended   int
	order   map[string]int // when a pair began its last game
	ways    map[string]int
	ids     map[string]string // the names of people by their numbers
	// The slow count: games and wins of each person, and the games of each pair.
	played, won map[string]int
	met         map[string]int
}

// A clubGame is a running game. Black, White and Table come from the program.
type clubGame struct {
	Black, White string
	Table        int
}

func (g clubGame) has(name string) bool { return g.Black == name || g.White == name }

func (g clubGame) pair() string { return pairOf(g.Black, g.White) }

func pairOf(a, b string) string { return min(a, b) + " – " + max(a, b) }

// given returns the given name, which the desk types.
func given(name string) string { return strings.ToLower(name[strings.LastIndexByte(name, ' ')+1:]) }

// withoutRank returns the name in a line of the desk that adds a person.
func withoutRank(line string) string { return line[:strings.LastIndexByte(line, ' ')] }

// An evening of a club from the first arrival to the end: 30 people play 120 games over the desk, two tablets and two
// phones. Some come late, one leaves early, one rests, and one tablet has no connection for a while.
func TestJourneyOfAClubEvening(t *testing.T) {
	n := newNight(t)
	for _, line := range eveningPeople {
		n.arrives(line)
	}
	n.settle()
	for _, owner := range []string{"Aho Otso", "Lind Saga"} {
		n.hasPhone(owner)
	}
	leaver, rester := "Ek Kerttu", "Palo Eero"
	for _, name := range []string{"Berg Jagoda", "Iro Matti", "Nowak Tymon", "Virta Lumi"} {
		n.goal[name]++
	}
	events := []struct {
		name string
		at   int // the number of ended games
		when func() bool
		do   func()
	}{
		{"latecomers", 14, n.always, n.latecomers},
		{"a rest", 22, func() bool { return n.waits(rester) }, func() { n.rests(rester) }},
		{"a lost line", 40, n.always, n.losesLine},
		{"back from the rest", 62, n.always, func() { n.waitsAgain(rester) }},
		{"an early end", gamesOfLeaver, func() bool { return n.played[leaver] == gamesOfLeaver && n.waits(leaver) }, func() { n.goesHome(leaver) }},
	}
	for n.ended < eveningGames {
		for i := 0; i < len(events); i++ {
			if e := events[i]; n.ended >= e.at && e.when() {
				events = slices.Delete(events, i, i+1)
				e.do()
				n.settle()
				t.Logf("%s after %d games", e.name, n.ended)
			}
		}
		n.step()
	}
	for _, e := range events {
		t.Errorf("%s did not happen", e.name)
	}
	n.desk.shoot("ended")
	n.countsAre("Tonight")
	n.desk.visit("/desk/" + clubSlug)
	n.desk.tap("form[action$='/evening/end'] button")
	n.desk.wait(`!document.querySelector("form[action$='/evening/end']")`)
	n.here = map[string]bool{}
	n.look()
	n.countsAre("Last evening")
	n.attendanceIs(len(eveningPeople)+len(latePeople), eveningGames)
	n.usedAllWays()
}

// usedAllWays checks that each way to begin or end a game was used several times.
func (n *clubNight) usedAllWays() {
	n.t.Helper()
	n.t.Logf("begins and results: %v", n.ways)
	for _, way := range []string{"line", "proposal", "tablet 1", "tablet 2", "result line", "result tablet 1", "result tablet 2", "result phone"} {
		if n.ways[way] < 3 {
			n.t.Errorf("%s was used %d times", way, n.ways[way])
		}
	}
}

// newNight serves an empty club and opens its desk and two tablets.
func newNight(t *testing.T) *clubNight {
	t.Helper()
	const most = 14 * time.Minute // on a busy machine
	n := &clubNight{
		openClub: newClub(t, 0, func(*openClub) {}), phones: map[string]*page{}, links: map[string]string{},
		random: rand.New(rand.NewPCG(3, 20)), here: map[string]bool{}, resting: map[string]bool{}, offline: map[string]bool{},
		goal: map[string]int{}, order: map[string]int{}, ways: map[string]int{}, ids: map[string]string{},
		played: map[string]int{}, won: map[string]int{}, met: map[string]int{},
	}
	n.desk = openFor(t, n.server, most)
	n.desk.visit("/login?lang=en")
	n.desk.fill("#name", worldUser)
	n.desk.fill("#password", worldPassword)
	n.desk.press("form.card button")
	n.desk.visit("/desk/" + clubSlug)
	for range 2 {
		p := openFor(t, n.server, most)
		p.pin(clubSlug, n.values["tablet"])
		p.do(chromedp.Evaluate[chromedp.Void](`void (document.querySelector("#tablet").dataset.wait = "600")`))
		n.tablets = append(n.tablets, p)
	}
	for _, p := range append(n.tablets, n.desk) { // Chromium may close others' sockets together with the tab's
		p.losesConnection()
	}
	n.cookies = n.tablets[0].cookies()
	return n
}

// hasPhone opens the personal page of a player on a phone.
func (n *clubNight) hasPhone(owner string) {
	n.t.Helper()
	id := n.look().id(owner)
	n.desk.visit(fmt.Sprintf("/desk/%s/letters/%d", clubSlug, id))
	link := n.desk.evaluateText(`new URL(document.querySelector("main a[href*='/me/']").href).pathname`)
	p := openFor(n.t, n.server, 14*time.Minute)
	p.losesConnection()
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	p.visit(link + "?lang=en")
	n.phones[owner], n.links[owner] = p, link
	n.desk.visit("/desk/" + clubSlug)
}

// nightState is the state of the evening as a tablet has it.
type nightState struct {
	People []struct {
		ID      int    `json:"id"`
		Name    string `json:"name"`
		Here    bool   `json:"here"`
		Resting bool   `json:"resting"`
	} `json:"people"`
	Games []struct {
		Table   int       `json:"table"`
		Black   nightSide `json:"black"`
		White   nightSide `json:"white"`
		Running bool      `json:"running"`
	} `json:"games"`
}

type nightSide struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

func (s nightState) id(name string) int {
	for _, p := range s.People {
		if p.Name == name {
			return p.ID
		}
	}
	return 0
}

// games returns the running games in the order of their tables.
func (s nightState) games() (list []clubGame) {
	for _, g := range s.Games {
		if g.Running {
			list = append(list, clubGame{g.Black.Name, g.White.Name, g.Table})
		}
	}
	slices.SortFunc(list, func(a, b clubGame) int { return cmp.Compare(a.Table, b.Table) })
	return list
}

// names returns the people of a kind.
func (s nightState) names(here, resting bool) map[string]bool {
	list := map[string]bool{}
	for _, p := range s.People {
		if p.Here == here && (!resting || p.Resting) {
			list[p.Name] = true
		}
	}
	return list
}

// look reads the state from the server. No player is at two tables, no table has two games, and each game has two different
// people who are here.
func (n *clubNight) look() (s nightState) {
	n.t.Helper()
	request, err := http.NewRequestWithContext(n.t.Context(), http.MethodGet, n.server.url+"/t/"+clubSlug+"/tablet", nil)
	n.check(err)
	request.Header.Set("Cookie", n.cookies)
	answer, err := http.DefaultClient.Do(request)
	n.check(err)
	defer answer.Body.Close()
	doc, err := goquery.NewDocumentFromReader(answer.Body)
	n.check(err)
	n.check(json.Unmarshal([]byte(doc.Find("#state").AttrOr("data-state", "")), &s))
	here, tables, at := s.names(true, false), map[int]bool{}, map[string]int{}
	for _, g := range s.games() {
		if tables[g.Table] {
			n.t.Errorf("table %d has two games", g.Table)
		}
		tables[g.Table] = true
		for _, name := range []string{g.Black, g.White} {
			if at[name] > 0 {
				n.t.Errorf("%s plays at tables %d and %d", name, at[name], g.Table)
			}
			at[name] = g.Table
			if !here[name] {
				n.t.Errorf("%s plays at table %d and is not here", name, g.Table)
			}
		}
	}
	if n.t.Failed() {
		n.t.FailNow()
	}
	return s
}

// settle waits until the server has what the test has entered, and until the desk shows it.
func (n *clubNight) settle() {
	n.t.Helper()
	want := pairsOf(n.running)
	s := n.look()
	for deadline := time.Now().Add(time.Minute); ; s = n.look() {
		if slices.Equal(pairsOf(s.games()), want) && maps.Equal(s.names(true, false), n.here) && maps.Equal(s.names(true, true), n.resting) {
			break
		}
		if time.Now().After(deadline) {
			n.desk.shoot("unsettled")
			n.t.Fatalf("the games are\n%v\nand not\n%v\n%d people are here, not %d; %v rest, not %v\n%s", pairsOf(s.games()), want,
				len(s.names(true, false)), len(n.here), s.names(true, true), n.resting, n.desk.text("body"))
		}
		n.desk.evaluate("true") // a moment
	}
	n.running = s.games()
	for _, p := range s.People {
		n.ids[strconv.Itoa(p.ID)] = p.Name
	}
	var tables []string
	for _, g := range n.running {
		tables = append(tables, strconv.Itoa(g.Table))
	}
	n.desk.wait(fmt.Sprintf(`[...document.querySelectorAll("tbody.waiting tr[data-table]")].map(row => row.dataset.table)
		.sort((a, b) => a - b).join() === %q`,
		strings.Join(tables, ",")))
}

func pairsOf(games []clubGame) []string {
	list := []string{}
	for _, g := range games {
		list = append(list, g.pair())
	}
	slices.Sort(list)
	return list
}

// step ends a game if all tables have one, or else begins one.
func (n *clubNight) step() {
	n.t.Helper()
	free := n.free()
	if len(n.running) < eveningTables && n.begun < eveningGames && len(free) > 1 {
		n.begin(free)
	} else {
		n.end()
	}
	n.settle()
}

func (n *clubNight) always() bool { return true }

// waits reports whether a player is here without a game.
func (n *clubNight) waits(name string) bool {
	return n.here[name] && !n.resting[name] && !n.offline[name] && !slices.ContainsFunc(n.running, func(g clubGame) bool { return g.has(name) })
}

// free lists the waiting people with games left, most games first.
func (n *clubNight) free() (list []string) {
	for name := range n.here {
		if n.waits(name) && n.left(name) > 0 {
			list = append(list, name)
		}
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(n.left(b), n.left(a)), cmp.Compare(a, b)) })
	return list
}

// left is the number of games that a person has not begun.
func (n *clubNight) left(name string) int { return n.goal[name] - n.played[name] }

// pair returns the two players with most games left, not met before if possible.
func (n *clubNight) pair(free []string) (a, b string) {
	a, b = free[0], free[1]
	for _, other := range free[1:] {
		if n.met[pairOf(a, other)] < n.met[pairOf(a, b)] && n.left(other) >= n.left(b)-1 {
			b = other
		}
	}
	return a, b
}

// begin begins a game.
func (n *clubNight) begin(free []string) {
	n.t.Helper()
	a, b := n.pair(free)
	switch i := n.begun % 12; {
	case i == 4 || i == 9:
		i /= 5
		n.play(n.tablets[i], a, b, true)
		n.ways[fmt.Sprintf("tablet %d", i+1)]++
	default:
		if first, second := n.proposal(free); first != "" {
			a, b = first, second
			n.ways["proposal"]++
			break
		}
		line := given(a) + " " + given(b)
		if n.met[pairOf(a, b)] > 0 {
			line += " !"
		}
		n.desk.types(line)
		n.ways["line"]++
	}
	n.hasBegun(a, b)
}

// hasBegun writes down a begun game. Its table and colours follow with settle.
func (n *clubNight) hasBegun(a, b string) {
	n.running = append(n.running, clubGame{Black: a, White: b})
	n.begun++
	n.order[pairOf(a, b)] = n.begun
	n.played[a]++
	n.played[b]++
	n.met[pairOf(a, b)]++
}

// proposal begins the first proposed game of the desk if its players have about as many games left as the others. The
// names are "" otherwise.
func (n *clubNight) proposal(free []string) (a, b string) {
	n.t.Helper()
	const fields = `(form => form ? form.elements.a.value + " " + form.elements.b.value : "")(document.querySelector(".nextgames .first form"))`
	both := n.desk.evaluateText(fields)
	first, second, _ := strings.Cut(both, " ")
	a, b = n.ids[first], n.ids[second]
	for _, name := range []string{a, b} {
		if !slices.Contains(free, name) || n.left(name) < n.left(free[0])-1 {
			return "", ""
		}
	}
	if !n.desk.evaluate(fmt.Sprintf(`%s === %q && (document.querySelector(".nextgames .first button").click(), true)`, fields, both)) {
		return "", ""
	}
	return a, b
}

// follows waits until a tablet has the running games.
func (n *clubNight) follows(p *page) {
	n.t.Helper()
	var both [][]string
	for _, g := range n.running {
		both = append(both, []string{g.Black, g.White})
	}
	want, err := json.Marshal(both)
	n.check(err)
	p.state(fmt.Sprintf(`(pairs => pairs(s.games.filter(g => g.running).map(g => [g.black.name, g.white.name])) === pairs(%s ?? []))
		(list => list.map(both => both.sort().join(" – ")).sort().join()) && s.people.filter(p => p.here).length === %d`, want, len(n.here)))
}

// play begins a game of two on a tablet and returns the words of the tablet for the table, "" if online.
func (n *clubNight) play(p *page, a, b string, online bool) (table string) {
	n.t.Helper()
	if online {
		n.follows(p)
	}
	p.find("play", a)
	p.wait(`document.querySelector("#me").hidden || (document.querySelector("[data-do=yes]").click(), false)`)
	p.wait(fmt.Sprintf(`(() => {
		const shown = id => !document.querySelector("#" + id).hidden;
		const named = selector => [...document.querySelectorAll(selector)].find(e => e.textContent.startsWith(%q));
		if (shown("game") && named("#game b")) return true;
		if (shown("game")) document.querySelector("[data-do=somebody]").click();
		else if (shown("whom")) (named("#whom .names b") ?? document.querySelector("[data-do=others]")).click();
		else if (shown("names")) named("#names .names button").click();
		return false;
	})()`, b))
	p.tap("[data-do=begin]")
	p.says("game", "Your game has begun")
	if online {
		p.wait(`!document.querySelector("[data-do=cancel]").hidden`) // it is stored
	} else {
		table = p.text("#game .big")
	}
	p.tap("#game [data-do=start]")
	return table
}

// end ends a game in play: on the phone of a player, on a tablet, or at the desk.
func (n *clubNight) end() {
	n.t.Helper()
	var games []clubGame
	for _, g := range n.running {
		if !n.offline[g.Black] {
			games = append(games, g)
		}
	}
	slices.SortFunc(games, func(a, b clubGame) int { return cmp.Compare(n.order[a.pair()], n.order[b.pair()]) })
	g := games[n.random.IntN(min(3, len(games)))] // no game lasts for most of the evening
	winner, letter := g.Black, "b"
	if n.random.IntN(2) == 0 {
		winner, letter = g.White, "w"
	}
	owner := g.Black
	if n.phones[owner] == nil {
		owner = g.White
	}
	switch i := n.ended % 12; {
	case n.phones[owner] != nil:
		n.reports(owner, g, winner)
		n.ways["result phone"]++
	case i == 2 || i == 7:
		i /= 5
		n.follows(n.tablets[i])
		n.enters(n.tablets[i], g, winner)
		n.ways[fmt.Sprintf("result tablet %d", i+1)]++
	default:
		n.desk.types(strconv.Itoa(g.Table) + letter + []string{"", "r", "t"}[n.random.IntN(3)])
		n.ways["result line"]++
	}
	n.hasEnded(g, winner)
}

// hasEnded writes down the end of a game.
func (n *clubNight) hasEnded(g clubGame, winner string) {
	n.running = slices.DeleteFunc(n.running, func(o clubGame) bool { return o.pair() == g.pair() })
	n.ended++
	n.won[winner]++
}

// enters enters a result on a tablet.
func (n *clubNight) enters(p *page, g clubGame, winner string) {
	n.t.Helper()
	p.find("result", g.White)
	p.wait(`document.querySelector("#me").hidden || (document.querySelector("[data-do=yes]").click(), false)`)
	p.wait(`!document.querySelector("#result").hidden`)
	p.wait(fmt.Sprintf(`(b => b && (b.click(), true))([...document.querySelectorAll("[data-side]")].find(b => b.textContent.includes(%q)))`, winner))
	p.tap("[data-how=R]")
	p.tap("#result [data-do=send]")
	p.tap("#sent [data-do=start]")
}

// reports reports a result on the phone of a player, whose page has the game without a reload.
func (n *clubNight) reports(owner string, g clubGame, winner string) {
	n.t.Helper()
	p, other := n.phones[owner], g.Black
	if owner == g.Black {
		other = g.White
	}
	family, _, _ := strings.Cut(other, " ")
	p.wait(fmt.Sprintf(`(text => text.includes("Table %d") && text.includes(%q))
		(document.querySelector("#state [data-game]").innerText.replace(/\s+/g, " "))`, g.Table, family))
	p.press(`#state form[action*="/report/"] button`)
	p.tap(fmt.Sprintf(".outcome fieldset label:nth-of-type(%d)", map[bool]int{true: 1, false: 2}[winner == g.Black]))
	p.tap(".outcome [name=how][value=R]")
	p.press(".outcome button.main")
	p.wait(`document.querySelector("#match .banner")`)
	p.visit(n.links[owner] + "?lang=en")
}

// arrives adds a person at the desk, here at once.
func (n *clubNight) arrives(line string) {
	n.t.Helper()
	n.desk.types(line)
	n.isHere(withoutRank(line))
}

func (n *clubNight) isHere(name string) {
	n.here[name] = true
	n.goal[name] += gamesOfEach
}

// latecomers come: the first as a newcomer on a tablet, the others at the desk.
func (n *clubNight) latecomers() {
	n.t.Helper()
	p, name := n.tablets[0], withoutRank(latePeople[0])
	n.follows(p)
	p.tap("[data-do=here]")
	p.tap("#letters [data-do=find]")
	p.fill("#find input", name)
	p.do(chromedp.Evaluate[chromedp.Void](`void document.querySelector("#find input").dispatchEvent(new Event("input", { bubbles: true }))`))
	p.tap("[data-do=newcomer]")
	p.tap(fmt.Sprintf("[data-rank=%q]", latePeople[0][len(name)+1:]))
	p.says("me", name)
	p.tap("[data-do=yes]")
	p.says("done", "Welcome")
	p.tap("#done [data-do=start]")
	n.isHere(name)
	for _, line := range latePeople[1:] {
		n.arrives(line)
	}
}

// rests lets a player rest, on a tablet.
func (n *clubNight) rests(name string) {
	n.t.Helper()
	p := n.tablets[1]
	n.follows(p)
	p.find("here", name)
	p.tap("[data-do=rest]")
	p.says("done", "resting")
	p.tap("#done [data-do=start]")
	n.resting[name] = true
}

// waitsAgain ends a rest at the desk.
func (n *clubNight) waitsAgain(name string) {
	n.t.Helper()
	waiter := fmt.Sprintf("#waiter-%d", n.look().id(name))
	n.desk.wait(fmt.Sprintf(`(e => e && (e.open = true) && (e.querySelector("button[value=wait]").click(), true))(document.querySelector(%q))`, waiter))
	delete(n.resting, name)
}

// goesHome sends a player home at the desk.
func (n *clubNight) goesHome(name string) {
	n.t.Helper()
	n.desk.types("-" + given(name))
	delete(n.here, name)
	n.goal[name] = n.played[name]
}

// losesLine has two games begun and one ended on a tablet without a connection. The evening continues at the desk, which
// uses the same tables. Later the tablet sends its queue.
func (n *clubNight) losesLine() {
	n.t.Helper()
	p := n.tablets[1]
	n.follows(p)
	p.offline(true)
	begun := map[[2]string]string{} // the tables as the tablet told the players
	for range 2 {
		a, b := n.pair(n.free())
		begun[[2]string{a, b}] = n.play(p, a, b, false)
		n.offline[a], n.offline[b] = true, true
	}
	i := slices.IndexFunc(n.running, func(g clubGame) bool { return n.phones[g.Black] == nil && n.phones[g.White] == nil })
	over := n.running[i]
	n.enters(p, over, over.White)
	n.offline[over.Black], n.offline[over.White] = true, true
	p.wait(`document.querySelector("#messages .offline")`)
	p.shoot("offline")
	for range 3 {
		free := n.free()
		n.desk.types(given(free[0]) + " " + given(free[1]) + " !")
		n.hasBegun(free[0], free[1])
		n.settle()
		n.end()
		n.settle()
	}
	p.offline(false)
	p.wait(`!document.querySelector("#messages .offline")`)
	n.offline = map[string]bool{}
	n.hasEnded(over, over.White)
	for both := range begun {
		n.hasBegun(both[0], both[1])
	}
	n.settle()
	n.follows(p)
	p.shoot("online")
	// The tablet names each other table.
	others := 0
	for both, told := range begun {
		i := slices.IndexFunc(n.running, func(g clubGame) bool { return g.pair() == pairOf(both[0], both[1]) })
		if table := n.running[i].Table; told != fmt.Sprintf("Table %d", table) {
			others++
			p.wait(fmt.Sprintf(`document.querySelector("#refused").innerText.includes("please play at table %d.")`, table))
		}
	}
	if others == 0 {
		n.t.Errorf("the tablet told %v, where the desk began games", begun)
	}
}

// countsAre compares the standings with the count of the test.
func (n *clubNight) countsAre(view string) {
	n.t.Helper()
	p := n.desk
	p.visit("/t/" + clubSlug + "/standings?lang=en")
	if got := p.text(".switch [aria-current]"); got != view {
		n.t.Errorf("the standings are those of %q", got)
	}
	p.shoot("standings")
	want := []string{}
	for name := range n.goal {
		place, shared := 1, ""
		for other := range n.goal {
			if n.won[other] > n.won[name] {
				place++
			} else if other != name && n.won[other] == n.won[name] {
				shared = "="
			}
		}
		want = append(want, fmt.Sprintf("%d%s %s %d %d %d", place, shared, name, n.won[name], n.played[name], n.won[name]))
	}
	text := p.evaluateText(`[...document.querySelectorAll("#standings table.blocks tbody tr")].map(row => [row.querySelector(".n").textContent,
		row.querySelector(".name a").textContent, ...[...row.querySelectorAll(".num")].map(e => e.textContent)].map(text => text.trim()).join(" ")).join("\n")`)
	got := strings.Split(text, "\n")
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		n.t.Errorf("the standings are\n%s\nand not\n%s", text, strings.Join(want, "\n"))
	}
}

// attendanceIs checks the page of the evenings.
func (n *clubNight) attendanceIs(people, games int) {
	n.t.Helper()
	p := n.desk
	p.visit("/t/" + clubSlug + "/evenings?lang=en")
	p.shoot("evenings")
	row := strings.Join(p.texts("#evenings tbody tr"), "\n")
	if got := len(p.texts("#evenings tbody tr td:last-child a")); got != people || !strings.Contains(row, fmt.Sprintf("%d players", people)) ||
		!strings.Contains(row, fmt.Sprintf("%d games", games)) {
		n.t.Errorf("%d names in the row of the evening: %s", got, row)
	}
}
