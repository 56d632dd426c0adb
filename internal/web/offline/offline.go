package offline

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/format/workbook"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/public"
)

// A Source has the data for the files.
type Source struct {
	// Snapshot is the tournament as the director sees it; the pages show its public view.
	Snapshot *director.Snapshot
	// Records are the texts of game records and Pictures the JPEGs, as in tournament.Whole.
	Records  map[string]string
	Pictures map[string][]byte
	Catalog  *i18n.Catalog
	// Language is the language of the pages in the outermost folder. Each other language has a folder.
	Language *i18n.Language
	Renderer *page.Renderer
	// Static holds the styles and scripts.
	Static fs.FS
}

// Write writes the files as a zip archive that begins with index.html. The same source gives the same bytes. It stops
// between two files with the error of ctx; a large tournament takes many seconds.
func Write(ctx context.Context, w io.Writer, s Source) error {
	b := &book{
		Source: s, ctx: ctx, shown: s.Snapshot.Public(), zip: zip.NewWriter(w),
		asked: map[entry]bool{}, reviews: map[int]*director.Review{},
	}
	whole := public.Visit{Snapshot: b.shown}
	if err := whole.ParseAfter(); err != nil {
		return err
	}
	b.after = whole.After
	b.ask(entry{language: s.Language.Code()})
	for len(b.due) > 0 {
		next := b.due[0]
		b.due = b.due[1:]
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := b.add(next); err != nil {
			return fmt.Errorf("write %s: %w", b.file(next), err)
		}
	}
	return b.zip.Close()
}

// A book is the archive during writing, with a queue of the linked entries.
type book struct {
	Source
	ctx   context.Context
	shown *director.Snapshot
	after int // the round after which pages show the standings
	zip   *zip.Writer
	asked map[entry]bool
	due   []entry
	// reviews are the checks of game records, which are the same in all languages.
	reviews map[int]*director.Review
}

// ask queues an entry, unless it was queued before.
func (b *book) ask(e entry) {
	if !b.asked[e] {
		b.asked[e] = true
		b.due = append(b.due, e)
	}
}

// add writes the file of an entry.
func (b *book) add(e entry) error {
	content, err := b.content(e)
	if err != nil {
		return err
	}
	// Without a time: it would differ between two archives of the same tournament.
	part, err := b.zip.CreateHeader(&zip.FileHeader{Name: b.file(e), Method: zip.Deflate})
	if err != nil {
		return err
	}
	_, err = part.Write(content)
	return err
}

func (b *book) content(e entry) ([]byte, error) {
	switch e.kind {
	case assetEntry:
		return fs.ReadFile(b.Static, e.name)
	case pictureEntry:
		return b.picture(e.number), nil
	case recordEntry:
		review, err := b.review(b.ctx, e.number)
		if err != nil {
			return nil, err
		}
		return []byte(review.Text), nil
	case calendarEntry:
		var text bytes.Buffer
		_, err := workbook.WriteCalendar(&text, b.shown.Tournament, b.language(e).T)
		return text.Bytes(), err
	}
	return b.page(e)
}

// page renders a page and turns its links into links between files.
func (b *book) page(e entry) ([]byte, error) {
	v, show, err := b.visit(e)
	if err != nil {
		return nil, err
	}
	name, data, err := show(v)
	if err != nil {
		return nil, err
	}
	text, err := b.Renderer.Render(name, "layout", data)
	if err != nil {
		return nil, err
	}
	r := rewriting{book: b, from: e}
	return r.rewrite(text)
}

// visit returns the visit of a page and its view.
func (b *book) visit(e entry) (*public.Visit, public.View, error) {
	view, params, ok := public.ViewOf(e.name)
	if !ok {
		return nil, nil, fault.New(fault.NotFound, "fault.page")
	}
	v := &public.Visit{
		Snapshot: public.In(b.language(e), b.Snapshot), Catalog: b.Catalog, Lang: b.language(e).In(page.Zone(b.shown.Tournament)), Review: b.review,
		Params: params, Query: e.values(), Path: "/t/" + b.shown.Tournament.Info.Slug + e.name, Offline: true, Ctx: b.ctx,
	}
	return v, view, v.ParseAfter()
}

// language returns the language of an entry.
func (b *book) language(e entry) *i18n.Language {
	if l := b.Catalog.Language(e.language); l != nil {
		return l
	}
	return b.Language
}

// review checks the record of a game, once for all languages.
func (b *book) review(_ context.Context, id int) (*director.Review, error) {
	t := b.Snapshot.Tournament
	g := t.Game(id)
	if g == nil {
		return nil, fault.New(fault.NotFound, "game.unknown", id)
	}
	if b.reviews[id] == nil {
		whole := director.NewReview(t, g, b.Records[g.Record])
		b.reviews[id] = whole.Public(t, b.shown.Tournament, b.shown.Tournament.Game(id))
	}
	return b.reviews[id], nil
}

// picture returns the bytes of a picture by its number, nil if it does not exist.
func (b *book) picture(id int) []byte {
	for _, p := range b.shown.Tournament.Day.Pictures {
		if p.ID == id {
			return b.Pictures[p.Hash]
		}
	}
	return nil
}

// record returns the game of a record that is in the archive, nil for others.
func (b *book) record(number string) *tournament.Game {
	g, err := public.PublishedGame(b.shown.Tournament, number)
	if err != nil || b.Records[g.Record] == "" {
		return nil
	}
	return g
}

// icons returns the symbols to which pages refer by name. Without a server browsers do not load them from another file,
// so that each page contains all of them.
func (b *book) icons() ([]byte, error) {
	symbols, err := fs.ReadFile(b.Static, iconFile)
	if err != nil {
		return nil, err
	}
	return append(append([]byte("<div hidden>"), symbols...), "</div>"...), nil
}
