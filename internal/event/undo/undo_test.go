package undo

import (
	"slices"
	"testing"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// A history is a tournament and its log.
type history struct {
	t       *testing.T
	now     *tournament.Tournament
	entries []Entry
}

func (h *history) do(step func(tn *tournament.Tournament) error) (version int) {
	h.t.Helper()
	was := h.now.Clone()
	if err := step(h.now); err != nil {
		h.t.Fatal(err)
	}
	version = len(h.entries) + 1
	h.entries = slices.Insert(h.entries, 0, Entry{Version: version, Changes: was.Diff(h.now)})
	return version
}

func begin(t *testing.T) *history {
	s, err := tournament.PresetNamed("swiss")
	if err != nil {
		t.Fatal(err)
	}
	s.Rounds = 3
	tn, err := tournament.New(tournament.Info{Slug: "cup", Name: "Cup"}, s)
	if err != nil {
		t.Fatal(err)
	}
	return &history{t: t, now: tn}
}

func add(name string) func(*tournament.Tournament) error {
	return func(tn *tournament.Tournament) error {
		_, err := tn.AddPlayer(tournament.Player{Family: name, Rank: rank.Kyu(1), Status: tournament.CheckedIn}, tournament.RefuseNamesakes)
		return err
	}
}

func club(id tournament.PlayerID, name string) func(*tournament.Tournament) error {
	return func(tn *tournament.Tournament) error {
		p := *tn.Player(id)
		p.Club = name
		return tn.EditPlayer(p, tournament.RefuseNamesakes)
	}
}

func enter(table int, o tournament.Outcome) func(*tournament.Tournament) error {
	return func(tn *tournament.Tournament) error {
		_, _, err := tn.Record(tournament.Entry{Round: 1, Table: table, Seen: tn.Round(1).At(table).Revision, Result: tournament.Result{Outcome: o}})
		return err
	}
}

func TestFind(t *testing.T) {
	h := begin(t)
	first := h.do(add("A"))
	h.do(add("B"))
	h.do(add("C"))
	last := h.do(add("D"))
	oulu := h.do(club(1, "Oulu"))
	other := h.do(club(2, "Turku"))
	turku := h.do(club(1, "Turku"))
	drawn := h.do(func(tn *tournament.Tournament) error {
		return tn.SetDraft(1, []tournament.Game{{Black: 1, White: 2, Komi: 13}, {Black: 3, White: 4, Komi: 13}}, nil, tournament.Drawn{})
	})
	published := h.do(func(tn *tournament.Tournament) error { return tn.Publish(1) })
	one := h.do(enter(1, tournament.BlackWins))
	two := h.do(enter(2, tournament.BlackWins))
	twice := h.do(enter(2, tournament.WhiteWins))
	for version, want := range map[int][]int{
		twice:     {twice},
		two:       {twice, two},
		one:       {one},
		published: {twice, two, one, published},
		drawn:     {twice, two, one, published, drawn},
		other:     {other},
		oulu:      {turku, oulu},
		last:      {twice, two, one, published, drawn, last},
		first:     {twice, two, one, published, drawn, turku, oulu, first},
	} {
		got := Find(h.now, h.entries, version)
		if !slices.Equal(got, want) {
			t.Errorf("to undo %d one undoes %v, want %v", version, got, want)
		}
		now := h.now.Clone()
		for _, v := range got {
			if err := now.Undo(h.entries[len(h.entries)-v].Changes); err != nil {
				t.Errorf("to undo %d: %d is refused: %v", version, v, err)
			}
		}
	}
	h.entries[0].Undone = true
	if Find(h.now, h.entries, twice) != nil || Find(h.now, h.entries, 99) != nil {
		t.Error("what is undone already, or is none, has a chain")
	}
}
