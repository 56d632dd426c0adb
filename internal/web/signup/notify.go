package signup

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/web/site"
)

// addPushKey adds the key for messages where browsers permit them: by https, and on the machine of the server.
func (s *Handlers) addPushKey(c *gin.Context, view *linkPage) (err error) {
	host, _, _ := strings.Cut(c.Request.Host, ":")
	if s.UnderTLS(c.Request) || site.IsLoopback(host) {
		view.PushKey, err = s.Beyond.PushKey(c.Request.Context())
	}
	return err
}

// sendManifest describes the personal page as an app: phones that permit messages only to apps add it to their home
// screen.
func (s *Handlers) sendManifest(c *gin.Context, l *link) error {
	type icon struct {
		Address string `json:"src"`
		Sizes   string `json:"sizes"`
	}
	manifest, err := json.Marshal(struct {
		Name    string `json:"name"`
		Short   string `json:"short_name"`
		Start   string `json:"start_url"`
		Scope   string `json:"scope"`
		Display string `json:"display"`
		Icons   []icon `json:"icons"`
	}{l.t.Info.Name, cmp.Or(l.t.Info.ShortName, l.t.Info.Name), l.path, publicPath(l.t) + "/", "standalone", []icon{{"/static/icon.svg", "any"}}})
	if err != nil {
		return fmt.Errorf("write a manifest: %w", err)
	}
	c.Header("Cache-Control", "no-store")
	c.Data(http.StatusOK, "application/manifest+json", manifest)
	return nil
}
