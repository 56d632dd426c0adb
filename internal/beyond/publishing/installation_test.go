package publishing

import (
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/testkit/databasetest"
)

func open(t *testing.T, path string) *store.Store {
	t.Helper()
	s, err := store.OpenScratch(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() }) // or closed before
	return s
}

// remembered opens data, calls Remember, closes them, and returns the name.
func remembered(t *testing.T, path string) (name string) {
	t.Helper()
	s := open(t, path)
	p := New(director.New(s, time.Now))
	if err := p.Remember(t.Context()); err != nil {
		t.Fatal(err)
	}
	if name = p.Sender(); name != InstallationOf(t.Context(), s) {
		t.Error("it is called otherwise once it is remembered")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

// put stores an installationRecord in data.
func put(t *testing.T, path string, is installationRecord) {
	t.Helper()
	s := open(t, path)
	text, err := json.Marshal(is)
	if err == nil {
		err = s.Tx(t.Context(), func(tx *store.Tx) error {
			if err := tx.DropSecret(nameKey); err != nil {
				return err
			}
			return tx.SetSecret(nameKey, string(text))
		})
	}
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// An installation keeps its name after a change of the host name; a copy of its data has another one.
func TestInstallation(t *testing.T) {
	dir := t.TempDir()
	path := databasetest.File(t, filepath.Join(dir, "a.db"), store.OpenScratch)
	name := remembered(t, path)
	if name != Installation(path) || remembered(t, path) != name {
		t.Error("it has more than one name")
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(dir, "b.db")
	if err := os.WriteFile(copied, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if remembered(t, copied) == name {
		t.Error("a copy has the same name")
	}

	now := localInstallation(path)
	for _, tt := range []struct {
		what string
		was  installationRecord
		same bool
	}{
		{"as it was", installationRecord{"n", path, now.Computer, "m"}, true},
		{"another name of the computer", installationRecord{"n", path, "old", "m"}, true},
		{"another computer of that name", installationRecord{"n", path, now.Computer, "other"}, false},
		{"another place", installationRecord{"n", copied, now.Computer, "m"}, false},
		{"a computer that its system does not name", installationRecord{"n", path, now.Computer, ""}, true},
		{"another of those", installationRecord{"n", path, "old", ""}, false},
	} {
		is := now
		if is.Machine = "m"; is.continues(tt.was) != tt.same {
			t.Errorf("%s: the same installation: %t", tt.what, !tt.same)
		}
	}
	put(t, path, installationRecord{"n", path, "old", ""})
	if got := remembered(t, path); got != name {
		t.Errorf("data of another computer are called %s", got)
	}
}

// All instances at a database are one installation, wherever they run; another database is another.
func TestInstancesAreOneInstallation(t *testing.T) {
	address, named := databasetest.Address(t)
	if !named {
		t.Skip("no server of PostgreSQL is named by " + databasetest.Variable)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	query.Set("folder", t.TempDir())
	u.RawQuery = query.Encode()
	name := remembered(t, address)
	if remembered(t, u.String()) != name {
		t.Error("an instance that writes its backups elsewhere has another name")
	}
	if strings.Contains(u.Host, "127.0.0.1") {
		u.Host = strings.Replace(u.Host, "127.0.0.1", "localhost", 1)
		if remembered(t, u.String()) != name {
			t.Error("an instance that knows the server by another name has another name")
		}
	}
	other, _ := databasetest.Address(t)
	if remembered(t, other) == name {
		t.Error("another database has the same name")
	}
}
