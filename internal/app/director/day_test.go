package director

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/event/day"
	"tourney/internal/fault"
	"tourney/internal/format/native"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// opened makes a cup of n players with open sign-up and a number of places.
func opened(t testing.TB, d *Director, n, limit int) {
	t.Helper()
	cup(t, d, n)
	s := state(t, d)
	settings := s.Settings
	settings.SignUp = tournament.SignUp{Open: true, Limit: limit, CheckIn: true}
	info := s.Info
	info.Begin, info.Zone = tournament.DateOf(time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)), "Europe/Helsinki"
	must(t, d.On(anna, "cup").SetUp(t.Context(), info, settings))
}

func person(name string) day.SignUp {
	return day.SignUp{Player: tournament.Player{Family: name, Given: "X", Rank: rank.Kyu(5)}}
}

// TestManySignUps has 40 people at a time sign up for 56 places: all 80 are in, each once, and the last are the
// reserves, in order of arrival.
func TestManySignUps(t *testing.T) {
	d := fresh(t)
	opened(t, d, 0, 56)
	const people, atOnce = 80, 40
	jobs := make(chan int)
	welcomes := make([]Welcome, people)
	var wait sync.WaitGroup
	for range atOnce {
		wait.Go(func() {
			for i := range jobs {
				one := person(fmt.Sprintf("Person%c%c", 'a'+i/26, 'a'+i%26))
				key := fmt.Sprint("once-", i)
				w, err := d.SignUp(t.Context(), "cup", one, key)
				if again, errAgain := d.SignUp(t.Context(), "cup", one, key); err == nil && (errAgain != nil || again.Player != w.Player || again.Token != w.Token) {
					t.Errorf("the same request again: %+v, %v, was %+v", again, errAgain, w)
				}
				if err != nil {
					t.Error(err)
				}
				welcomes[i] = w
			}
		})
	}
	for i := range people {
		jobs <- i
	}
	close(jobs)
	wait.Wait()
	tn := state(t, d)
	places := tn.Places()
	if len(tn.Players) != people || places.Taken != 56 || len(places.Reserves) != people-56 || len(tn.Day.Requests) != people {
		t.Fatalf("%d players, %d places, %d reserves, %d requests", len(tn.Players), places.Taken, len(places.Reserves), len(tn.Day.Requests))
	}
	order := slices.Clone(tn.Players)
	slices.SortStableFunc(order, func(a, b tournament.Player) int { return a.Since.Compare(b.Since) })
	tokens := map[string]bool{}
	for i, p := range order {
		want := max(i+1-56, 0)
		if got := places.Reserve(p.ID); got != want {
			t.Errorf("%s came as number %d and is reserve %d, want %d", p.Family, i+1, got, want)
		}
	}
	for _, w := range welcomes {
		tokens[w.Token] = true
		p, err := d.PlayerOf(t.Context(), tn, w.Token)
		if err != nil || p.ID != w.Player {
			t.Errorf("the link of %d: %v, %v", w.Player, p, err)
		}
		if _, err := d.PlayerOf(t.Context(), tn, w.Token+"0"); err == nil {
			t.Error("a changed link is accepted")
		}
	}
	if len(tokens) != people {
		t.Errorf("%d different links", len(tokens))
	}
}

// TestLinkOfAFormerTournament opens nothing in the tournament with the former slug, and still works under the new slug
// of its tournament.
func TestLinkOfAFormerTournament(t *testing.T) {
	d, ctx := fresh(t), t.Context()
	opened(t, d, 0, 0)
	former, err := d.SignUp(ctx, "cup", person("Ek"), "")
	must(t, err)
	s := state(t, d)
	info := s.Info
	info.Slug, info.Begin = "cup-2025", tournament.DateOf(info.Begin.AddDate(-1, 0, 0))
	must(t, d.On(anna, "cup").SetUp(ctx, info, s.Settings))
	opened(t, d, 0, 0)
	now, err := d.SignUp(ctx, "cup", person("Aho"), "")
	must(t, err)
	if now.Player != former.Player {
		t.Fatalf("players %d and %d", former.Player, now.Player)
	}
	_, err = d.Link(ctx, "cup", former.Token)
	wantFault(t, err, "link.token")
	_, err = d.Link(ctx, "cup-2025", former.Token)
	must(t, err)
}

// TestSignUpFormUsedTwice has two people sign up with one form, which a browser may restore with its key: neither gets
// the link of the other.
func TestSignUpFormUsedTwice(t *testing.T) {
	d, ctx := fresh(t), t.Context()
	opened(t, d, 0, 0)
	first, err := d.SignUp(ctx, "cup", person("  Ek\t"), "once.ek")
	must(t, err)
	_, err = d.SignUp(ctx, "cup", person("Aho"), "once.aho")
	wantFault(t, err, "form.reused")
	again, err := d.SignUp(ctx, "cup", person("  Ek\t"), "once.ek")
	must(t, err)
	if again != first || len(state(t, d).Players) != 1 {
		t.Errorf("the same form again: %+v, was %+v", again, first)
	}
}

func TestPersonalLink(t *testing.T) {
	d, ctx := fresh(t), t.Context()
	opened(t, d, 0, 2)
	var links []*LinkEditor
	for i, name := range []string{"Aho", "Berg", "Cerny"} {
		w, err := d.SignUp(ctx, "cup", person(name), "")
		must(t, err)
		if w.Reserve != max(i-1, 0) {
			t.Errorf("%s is reserve %d", name, w.Reserve)
		}
		link, err := d.Link(ctx, "cup", w.Token)
		must(t, err)
		links = append(links, link)
	}
	_, err := d.SignUp(ctx, "cup", person("aho"), "other")
	wantFault(t, err, "signup.twice")
	_, err = d.Link(ctx, "cup", "1-00")
	wantFault(t, err, "link.token")
	_, err = links[0].AddRequest(ctx, tournament.Request{Kind: tournament.AskSubstitute, Player: 2}, "")
	wantFault(t, err, "link.kind")
	wantFault(t, links[2].CheckIn(ctx), "link.reserve")
	// The link of the first player permits no request about another player.
	id, err := links[0].AddRequest(ctx, tournament.Request{Kind: tournament.AskRank, Player: 2, Proposed: tournament.Proposed{Rank: rank.Kyu(3)}}, "a")
	must(t, err)
	again, err := links[0].AddRequest(ctx, tournament.Request{Kind: tournament.AskRank, Proposed: tournament.Proposed{Rank: rank.Kyu(3)}}, "a")
	must(t, err)
	if q := state(t, d).Request(id); q.Player != links[0].Player() || q.From != tournament.FromPlayer || again != id || q.At.IsZero() {
		t.Errorf("the request is %+v, again %d", q, again)
	}
	must(t, links[1].Cancel(ctx, "ill"))
	wantFault(t, links[1].Cancel(ctx, "ill"), "request.cancelled")
	told := state(t, d).Day.Requests
	if last := told[len(told)-1]; last.Kind != tournament.AskCancel || last.Promoted != links[2].Player() || last.Note != "ill" {
		t.Errorf("the desk is told %+v", last)
	}
	must(t, links[2].CheckIn(ctx))
	must(t, links[2].CheckIn(ctx))
	wantFault(t, links[1].CheckIn(ctx), "link.withdrawn")
	if p := state(t, d).Player(links[2].Player()); p.Status != tournament.CheckedIn {
		t.Errorf("the reserve is %v", p.Status)
	}
}

// TestDeskIsToldOfPlaces refuses a sign-up, which gives the first reserve the place, and undoes the refusal.
func TestDeskIsToldOfPlaces(t *testing.T) {
	d, ctx := fresh(t), t.Context()
	opened(t, d, 0, 1)
	ed := d.On(anna, "cup")
	var players []tournament.PlayerID
	for _, name := range []string{"Aho", "Berg"} {
		w, err := d.SignUp(ctx, "cup", person(name), "")
		must(t, err)
		players = append(players, w.Player)
	}
	must(t, ed.Requests().Refuse(ctx, day.Decision{Request: state(t, d).Day.Requests[0].ID}))
	told := state(t, d).Day.Requests
	if last := told[len(told)-1]; last.Kind != tournament.AskPlace || last.Promoted != players[1] || last.From != anna.Name || last.At.IsZero() {
		t.Errorf("the desk is told %+v", last)
	}
	must(t, ed.Undo(ctx, state(t, d).Version))
	if now := state(t, d); len(now.Day.Requests) != 2 || now.Places().Reserve(players[1]) != 1 {
		t.Errorf("after the undo there are %+v", now.Day.Requests)
	}
}

// TestRequestsAreOneStep grants and refuses requests, and undoes both.
func TestRequestsAreOneStep(t *testing.T) {
	d, ctx := fresh(t), t.Context()
	playing(t, d, 7) // round 1 is published
	desk := d.On(anna, "cup")
	before := state(t, d)
	one := before.Players[0].ID
	id, err := desk.Requests().Add(ctx, tournament.Request{Kind: tournament.AskRank, Player: one, Proposed: tournament.Proposed{Rank: rank.Kyu(9)}}, "x")
	must(t, err)
	asked := state(t, d)
	must(t, d.On(bert, "cup").Requests().Grant(ctx, day.Decision{Request: id, Answer: "from now on"}))
	granted := state(t, d)
	if p, q := granted.Player(one), granted.Request(id); p.Rank != rank.Kyu(9) || q.State != tournament.RequestDone || q.By != "Bert" || q.Answer != "from now on" {
		t.Errorf("after granting: %v, %+v", p.Rank, q)
	}
	wantFault(t, desk.Requests().Refuse(ctx, day.Decision{Request: id}), "request.decided")
	wantFault(t, desk.Requests().Grant(ctx, day.Decision{Request: 12345}), "request.missing")
	must(t, desk.Undo(ctx, granted.Version))
	now := state(t, d)
	if diff := asked.Diff(now); len(diff) > 0 {
		t.Errorf("undone, the tournament differs by %+v", diff)
	}

	// A player in a draft leaves: the draft is repaired in the same step.
	finishRound(t, d, 1)
	must(t, desk.Round(2).Pair(ctx, 1))
	seated := state(t, d).Rounds[1].Games[0].Black
	id, err = desk.Requests().Add(ctx, tournament.Request{Kind: tournament.AskSkip, Player: seated, Round: 2}, "y")
	must(t, err)
	must(t, desk.Requests().Grant(ctx, day.Decision{Request: id}))
	now = state(t, d)
	if p := now.Player(seated); !p.Absent.Has(2) || now.Rounds[1].Game(seated) != nil || now.Request(id).State != tournament.RequestDone {
		t.Errorf("the draft still has %s", p.Name())
	}
	log := whole(t, d)
	if e := log[len(log)-1]; e.Action != "request.grant" || len(e.Args) != 2 || e.Args[1] != tournament.AskSkip {
		t.Errorf("the log says %s %v", e.Action, e.Args)
	}
}

// finishRound enters a win of Black in every game without a result.
func finishRound(t *testing.T, d *Director, n int) {
	t.Helper()
	for _, g := range state(t, d).Round(n).Games {
		if !g.Result.Known() {
			must(t, enter(d, anna, n, g.Table, g.Revision, tournament.BlackWins))
		}
	}
}

// TestEveryStepOfTheDayIsUndone takes each step and undoes it; a copy through a file keeps the resulting data.
func TestEveryStepOfTheDayIsUndone(t *testing.T) {
	d, ctx := fresh(t), t.Context()
	playing(t, d, 4)
	finishRound(t, d, 1)
	desk := d.On(anna, "cup")
	var photo bytes.Buffer
	must(t, jpeg.Encode(&photo, image.NewGray(image.Rect(0, 0, 30, 20)), nil))
	first := state(t, d).Players[0].ID
	for _, tt := range []struct {
		name string
		do   func() error
	}{
		{"incident", func() error {
			return desk.Day().AddIncident(ctx, tournament.Incident{Kind: tournament.CameLate, Player: first, Round: 1, Minutes: 9}, "1")
		}},
		{"announcement", func() error { return desk.Day().Announce(ctx, "Lunch until two", time.Hour, "2") }},
		{"end of it", func() error { return desk.Day().EndAnnouncement(ctx, state(t, d).Day.Announcements[0].ID) }},
		{"picture", func() error { return desk.Day().AddPicture(ctx, photo.Bytes(), "The hall") }},
		{"caption", func() error { return desk.Day().CaptionPicture(ctx, state(t, d).Day.Pictures[0].ID, "Our hall") }},
		{"payment", func() error { _, err := desk.Fee(first).Pay(ctx, 20_00, "3"); return err }},
		{"sum", func() error { return desk.Fee(first).SetSum(ctx, 10_00, "helps") }},
		{"class", func() error { return desk.Fee(first).SetClass(ctx, "") }},
		{"final", func() error { return desk.Day().AnnounceFinal(ctx, "as read out") }},
		{"sending", func() error { return desk.Day().AddSending(ctx, tournament.Sending{To: "EGD", File: "cup.h9"}, "4") }},
		{"answer", func() error {
			return desk.Day().MarkSending(ctx, state(t, d).Day.Sendings[0].ID, tournament.SentAccepted, "")
		}},
		{"reopening", func() error { return desk.Day().Reopen(ctx, "a slip was wrong") }},
		{"incident gone", func() error { return desk.Day().RemoveIncident(ctx, state(t, d).Day.Incidents[0].ID) }},
	} {
		before := state(t, d)
		must(t, tt.do())
		after := state(t, d)
		if len(before.Diff(after)) == 0 {
			t.Fatalf("%s: nothing has changed", tt.name)
		}
		must(t, desk.Undo(ctx, after.Version))
		if diff := before.Diff(state(t, d)); len(diff) > 0 {
			t.Errorf("%s undone leaves %+v", tt.name, diff[0])
		}
		must(t, desk.Undo(ctx, after.Version+1)) // again
		if diff := after.Diff(state(t, d)); len(diff) > 0 {
			t.Errorf("%s redone leaves %+v", tt.name, diff[0])
		}
	}
	tn := state(t, d)
	jpg, err := d.Picture(ctx, tn, tn.Day.Pictures[0].ID)
	if err != nil || !bytes.HasPrefix(jpg, []byte("\xff\xd8\xff")) {
		t.Errorf("the picture: %d bytes, %v", len(jpg), err)
	}
	_, err = d.Picture(ctx, tn, 1)
	wantFault(t, err, "today.day.missing")
	kept, err := d.Whole(ctx, tn)
	must(t, err)
	var file bytes.Buffer
	_, err = native.Write(&file, kept, nil)
	must(t, err)
	read, _, err := native.Read(file.Bytes())
	must(t, err)
	slug, err := d.Import(ctx, bert, read, Founding{})
	must(t, err)
	copied, err := d.Snapshot(ctx, slug)
	must(t, err)
	if diff := cmp.Diff(tn.Day, copied.Tournament.Day); diff != "" {
		t.Errorf("the day of the copy (-was +is):\n%s", diff)
	}
	if again, err := d.Picture(ctx, copied.Tournament, copied.Tournament.Day.Pictures[0].ID); err != nil || !bytes.Equal(again, jpg) {
		t.Errorf("the picture of the copy: %v", err)
	}
}

// An import announces the final standings of a file without their time. They order the players until they are reopened.
func TestPlacesOfAFileAreFinal(t *testing.T) {
	d, ctx := fresh(t), t.Context()
	playing(t, d, 4)
	finishRound(t, d, 1)
	tn := state(t, d)
	first := results.After(tn, 1).Rows
	list := tournament.FinalList{ID: tn.NewID()}
	for i, row := range slices.Backward(first) {
		list.Lines = append(list.Lines, tournament.FinalLine{Place: len(first) - i, Player: row.Player, Name: tn.NameOf(row.Player)})
	}
	tn.Day.Finals = []tournament.FinalList{list}
	slug, err := d.Import(ctx, bert, tournament.Whole{Tournament: tn}, Founding{})
	must(t, err)
	snapshot, err := d.Snapshot(ctx, slug)
	must(t, err)
	if f := snapshot.Tournament.Frozen(); f.By != bert.Name || f.At.IsZero() {
		t.Errorf("announced by %q at %v", f.By, f.At)
	}
	if top := snapshot.Standings(1).Rows[0]; top.Player != first[3].Player || top.Place != 1 || top.Line != 1 {
		t.Errorf("the first is %+v, want player %d", top, first[3].Player)
	}
	must(t, d.On(bert, slug).Day().Reopen(ctx, "to be computed"))
	snapshot, err = d.Snapshot(ctx, slug)
	must(t, err)
	if top := snapshot.Standings(1).Rows[0]; top.Player != first[0].Player {
		t.Errorf("the first is %+v, want player %d", top, first[0].Player)
	}
}

// TestFinalStandingsHold refuses every change of final standings, and allows corrections of names and fees.
func TestFinalStandingsHold(t *testing.T) {
	d, ctx := fresh(t), t.Context()
	playing(t, d, 4)
	finishRound(t, d, 1)
	desk := d.On(anna, "cup")
	version := state(t, d).Version
	must(t, desk.Day().AnnounceFinal(ctx, ""))
	g := state(t, d).Rounds[0].Games[0]
	for name, err := range map[string]error{
		"a result": enter(d, bert, 1, g.Table, g.Revision, tournament.WhiteWins),
		"a draw":   desk.Round(2).Pair(ctx, 1),
		"undo":     desk.Undo(ctx, version),
		"leaving":  desk.SetStatus(ctx, g.Black, tournament.Withdrawn),
		"rank":     desk.EditPlayer(ctx, g.Black, tournament.AllowNamesakes, func(p *tournament.Player) { p.Rank++ }),
	} {
		if err == nil || !strings.Contains(err.Error(), "final.frozen") {
			t.Errorf("%s: %v", name, err)
		}
	}
	must(t, desk.EditPlayer(ctx, g.Black, tournament.AllowNamesakes, func(p *tournament.Player) { p.Family, p.Club = "Renamed", "Oulu" }))
	_, err := desk.Fee(g.Black).Pay(ctx, 20_00, "")
	must(t, err)
	must(t, desk.Day().Reopen(ctx, "a slip"))
	must(t, enter(d, bert, 1, g.Table, g.Revision, tournament.WhiteWins))
	must(t, desk.Day().AnnounceFinal(ctx, ""))
	finals := state(t, d).Day.Finals
	if len(finals) != 2 || finals[0].Reason != "a slip" || len(day.Changes(&finals[0], &finals[1])) < 2 {
		t.Errorf("the lists: %+v", finals)
	}
}

// TestReopeningIsUndone restores final standings only while they agree with the results, and only one list at a time.
func TestReopeningIsUndone(t *testing.T) {
	d, ctx := fresh(t), t.Context()
	playing(t, d, 4)
	finishRound(t, d, 1)
	desk := d.On(anna, "cup")
	must(t, desk.Day().AnnounceFinal(ctx, ""))
	must(t, desk.Day().Reopen(ctx, "a slip"))
	reopened := state(t, d).Version
	g := state(t, d).Rounds[0].Games[0]
	must(t, enter(d, bert, 1, g.Table, g.Revision, tournament.WhiteWins))
	wantFault(t, desk.Undo(ctx, reopened), "undo.overtaken")
	must(t, desk.Undo(ctx, reopened+1))
	must(t, desk.Day().AnnounceFinal(ctx, ""))
	wantFault(t, desk.Undo(ctx, reopened), "undo.overtaken")
	must(t, desk.Undo(ctx, state(t, d).Version))
	must(t, desk.Undo(ctx, reopened))
	if finals := state(t, d).Day.Finals; len(finals) != 1 || state(t, d).Frozen() == nil {
		t.Errorf("the lists: %+v", finals)
	}
}

// TestPublicPrizesOfAnAge awards a prize for the young in public, without the years of birth.
func TestPublicPrizesOfAnAge(t *testing.T) {
	d, ctx := fresh(t), t.Context()
	playing(t, d, 4)
	finishRound(t, d, 1)
	desk := d.On(anna, "cup")
	young := state(t, d).Players[3].ID
	must(t, desk.EditPlayer(ctx, young, tournament.AllowNamesakes, func(p *tournament.Player) { p.Born = 2012 }))
	s := state(t, d)
	settings := s.Clone().Settings
	settings.Prizes.List = []tournament.Prize{{Name: "Young", BornFrom: 2008, Places: 1}}
	must(t, desk.SetUp(ctx, s.Info, settings))
	snapshot, err := d.Snapshot(ctx, "cup")
	must(t, err)
	public := snapshot.Public()
	if got := public.Prizes(); len(got) != 1 || len(got[0].Winners) != 1 || got[0].Winners[0].Player != young || public.Tournament.Player(young).Born != 0 {
		t.Errorf("the prizes: %+v", got)
	}
}

// TestPublicSnapshot contains no name of a hidden player, in any view.
func TestPublicSnapshot(t *testing.T) {
	d, ctx := fresh(t), t.Context()
	playing(t, d, 4)
	desk := d.On(anna, "cup")
	id := state(t, d).Players[0].ID
	s := latest(t, d)
	if first, again := s.Public(), s.Public(); first != again || first.Public() != first {
		t.Error("the public snapshot is not one")
	}
	must(t, desk.EditPlayer(ctx, id, tournament.AllowNamesakes, func(p *tournament.Player) {
		p.Family, p.Given, p.Hiding, p.Mail = "Qwertzuiop", "Yxcvb", consent.Initials, "q@example.org"
	}))
	s = latest(t, d)
	p := s.Public()
	if s.Tournament.NameOf(id) != "Qwertzuiop Yxcvb" || p.Tournament.NameOf(id) != "Q. Y." {
		t.Errorf("%q is %q in public", s.Tournament.NameOf(id), p.Tournament.NameOf(id))
	}
	if p.Standings(1) != s.Standings(1) {
		t.Error("the standings are computed twice")
	}
	draw, err := p.Explain(ctx, 1)
	must(t, err)
	text := fmt.Sprintf("%+v %+v %+v", p.Tournament, p.Checks(1), draw)
	for _, secret := range []string{"Qwertzuiop", "Yxcvb", "q@example.org"} {
		if strings.Contains(text, secret) {
			t.Errorf("the public snapshot says %q", secret)
		}
	}
}

// TestReservesAreNotCheckedIn checks in all players with a place.
func TestReservesAreNotCheckedIn(t *testing.T) {
	d, ctx := fresh(t), t.Context()
	opened(t, d, 0, 2)
	for _, name := range []string{"Aho", "Berg", "Cerny"} {
		_, err := d.SignUp(ctx, "cup", person(name), "")
		must(t, err)
	}
	n, err := d.On(anna, "cup").CheckInAll(ctx)
	if err != nil || n != 2 || state(t, d).Players[2].Status != tournament.Preliminary {
		t.Errorf("%d checked in, %v", n, err)
	}
}

// sent returns the key of a form, like the pages.
func sent(key string, fields ...any) string { return key + "." + fmt.Sprint(fields...) }

// TestFormOfTheDayUsedTwice repeats forms of the day with their keys: an identical form counts once, and a different
// one is refused instead of getting the first answer.
func TestFormOfTheDayUsedTwice(t *testing.T) {
	d, ctx := fresh(t), t.Context()
	opened(t, d, 0, 0)
	for _, name := range []string{"Aho", "Berg"} {
		_, err := d.SignUp(ctx, "cup", person(name), "")
		must(t, err)
	}
	desk := d.On(anna, "cup")
	first, second := state(t, d).Players[0].ID, state(t, d).Players[1].ID
	ask := func(q tournament.Request) func() error {
		return func() error { _, err := desk.Requests().Add(ctx, q, sent("ask", q)); return err }
	}
	name := func(family string) tournament.Request {
		return tournament.Request{Kind: tournament.AskName, Player: first, Proposed: tournament.Proposed{Family: family}, Note: " so it is\r\n"}
	}
	note := func(n tournament.Incident) func() error {
		return func() error { return desk.Day().AddIncident(ctx, n, sent("note", n)) }
	}
	late := tournament.Incident{Kind: tournament.CameLate, Player: first, Round: 1, Minutes: 9, Note: "the tram "}
	later, other := late, late
	later.Minutes, other.Player = 10, second
	pay := func(id tournament.PlayerID, sum tournament.Money) func() error {
		return func() error { _, err := desk.Fee(id).Pay(ctx, sum, sent("pay", id, sum)); return err }
	}
	announce := func(text string, lasting time.Duration) func() error {
		return func() error { return desk.Day().Announce(ctx, text, lasting, sent("announce", text, lasting)) }
	}
	announceElse := func(text string, lasting time.Duration) func() error {
		return func() error { return desk.Day().Announce(ctx, text, lasting, sent("else", text, lasting)) }
	}
	send := func(s tournament.Sending) func() error {
		return func() error { return desk.Day().AddSending(ctx, s, sent("send", s)) }
	}
	report := tournament.Sending{To: " EGD", File: "cup.h9", Note: "by mail "}
	returned, other9, renoted, older := report, report, report, report
	returned.State, other9.File, renoted.Note, older.Version = tournament.SentReturned, "cup2.h9", "", 1
	add := func(p tournament.Player) func() error {
		return func() error { _, err := desk.AddPlayer(ctx, p, tournament.AllowNamesakes, sent("add", p)); return err }
	}
	chap := tournament.Player{
		Family: "Cihla ", Given: "Jan", Rank: rank.Kyu(3), Country: "cz", Tags: []string{" junior "}, Absent: tournament.Rounds(0).With(2),
		Fee: tournament.Fee{Paid: 10_00, PaidOn: time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)},
	}
	weaker, always, paid := chap, chap, chap
	weaker.Rank, always.Absent, paid.Fee.Paid = rank.Kyu(4), 0, 0
	noted := name("Ahonen")
	noted.Note = "another"
	for _, tt := range []struct {
		form   string
		again  func() error
		others []func() error
	}{
		{"request", ask(name(" Ahonen")), []func() error{ask(name("Ahola")), ask(noted), ask(tournament.Request{Kind: tournament.AskLeave, Player: first, Round: 2})}},
		{"incident", note(late), []func() error{note(later), note(other)}},
		{"payment", pay(first, 20_00), []func() error{pay(first, 10_00), pay(second, 20_00)}},
		{"announcement", announce("Lunch\r\n", time.Hour), []func() error{announce("Tea", time.Hour), announce("Lunch", time.Minute), announce("Lunch", 0)}},
		{"lasting announcement", announceElse("Closed", 0), []func() error{announceElse("Closed", time.Hour)}},
		{"sending", send(report), []func() error{send(returned), send(other9), send(renoted), send(older)}},
		{"player", add(chap), []func() error{add(weaker), add(always), add(paid), add(tournament.Player{Family: "Dahl", Rank: rank.Kyu(3)}), add(tournament.Player{})}},
	} {
		must(t, tt.again())
		version := state(t, d).Version
		must(t, tt.again())
		for i, do := range tt.others {
			if err := do(); !fault.Is(err, "form.reused") {
				t.Errorf("%s, other content %d: %v", tt.form, i+1, err)
			}
		}
		if now := state(t, d).Version; now != version {
			t.Errorf("%s: version %d became %d", tt.form, version, now)
		}
	}
}
