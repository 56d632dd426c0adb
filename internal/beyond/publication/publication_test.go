package publication

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"tourney/internal/app/director"
	"tourney/internal/event/privacy"
	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// nothingKnown is the set of texts at a new hub.
func nothingKnown(string) bool { return false }

// sentAs packs a state and unpacks it.
func sentAs(t interface{ Fatal(...any) }, s State, known func(string) bool) *Sent {
	var packed bytes.Buffer
	if err := Write(&packed, s, known); err != nil {
		t.Fatal(err)
	}
	sent, err := Read(&packed)
	if err != nil {
		t.Fatal(err)
	}
	return sent
}

// A state arrives unchanged, for any texts that the hub has already.
func TestStatesArrive(t *testing.T) {
	whole := formattest.Everything(t)
	whole.Version = 7
	all := sentAs(t, State{Stamp: 5, Whole: whole, Links: map[int]string{7: director.LinkHash("a")}}, nothingKnown)
	got, missing, err := all.Complete(Texts{})
	if err != nil || len(missing) > 0 || all.Stamp != 5 || len(all.Links[7]) != 64 {
		t.Fatal(missing, err)
	}
	if d := cmp.Diff(whole.Tournament, got.Tournament, formattest.RatingsEqual()); d != "" {
		t.Errorf("-sent +got:\n%s", d)
	}
	if !reflect.DeepEqual(got.Records, whole.Records) || !reflect.DeepEqual(got.Pictures, whole.Pictures) {
		t.Error("texts are lost")
	}
	bare := sentAs(t, State{Stamp: 6, Whole: whole}, func(string) bool { return true })
	if _, missing, err := bare.Complete(Texts{}); err != nil || len(missing) != 2 {
		t.Errorf("missing are %v, %v", missing, err)
	}
	again, missing, err := bare.Complete(Texts{whole.Records, whole.Pictures})
	if err != nil || len(missing) > 0 || !reflect.DeepEqual(again, got) {
		t.Errorf("with the texts that are kept: missing %v, %v", missing, err)
	}
	// A text under the hash of another one is not accepted.
	for hash := range whole.Records {
		_, _, err := bare.Complete(Texts{map[string]string{hash: "(;GM[1])"}, whole.Pictures})
		if !fault.Is(err, "record.lost") {
			t.Errorf("a false record: %v", err)
		}
	}
}

// hideSome hides players at random.
func hideSome(t *rapid.T, tn *tournament.Tournament) {
	for i := range tn.Players {
		tn.Players[i].Hiding = rapid.SampledFrom(consent.Hidings()).Draw(t, "hiding")
		tn.Players[i].Mail, tn.Players[i].Notes, tn.Players[i].Contact = "secret@example.org", "secret note", "secret phone"
	}
}

// The published state of any tournament can be read as a file and contains no private data. It has the same players on
// the same places as the tournament.
func TestPublishedShowsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := formattest.AnyTournament(t)
		hideSome(t, whole.Tournament)
		published := privacy.Published(whole.Tournament)
		sent := sentAs(t, State{Stamp: 1, Whole: tournament.Whole{Tournament: published, Records: whole.Records, Pictures: whole.Pictures}}, nothingKnown)
		got, missing, err := sent.Complete(Texts{})
		if err != nil || len(missing) > 0 {
			t.Fatal(missing, err)
		}
		var text bytes.Buffer
		if err := Write(&text, State{Stamp: 1, Whole: tournament.Whole{Tournament: published}}, nothingKnown); err != nil {
			t.Fatal(err)
		}
		if all := unpacked(t, text.Bytes()); strings.Contains(all, "secret") {
			t.Fatalf("private: %s", all)
		}
		public, again := privacy.Public(whole.Tournament), privacy.Public(got.Tournament)
		withoutTimes := cmpopts.IgnoreFields(tournament.Player{}, "Since")
		if d := cmp.Diff(public.Players, again.Players, formattest.RatingsEqual(), withoutTimes); d != "" {
			t.Fatalf("players -here +there:\n%s", d)
		}
		if here, there := public.Places(), again.Places(); !reflect.DeepEqual(here, there) {
			t.Fatalf("the places are %+v here, %+v there", here, there)
		}
		for n := range len(got.Rounds) + 1 {
			here, there := results.After(privacy.Ranked(public, whole.Tournament), n), results.After(privacy.Ranked(again, got.Tournament), n)
			for i := range max(len(here.Rows), len(there.Rows)) {
				a, b := here.Rows[i], there.Rows[i]
				if a.Player != b.Player || a.Place != b.Place || a.Line != b.Line {
					t.Fatalf("after round %d, line %d: player %d on place %d here, %d on %d there", n, i+1, a.Player, a.Place, b.Player, b.Place)
				}
			}
		}
	})
}

func unpacked(t interface{ Fatal(...any) }, packed []byte) string {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if _, err := text.ReadFrom(z); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// The rating of an anonymous player is not published, but their place is the same.
func TestRatingsOfTheAnonymous(t *testing.T) {
	s := tournament.Presets()[0].Settings
	s.Criteria = []tournament.Criterion{tournament.NBW, tournament.ByRating}
	tn, err := tournament.New(tournament.Info{Slug: "cup", Name: "Cup"}, s)
	if err != nil {
		t.Fatal(err)
	}
	secret := []int{2713, 2411, 2399, 1933, -345}
	for i, points := range []int{2713, 2500, 2411, 2399, 2100, 1933, -200, -345} {
		p := tournament.Player{Family: fmt.Sprint("P", i), Rank: rank.Dan1, Rating: rank.Points(points), Status: tournament.CheckedIn}
		if slices.Contains(secret, points) {
			p.Hiding = consent.Anonymous
		}
		if _, err := tn.AddPlayer(p, tournament.AllowNamesakes); err != nil {
			t.Fatal(err)
		}
	}
	got := privacy.Published(tn)
	last := 9999
	for i := range got.Players {
		points := got.Players[i].Rating.Points()
		if points >= last || tn.Players[i].Hiding == consent.Anonymous && slices.Contains(secret, points) {
			t.Errorf("player %d has %d after %d", i+1, points, last)
		}
		last = points
	}
	s.Criteria = []tournament.Criterion{tournament.NBW}
	if err := tn.SetSettings(s); err != nil {
		t.Fatal(err)
	}
	if got := privacy.Published(tn); got.Players[0].Rating.Stated() {
		t.Error("a rating that no place depends on")
	}
}

// pack packs an envelope of any content.
func pack(t testing.TB, content any) []byte {
	t.Helper()
	text, err := json.Marshal(content)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestBrokenStates(t *testing.T) {
	for name, c := range map[string]struct {
		packed []byte
		want   string
	}{
		"empty":              {nil, "publication.broken"},
		"not packed":         {[]byte(`{"publication":1}`), "publication.broken"},
		"cut off":            {pack(t, envelope{Format: 1})[:20], "publication.broken"},
		"no JSON":            {pack(t, "text"), "publication.broken"},
		"a later form":       {pack(t, map[string]any{"publication": 2, "stamp": "1"}), "publication.format"},
		"without tournament": {pack(t, map[string]any{"publication": 1, "stamp": "1"}), "publication.broken"},
		"null":               {pack(t, map[string]any{"publication": 1, "stamp": "1", "tournament": nil}), "publication.broken"},
		"without stamp":      {pack(t, map[string]any{"publication": 1, "tournament": map[string]any{}}), "publication.broken"},
	} {
		if _, err := Read(bytes.NewReader(c.packed)); !fault.Is(err, c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	sent, err := Read(bytes.NewReader(pack(t, map[string]any{"publication": 1, "stamp": "1", "tournament": map[string]any{"tourney": 1}})))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := sent.Complete(Texts{}); err == nil {
		t.Error("a tournament without a name is complete")
	}
}

func FuzzRead(f *testing.F) {
	f.Add(pack(f, map[string]any{"publication": 1, "stamp": "1", "tournament": map[string]any{"tourney": 1, "info": map[string]any{"slug": "a", "name": "A"}}}))
	f.Add([]byte("\x1f\x8b"))
	f.Fuzz(func(t *testing.T, data []byte) {
		sent, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		if _, _, err := sent.Complete(Texts{}); err != nil {
			if _, isFault := fault.As(err); !isFault {
				t.Errorf("%v is no fault", err)
			}
		}
	})
}
