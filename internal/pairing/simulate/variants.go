package simulate

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// mostVariants bounds a comparison.
const mostVariants = 24

// correction is the message key of the label for the reduction of handicaps.
const correction = "simulate.correction"

func tooMany(n int) error { return fault.New(fault.Invalid, "simulate.variants", n, mostVariants) }

// A Label names a varied setting: its message key and the values for its
// placeholders.
type Label struct {
	Key  string
	Args []any
}

// Message returns key and arguments, so that a label can be an argument.
func (l Label) Message() (key string, args []any) { return l.Key, l.Args }

// A Variant is a set of settings with labels for the varied ones.
type Variant struct {
	Labels   []Label
	Settings tournament.Settings
}

// SplitLabels separates the labels that all variants share from each variant's
// own. A single variant shares nothing. Where handicaps are varied but all games
// are even, shared has a label for that.
func SplitLabels(variants []Variant) (shared []Label, own [][]Label) {
	everywhere := func(l Label) bool {
		return len(variants) > 1 && !slices.ContainsFunc(variants, func(v Variant) bool {
			return !slices.ContainsFunc(v.Labels, func(other Label) bool { return reflect.DeepEqual(l, other) })
		})
	}
	for i, v := range variants {
		if i == 0 {
			shared = slices.DeleteFunc(slices.Clone(v.Labels), func(l Label) bool { return !everywhere(l) })
		}
		own = append(own, slices.DeleteFunc(slices.Clone(v.Labels), everywhere))
	}
	corrected := func(labels []Label) bool {
		return slices.ContainsFunc(labels, func(l Label) bool { return l.Key == correction })
	}
	handicaps := func(v Variant) bool { return v.Settings.Handicap.Ceiling > 0 }
	if len(variants) > 1 && slices.ContainsFunc(own, corrected) && !slices.ContainsFunc(variants, handicaps) {
		shared = append(shared, Label{Key: "simulate.even"})
	}
	return shared, own
}

// Choices are the values that a comparison varies. An empty list leaves its
// setting unchanged.
type Choices struct {
	Systems []tournament.System `json:"systems"`
	// Bars apply where the system is McMahon.
	Bars []rank.Rank `json:"bars"`
	// Corrections are handicap corrections.
	Corrections []int `json:"corrections"`
	Rounds      []int `json:"rounds"`
}

// Variations returns every combination of the choices, with the other settings
// unchanged; labels name the varied ones. Faults: too many combinations, and
// bars where no system has one.
func Variations(s tournament.Settings, c Choices) ([]Variant, error) {
	n := 1
	for _, k := range []int{len(c.Systems), len(c.Bars), len(c.Corrections), len(c.Rounds)} {
		if n *= max(min(k, mostVariants+1), 1); n > mostVariants {
			return nil, tooMany(n)
		}
	}
	if s.System != tournament.McMahon && len(c.Systems) == 0 || len(c.Systems) > 0 && !slices.Contains(c.Systems, tournament.McMahon) {
		if len(c.Bars) > 0 {
			return nil, fault.New(fault.Invalid, "simulate.barless")
		}
	}
	list := dimension[tournament.System]{
		key: "simulate.system", values: c.Systems,
		change: func(s *tournament.Settings, to tournament.System) {
			if to != s.System {
				*s = s.WithSystem(to)
			}
		},
	}.vary([]Variant{{Settings: s}})
	list = dimension[rank.Rank]{
		key: "simulate.bar", values: c.Bars,
		applies: func(s *tournament.Settings) bool { return s.System == tournament.McMahon },
		change:  func(s *tournament.Settings, bar rank.Rank) { s.Bar, s.Floor = bar, min(s.Floor, bar) },
	}.vary(list)
	list = dimension[int]{
		key: correction, values: c.Corrections, change: func(s *tournament.Settings, n int) { s.Handicap.Correction = n },
	}.vary(list)
	return dimension[int]{
		key: "simulate.rounds", values: c.Rounds, change: func(s *tournament.Settings, n int) { s.Rounds = n },
	}.vary(list), nil
}

// A dimension is a setting that a comparison varies.
type dimension[T any] struct {
	key     string // of the label
	values  []T
	applies func(*tournament.Settings) bool // nil for all settings
	change  func(*tournament.Settings, T)
}

// vary returns a copy for each value of every variant that the dimension applies
// to, and the other variants unchanged.
func (d dimension[T]) vary(list []Variant) []Variant {
	var out []Variant
	for _, v := range list {
		if len(d.values) == 0 || d.applies != nil && !d.applies(&v.Settings) {
			out = append(out, v)
			continue
		}
		for _, value := range d.values {
			next := Variant{append(slices.Clone(v.Labels), Label{d.key, []any{value}}), v.Settings}
			d.change(&next.Settings, value)
			out = append(out, next)
		}
	}
	return out
}

// Check returns the fault that Compare would return before the first game.
func Check(t *tournament.Tournament, variants []Variant, o Options) error {
	if len(variants) == 0 || len(variants) > mostVariants {
		return tooMany(len(variants))
	}
	for _, v := range variants {
		if _, err := startOf(t, v.Settings); err != nil {
			return err
		}
	}
	return o.check()
}

// Compare plays a tournament with several settings, all with the same seed, from its first round to its last, again and
// again, with all players except the withdrawn ones. It returns a report for each, in the same order. It ignores rounds
// already drawn, but not announced absences. Results follow the expectation of the EGF rating system (rating.EGF2021)
// from the ratings, or ranks, of the players and from stones and komi together; with whole komi there is jigo.
func Compare(ctx context.Context, t *tournament.Tournament, variants []Variant, o Options) ([]*Report, error) {
	if err := Check(t, variants, o); err != nil {
		return nil, err
	}
	o.Runs = cmp.Or(o.Runs, defaultRuns)
	progress := o.Progress
	var reports []*Report
	for k, v := range variants {
		start, err := startOf(t, v.Settings)
		if err != nil {
			return nil, err
		}
		if progress != nil {
			o.Progress = func(done, total int) { progress(k*total+done, len(variants)*total) }
		}
		runs, err := playAll(ctx, start, o)
		if err != nil {
			return nil, err
		}
		reports = append(reports, newReport(start, runs))
	}
	return reports, nil
}

// ParseSystems parses names of systems, such as "mcmahon swiss".
func ParseSystems(text string) ([]tournament.System, error) {
	return parseList(text, func(word string) (tournament.System, error) {
		system := tournament.System(strings.ToLower(word))
		if !slices.Contains(tournament.Systems(), system) {
			return "", fault.New(fault.Invalid, "settings.system", fault.Clip(word))
		}
		return system, nil
	})
}

// ParseBars parses ranks, such as "1d 3d".
func ParseBars(text string) ([]rank.Rank, error) { return parseList(text, rank.Parse) }

// ParseNumbers parses whole numbers, such as "4, 5".
func ParseNumbers(text string) ([]int, error) {
	return parseList(text, func(word string) (int, error) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return 0, fault.New(fault.Invalid, "simulate.number", fault.Clip(word))
		}
		return n, nil
	})
}

// parseList parses values separated by blanks, commas or semicolons. Repeated
// values count once.
func parseList[T comparable](text string, read func(string) (T, error)) ([]T, error) {
	var list []T
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" ,;\t\u00a0", r) }) {
		value, err := read(word)
		if err != nil {
			return nil, err
		}
		if len(list) > mostVariants {
			return nil, tooMany(len(list))
		}
		if !slices.Contains(list, value) {
			list = append(list, value)
		}
	}
	return list, nil
}
