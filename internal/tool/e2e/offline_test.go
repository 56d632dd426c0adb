package e2e

import (
	"archive/zip"
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/i18n"
	"tourney/internal/testkit/databasetest"
	"tourney/internal/tool/demo"
	"tourney/internal/web/offline"
	webpage "tourney/internal/web/page"
	"tourney/static"
	"tourney/templates"
)

// folder writes the public pages of the demonstration into a new folder.
func folder(t *testing.T) string {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	kept := databasetest.Open(t, store.OpenScratch)
	slug, err := demo.Play(t.Context(), kept, time.Now())
	check(err)
	d := director.New(kept, time.Now)
	snapshot, err := d.Snapshot(t.Context(), slug)
	check(err)
	whole, err := d.Whole(t.Context(), snapshot.Tournament)
	check(err)
	catalog, err := i18n.Load(templates.FS)
	check(err)
	renderer, err := webpage.NewRenderer(templates.FS, func(name string) (string, error) { return "/static/" + name, nil }, false)
	check(err)
	var packed bytes.Buffer
	check(offline.Write(t.Context(), &packed, offline.Source{
		Snapshot: snapshot, Records: whole.Records, Pictures: whole.Pictures,
		Catalog: catalog, Language: catalog.Language("en"), Renderer: renderer, Static: static.FS,
	}))
	archive, err := zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
	check(err)
	at := filepath.Join(t.TempDir(), "a folder with spaces")
	check(os.CopyFS(at, archive))
	return at
}

// The pages as files work from a disk, and from a folder of a web server: tables are sorted, names found, games replayed,
// languages changed, and the console has no errors.
func TestPagesAsFiles(t *testing.T) {
	inBrowser(t)
	at := folder(t)
	served := httptest.NewServer(http.StripPrefix("/club/2026/", http.FileServer(http.Dir(at))))
	defer served.Close()
	for name, url := range map[string]string{"disk": "file://" + at, "web": served.URL + "/club/2026"} {
		t.Run(name, func(t *testing.T) { readsFiles(open(t, server{url: url})) })
	}
}

func readsFiles(p *page) {
	t := p.t
	p.visit("/standings.html")
	places := `table.wall tbody tr:not(.group) > .n`
	byPlace := p.texts(places)
	names := func() []string { return p.texts("table.wall .who") }
	ranked := names()
	p.tap(`table.wall thead .name a`)
	byName := names()
	if slices.Equal(byName, ranked) || len(byName) != len(ranked) || !strings.HasPrefix(byName[0], "Aaltonen") {
		t.Errorf("sorted by name the standings begin with %q", byName[:3])
	}
	p.tap(`table.wall thead .name a`)
	if last := names(); last[len(last)-1] != byName[0] {
		t.Errorf("the other way round they end with %q", last[len(last)-1])
	}
	p.tap(`table.wall thead .n a`)
	if diff := cmp.Diff(byPlace, p.texts(places)); diff != "" {
		t.Errorf("by place again: %s", diff)
	}

	p.visit("/index.html")
	p.fill("#find", "Aalt")
	p.wait(`document.querySelectorAll("#names li:not([hidden])").length === 1`)
	p.press(`#names li:not([hidden])`)
	p.wait(`document.querySelector("[data-player-page]")`)
	p.visit("/players.html?name=Aalt")
	p.wait(`[...document.querySelectorAll("tr[data-player]")].filter((row) => !row.hidden).length === 1`)

	p.visit("/games-with-record.html")
	p.press(`td.res a`)
	p.tap(`[data-go=first]`)
	p.wait(`document.querySelectorAll(".replay .wide svg.board [data-p]").length === 0`)
	p.tap(`[data-go=on]`)
	p.wait(`document.querySelectorAll(".replay .wide svg.board [data-p]").length > 0`)
	p.tap(`[data-try]`)
	p.fill("[name=point]", "A1")
	p.tap(`[data-own=play]`)
	p.wait(`document.querySelector('.replay .wide .stones [data-p="as"]') && document.querySelector(".now").innerText.endsWith("A1")`)

	p.visit("/about.html")
	p.tap(`.menu summary`)
	p.press(`.menu a[lang=fi]`)
	p.wait(`document.documentElement.lang === "fi" && document.styleSheets.length >= 2`)
	p.press(`.sections li:nth-child(2) a`)
	p.wait(`document.querySelector("table.wall") && document.documentElement.lang === "fi"`)
	p.tap(`.menu summary`)
	p.press(`.menu a[lang=de]`)
	p.wait(`document.querySelector("table.wall") && document.documentElement.lang === "de" && document.title.startsWith("Stand")`)
}
