package live

import (
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rules/live"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/public"
)

// A gamesPage is the desk's list of the games that are, or can be, recorded live.
type gamesPage struct {
	page.Base
	Round int
	// Allowed is set when the settings allow live games.
	Allowed bool
	// Live are the games with a recorder, Games the other unfinished ones, Finished the games with a result.
	Live, Games, Finished []liveGame
	// Wall, Boards and Settings are addresses.
	Wall, Boards, Settings string
}

// A liveGame is one game of the list.
type liveGame struct {
	*i18n.Language
	page.GameView
	Action string
	// Link is the recorder's link, Code its QR code; empty unless the game is live.
	Link string
	Code page.CodeView
	// Entered counts the entered and the published moves, Delay describes the delay of publication.
	Entered, Delay string
	// Large and Overlay are the addresses of its pages for screens.
	Large, Overlay string
}

func (s *Handlers) showGames(c *gin.Context, snapshot *director.Snapshot) error {
	t := snapshot.Tournament
	n := t.Current()
	view := &gamesPage{Base: s.DeskBase(c, snapshot, s.Language(c).T("live.title"), "").AtRound(n), Round: n, Allowed: t.Settings.Live.On}
	home := "/t/" + t.Info.Slug
	view.Wall, view.Boards, view.Settings = home+"/live/wall", home+"/live", view.Event.Home+"/settings?all=yes#settings-group-records"
	if r := t.Round(n); r != nil {
		for i := range r.Games {
			game, err := s.liveGame(c, t, &r.Games[i])
			if err != nil {
				return err
			}
			game.Action = view.Event.Home + "/live/" + strconv.Itoa(game.ID)
			switch {
			case game.Link != "":
				view.Live = append(view.Live, game)
			case !view.Allowed || game.Recorded:
			case r.Games[i].Result.Known():
				view.Finished = append(view.Finished, game)
			default:
				view.Games = append(view.Games, game)
			}
		}
	}
	return s.Render(c, "livedesk", view)
}

func (s *Handlers) liveGame(c *gin.Context, t *tournament.Tournament, g *tournament.Game) (view liveGame, err error) {
	lang := s.Language(c)
	view.Language, view.GameView = lang, page.NewGameView(lang, t, g)
	if !g.IsLive() {
		return view, nil
	}
	game, err := s.Director.LiveGames().Game(c.Request.Context(), t, g)
	if err != nil {
		return view, err
	}
	view.Delay = public.DelayWords(lang, g)
	view.Entered = lang.T("live.entered", len(live.Line(game.Steps)), len(game.Public.Line()))
	token, err := s.Director.LiveGames().Token(c.Request.Context(), t, g)
	if err != nil {
		return view, err
	}
	home := "/t/" + t.Info.Slug
	view.Link = s.PhoneBase(c) + home + "/recorder/" + token
	view.Large, view.Overlay = home+"/live/large/"+strconv.Itoa(g.ID), home+"/live/overlay/"+strconv.Itoa(g.ID)
	view.Code, err = page.NewCodeView(view.Link)
	return view, err
}

// setLive starts or ends the live recording of a game, by the address.
func (s *Handlers) setLive(c *gin.Context) error {
	id := page.Natural(c.Param("game"))
	if id == 0 {
		return fault.New(fault.NotFound, "game.unknown", fault.Clip(c.Param("game")))
	}
	editor := s.Editor(c).Game(id)
	change := editor.GoLive
	if strings.HasSuffix(c.FullPath(), "/off") {
		change = editor.EndLive
	}
	if err := change(c.Request.Context()); err != nil {
		return err
	}
	return s.Redirect(c, "/desk/"+c.Param("slug")+"/live")
}
