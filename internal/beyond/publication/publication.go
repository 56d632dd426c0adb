// Package publication is the format in which a computer sends a tournament to a hub: its whole public state, see
// privacy.Published, as compressed JSON.
//
//	err := publication.Write(w, publication.State{Stamp: 17, Whole: published}, known)
//
//	sent, err := publication.Read(r)
//	whole, missing, err := sent.Complete(kept) // the hub has some texts already
//
// States may arrive in any order: each is complete, the one with the greatest stamp is the newest, and a repeated one
// changes nothing. The moves of live games follow separately, see Boards.
package publication

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/format/native"
	"tourney/internal/tournament"
)

// A State is a tournament at one moment.
type State struct {
	// Stamp is greater than the stamps of all earlier states of the publication; after a restore the clock ensures
	// that.
	Stamp int64
	tournament.Whole
	// Links are the hashes of the links on slips by the numbers of the games, see director.LinkHash.
	Links map[int]string
	// Sender is the installation that sends the state. A hub refuses another one, such as a copy of the data, unless it
	// Claims the publication. After is the stamp of the last state that the hub took from this sender, 0 for none: a
	// hub with an older state was restored, and accepts this one.
	Sender string
	Claims bool
	After  int64
}

// A Report is a player's report on a game at the hub, by the link on its slip.
type Report = director.PlayerReport

// An Answer is the hub's response to a state.
type Answer struct {
	// Stamp and Version identify the stored state, and are greater than the sent ones if that is newer.
	Stamp   int64 `json:"stamp,string"`
	Version int   `json:"version"`
	// Address is the path of the tournament's pages at the hub.
	Address string `json:"address"`
	// Missing are the hashes of records and pictures that the hub needs; it stores nothing until it has them.
	Missing []string `json:"missing,omitempty"`
}

// Reports is the hub's response to a request for reports.
type Reports struct {
	Reports []Report `json:"reports"`
	// Stamp is the stamp of the stored state: if it is not the last one sent, the state must be sent again.
	Stamp int64 `json:"stamp,string"`
}

// Limits of the reports in one response and of a record in a report, in bytes.
const (
	MostReports      = 256 << 10
	MostRecordAtAHub = 100 << 10
)

// ReportsWait is how long a hub waits for a report before it sends an empty response.
const ReportsWait = 8 * time.Second

// Texts are records and pictures by their hashes.
type Texts struct {
	Records  map[string]string
	Pictures map[string][]byte
}

// A Sent is a received state.
type Sent struct {
	Stamp  int64
	Links  map[int]string
	Sender string
	Claims bool
	After  int64
	// Records and Pictures are the hashes in the state.
	Records, Pictures []string
	document          map[string]json.RawMessage
	with              Texts
}

// format is the version of this format. A later program may use another one.
const format = 1

// envelope is the packed JSON.
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

// Limits of a state, packed and unpacked, in bytes, and of the number of hashes.
const (
	MostPacked   = 32 << 20
	mostUnpacked = 64 << 20
	mostHashes   = 200_000
	// mostValues limits the commas: each may stand for a value that needs more memory than its text.
	mostValues = 1_500_000
	// mostStamp leaves room for later stamps.
	mostStamp = 1 << 60
)

// longestSender limits the name of an installation, in bytes.
const longestSender = 100

// OriginPattern matches origins, the names of publications: 128 random bits.
var OriginPattern = regexp.MustCompile(`^[0-9a-f]{32}$`)

// Write packs a state, without records and pictures that are known to be at the hub.
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

// Read unpacks a state. Faults: "publication.broken", "publication.format" for the format of another program,
// "publication.large".
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

// readPacked unpacks JSON of at most most bytes. Faults: "publication.broken", "publication.large".
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

// Complete returns the tournament with the received and the stored texts, or the hashes of texts that are in neither.
// The state must pass the checks of a file: its faults. Stored texts have passed them before.
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

// gather copies the wanted texts from the received and the stored ones into all, and returns the missing ones.
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
