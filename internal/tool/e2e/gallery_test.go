package e2e

import (
	"bytes"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	shots "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"tourney/internal/testkit/webtest"
)

// screens are the devices of the gallery.
var screens = []device{
	{"desktop", 1440, 900, nil}, {"tablet", 1024, 768, nil}, {"phone", 390, 844, devices[1].options}, {"projector", 1920, 1080, nil},
}

// TestGallery keeps pictures of every page in the folder that TOURNEY_GALLERY names: on each screen and in each
// language, light and dark, with an index of them all. The file DEVICE-LANGUAGE.tsv lists the controls and words of each
// page. A subtest, such as TestGallery/pictures/phone/fi, makes a part of them.
func TestGallery(t *testing.T) {
	dir := os.Getenv("TOURNEY_GALLERY")
	if dir == "" {
		t.Skip("TOURNEY_GALLERY names no folder for pictures")
	}
	w := newWorld(t)
	t.Run("pictures", func(t *testing.T) { // waits for all of them
		for _, on := range screens {
			t.Run(on.name, func(t *testing.T) {
				for _, language := range webtest.Languages(t) {
					t.Run(language.Code(), func(t *testing.T) {
						t.Parallel()
						w.keepPictures(openFor(t, w.server, time.Hour), dir, on, language.Code())
					})
				}
			})
		}
	})
	if err := indexPictures(dir); err != nil {
		t.Error(err)
	}
}

// keepPictures keeps pictures of all pages on a device in a language.
func (w *world) keepPictures(p *page, dir string, on device, language string) {
	p.t.Helper()
	var sizes strings.Builder
	w.walk(p, on, language, func(path string) {
		size, err := askAnew(p, chromedp.Evaluate[[]int](sizeOfPage))
		if err != nil {
			p.t.Fatal(err)
		}
		fmt.Fprintf(&sizes, "%s\t%d\t%d\t%d\n", path, size[0], size[1], size[2])
		if slices.Contains(webtest.Missing, path) {
			p.forgive("404 (Not Found)")
		}
		for _, scheme := range []string{"light", "dark"} {
			p.scheme(scheme)
			folder := filepath.Join(dir, strings.Join([]string{on.name, language, scheme}, "-"))
			if err := os.MkdirAll(folder, 0o755); err != nil {
				p.t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(folder, pictureName(path)), p.picture(on), 0o644); err != nil {
				p.t.Fatal(err)
			}
		}
		p.scheme("light")
	})
	if err := os.WriteFile(filepath.Join(dir, on.name+"-"+language+".tsv"), []byte(sizes.String()), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// sizeOfPage is a JavaScript expression: the number of visible controls and words in the main part of the page, and its
// height in points.
const sizeOfPage = `(() => {
	const main = document.querySelector("main") ?? document.body;
	const controls = main.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary");
	return [
		[...controls].filter(e => e.checkVisibility()).length,
		main.innerText.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word)).length,
		document.documentElement.scrollHeight,
	];
})()`

// picture returns the page shown, including the part below the screen, as WebP.
func (p *page) picture(on device) []byte {
	p.t.Helper()
	height, err := askAnew(p, chromedp.Evaluate[float64](`document.documentElement.scrollHeight`))
	if err != nil {
		p.t.Fatal(err)
	}
	const most, quality, whole = 4000, int64(80), true // points; the longest pages repeat themselves
	shot, err := chromedp.Call(p.ctx, shots.CaptureScreenshot, shots.CaptureScreenshotParams{
		Format: shots.CaptureScreenshotFormatWebp, Quality: new(quality), CaptureBeyondViewport: new(whole),
		Clip: &shots.Viewport{Width: float64(on.width), Height: min(height, most), Scale: 1},
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return shot.Data
}

var notInNames = regexp.MustCompile(`[^a-z0-9]+`)

// pictureName returns the name of the picture of an address.
func pictureName(path string) string {
	if path == "/" {
		return "list.webp"
	}
	return strings.Trim(notInNames.ReplaceAllString(strings.ToLower(path), "-"), "-") + ".webp"
}

// galleryPage lists the pictures of each page, as many as there are in the folder.
var galleryPage = template.Must(template.New("").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>tourney: every page</title>
<style>
  body { font: 15px/1.4 system-ui, sans-serif; margin: 24px; }
  h2 { font-size: 15px; margin: 24px 0 8px; }
  ul { display: flex; flex-wrap: wrap; gap: 12px; list-style: none; margin: 0; padding: 0; }
  img { display: block; height: 150px; width: 200px; object-fit: cover; object-position: top; border: 1px solid #8888; }
  [href^="phone"] img { width: 76px; }
  a { color: inherit; font-size: 12px; text-decoration: none; }
</style>
<h1>Every page</h1>
{{range .}}
  <h2>{{.Path}}</h2>
  <ul>
    {{range .Pictures}}<li><a href="{{.File}}"><img loading="lazy" src="{{.File}}" alt="">{{.Of}}</a></li>{{end}}
  </ul>
{{end}}
</html>
`))

// indexPictures writes the index of the pictures in a folder.
func indexPictures(dir string) error {
	type picture struct{ File, Of string }
	type row struct {
		Path     string
		Pictures []picture
	}
	var rows []row
	for _, path := range slices.Concat(webtest.Strangers, webtest.Pages) {
		files, err := filepath.Glob(filepath.Join(dir, "*-*-*", pictureName(path)))
		if err != nil {
			return err
		}
		r := row{Path: path}
		for _, file := range files {
			folder := filepath.Base(filepath.Dir(file))
			r.Pictures = append(r.Pictures, picture{folder + "/" + filepath.Base(file), strings.ReplaceAll(folder, "-", " ")})
		}
		rows = append(rows, r)
	}
	var page bytes.Buffer
	if err := galleryPage.Execute(&page, rows); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "index.html"), page.Bytes(), 0o644)
}
