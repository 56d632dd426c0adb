package publishing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"

	"github.com/denisbrodbeck/machineid"

	"tourney/internal/database"
	"tourney/internal/store"
)

// An installed is the program with its data at a place, and what the computer was when it was named. Whoever has a copy
// of the data at another computer or another place is another one.
type installed struct {
	Name string `json:"name"`
	// Place is that of the data, Computer the name of the computer, which may follow the network that it is in, and
	// Machine a hash of what its system calls it, which is nobody's business, "" where that is not known.
	Place    string `json:"place"`
	Computer string `json:"computer"`
	Machine  string `json:"machine,omitempty"`
}

// nameKey is the name of the secret that has the installed.
const nameKey = "installation"

// Installation names the program with data at a place of this computer, as long as the computer has its name. The
// instances at one database of a server are one.
func Installation(place string) string { return here(place).Name }

// InstallationOf names the program with the data of a store, also once the computer has another name.
func InstallationOf(ctx context.Context, s *store.Store) string {
	is, _ := installation(ctx, s)
	return is.Name
}

func here(place string) installed {
	is := installed{Place: place}
	if !database.IsServer(place) {
		is.Computer, _ = os.Hostname() // without a name the place tells
	}
	sum := sha256.Sum256([]byte(is.Computer + "\x00" + place))
	const enough = 16 // bytes
	is.Name = hex.EncodeToString(sum[:enough])
	return is
}

// installation returns what the program is with the data of a store, and whether these say so.
func installation(ctx context.Context, s *store.Store) (is installed, kept bool) {
	is = here(store.Place(s))
	if database.IsServer(is.Place) {
		return is, true
	}
	is.Machine, _ = machineid.ProtectedID("tourney")
	text, found, err := s.Secret(ctx, nameKey)
	var was installed
	if err != nil || !found || json.Unmarshal([]byte(text), &was) != nil || !is.continues(was) {
		return is, false
	}
	return was, true
}

// continues reports whether the same computer has the same data as before.
func (is installed) continues(was installed) bool {
	if is.Machine != "" && was.Machine != "" {
		return is.Place == was.Place && is.Machine == was.Machine
	}
	return is.Place == was.Place && is.Computer == was.Computer
}

// Remember has the data say what this installation is called.
func (p *Publishing) Remember(ctx context.Context) error {
	is, kept := installation(ctx, p.store)
	if kept || p.store.Trouble() != nil {
		return nil
	}
	text, err := json.Marshal(is)
	if err != nil {
		return err
	}
	return p.store.Tx(ctx, func(tx *store.Tx) error {
		return errors.Join(store.DropSecret(tx, nameKey), tx.SetSecret(nameKey, string(text)))
	})
}
