package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/web/site"
)

// assets are the static files, kept in memory. Their
// addresses carry a hash of the content, so browsers may keep them for ever.
type assets struct {
	fsys  fs.FS
	dev   bool
	files map[string]*site.Body
}

// assetKinds are the media types by file name extensions. The system's table takes a millisecond to load, and is wrong
// on some systems.
var assetKinds = map[string]string{
	".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
	".json": "application/json", ".ts": "text/plain; charset=utf-8", ".go": "text/plain; charset=utf-8",
}

func loadAssets(fsys fs.FS, dev bool) (*assets, error) {
	a := &assets{fsys: fsys, dev: dev, files: map[string]*site.Body{}}
	files, err := fs.Glob(fsys, "*.*")
	if err != nil {
		return nil, fmt.Errorf("list static files: %w", err)
	}
	for _, name := range files {
		content, err := a.read(name)
		if err != nil {
			return nil, err
		}
		a.files[name] = content
	}
	return a, nil
}

func (a *assets) read(name string) (*site.Body, error) {
	data, err := fs.ReadFile(a.fsys, name)
	if err != nil {
		return nil, fmt.Errorf("static file: %w", err)
	}
	kind, ok := assetKinds[path.Ext(name)]
	if !ok {
		return nil, fmt.Errorf("static file %s: nobody knows its media type", name)
	}
	return site.NewAsset(kind, data), nil
}

// address is the template function "asset": the address of a file by its name.
func (a *assets) address(name string) (string, error) {
	file, ok := a.files[name]
	if !ok {
		return "", fmt.Errorf("no static file %q", name)
	}
	sum := sha256.Sum256(file.Plain)
	return "/static/" + name + "?v=" + hex.EncodeToString(sum[:6]), nil
}

// sendWidget answers with the script that shows a part of a tournament on pages of other sites. Those use its address
// for years, so it has no hash.
func (a *assets) sendWidget(c *gin.Context) error {
	c.Header("Cross-Origin-Resource-Policy", "cross-origin")
	return a.send(c, "widget.js", "public, max-age=3600")
}

// sendWorker answers with the service worker. Its address is above the pages of all tournaments, so it may serve each of
// them; browsers ask for a newer one.
func (a *assets) sendWorker(c *gin.Context) error { return a.send(c, "worker.js", "no-cache") }

// serve answers with a static file.
func (a *assets) serve(c *gin.Context) error {
	return a.send(c, c.Param("name"), "public, max-age=31536000, immutable")
}

// send answers with a file, with keep as its Cache-Control.
func (a *assets) send(c *gin.Context, name, keep string) error {
	file, ok := a.files[name]
	if !ok {
		return fault.New(fault.NotFound, "fault.page")
	}
	if a.dev {
		fresh, err := a.read(name)
		if err != nil {
			return err
		}
		file, keep = fresh, "no-cache"
	}
	c.Header("Cache-Control", keep)
	file.Write(c, http.StatusOK)
	return nil
}
