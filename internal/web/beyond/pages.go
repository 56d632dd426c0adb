package beyond

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"io/fs"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/beyond/sites"
	"tourney/internal/beyond/upload"
	"tourney/internal/beyond/webspace"
	"tourney/internal/fault"
	"tourney/internal/web/offline"
	"tourney/internal/web/site"
)

// pages returns the writer of a tournament's public pages for the uploader. The pages stay zipped: a large tournament
// has 100 MB.
func pages(s *site.Site) upload.Writer {
	return func(ctx context.Context, p upload.Pages) (fs.FS, error) {
		var packed bytes.Buffer
		err := offline.Write(ctx, &packed, offline.Source{
			Snapshot: p.Snapshot, Records: p.Whole.Records, Pictures: p.Whole.Pictures,
			Catalog: s.Catalog, Language: cmp.Or(s.Catalog.Language(p.Language), s.Catalog.Languages()[0]), Renderer: s.Renderer, Static: s.Static,
		})
		if err != nil {
			return nil, err
		}
		return zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
	}
}

// longestSecret limits passwords, longestPrivateKey private keys.
const longestSecret, longestPrivateKey = 1000, 64 << 10

// beginSite starts publishing the pages of the tournament in a folder or at a web space.
func (s publishHandlers) beginSite(c *gin.Context, snapshot *director.Snapshot, of kind) error {
	at := sites.Site{Public: strings.TrimSpace(c.PostForm("public"))}
	place, err := webspace.Folder(c.PostForm("where"))
	if of != atFolder {
		place, err = webspace.Web(addressOf(c.PostForm("where")), c.PostForm("login"))
	}
	if err != nil {
		return err
	}
	at.Address, at.Login = place.Address, place.Login
	if !place.IsFolder() {
		at.Secret = c.PostForm("secret")
	}
	if place.IsSFTP() {
		at.Key = strings.TrimSpace(c.PostForm("key"))
	}
	if len(at.Secret) > longestSecret || len(at.Key) > longestPrivateKey {
		return fault.New(fault.TooLarge, "webspace.key")
	}
	if u, err := url.Parse(at.Public); at.Public != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
		return fault.New(fault.Invalid, "webspace.public", fault.Clip(at.Public))
	}
	l := s.Catalog.Language(c.PostForm("language"))
	at.Language = cmp.Or(l, s.Language(c)).Code()
	return s.Sites.Begin(c.Request.Context(), snapshot.Tournament.Info.Slug, at)
}
