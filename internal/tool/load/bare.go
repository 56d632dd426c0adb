package load

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"sync"

	"github.com/gin-gonic/gin"
	_ "modernc.org/sqlite" // the engine of the data files
)

// After the play, its times are compared with a minimum on the same machine: the bytes of a page from a handler of Gin
// that does nothing else, and a row in a file of SQLite that is on the disk before the response.

// asking is the number of readers that load pages without a pause.
const asking = 16

// compare measures the most requested public page of a hall, without a pause, and beside it the same bytes from a bare
// handler.
func (g *game) compare(ctx context.Context, h *hall) error {
	path := "/t/" + h.slug + "/standings"
	body, header, err := g.reader(1).fetch(ctx, path)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	gin.SetMode(gin.ReleaseMode)
	engine := gin.New()
	engine.GET("/page", func(c *gin.Context) {
		c.Header("Content-Encoding", header.Get("Content-Encoding"))
		c.Data(http.StatusOK, header.Get("Content-Type"), body)
	})
	server := &http.Server{Handler: engine, ReadHeaderTimeout: patience}
	go func() { _ = server.Serve(listener) }()
	defer server.Close()
	bare := *g.at
	bare.Scheme, bare.Host = "http", listener.Addr().String()
	// In turns, so that other work on the machine slows both.
	for range 3 {
		g.ask(ctx, Cached, func(i int) (*wire, string) { return g.reader(i), path })
		g.ask(ctx, Bare, func(int) (*wire, string) { return &wire{at: &bare, from: "10.0.0.1"}, "/page" })
	}
	return ctx.Err()
}

// ask runs readers that load a page without a pause for a third of the time.
func (g *game) ask(ctx context.Context, k Kind, reader func(i int) (*wire, string)) {
	ctx, cancel := context.WithTimeout(ctx, g.plan.Comparing/3)
	defer cancel()
	var reading sync.WaitGroup
	for i := range asking {
		reading.Go(func() {
			w, path := reader(i)
			defer w.close()
			for ctx.Err() == nil {
				end := g.times.begin(k)
				_, _, err := w.load(context.WithoutCancel(ctx), path, "")
				if end(err); err != nil {
					g.failed(err)
					return
				}
			}
		})
	}
	reading.Wait()
}

// insert measures durable inserts of as many writers as there are desks, at their pace, into a new
// file of a folder.
func (g *game) insert(ctx context.Context, folder string) (err error) {
	const durable = "?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_txlock=immediate"
	db, err := sql.Open("sqlite", "file:"+filepath.Join(folder, "bare.db")+durable)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, "create table results (id integer primary key, saved text not null)"); err != nil {
		return fmt.Errorf("make a table: %w", err)
	}
	row, err := db.PrepareContext(ctx, "insert into results (saved) values (?)")
	if err != nil {
		return err
	}
	defer row.Close()
	until, cancel := context.WithTimeout(ctx, g.plan.Comparing)
	defer cancel()
	pace := newPace(g.plan)
	var writing sync.WaitGroup
	for range g.plan.Desks {
		writing.Go(func() {
			for next := pace.first(); pace.wait(until, &next); {
				end := g.times.begin(Insert)
				_, err := row.ExecContext(ctx, "B+R")
				if end(err); err != nil {
					g.failed(err)
					return
				}
			}
		})
	}
	writing.Wait()
	return nil
}
