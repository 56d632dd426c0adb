package publishing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"

	"github.com/denisbrodbeck/machineid"

	"tourney/internal/data/database"
	"tourney/internal/data/store"
)

// An installationRecord identifies the program with its data, by the place and the computer at the time of naming. A
// copy of the data at another computer or place is another installation.
type installationRecord struct {
	Name string `json:"name"`
	// Place is the place of the data, Computer the host name, which may depend on the network. Machine is a hash of the
	// system's identifier, which must stay private, "" if unknown.
	Place    string `json:"place"`
	Computer string `json:"computer"`
	Machine  string `json:"machine,omitempty"`
}

// nameKey is the name of the secret with the installationRecord.
const nameKey = "installation"

// Installation returns the name of the program with data at a place of this computer, which depends on the host name.
// The instances at one database server share it.
func Installation(place string) string { return localInstallation(place).Name }

// InstallationOf returns the name of the program with the data of a store, even after a change of the host name.
func InstallationOf(ctx context.Context, s *store.Store) string {
	is, _ := installation(ctx, s)
	return is.Name
}

func localInstallation(place string) installationRecord {
	is := installationRecord{Place: place}
	if !database.IsServer(place) {
		is.Computer, _ = os.Hostname() // without a host name the place decides
	}
	sum := sha256.Sum256([]byte(is.Computer + "\x00" + place))
	const enough = 16 // bytes
	is.Name = hex.EncodeToString(sum[:enough])
	return is
}

// installation returns the present record for a store, and whether the store contains it.
func installation(ctx context.Context, s *store.Store) (is installationRecord, kept bool) {
	is = localInstallation(s.Place())
	if database.IsServer(is.Place) {
		return is, true
	}
	is.Machine, _ = machineid.ProtectedID("tourney")
	text, found, err := s.Secret(ctx, nameKey)
	var was installationRecord
	if err != nil || !found || json.Unmarshal([]byte(text), &was) != nil || !is.continues(was) {
		return is, false
	}
	return was, true
}

// continues reports whether computer and place of the data are unchanged.
func (is installationRecord) continues(was installationRecord) bool {
	if is.Machine != "" && was.Machine != "" {
		return is.Place == was.Place && is.Machine == was.Machine
	}
	return is.Place == was.Place && is.Computer == was.Computer
}

// Remember stores the name of this installation in the data.
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
		return errors.Join(tx.DropSecret(nameKey), tx.SetSecret(nameKey, string(text)))
	})
}
