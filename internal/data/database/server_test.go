package database

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
	"gorm.io/gorm"

	"tourney/internal/fault"
	"tourney/internal/testkit/databasetest"
)

// openTwice returns two instances that share the database at an address.
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

// instances returns two servers that share one database with a table of counters.
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

// A request gets "database.server.down" when the connection to the server breaks.
func TestServerCut(t *testing.T) {
	address, named := databasetest.Address(t)
	if !named {
		t.Skip("no server of PostgreSQL is named")
	}
	there, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	server, cut := there.Host, make(chan struct{})
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", server)
			if err != nil {
				_ = near.Close()
				return
			}
			go io.Copy(far, near)
			go io.Copy(near, far)
			go func() { <-cut; _ = errors.Join(near.Close(), far.Close()) }()
		}
	}()
	there.Host = listener.Addr().String()
	s, err := OpenServer(t.Context(), there.String(), Layout{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.Read(t.Context(), func(tx *gorm.DB) error {
		close(cut)
		return tx.Exec("select pg_sleep(1)").Error
	})
	if !fault.Is(err, "database.server.down") {
		t.Error(err)
	}
}

// A refusal of the first connection is a fault with advice.
func TestServerRefuses(t *testing.T) {
	for code, want := range map[string]string{
		"3D000": "database.server.missing", "28P01": "database.server.login", "28000": "database.server.login",
		"42501": "database.server.denied", "57P03": "database.server.down",
	} {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			for {
				conn, err := listener.Accept()
				if err != nil {
					return
				}
				client := pgproto3.NewBackend(conn, conn)
				if _, err := client.ReceiveStartupMessage(); err == nil {
					client.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: code})
					_ = client.Flush()
				}
				_ = conn.Close()
			}
		}()
		_, err = OpenServer(t.Context(), "postgres://anna:secret@"+listener.Addr().String()+"/club?sslmode=disable", Layout{})
		if !fault.Is(err, want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("after %s: %v, want %s", code, err, want)
		}
		_ = listener.Close()
	}
	if err := Translate(&pgconn.PgError{Code: "42501"}); !fault.Is(err, "database.server.denied") {
		t.Errorf("a step that is not allowed: %v", err)
	}
}

// The command that creates a database has the host and the user of the address, and no password.
func TestCommandThatMakesADatabase(t *testing.T) {
	for address, want := range map[string]string{
		"postgres://postgres:secret@127.0.0.1:5499/tourney":                         "createdb --host 127.0.0.1 --port 5499 --username postgres tourney",
		"postgres://[::1]/tourney?sslmode=disable":                                  "createdb --host ::1 tourney",
		"postgres:///our%20club?host=/var/run/postgresql&user=anna&password=secret": `createdb --host /var/run/postgresql --username anna "our club"`,
		"postgres:///tourney": "createdb tourney",
	} {
		config, err := pgx.ParseConfig(address)
		if err != nil {
			t.Fatal(err)
		}
		missing, _ := fault.As((&Server{config: config}).refusal(&pgconn.PgError{Code: "3D000"}, address))
		if got := fmt.Sprint(missing.Args[2]); missing.Key != "database.server.missing" || got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

// The lock of a lost instance ends soon, on each kind of connection.
func TestServerAsksWhetherWeLive(t *testing.T) {
	both := instances(t)
	c, err := pgx.ConnectConfig(t.Context(), both[0].config.Copy()) // as for Listen
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close(context.Background()) }()
	var idle string
	if err := c.QueryRow(t.Context(), "select setting from pg_settings where name = 'tcp_keepalives_idle'").Scan(&idle); err != nil || idle != "10" {
		t.Errorf("after %q seconds, %v", idle, err)
	}
}

// Instances that write the same row at once lose no change, and no instance has to retry.
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

// When an instance ends with the lock, the next writer gets it.
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
	// As the server does when the connection breaks.
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
