package director

import (
	"context"
	"reflect"
	"strings"

	"tourney/internal/data/store"
	"tourney/internal/event/day"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// A Creation is the input of a new tournament.
type Creation struct {
	// Info may have an empty slug; the name then gives the slug.
	Info     tournament.Info
	Settings tournament.Settings
	// Players are the first players, such as the members of a club.
	Players []tournament.Player
	Founding
}

// A Founding holds the facts about a new tournament that are not part of it.
type Founding struct {
	// Once is the key of the request.
	Once string
	// Organisation owns the tournament; 0 is the first one.
	Organisation int
}

// Create makes a new tournament and returns its slug.
func (d *Director) Create(ctx context.Context, by Actor, c Creation) (slug string, err error) {
	chosen := c.Info.Slug != ""
	if !chosen {
		c.Info.Slug = slugOf(c.Info.Name)
	}
	if err := c.Settings.CheckDrawable(0); err != nil {
		return "", err
	}
	t, err := tournament.New(c.Info, c.Settings)
	if err != nil {
		return "", err
	}
	for _, p := range c.Players {
		if _, err := t.AddPlayer(p, tournament.AllowNamesakes); err != nil {
			return "", err
		}
	}
	return d.saveNew(ctx, store.Entry{
		By: by.Name, Action: "tournament.create", Once: c.Once, Args: []any{t.Info.Name},
	}, tournament.Whole{Tournament: t}, place{c.Organisation, chosen})
}

// Import saves a whole tournament from a file and returns its slug, with a number added if the slug is in use.
func (d *Director) Import(ctx context.Context, by Actor, t tournament.Whole, f Founding) (slug string, err error) {
	t.Tournament = t.Clone()
	t.Version = 0
	info := t.Info
	info.Archived = false // it is imported to be worked with
	if info.Slug == "" {
		info.Slug = slugOf(info.Name)
	}
	if err := t.SetInfo(info); err != nil {
		return "", err
	}
	for i := range t.Day.Finals { // the places of a file without a time are announced with the import
		if f := &t.Day.Finals[i]; f.At.IsZero() {
			f.At, f.By = d.Now(), by.Name
		}
	}
	return d.saveNew(ctx, store.Entry{
		By: by.Name, Action: "tournament.import", Once: f.Once, Args: []any{t.Info.Name, len(t.Players), len(t.Rounds)},
	}, t, place{organisation: f.Organisation})
}

// A place holds the owner of a new tournament, and whether its slug is fixed or made unique.
type place struct {
	organisation int
	fixed        bool
}

// saveNew saves a new tournament.
func (d *Director) saveNew(ctx context.Context, e store.Entry, t tournament.Whole, to place) (slug string, err error) {
	done, err := d.save(ctx, "", saving{e, func(tx *store.Tx, _ *store.Entry) (was *tournament.Tournament, now tournament.Whole, err error) {
		if !to.fixed {
			t.Info.Slug, err = tx.FreeSlug(t.Info.Slug, d.Now())
		}
		if err == nil {
			t.Info.Former, err = tx.FreeFormer(t.Info, d.Now())
		}
		if err == nil && t.Settings.Consent == (consent.Rules{}) {
			t.Settings.Consent, err = tx.People().Consent(to.organisation)
		}
		tx.CreateFor(to.organisation)
		return &tournament.Tournament{}, t, err
	}})
	return done.Slug, err
}

// longestSlug leaves room for a number.
const longestSlug = 60

// slugOf makes a slug from a name: its words without accents, in letters and figures that URLs do not escape.
func slugOf(name string) string {
	var b strings.Builder
	for _, r := range spelling.Fold(name) {
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

// SetPrizes changes the prizes.
func (ed *Editor) SetPrizes(ctx context.Context, p tournament.Prizes) error {
	_, err := ed.change(ctx, store.Entry{Action: "tournament.prizes", Args: []any{len(p.List)}},
		func(t *tournament.Whole, _ *store.Entry) error {
			s := t.Settings
			s.Prizes = p
			return t.SetSettings(s)
		})
	return err
}

// SetNames changes the rules for public names.
func (ed *Editor) SetNames(ctx context.Context, rules consent.Rules) error {
	_, err := ed.change(ctx, store.Entry{Action: "tournament.settings"}, func(t *tournament.Whole, _ *store.Entry) error {
		s := t.Settings
		s.Consent = rules
		return t.SetSettings(s)
	})
	return err
}

// SetUpSignUp takes the sign-up and the fees from s in one step, see day.SetFees. It ignores the rest of s.
func (ed *Editor) SetUpSignUp(ctx context.Context, s tournament.Settings, renamed map[string]string) error {
	_, err := ed.change(ctx, store.Entry{Action: "tournament.settings"}, func(t *tournament.Whole, _ *store.Entry) error {
		t.Settings.SignUp = s.SignUp
		return day.SetFees(t.Tournament, s.Fees, renamed)
	})
	return err
}

// SetUp changes the description and the rules of a tournament, both or neither. Games already paired keep their
// handicap and komi. The constraints keep their current value. Changed rules must let all rounds be drawn.
func (ed *Editor) SetUp(ctx context.Context, info tournament.Info, s tournament.Settings) error {
	e := store.Entry{Action: "tournament.info", Args: []any{info.Name}}
	_, err := ed.change(ctx, e, func(t *tournament.Whole, e *store.Entry) error {
		was := t.Clone()
		s.Constraints = t.Settings.Constraints
		if !reflect.DeepEqual(s, t.Settings) {
			if err := s.CheckDrawable(len(t.Rounds)); err != nil {
				return err
			}
		}
		if err := t.SetSettings(s); err != nil {
			return err
		}
		if len(was.Diff(t.Tournament)) > 0 {
			e.Action, e.Args = "tournament.settings", nil
		}
		return t.SetInfo(info)
	})
	return err
}
