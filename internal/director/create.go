package director

import (
	"context"
	"fmt"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// A Creation is what a tournament begins with.
type Creation struct {
	// Info may be without a slug, which is made from the name then.
	Info     tournament.Info
	Settings tournament.Settings
	Once     string
}

// Create begins a tournament and returns its slug.
func (d *Director) Create(ctx context.Context, by Actor, c Creation) (slug string, err error) {
	chosen := c.Info.Slug != ""
	if !chosen {
		c.Info.Slug = slugOf(c.Info.Name)
	}
	t, err := tournament.New(c.Info, c.Settings)
	if err != nil {
		return "", err
	}
	return d.begin(ctx, store.Entry{
		By: by.Name, Action: "tournament.create", Once: c.Once, Args: []any{t.Info.Name},
	}, t, chosen)
}

// Import takes up a whole tournament, as a file tells it, and returns its
// slug: the one it has, or the nearest that is free.
func (d *Director) Import(
	ctx context.Context, by Actor, t *tournament.Tournament, once string,
) (slug string, err error) {
	t = t.Clone()
	t.Version = 0
	info := t.Info
	if info.Slug == "" {
		info.Slug = slugOf(info.Name)
	}
	if err := t.SetInfo(info); err != nil {
		return "", err
	}
	return d.begin(ctx, store.Entry{
		By: by.Name, Action: "tournament.import", Once: once, Args: []any{t.Info.Name, len(t.Players), len(t.Rounds)},
	}, t, false)
}

// begin saves a new tournament; its slug is fixed or will be made unique.
func (d *Director) begin(
	ctx context.Context, e store.Entry, t *tournament.Tournament, fixed bool,
) (slug string, err error) {
	done, err := d.save(ctx, "", e, func(tx *store.Tx, _ *store.Entry) (was, now *tournament.Tournament, err error) {
		if !fixed {
			t.Info.Slug, err = freeSlug(tx, t.Info.Slug)
		}
		return &tournament.Tournament{}, t, err
	})
	return done.Slug, err
}

// freeSlug returns the slug, or the slug with the lowest number from 2 on that
// no tournament has.
func freeSlug(tx *store.Tx, slug string) (string, error) {
	free := slug
	for n := 2; ; n++ {
		_, err := tx.Version(free)
		switch {
		case fault.Is(err, "tournament.missing"):
			return free, nil
		case err != nil:
			return "", err
		}
		free = fmt.Sprintf("%s-%d", slug, n)
	}
}

// longestSlug leaves room for a number behind it.
const longestSlug = 60

// slugOf makes a slug of a name: its words without accents, in the letters and
// figures that addresses show as they are.
func slugOf(name string) string {
	var b strings.Builder
	for _, r := range tournament.Fold(name) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	slug := strings.Join(strings.Fields(b.String()), "-")
	if len(slug) > longestSlug {
		slug = strings.TrimRight(slug[:longestSlug], "-")
	}
	if slug == "" {
		return "tournament"
	}
	return slug
}

// SetPrizes changes what can be won.
func (ed *Editor) SetPrizes(ctx context.Context, p tournament.Prizes) error {
	_, err := ed.change(ctx, store.Entry{Action: "tournament.prizes", Args: []any{len(p.List)}},
		func(t *tournament.Tournament, _ *store.Entry) error {
			s := t.Settings
			s.Prizes = p
			return t.SetSettings(s)
		})
	return err
}

// SetUp changes what people read about a tournament and its rules, both or
// neither. Games already paired keep their handicap and komi, and what is asked
// of the draw stays as it is by then.
func (ed *Editor) SetUp(ctx context.Context, info tournament.Info, s tournament.Settings) error {
	e := store.Entry{Action: "tournament.info", Args: []any{info.Name}}
	_, err := ed.change(ctx, e, func(t *tournament.Tournament, e *store.Entry) error {
		was := t.Clone()
		s.Steering = t.Settings.Steering
		if err := t.SetSettings(s); err != nil {
			return err
		}
		if len(tournament.Diff(was, t)) > 0 {
			e.Action, e.Args = "tournament.settings", nil
		}
		return t.SetInfo(info)
	})
	return err
}
