package database

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"gorm.io/gorm"

	"tourney/internal/database/databasetest"
)

// openTwice returns two instances with the database at an address.
func openTwice(t *testing.T, address string) (both [2]*Server) {
	t.Helper()
	for i := range both {
		s, err := OpenServer(t.Context(), address, Layout{})
		if err == nil {
			err = s.Share(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		both[i] = s
	}
	return both
}

// instances returns two servers with one database that has a table of counters.
func instances(t *testing.T) [2]*Server {
	t.Helper()
	address, named := databasetest.Address(t)
	if !named {
		t.Skip("no server of PostgreSQL is named")
	}
	both := openTwice(t, address)
	if err := both[0].Writer().Exec("create table counters (id int primary key, n int not null)").Error; err != nil {
		t.Fatal(err)
	}
	if err := both[0].Writer().Exec("insert into counters values (1, 0), (2, 0)").Error; err != nil {
		t.Fatal(err)
	}
	return both
}

// Instances that write the same at once lose nothing, and none has to begin again.
func TestInstancesWriteInTurn(t *testing.T) {
	both := instances(t)
	const each = 25
	var begun atomic.Int64
	var writing sync.WaitGroup
	for i := range 8 {
		writing.Go(func() {
			for range each {
				if err := both[i%2].Tx(t.Context(), Write{Do: func(db *gorm.DB) error {
					begun.Add(1)
					var n int
					if err := db.Raw("select n from counters where id = ?", 1+i%4/2).Scan(&n).Error; err != nil {
						return err
					}
					return db.Exec("update counters set n = ? where id = ?", n+1, 1+i%4/2).Error
				}}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writing.Wait()
	var sum int
	if err := both[0].Reader().Raw("select sum(n) from counters").Scan(&sum).Error; err != nil {
		t.Fatal(err)
	}
	if want := 8 * each; sum != want || int(begun.Load()) != want {
		t.Errorf("%d were counted in %d transactions, want %d", sum, begun.Load(), want)
	}
}

// The turn of an instance that is gone passes on.
func TestTurnOfAnInstanceThatIsGone(t *testing.T) {
	both := instances(t)
	holds, ended := make(chan uint32), make(chan error)
	go func() {
		ended <- both[0].Tx(t.Context(), Write{Do: func(db *gorm.DB) error {
			var at uint32
			if err := db.Raw("select pg_backend_pid()").Scan(&at).Error; err != nil {
				return err
			}
			holds <- at
			<-holds
			return db.Exec("update counters set n = 100").Error
		}})
	}()
	at := <-holds
	// As the server does it when the connection breaks.
	if err := both[1].Reader().Exec(fmt.Sprintf("select pg_terminate_backend(%d)", at)).Error; err != nil {
		t.Fatal(err)
	}
	if err := both[1].Tx(t.Context(), Write{Do: func(db *gorm.DB) error { return db.Exec("update counters set n = n + 1").Error }}); err != nil {
		t.Error(err)
	}
	close(holds)
	if err := <-ended; err == nil {
		t.Error("a transaction whose connection broke was committed")
	}
}
