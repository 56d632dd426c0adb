package e2e

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/event/day"
	"tourney/internal/rank"
	"tourney/internal/role"
	"tourney/internal/rules"
	"tourney/internal/rules/live"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/testkit/webtest"
	"tourney/internal/tool/demo"
	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
)

// A world is a running program with a tournament in each state that a page can show.
type world struct {
	t        *testing.T
	director *director.Director
	server   server
	// values maps the words in braces in the addresses of webtest.Pages to their values.
	values map[string]string
	// pile is a file with records of round 3.
	pile string
}

// additions complete every world for the tests in other files.
var additions []func(*world)

// newWorld makes the tournaments of webtest.Pages and serves them.
func newWorld(t *testing.T) *world {
	t.Helper()
	inBrowser(t)
	file := filepath.Join(t.TempDir(), "world.db")
	w, kept := makeWorld(t, file)
	w.check(kept.Close())
	w.server = start(t, "serve", "--db", file)
	w.upload()
	return w
}

// makeWorld makes the tournaments of webtest.Pages in a data file.
func makeWorld(t *testing.T, file string) (*world, *store.Store) {
	t.Helper()
	kept, err := store.OpenScratch(t.Context(), databasetest.File(t, file, store.OpenScratch))
	w := &world{t: t, values: map[string]string{}}
	w.check(err)
	w.director = director.New(kept, time.Now)
	_, err = demo.Play(t.Context(), kept, time.Now())
	w.check(err)
	w.copied(webtest.Drafted, "Turku Open", "Turku")
	w.finish(webtest.Drafted, 3)
	w.check(w.on(webtest.Drafted).Round(4).Pair(t.Context(), 1))
	w.copied(webtest.Finished, "Tampere Open", "Tampere")
	w.toTheEnd()
	w.found(webtest.Empty, "Oulu Open", "knockout", nil)
	for _, add := range additions {
		add(w)
	}
	w.camp()
	w.teams()
	w.links()
	w.live()
	w.login()
	return w, kept
}

func (w *world) check(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) on(slug string) *director.Editor {
	return w.director.On(director.Actor{Name: "Aino", Desk: "world"}, slug)
}

func (w *world) now(slug string) *tournament.Tournament {
	w.t.Helper()
	s, err := w.director.Snapshot(w.t.Context(), slug)
	w.check(err)
	return s.Tournament
}

// copied imports the demonstration once more, as a separate tournament.
func (w *world) copied(slug, name, place string) {
	w.t.Helper()
	whole, err := w.director.Whole(w.t.Context(), w.now(webtest.Running))
	w.check(err)
	whole.Tournament = whole.Clone()
	whole.Info.Slug, whole.Info.Name, whole.Info.ShortName, whole.Info.Place = slug, name, place, place
	_, err = w.director.Import(w.t.Context(), director.Actor{Name: "Aino"}, whole, director.Founding{})
	w.check(err)
}

// finish enters the missing results of a round, and decides disputes.
func (w *world) finish(slug string, round int) {
	w.t.Helper()
	for _, g := range w.now(slug).Round(round).Games {
		result := g.Result
		switch {
		case g.Dispute.Open():
		case result.Known():
			continue
		default:
			result = tournament.Result{Outcome: tournament.BlackWins, Manner: tournament.ByResignation}
			if g.Table%2 == 0 {
				result.Outcome = tournament.WhiteWins
			}
		}
		entry := tournament.Entry{Mode: tournament.Chosen, Round: round, Table: g.Table, Seen: g.Revision, Result: result}
		_, err := w.on(slug).Enter(w.t.Context(), entry)
		w.check(err)
	}
}

// toTheEnd plays the last rounds, announces the standings, and adds a picture, and a report that the federation has
// accepted.
func (w *world) toTheEnd() {
	w.t.Helper()
	ctx := w.t.Context()
	w.finish(webtest.Finished, 3)
	for round := 4; round <= 5; round++ {
		w.check(w.on(webtest.Finished).Round(round).Pair(ctx, 1))
		w.check(w.on(webtest.Finished).Round(round).Publish(ctx))
		w.finish(webtest.Finished, round)
	}
	hall := image.NewRGBA(image.Rect(0, 0, 900, 600))
	for y := range 600 {
		for x := range 900 {
			hall.Set(x, y, color.RGBA{uint8(120 + y/6), uint8(90 + x/12), 60, 255})
		}
	}
	var picture bytes.Buffer
	w.check(png.Encode(&picture, hall))
	last := w.on(webtest.Finished).Day()
	w.check(last.AddPicture(ctx, picture.Bytes(), "The hall"))
	w.check(last.AnnounceFinal(ctx, "Thank you all, and see you next year."))
	w.check(last.AddSending(ctx, tournament.Sending{To: "EGD", File: "tampere-open.h9"}, ""))
	w.check(last.MarkSending(ctx, w.now(webtest.Finished).Day.Sendings[0].ID, tournament.SentAccepted, ""))
}

// found creates a tournament from a preset.
func (w *world) found(slug, name, preset string, change func(*tournament.Settings)) {
	w.t.Helper()
	settings, err := tournament.PresetNamed(preset)
	w.check(err)
	if change != nil {
		change(&settings)
	}
	place, _, _ := strings.Cut(name, " ")
	today := time.Now().UTC().Truncate(24 * time.Hour)
	_, err = w.director.Create(w.t.Context(), director.Actor{Name: "Aino"}, director.Creation{Settings: settings, Info: tournament.Info{
		Slug: slug, Name: name, Place: place, Country: "FI", Begin: tournament.DateOf(today), End: tournament.DateOf(today), Zone: "Europe/Helsinki",
	}})
	w.check(err)
}

// camp is a tournament with seven sign-ups for five places. Two people have a request for the desk, and one cancels.
func (w *world) camp() {
	w.t.Helper()
	ctx := w.t.Context()
	w.found(webtest.SignUps, "Espoo Go Camp", "finnish", func(s *tournament.Settings) {
		s.SignUp = tournament.SignUp{Open: true, Limit: 5, CheckIn: true, Consent: "We publish your name, rank and club.", Note: "Bring a board."}
		s.Fees = fees.Rules{Currency: "€", Classes: []fees.Class{
			{Name: "Junior", Amount: 10_00, Conditions: fees.Conditions{MaxAge: 18}}, {Name: "Member", Amount: 15_00, Choosable: true}, {Name: "Normal", Amount: 20_00},
		}}
	})
	var tokens []string
	for i, name := range []string{"Salonen Kaisa", "Forsman Erik", "Jansen Pieter", "Mroz Jan", "Vesala Oona", "Holub Adam", "Rinne Ilmari"} {
		family, given, _ := strings.Cut(name, " ")
		signed, err := w.director.SignUp(ctx, webtest.SignUps, day.SignUp{Agrees: true, Player: tournament.Player{
			Family: family, Given: given, Rank: rank.Kyu(3 + i), Country: "FI", Club: "Helsinki", Mail: strings.ToLower(given) + "@example.org", Born: 1990 + 3*i,
		}}, "")
		w.check(err)
		tokens = append(tokens, signed.Token)
		w.values["camper"], w.values["reserve"] = fmt.Sprint(signed.Player), signed.Token
	}
	w.values["place"] = tokens[1]
	ask := func(token string, q tournament.Request) {
		link, err := w.director.Link(ctx, webtest.SignUps, token)
		w.check(err)
		_, err = link.AddRequest(ctx, q, "")
		w.check(err)
	}
	ask(tokens[1], tournament.Request{Kind: tournament.AskSkip, Round: 2, Note: "My train leaves early."})
	ask(tokens[2], tournament.Request{Kind: tournament.AskRank, Proposed: tournament.Proposed{Rank: rank.Kyu(2)}})
	link, err := w.director.Link(ctx, webtest.SignUps, tokens[3])
	w.check(err)
	w.check(link.Cancel(ctx, "I am ill."))
	w.check(w.on(webtest.SignUps).Day().Announce(ctx, "Lunch is served from 12 to 13.", 0, ""))
}

// teams is a knockout of four teams after its first round.
func (w *world) teams() {
	w.t.Helper()
	ctx := w.t.Context()
	w.found(webtest.Teams, "Kuopio Team Cup", "knockout", func(s *tournament.Settings) {
		s.Rounds, s.Format.ThirdPlace, s.Teams.Boards = 2, false, 2
		s.Criteria = tournament.DefaultTeamCriteria(s.System, s.Teams.Boards)
	})
	for _, c := range clubs[:4] {
		team := tournament.Team{Name: c.name}
		for _, player := range c.players[:2] {
			name, strength := player[:strings.LastIndexByte(player, ' ')], player[strings.LastIndexByte(player, ' ')+1:]
			family, given, _ := strings.Cut(name, " ")
			parsed, err := rank.Parse(strength)
			w.check(err)
			id, err := w.on(webtest.Teams).AddPlayer(ctx, tournament.Player{
				Family: family, Given: given, Rank: parsed, Country: "FI", Club: c.name, Status: tournament.CheckedIn,
			}, tournament.RefuseNamesakes, "")
			w.check(err)
			team.Members = append(team.Members, id)
		}
		id, err := w.on(webtest.Teams).AddTeam(ctx, team, "")
		w.check(err)
		w.values["team"] = fmt.Sprint(id)
	}
	w.check(w.on(webtest.Teams).Round(1).Pair(ctx, 1))
	w.check(w.on(webtest.Teams).Round(1).Publish(ctx))
	for _, g := range w.now(webtest.Teams).Round(1).Games {
		result := tournament.Result{Outcome: tournament.BlackWins}
		if g.Table%2 == 0 { // the teams win both of their boards
			result.Outcome = tournament.WhiteWins
		}
		_, err := w.on(webtest.Teams).Enter(ctx, tournament.Entry{Round: 1, Table: g.Table, Seen: g.Revision, Result: result})
		w.check(err)
	}
}

// links notes the games of each kind, the links on the slips of two, and records to hand in.
func (w *world) links() {
	w.t.Helper()
	t := w.now(webtest.Running)
	for _, g := range t.Round(3).Games {
		of := ""
		switch {
		case g.Dispute.Open():
			of = "disputed"
		case g.Record != "" && g.Result.Manner == tournament.ByPoints:
			of = "counted"
		case g.Record != "":
			of = "illegal"
			review, err := w.director.Review(w.t.Context(), t, g.ID)
			w.check(err)
			if review.Verdict.Legal {
				continue
			}
		case !g.Result.Known():
			of = "empty"
		}
		w.values[of] = fmt.Sprint(g.ID)
		slip := map[string]string{"empty": "slip", "counted": "counted slip"}[of]
		if slip != "" {
			var err error
			w.values[slip], err = w.director.GameToken(w.t.Context(), t, &g)
			w.check(err)
			w.values["handed "+of] = fmt.Sprint(strings.Count(w.pile, "(;"))
			head := "(;GM[1]SZ[19]PB[" + t.NameOf(g.Black) + "]PW[" + t.NameOf(g.White) + "]RE[B+R];B[dd];W[pp]"
			w.pile += head + ")"
			if of == "counted" { // its other player has written another
				w.values["handed other"] = fmt.Sprint(strings.Count(w.pile, "(;"))
				w.pile += head + ";B[qq])"
			}
		}
	}
}

// live starts the live recording of a game without a record and a result, enters three moves, and notes its
// recorder's link.
func (w *world) live() {
	w.t.Helper()
	t := w.now(webtest.Running)
	settings := t.Settings
	settings.Live = tournament.LiveBoards{On: true}
	w.check(w.on(webtest.Running).SetUp(w.t.Context(), t.Info, settings))
	for _, g := range t.Round(3).Games {
		id := fmt.Sprint(g.ID)
		if g.Record != "" || g.Result.Known() || g.IsLive() || id == w.values["empty"] {
			continue
		}
		w.check(w.on(webtest.Running).Game(g.ID).GoLive(w.t.Context()))
		for i, at := range []rules.Point{rules.At(15, 3), rules.At(3, 15), rules.At(16, 15)} {
			_, err := w.director.LiveGames().Record(w.t.Context(), webtest.Running, director.LiveEntry{
				Game: g.ID, After: i, Step: live.Step{Kind: live.Move, Point: at, Once: fmt.Sprint(i)},
			})
			w.check(err)
		}
		now := w.now(webtest.Running)
		token, err := w.director.LiveGames().Token(w.t.Context(), now, now.Game(g.ID))
		w.check(err)
		w.values["live"], w.values["recorder"] = id, token
		return
	}
	w.t.Fatal("every game has a result or a record")
}

// The login of a world, the same as the demonstration's.
const worldUser, worldPassword = "demo", "helsinki-demo"

// login makes the login, and a link to set a new password.
func (w *world) login() {
	w.t.Helper()
	access := w.director.Access()
	token, _, err := access.SetupToken(w.t.Context())
	w.check(err)
	w.check(access.SetPassword(w.t.Context(), token, worldUser, worldPassword))
	w.values["setup"], err = access.ResetToken(w.t.Context(), worldUser)
	w.check(err)
	office := access.People().OrganisationAdmin(accounts.Session{User: worldUser}, store.FirstOrganisation)
	for name, slug := range map[string]string{"tablet": webtest.Running, "camp tablet": webtest.SignUps} {
		w.check(w.director.OpenTablet(w.t.Context(), office, slug))
		tablet, err := w.director.Tablet(w.t.Context(), slug)
		w.check(err)
		w.values[name], w.values[name+" code"] = tablet.Token, tablet.Code
	}
	w.values["invitation"], err = office.Invite(w.t.Context(), accounts.Invitation{Role: role.Desk, Label: "Desk at the door"})
	w.check(err)
}

// upload sends files of all kinds and notes the addresses of their previews.
func (w *world) upload() {
	w.t.Helper()
	jar, err := cookiejar.New(nil)
	w.check(err)
	client := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.PostForm(w.server.url+"/login", url.Values{"name": {worldUser}, "password": {worldPassword}})
	w.check(err)
	answer.Body.Close()
	if answer.StatusCode != http.StatusSeeOther {
		w.t.Fatal("the login answers ", answer.Status)
	}
	const desk = "/desk/" + webtest.Running
	get := func(path string) []byte {
		answer, err := client.Get(w.server.url + path)
		w.check(err)
		defer answer.Body.Close()
		data, err := io.ReadAll(answer.Body)
		w.check(err)
		return data
	}
	download := func(format string) []byte { return get(desk + "/exports/" + format) }
	for _, u := range []struct {
		value, path, name string
		data              []byte
	}{
		{"file", "/import", "open.json", download("tourney")},
		{"sheet", desk + "/import", "list.csv", []byte("name;rank;club\nAijala Vaino;2k;Hki\nKorhonen Mikko;1k;Hki\nNameless;;Tku\nBerg Nils;3 dan;Oulu\n")},
		{"lines", desk + "/import", "", []byte("1. Pekka Heinola 12k HGS\n2. Laura Toivola 9 kyu Tampere\n3. Sofia Lind\n")},
		{"ratings", desk + "/ratings", "club.csv", []byte("who;strength;points;where\nAijala Vaino;2k;1911;Hki\nAijanen Vaino;9k;1200;Tku\n")},
		{"results", desk + "/exports/results", "results.xlsx", download("xlsx")},
		{"other record", desk + "/games/" + w.values["counted"], "other.sgf", []byte("(;SZ[19];B[dd];W[pp])")},
		{"backup", "/backups/upload", "backup.db", get("/backup")},
		{"pile", desk + "/round/3/records", "round 3.sgf", []byte(w.pile)},
	} {
		w.values[u.value] = w.send(client, u.path, u.name, u.data)
	}
}

// send uploads a file and returns the last part of the address of its preview. Without a
// name, the data is text that was pasted.
func (w *world) send(client *http.Client, path, name string, data []byte) string {
	w.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	var part io.Writer
	var err error
	if name == "" {
		part, err = form.CreateFormField("text")
	} else {
		part, err = form.CreateFormFile("file", name)
	}
	w.check(err)
	_, err = part.Write(data)
	w.check(err)
	w.check(form.Close())
	answer, err := client.Post(w.server.url+path, form.FormDataContentType(), &body)
	w.check(err)
	defer answer.Body.Close()
	to := answer.Header.Get("Location")
	if answer.StatusCode != http.StatusSeeOther {
		text, _ := io.ReadAll(answer.Body) // for the message
		w.t.Fatalf("%s of %s answers %s: %s", path, name, answer.Status, text)
	}
	return to[strings.LastIndexByte(to, '/')+1:]
}

// address fills the words in braces of an address.
func (w *world) address(path string) string {
	for word, value := range w.values {
		path = strings.ReplaceAll(path, "{"+word+"}", value)
	}
	return path
}
