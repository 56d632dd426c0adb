package web

import (
	"context"
	"strconv"

	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A meetingPage tells a player why he meets whom he meets in a round, or why he
// has a bye.
type meetingPage struct {
	base
	Player playerView
	Card   cardView
	// Told is for the player, Other where the opponent reads his.
	Told  []string
	Other string
	Why   []reasonView
	// Drawn is by what anybody can make the draw again.
	Drawn tournament.Drawn
}

func showMeeting(v *visit) (string, any, error) {
	n, err := v.drawnRound()
	if err != nil {
		return "", nil, err
	}
	p, err := v.player()
	if err != nil {
		return "", nil, err
	}
	// Many wait for the same answer: it is finished even if the first has gone.
	draw, err := v.Explain(context.WithoutCancel(v.ctx), n)
	if err != nil {
		return "", nil, err
	}
	page := &meetingPage{Player: newPlayerView(v.Tournament, p.ID), Card: v.card(p, n), Drawn: v.Tournament.Round(n).Drawn}
	page.base = v.base(v.lang.T("meeting.title", p.Name(), n), "/round", n)
	g := v.Tournament.Round(n).Game(p.ID)
	if g == nil {
		said, ok := draw.ExplainBye(p.ID)
		if !ok {
			return "", nil, fault.New(fault.NotFound, "player.unpaired", p.Name(), n)
		}
		page.Told = []string{say(v.lang, said)}
		return "meeting", page, nil
	}
	e := draw.Explain(g.Table)
	page.Title = v.lang.T("meeting.two", newPlayerView(v.Tournament, g.Black).Name, newPlayerView(v.Tournament, g.White).Name)
	page.Why = reasons(v.lang, e)
	for _, side := range told(v.lang, v.Tournament, e) {
		if side.ID == p.ID {
			page.Told = side.Texts
		} else {
			page.Other = v.meeting(side.ID, n)
		}
	}
	return "meeting", page, nil
}

// drawnRound returns the published round whose number the address names, if the
// program has drawn it.
func (v *visit) drawnRound() (int, error) {
	n, err := v.round()
	if err != nil {
		return 0, err
	}
	if v.Tournament.Round(n).Drawn.Inputs == "" {
		return 0, fault.New(fault.NotFound, "explain.verify.hand", n)
	}
	return n, nil
}

// meeting is the address at which a player reads why he meets whom he meets in
// a round, "" where there is nothing to say.
func (v *visit) meeting(id tournament.PlayerID, n int) string {
	r := v.Tournament.Round(n)
	if r == nil || !r.Published || r.Drawn.Inputs == "" || r.Game(id) == nil && !r.HasBye(id) {
		return ""
	}
	return v.to("/round/" + strconv.Itoa(n) + "/why/" + strconv.Itoa(int(id)))
}
