// Package publication is the form in which a tournament goes from the computer where it is run to a
// hub that shows it to the world: its whole public state, see privacy.Published, packed.
//
//	err := publication.Write(w, publication.State{Stamp: 17, Whole: published}, known)
//
//	sent, err := publication.Read(r)
//	whole, missing, err := sent.Complete(kept) // texts that the hub has need not come again
//
// States have no order that must be kept: each is whole, the one with the greatest stamp is the newest,
// and one that comes twice changes nothing. Beside a state go the moves of its live games, see Boards.
package publication

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"time"

	"tourney/internal/exchange/native"
	"tourney/internal/fault"
	"tourney/internal/tournament"
)

// A State is a tournament at one moment.
type State struct {
	// Stamp is greater than that of every earlier state of the publication; the clock helps to
	// find one after a backup was restored.
	Stamp int64
	tournament.Whole
	// Links are the hashes of the links on slips by the numbers of their games, see LinkHash.
	Links map[int]string
	// Sender is the installation that sends it. A copy of its data is another one, which a hub refuses
	// unless it Claims the publication, or has what is older than After: the stamp of the last state that it took of this
	// sender, as nobody else has sent one since then, 0 for none. Such a hub was restored.
	Sender string
	Claims bool
	After  int64
}

// LinkHash returns the hash of the token in the link on a slip: whoever has the token has the link, and
// nobody finds it by the hash.
func LinkHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// A Report is what a player has said of a game by the link on its slip, at the hub.
type Report struct {
	// Key is its own for ever.
	Key string `json:"key"`
	// Game is the number of the game, Seen its revision when they said so.
	Game int `json:"game"`
	Seen int `json:"seen"`
	// Link is the hash of the link that let them in: the game may have other players when the report comes.
	Link string `json:"link"`
	// By is the player, 0 for whoever has the slip.
	By tournament.PlayerID `json:"by,omitempty"`
	// Result is what they report; Confirms is a yes to the result as they saw it; Record is a record.
	Result   tournament.Result `json:"result,omitzero"`
	Confirms bool              `json:"confirms,omitempty"`
	Record   string            `json:"record,omitempty"`
	At       time.Time         `json:"at"`
}

// An Answer is what a hub says of a state.
type Answer struct {
	// Stamp and Version are those of the state that it keeps, greater than those sent if it has a
	// newer one.
	Stamp   int64 `json:"stamp,string"`
	Version int   `json:"version"`
	// Address is the path of the tournament's pages at the hub.
	Address string `json:"address"`
	// Missing are the hashes of records and pictures that it neither has nor got; it keeps nothing
	// until they come with the state.
	Missing []string `json:"missing,omitempty"`
}

// Reports are what a hub answers to who asks for reports.
type Reports struct {
	Reports []Report `json:"reports"`
	// Stamp is that of the state that the hub keeps: another one than was sent last has to be replaced.
	Stamp int64 `json:"stamp,string"`
}

// Bounds on the reports in one answer and on a record in one, in bytes.
const (
	MostReports      = 256 << 10
	MostRecordAtAHub = 100 << 10
)

// ReportsWait is how long a hub waits for a report before it answers that there is none.
const ReportsWait = 8 * time.Second

// Texts are records and pictures by their hashes.
type Texts struct {
	Records  map[string]string
	Pictures map[string][]byte
}

// A Sent is a state as it comes.
type Sent struct {
	Stamp  int64
	Links  map[int]string
	Sender string
	Claims bool
	After  int64
	// Records and Pictures are the hashes that the state names.
	Records, Pictures []string
	document          map[string]json.RawMessage
	with              Texts
}

// format is the number of this form. A later program may write another.
const format = 1

// envelope is what is packed.
type envelope struct {
	Format     int               `json:"publication"`
	Stamp      int64             `json:"stamp,string"`
	Tournament json.RawMessage   `json:"tournament"`
	Needs      needs             `json:"needs"`
	Links      map[int]string    `json:"links,omitempty"`
	Sender     string            `json:"sender,omitempty"`
	Claims     bool              `json:"claims,omitempty"`
	After      int64             `json:"after,omitempty,string"`
	Records    map[string]string `json:"records,omitempty"`
	Pictures   map[string][]byte `json:"pictures,omitempty"`
}

type needs struct {
	Records  []string `json:"records,omitempty"`
	Pictures []string `json:"pictures,omitempty"`
}

// Bounds on a state, packed and unpacked, in bytes, and on the length of a list of hashes.
const (
	MostPacked   = 32 << 20
	mostUnpacked = 64 << 20
	mostHashes   = 200_000
	// mostValues bounds the commas: each may stand for a value that takes more memory than text.
	mostValues = 1_500_000
	// mostStamp leaves room for greater ones.
	mostStamp = 1 << 60
)

// longestSender bounds the name of an installation.
const longestSender = 100

// OriginPattern is what names of publications look like: 128 random bits.
var OriginPattern = regexp.MustCompile(`^[0-9a-f]{32}$`)

// Write packs a state. Records and pictures that the hub is known to have are left out.
func Write(w io.Writer, s State, known func(hash string) bool) error {
	e := envelope{Format: format, Stamp: s.Stamp, Links: s.Links, Sender: s.Sender, Claims: s.Claims, After: s.After, Records: map[string]string{}, Pictures: map[string][]byte{}}
	e.Needs.Records = s.RecordHashes()
	e.Needs.Pictures = s.PictureHashes()
	for hash, text := range s.Records {
		if !known(hash) {
			e.Records[hash] = text
		}
	}
	for hash, data := range s.Pictures {
		if !known(hash) {
			e.Pictures[hash] = data
		}
	}
	var text bytes.Buffer
	if _, err := native.Write(&text, tournament.Whole{Tournament: s.Tournament}, nil); err != nil {
		return err
	}
	e.Tournament = text.Bytes()
	return writePacked(w, e)
}

func writePacked(w io.Writer, content any) error {
	z := gzip.NewWriter(w)
	return errors.Join(json.NewEncoder(z).Encode(content), z.Close())
}

// Read unpacks a state. Faults: "publication.broken", "publication.format" for that of another
// program, "publication.large".
func Read(r io.Reader) (*Sent, error) {
	var e envelope
	if err := readPacked(r, mostUnpacked, &e); err != nil {
		return nil, err
	}
	if e.Format != format {
		return nil, fault.New(fault.Invalid, "publication.format", e.Format, format)
	}
	if len(e.Needs.Records)+len(e.Needs.Pictures)+len(e.Links) > mostHashes {
		return nil, fault.New(fault.TooLarge, "publication.large")
	}
	s := &Sent{Stamp: e.Stamp, Links: e.Links, Sender: e.Sender, Claims: e.Claims, After: e.After, Records: e.Needs.Records, Pictures: e.Needs.Pictures, with: Texts{e.Records, e.Pictures}}
	if err := json.Unmarshal(e.Tournament, &s.document); err != nil || s.document == nil || s.Stamp <= 0 || s.Stamp > mostStamp || len(s.Sender) > longestSender {
		return nil, fault.Wrap(errors.Join(err), fault.Invalid, "publication.broken")
	}
	return s, nil
}

// readPacked parses what was packed and has at most so many bytes. Faults: "publication.broken", "publication.large".
func readPacked(r io.Reader, most int64, content any) error {
	z, err := gzip.NewReader(r)
	if err != nil {
		return fault.Wrap(err, fault.Invalid, "publication.broken")
	}
	text, err := io.ReadAll(io.LimitReader(z, most+1))
	switch {
	case err != nil:
		return fault.Wrap(err, fault.Invalid, "publication.broken")
	case int64(len(text)) > most, bytes.Count(text, []byte(",")) > mostValues:
		return fault.New(fault.TooLarge, "publication.large")
	}
	if err := json.Unmarshal(text, content); err != nil {
		return fault.Wrap(err, fault.Invalid, "publication.broken")
	}
	return nil
}

// Complete returns the tournament with the texts that came and those that are kept, or the hashes
// that are in neither. The state must pass the checks of a file: its faults. What is kept has passed them.
func (s *Sent) Complete(kept Texts) (whole tournament.Whole, missing []string, err error) {
	all := Texts{map[string]string{}, map[string][]byte{}}
	missing = append(gather(all.Records, s.Records, s.with.Records, kept.Records), gather(all.Pictures, s.Pictures, s.with.Pictures, kept.Pictures)...)
	if len(missing) > 0 {
		return whole, missing, nil
	}
	for name, texts := range map[string]any{"records": all.Records, "pictures": all.Pictures} {
		if s.document[name], err = json.Marshal(texts); err != nil {
			return whole, nil, fmt.Errorf("complete a publication: %w", err)
		}
	}
	text, err := json.Marshal(s.document)
	if err != nil {
		return whole, nil, fmt.Errorf("complete a publication: %w", err)
	}
	whole, _, err = native.ReadKnowing(text, func(hash string) bool {
		_, is := kept.Records[hash]
		return is
	})
	return whole, nil, err
}

// gather fills all with what is wanted from what came and what is kept, and returns what is in neither.
func gather[T any](all map[string]T, wanted []string, came, kept map[string]T) (missing []string) {
	for _, hash := range wanted {
		text, ok := came[hash]
		if !ok {
			text, ok = kept[hash]
		}
		if !ok {
			missing = append(missing, hash)
			continue
		}
		all[hash] = text
	}
	return missing
}
