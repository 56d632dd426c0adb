package database

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"gorm.io/gorm"
)

// A Shelf holds what instances share for a while and what need not survive all of them. It is in no
// backup. Keys are words and numbers with "/" between them; the first word is the kind. It is safe
// for concurrent use.
type Shelf interface {
	// Get returns the value of a key, nil without one.
	Get(ctx context.Context, key string) ([]byte, error)
	// Change replaces the value of a key by what do returns, to be kept for a while; nil removes it.
	// do gets nil where there is none. An error of do is returned, and nothing changes.
	Change(ctx context.Context, key string, do func(was []byte) (now []byte, keep time.Duration, err error)) error
	// List returns what is below a prefix, without values, what was put there first first.
	List(ctx context.Context, prefix string) ([]Item, error)
	// Lock waits for its turn: no other has the lock of a name until release is called.
	Lock(ctx context.Context, name string) (release func(), err error)
}

// An Item is something on a shelf.
type Item struct {
	Name string
	Size int // bytes
	made time.Time
}

// mostItems bounds what a shelf in memory keeps of a kind: past it the kind starts anew.
const mostItems = 10_000

// NewShelf returns a shelf in memory, which no other instance has.
func NewShelf() Shelf { return &memoryShelf{} }

// memoryShelf is the shelf of a file, which one program has.
type memoryShelf struct {
	mu    sync.Mutex
	kinds map[string]map[string]memoryItem // by key
	locks map[string]chan struct{}
}

type memoryItem struct {
	value       []byte
	made, until time.Time
}

func kindOf(key string) string {
	kind, _, _ := strings.Cut(key, "/")
	return kind
}

// Get returns the value of a key.
func (m *memoryShelf) Get(_ context.Context, key string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.get(key).value, nil
}

func (m *memoryShelf) get(key string) memoryItem {
	if item := m.kinds[kindOf(key)][key]; time.Now().Before(item.until) {
		return item
	}
	return memoryItem{}
}

// Change replaces the value of a key.
func (m *memoryShelf) Change(_ context.Context, key string, do func(was []byte) ([]byte, time.Duration, error)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	was := m.get(key)
	value, keep, err := do(was.value)
	if err != nil {
		return err
	}
	kind := kindOf(key)
	if value == nil {
		delete(m.kinds[kind], key)
		return nil
	}
	m.makeRoom(kind)
	now := time.Now()
	m.kinds[kind][key] = memoryItem{value, cmp.Or(was.made, now), now.Add(keep)}
	return nil
}

// makeRoom makes room for one more of a kind.
func (m *memoryShelf) makeRoom(kind string) {
	if m.kinds == nil {
		m.kinds = map[string]map[string]memoryItem{}
	}
	if m.kinds[kind] == nil {
		m.kinds[kind] = map[string]memoryItem{}
	}
	of := m.kinds[kind]
	if len(of) < mostItems {
		return
	}
	now := time.Now()
	for key, item := range of {
		if !now.Before(item.until) {
			delete(of, key)
		}
	}
	if len(of) >= mostItems {
		clear(of)
	}
}

// List returns what is below a prefix.
func (m *memoryShelf) List(_ context.Context, prefix string) (all []Item, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	for key, item := range m.kinds[kindOf(prefix)] {
		if strings.HasPrefix(key, prefix) && now.Before(item.until) {
			all = append(all, Item{key, len(item.value), item.made})
		}
	}
	slices.SortFunc(all, func(a, b Item) int { return cmp.Or(a.made.Compare(b.made), strings.Compare(a.Name, b.Name)) })
	return all, nil
}

// Lock waits for its turn.
func (m *memoryShelf) Lock(ctx context.Context, name string) (release func(), err error) {
	m.mu.Lock()
	if m.locks == nil {
		m.locks = map[string]chan struct{}{}
	}
	if m.locks[name] == nil {
		m.locks[name] = make(chan struct{}, 1)
	}
	lock := m.locks[name]
	m.mu.Unlock()
	select {
	case lock <- struct{}{}:
		return sync.OnceFunc(func() { <-lock }), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// serverShelf is a table at a server. It has no log there: it is empty after a crash of the server.
type serverShelf struct {
	db *gorm.DB
	// locks has a connection for each lock: some are held while somebody is waited for.
	locks *gorm.DB
	// here are the locks among requests of this instance: one of them at a time waits for others.
	here memoryShelf

	mu    sync.Mutex
	swept time.Time
}

const (
	// shelfConnections is how many connections are for the shelf, mostLocks how many locks an instance has at most.
	shelfConnections = 4
	mostLocks        = 16
	// sweepEvery is how often what has expired is deleted.
	sweepEvery = time.Minute
)

// Get returns the value of a key.
func (s *serverShelf) Get(ctx context.Context, key string) ([]byte, error) {
	return shelved(s.db.WithContext(ctx), key)
}

func shelved(db *gorm.DB, key string) (value []byte, err error) {
	err = db.Raw("select value from shelf where key = ? and until > now()", key).Row().Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return value, Translate(err)
}

// Change replaces the value of a key.
func (s *serverShelf) Change(ctx context.Context, key string, do func(was []byte) ([]byte, time.Duration, error)) error {
	s.sweep(ctx)
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Exec("select pg_advisory_xact_lock(hashtextextended(?, 0))", "shelf "+key).Error; err != nil {
			return Translate(err)
		}
		was, err := shelved(tx, key)
		if err != nil {
			return err
		}
		value, keep, err := do(was)
		switch {
		case err != nil:
			return err
		case value == nil:
			err = tx.Exec("delete from shelf where key = ?", key).Error
		default:
			const put = "insert into shelf (key, value, until) values (?, ?, now() + ? * interval '1 microsecond') " +
				"on conflict (key) do update set value = excluded.value, until = excluded.until, " +
				"made = case when shelf.until > now() then shelf.made else excluded.made end"
			err = tx.Exec(put, key, value, keep.Microseconds()).Error
		}
		return Translate(err)
	})
}

// sweep deletes what has expired, now and then.
func (s *serverShelf) sweep(ctx context.Context) {
	s.mu.Lock()
	due := time.Since(s.swept) > sweepEvery
	if due {
		s.swept = time.Now()
	}
	s.mu.Unlock()
	if due {
		_ = s.db.WithContext(ctx).Exec("delete from shelf where until < now()").Error // again in a minute
	}
}

// List returns what is below a prefix.
func (s *serverShelf) List(ctx context.Context, prefix string) (all []Item, err error) {
	const list = "select key, length(value), made from shelf where starts_with(key, ?) and until > now() order by made, key"
	rows, err := s.db.WithContext(ctx).Raw(list, prefix).Rows()
	if err != nil {
		return nil, Translate(err)
	}
	defer func() { _ = rows.Close() }() // they were only read
	for rows.Next() {
		var item Item
		if err := rows.Scan(&item.Name, &item.Size, &item.made); err != nil {
			return nil, err
		}
		all = append(all, item)
	}
	return all, Translate(rows.Err())
}

// Lock waits for its turn. The lock ends with its connection at the latest.
func (s *serverShelf) Lock(ctx context.Context, name string) (release func(), err error) {
	leave, err := s.here.Lock(ctx, name)
	if err != nil {
		return nil, err
	}
	pool, err := s.locks.DB()
	var conn *sql.Conn
	if err == nil {
		conn, err = pool.Conn(ctx)
	}
	if err == nil {
		if _, err = conn.ExecContext(ctx, "select pg_advisory_lock(hashtextextended($1, 0))", "lock "+name); err != nil {
			_ = conn.Close()
		}
	}
	if err != nil {
		leave()
		return nil, Translate(err)
	}
	return sync.OnceFunc(func() {
		ctx, stop := context.WithTimeout(context.Background(), silence)
		defer stop()
		if _, err := conn.ExecContext(ctx, "select pg_advisory_unlock(hashtextextended($1, 0))", "lock "+name); err != nil {
			_ = conn.Raw(func(any) error { return sql.ErrConnDone }) // ends the connection, and its locks
		}
		_ = conn.Close()
		leave()
	}), nil
}
