package e2e

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/rank"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tournament"
)

const clubSlug = "kuopio-go-club"

// clubNames are the members of a club, the strongest first.
var clubNames = []string{
	"Aaltovirta Ilona", "Beauvallon Inès", "Dvořánek Matěj", "Rantakoskela Helmi", "Mustalampela Eero", "Kratochvílková Žofie",
	"Quillévac Maëlle", "Pawłuczyk Jagoda", "Koivurantala Otso", "Śliwocki Tymon", "Salmenperä Kerttu", "Cichorek Hanna",
	"Harjunpelto Alma", "Novotnička Ema", "Uusitaival Elsa", "Heinäaho Pyry",
}

// An openClub is a running program with the open play of a club.
type openClub struct {
	*world
	clock time.Time
}

// newClub serves a club, after what happens has played a part of its evening. The clock begins an hour before now.
func newClub(t *testing.T, members int, happens func(c *openClub)) *openClub {
	t.Helper()
	inBrowser(t)
	file := filepath.Join(t.TempDir(), "club.db")
	kept, err := store.OpenScratch(t.Context(), databasetest.File(t, file, store.OpenScratch))
	c := &openClub{&world{t: t, values: map[string]string{}}, time.Now().Add(-time.Hour)}
	c.check(err)
	c.director = director.New(kept, func() time.Time { return c.clock })
	c.found(clubSlug, "Kuopio Go Club", "club", nil)
	for i := range members {
		family, given, _ := strings.Cut(clubNames[i%len(clubNames)], " ")
		if turn := i / len(clubNames); turn > 0 { // another family member
			_, given, _ = strings.Cut(clubNames[(i+5*turn)%len(clubNames)], " ")
		}
		_, err := c.on(clubSlug).AddPlayer(t.Context(), tournament.Player{Family: family, Given: given, Rank: rank.Dan(2) - rank.Rank(i%len(clubNames)*5/4), Club: "Kuopio"}, tournament.AllowNamesakes, "")
		c.check(err)
	}
	access := c.director.Access()
	token, _, err := access.SetupToken(t.Context())
	c.check(err)
	c.check(access.SetPassword(t.Context(), token, worldUser, worldPassword))
	office := access.People().OrganisationAdmin(accounts.Session{User: worldUser}, store.FirstOrganisation)
	c.check(c.director.OpenTablet(t.Context(), office, clubSlug))
	tablet, err := c.director.Tablet(t.Context(), clubSlug)
	c.check(err)
	c.values["tablet"] = tablet.Token
	happens(c)
	c.check(kept.Close())
	c.server = start(t, "serve", "--db", file)
	return c
}

// after moves the clock.
func (c *openClub) after(minutes int) { c.clock = c.clock.Add(time.Duration(minutes) * time.Minute) }

// arrive checks players in, by their numbers.
func (c *openClub) arrive(players ...tournament.PlayerID) {
	c.t.Helper()
	for _, id := range players {
		c.check(c.on(clubSlug).SetStatus(c.t.Context(), id, tournament.CheckedIn))
		c.clock = c.clock.Add(20 * time.Second)
	}
}

// begin begins a game.
func (c *openClub) begin(a, b tournament.PlayerID) {
	c.t.Helper()
	_, err := c.on(clubSlug).Begin(c.t.Context(), director.Pairing{A: a, B: b, Against: true}, "")
	c.check(err)
}

// wins enters the result of a player's game.
func (c *openClub) wins(id tournament.PlayerID) {
	c.t.Helper()
	g := c.now(clubSlug).RunningGame(id)
	result := tournament.Result{Outcome: tournament.BlackWins, Manner: tournament.ByResignation}
	if g.White == id {
		result.Outcome = tournament.WhiteWins
	}
	_, err := c.on(clubSlug).Enter(c.t.Context(), tournament.Entry{Round: g.Round, Table: g.Table, Game: g.ID, Seen: g.Revision, Result: result})
	c.check(err)
}

// says waits for a text in a part of the tablet.
func (p *page) says(part, text string) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`!document.querySelector("#%s").hidden && document.querySelector("#%s").innerText.includes(%q)`, part, part, text))
}

// state waits for a condition on the data of the tablet, which is s in it, without queued lines.
func (p *page) state(condition string) {
	p.t.Helper()
	p.wait(`(s => ` + condition + `)(JSON.parse(document.querySelector("#state").dataset.state))`)
}

// Two come to the evening, play the game that the tablet proposes, enter its result, and play others whom they choose.
// One rests and goes home.
func TestEveningAtTheDoor(t *testing.T) {
	c := newClub(t, len(clubNames), func(c *openClub) {
		c.arrive(5, 8, 10, 11, 14)
		c.after(10)
		c.begin(10, 14)
		c.after(20)
	})
	p := c.onTablet(clubSlug, c.values["tablet"])
	if got := p.text("#start"); strings.Contains(strings.ToLower(got), "round") || !strings.Contains(got, "3 people are looking for a game") {
		t.Errorf("the start says %s", got)
	}
	if !p.evaluate(`document.querySelector("#tiles .main").dataset.do === "play"`) {
		t.Error("Play is not the main tile")
	}
	p.find("here", "Koivurantala Otso")
	p.tap("[data-do=yes]")
	p.says("done", "You have waited since")
	p.says("done", "Next: table 2, against")
	p.on("done")
	p.tap("#done [data-do=whom]")
	p.says("game", "Otso, your next game")
	p.says("game", "Table 2")
	p.on("game")
	p.tap("[data-do=somebody]")
	p.says("whom", "Otso, whom would you like to play?")
	p.on("whom")
	p.tap("#whom .names button:first-child")
	p.says("game", "They have not met before.")
	opponent := p.evaluateText(`[...document.querySelectorAll("#game b")].map(b => b.textContent).find(name => !name.startsWith("Koivu"))`)
	p.tap("[data-do=begin]")
	p.says("game", "Your game has begun")
	p.wait(`!document.querySelector("[data-do=cancel]").hidden`) // it is stored
	p.on("game")
	p.tap("#game [data-do=start]")
	p.state(`s.games.filter(g => g.running).length === 2`)

	// Who plays can neither begin a game nor go home.
	p.find("here", "Koivurantala Otso")
	p.says("me", "Table 2, against "+opponent)
	p.on("me")
	p.tap("[data-do=home]")
	p.wait(`document.querySelector("#refused").innerText.includes("Enter the result of table 2 first")`)
	p.tap("[data-do=yes]")
	p.on("result")
	p.tap("#result .sides button:first-child")
	p.tap("[data-how=R]")
	p.tap("#result [data-do=send]")
	p.says("sent", "You both wait for the next game now.")
	p.on("sent")
	p.tap("#sent [data-do=right]")
	p.tap("#sent [data-do=start]")
	p.state(`s.games.filter(g => g.running).length === 1 && s.games.some(g => g.table === 2 && g.known)`)
	p.wait(`document.querySelector("#tiles").innerText.includes("4 people are looking for a game")`)

	// The second game, and a rest instead of a third.
	p.find("play", "Koivurantala Otso")
	p.wait(`document.querySelector("#me").hidden || (document.querySelector("[data-do=yes]").click(), false)`)
	p.wait(`!document.querySelector("#game").hidden || !document.querySelector("#whom").hidden`)
	p.wait(`!document.querySelector("#game").hidden || (document.querySelector("#whom .names button").click(), false)`)
	p.tap("[data-do=begin]")
	p.says("game", "Your game has begun")
	p.wait(`!document.querySelector("[data-do=cancel]").hidden`)
	p.tap("[data-do=cancel]")
	p.state(`s.games.filter(g => g.running).length === 1`)
	p.find("here", "Koivurantala Otso")
	p.tap("[data-do=rest]")
	p.says("done", "resting")
	p.tap("#done [data-do=start]")
	p.state(`s.people.some(p => p.given === "Otso" && p.resting)`)
	p.find("here", "Koivurantala Otso")
	p.tap("[data-do=home]")
	p.says("done", "See you, Otso")
	p.on("done")
	p.tap("#done [data-do=start]")
	p.state(`s.people.some(p => p.given === "Otso" && !p.here)`)

	// A newcomer to the club.
	p.tap("[data-do=here]")
	p.tap(`[data-letter="C"]`)
	p.wait(`!document.querySelector("#me").hidden`)
	p.tap("[data-do=no]")
	p.tap(`[data-letter="H"]`)
	p.tap("#names [data-do=find]")
	p.fill("#find input", "Foss Fia")
	p.wait(`!document.querySelector("[data-do=newcomer]").disabled`)
	p.tap("[data-do=newcomer]")
	p.on("rank")
	p.tap(`[data-rank="12k"]`)
	p.says("me", "Foss Fia")
	p.tap("[data-do=yes]")
	p.says("done", "Welcome, Foss Fia")
	p.tap("#done [data-do=start]")
	p.state(`s.people.some(p => p.name === "Foss Fia" && p.here)`)
}

// evaluateText returns the text of an expression.
func (p *page) evaluateText(expression string) string {
	p.t.Helper()
	text, err := askAnew(p, chromedp.Evaluate[string](expression))
	if err != nil {
		p.t.Fatal(err)
	}
	return text
}

// Without a connection people come, begin a game and end it; the desk gets all of it later. A game that is refused then
// is in the strip.
func TestEveningWithALostLine(t *testing.T) {
	c := newClub(t, len(clubNames), func(c *openClub) { c.arrive(5, 8, 10, 11) })
	p := c.onTablet(clubSlug, c.values["tablet"])
	p.losesConnection()
	play := func(name string) {
		t.Helper()
		p.find("play", name)
		p.wait(`document.querySelector("#me").hidden || (document.querySelector("[data-do=yes]").click(), false)`)
		p.wait(`!document.querySelector("#game").hidden || !document.querySelector("#whom").hidden`)
	}
	p.offline(true)
	play("Mustalampela Eero")
	p.says("game", "Table 1")
	p.tap("[data-do=begin]")
	p.says("game", "Your game has begun")
	p.wait(`document.querySelector("#messages .offline")`)
	p.on("game")
	p.tap("#game [data-do=start]")
	p.find("result", "Mustalampela Eero")
	p.wait(`document.querySelector("#me").hidden || (document.querySelector("[data-do=yes]").click(), false)`)
	p.tap("#result .sides button:first-child")
	p.tap("#result [data-do=send]")
	p.tap("#sent [data-do=start]")
	p.find("here", "Koivurantala Otso")
	p.tap("[data-do=yes]")
	p.says("done", "You have waited since")
	p.tap("#done [data-do=whom]")
	p.wait(`!document.querySelector("#whom").hidden`)
	p.tap("#whom .names button:first-child")
	p.says("game", "The screen shows stones, komi and colours in a moment.")
	p.tap("[data-do=begin]")
	p.tap("#game [data-do=start]")
	p.offline(false)
	p.state(`s.games.filter(g => g.running).length === 1 && s.games.filter(g => g.known).length === 1 && s.games[0].running &&
		[s.games[0].black.name, s.games[0].white.name].includes("Koivurantala Otso")`)
	p.wait(`!document.querySelector("#messages .offline")`)

	// On another tablet, an opponent begins another game in the meantime.
	p.offline(true)
	play("Salmenperä Kerttu")
	p.wait(`!document.querySelector("#game").hidden || (document.querySelector("#whom .names button").click(), false)`)
	p.tap("[data-do=begin]")
	p.tap("#game [data-do=start]")
	second := c.onTablet(clubSlug, c.values["tablet"])
	second.find("here", "Salmenperä Kerttu")
	second.tap("[data-do=home]")
	second.says("done", "See you, Kerttu")
	second.state(`s.people.some(p => p.given === "Kerttu" && !p.here)`)
	t.Cleanup(func() { // the refused game
		p.errors.mu.Lock()
		defer p.errors.mu.Unlock()
		p.errors.list = slices.DeleteFunc(p.errors.list, func(text string) bool { return strings.Contains(text, "409 (Conflict)") })
	})
	p.offline(false)
	p.wait(`!document.querySelector("#refused").hidden && document.querySelector("#refused").innerText.includes("Kerttu")`)
	p.state(`s.games.filter(g => g.running).length === 1`)
}

// The hall shows an evening of a few and of many games: nothing is cut, and the newest game is large.
func TestEveningInTheHall(t *testing.T) {
	for name, games := range map[string]int{"few": 4, "many": 30} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t, 2*games+6, func(c *openClub) {
				for id := range tournament.PlayerID(2*games + 5) {
					c.arrive(id + 1)
				}
				for id := tournament.PlayerID(1); int(id) < 2*games; id += 2 {
					c.begin(id, id+1)
				}
				c.after(30)
				for id := tournament.PlayerID(1); id < 7; id += 2 {
					c.wins(id)
				}
				c.begin(1, 4)
				c.after(2)
				c.begin(2, 5)
				c.clock = time.Now().Add(5 * time.Minute) // it is new for the time of this test
				c.begin(3, 6)
			})
			hall := open(t, c.server)
			hall.do(chromedp.EmulateViewport(1920, 1080))
			for _, theme := range []string{"", "&theme=light"} {
				hall.visit("/t/" + clubSlug + "/hall?lang=en" + theme)
				hall.wait(`document.querySelector(".slide.shown.evening")`)
				hall.slideIsWhole("evening " + name + strings.TrimPrefix(theme, "&theme="))
			}
			if got := hall.texts(".call.new"); len(got) != 1 {
				t.Errorf("new games: %q", got)
			}
			if got := hall.texts("li[data-begun]"); len(got) != games {
				t.Errorf("running games: %q", got)
			}
		})
	}
}
