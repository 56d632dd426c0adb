package beyond

import (
	"cmp"
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/beyond/push"
	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// pushHandlers store the browsers of players that want messages.
type pushHandlers struct {
	*Extension
	// tries limits the forms sent by one personal link.
	tries *site.Limiter
}

func newPushHandlers(g *Extension) pushHandlers {
	return pushHandlers{g, site.NewLimiter(g.Site, "push", site.Pace{AtOnce: 20, Every: 30 * time.Second})}
}

func (s pushHandlers) routes(g *site.Group) {
	g.Post("/me/:token/push", s.WithTournament(s.post))
}

// post adds or removes a browser.
func (s pushHandlers) post(c *gin.Context, snapshot *director.Snapshot) error {
	ctx, t := c.Request.Context(), snapshot.Tournament
	p, err := s.Director.PlayerOf(ctx, t, c.Param("token"))
	if err == nil {
		err = s.tries.Try(ctx, t.Info.Slug+" "+c.Param("token"))
	}
	if err != nil {
		return err
	}
	b := push.Browser{Endpoint: c.PostForm("endpoint"), Key: c.PostForm("key"), Auth: c.PostForm("auth")}
	switch {
	case c.PostForm("do") == "off":
		err = s.Pushes.Unsubscribe(ctx, t.Info.Slug, p.ID, b.Endpoint)
	case t.Origin != "" || t.Info.Archived: // another computer sends, or none
		err = fault.New(fault.Conflict, "link.push.browser")
	default:
		err = s.Pushes.Subscribe(ctx, t, p.ID, b, s.Language(c).Code())
	}
	if err != nil {
		return err
	}
	c.Status(http.StatusNoContent)
	return nil
}

// PushKey returns the public key with which browsers register for messages.
func (g *Extension) PushKey(ctx context.Context) (string, error) { return g.Pushes.PublicKey(ctx) }

// pushConfig returns the texts of messages. Other players have their public names.
func pushConfig(s *site.Site) push.Config {
	return push.Config{
		Subject: func() string {
			if strings.HasPrefix(s.Base, "https://") {
				return s.Base
			}
			return "https://localhost"
		},
		Write: func(snapshot *director.Snapshot, player tournament.PlayerID, p push.Pairing, language string) push.Message {
			lang := cmp.Or(s.Catalog.Language(language), s.Catalog.Languages()[0]).In(page.Zone(snapshot.Tournament))
			own := page.NewPlayerView(snapshot.Tournament, player)
			text := push.Message{Body: own.Name + " " + own.Rank}
			if p.Game == nil {
				text.Title = lang.T("link.push.bye", p.Round)
				return text
			}
			key, args := "link.push.", []any{p.Round, p.Game.Table}
			if snapshot.Tournament.IsOpen() {
				key, args = "link.push.game.", args[1:]
			}
			switch {
			case p.Game.ColoursOpen || snapshot.Tournament.ChoosesKomi(p.Game):
				key += "open"
			case p.Game.Black == player:
				key += "black"
			default:
				key += "white"
			}
			text.Title = lang.T(key, args...)
			other := page.NewPlayerView(public.In(lang, snapshot).Tournament, p.Game.Opponent(player))
			text.Body += " – " + other.Name + " " + other.Rank
			return text
		},
	}
}
