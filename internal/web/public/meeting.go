package public

import (
	"context"
	"strconv"

	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A meetingPage explains a player's opponent or bye in a round.
type meetingPage struct {
	page.Base
	Player page.PlayerView
	Card   cardView
	// Reasons are for the player, Other is the address of the opponent's page.
	Reasons []string
	Other   string
	Why     []page.ReasonView
	// Drawn is a sentence about how the draw was made, with its inputs if they are public.
	Drawn string
}

func showMeeting(v *Visit) (string, any, error) {
	n, err := v.DrawnRound()
	if err != nil {
		return "", nil, err
	}
	p, err := v.player()
	if err != nil {
		return "", nil, err
	}
	// Several requests may wait for the same draw, so the end of one does not stop it.
	draw, err := v.Explain(context.WithoutCancel(v.Ctx), n)
	if err != nil {
		return "", nil, err
	}
	view := &meetingPage{
		Player: page.NewPlayerView(v.Tournament, p.ID), Card: v.cardOf(p, n), Drawn: drawnWords(v.Lang, v.Tournament.Round(n).Drawn),
	}
	view.Base = v.Base(v.Lang.T("explain.meeting.title", p.Name(), n), "/games").AtRound(n)
	g := v.Tournament.Round(n).Game(p.ID)
	if g == nil {
		s, ok := draw.ExplainBye(p.ID)
		if !ok {
			return "", nil, fault.New(fault.NotFound, "player.unpaired", p.Name(), n)
		}
		view.Reasons = []string{page.Text(v.Lang, s)}
		return "meeting", view, nil
	}
	e := draw.Explain(g.Table)
	view.Title = v.Lang.T("explain.meeting.two", page.NewPlayerView(v.Tournament, g.Black).Name, page.NewPlayerView(v.Tournament, g.White).Name)
	view.Why = page.Reasons(v.Lang, e)
	for _, side := range page.PlayerReasons(v.Lang, v.Tournament, e) {
		if side.ID == p.ID {
			view.Reasons = side.Texts
		} else {
			view.Other = v.meetingPath(side.ID, n)
		}
	}
	return "meeting", view, nil
}

// drawnWords explains how to repeat a draw, or names its seed if its inputs are not public.
func drawnWords(lang *i18n.Language, d tournament.Drawn) string {
	if d.IsRepeatable() {
		return lang.T("explain.meeting.again", d.Seed, d.Program, d.Inputs)
	}
	return lang.T("explain.meeting.drawn", d.Seed, d.Program)
}

// DrawnRound returns the published round with the number in the address, if the program has drawn it.
func (v *Visit) DrawnRound() (int, error) {
	n, err := v.Round()
	if err != nil {
		return 0, err
	}
	if v.Tournament.Round(n).Drawn.Inputs == "" {
		return 0, fault.New(fault.NotFound, "explain.verify.hand", n)
	}
	return n, nil
}

// meetingPath returns the address of the page that explains a player's opponent or bye in a round; may be "".
func (v *Visit) meetingPath(id tournament.PlayerID, n int) string {
	r := v.Tournament.Round(n)
	if v.Offline || r == nil || !r.Published || r.Drawn.Inputs == "" || r.Game(id) == nil && !r.HasBye(id) {
		return ""
	}
	return v.To("/round/" + strconv.Itoa(n) + "/why/" + strconv.Itoa(int(id)))
}
