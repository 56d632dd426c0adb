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

	"golang.org/x/sync/semaphore"
	"gorm.io/gorm"
)

// A KeyValue is a temporary key-value store shared by the instances. It may be lost when all of them end, and is in no
// backup. Keys are words and numbers with "/" between them; the first word is the kind. It is safe for concurrent use.
type KeyValue interface {
	// Get returns the value of a key, nil if missing or expired.
	Get(ctx context.Context, key string) ([]byte, error)
	// Change replaces the value of a key by the result of do, which expires after keep; nil removes it. do gets nil for
	// a missing value. Change returns an error of do, and leaves the value as it is.
	Change(ctx context.Context, key string, do func(was []byte) (now []byte, keep time.Duration, err error)) error
	// List returns the items whose keys have a prefix, without values, the oldest first.
	List(ctx context.Context, prefix string) ([]Item, error)
	// Lock waits for the lock of a name, and holds it until release is called.
	Lock(ctx context.Context, name string) (release func(), err error)
}

// An Item is the key of a stored value, with its size.
type Item struct {
	Name string
	Size int // bytes
	made time.Time
}

// mostItems limits the items of a kind in memory: beyond it the whole kind is cleared.
const mostItems = 10_000

// NewKeyValue returns a store in memory, for one program.
func NewKeyValue() KeyValue { return &memoryKeyValue{} }

// memoryKeyValue is the store of a file, for one program.
type memoryKeyValue struct {
	mu    sync.Mutex
	kinds map[string]map[string]memoryItem // by key
	locks map[string]*semaphore.Weighted
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
func (m *memoryKeyValue) Get(_ context.Context, key string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.get(key).value, nil
}

func (m *memoryKeyValue) get(key string) memoryItem {
	if item := m.kinds[kindOf(key)][key]; time.Now().Before(item.until) {
		return item
	}
	return memoryItem{}
}

// Change replaces the value of a key.
func (m *memoryKeyValue) Change(_ context.Context, key string, do func(was []byte) ([]byte, time.Duration, error)) error {
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

// makeRoom makes room for one more item of a kind.
func (m *memoryKeyValue) makeRoom(kind string) {
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

// List returns the items whose keys have a prefix.
func (m *memoryKeyValue) List(_ context.Context, prefix string) (all []Item, err error) {
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

// Lock waits for the lock of a name.
func (m *memoryKeyValue) Lock(ctx context.Context, name string) (release func(), err error) {
	m.mu.Lock()
	if m.locks == nil {
		m.locks = map[string]*semaphore.Weighted{}
	}
	if m.locks[name] == nil {
		m.locks[name] = semaphore.NewWeighted(1)
	}
	lock := m.locks[name]
	m.mu.Unlock()
	if err := lock.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	return sync.OnceFunc(func() { lock.Release(1) }), nil
}

// serverKeyValue is an unlogged table at a server: it is empty after a crash of the server.
type serverKeyValue struct {
	db *gorm.DB
	// locks has a connection for each lock, because locks may be held during long waits.
	locks *gorm.DB
	// here has the locks among the requests of this instance: for each name a single request uses a connection.
	here memoryKeyValue

	mu    sync.Mutex
	swept time.Time
}

const (
	// keyValueConnections limits the connections for the key-value store, mostLocks the locks of an instance.
	keyValueConnections = 4
	mostLocks           = 16
	// sweepEvery is the interval between deletions of expired values.
	sweepEvery = time.Minute
)

// Get returns the value of a key.
func (s *serverKeyValue) Get(ctx context.Context, key string) ([]byte, error) {
	return storedValue(s.db.WithContext(ctx), key)
}

func storedValue(db *gorm.DB, key string) (value []byte, err error) {
	err = db.Raw("select value from shelf where key = ? and until > now()", key).Row().Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return value, Translate(err)
}

// Change replaces the value of a key.
func (s *serverKeyValue) Change(ctx context.Context, key string, do func(was []byte) ([]byte, time.Duration, error)) error {
	s.sweep(ctx)
	return s.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Exec("select pg_advisory_xact_lock(hashtextextended(?, 0))", "shelf "+key).Error; err != nil {
			return Translate(err)
		}
		was, err := storedValue(tx, key)
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

// sweep deletes expired values every sweepEvery.
func (s *serverKeyValue) sweep(ctx context.Context) {
	s.mu.Lock()
	due := time.Since(s.swept) > sweepEvery
	if due {
		s.swept = time.Now()
	}
	s.mu.Unlock()
	if due {
		_ = s.db.WithContext(ctx).Exec("delete from shelf where until < now()").Error // the next sweep retries
	}
}

// List returns the items whose keys have a prefix.
func (s *serverKeyValue) List(ctx context.Context, prefix string) (all []Item, err error) {
	const list = "select key, length(value), made from shelf where starts_with(key, ?) and until > now() order by made, key"
	rows, err := s.db.WithContext(ctx).Raw(list, prefix).Rows()
	if err != nil {
		return nil, Translate(err)
	}
	defer func() { _ = rows.Close() }() // it only read
	for rows.Next() {
		var item Item
		if err := rows.Scan(&item.Name, &item.Size, &item.made); err != nil {
			return nil, err
		}
		all = append(all, item)
	}
	return all, Translate(rows.Err())
}

// Lock waits for the lock of a name. It ends with its connection at the latest.
func (s *serverKeyValue) Lock(ctx context.Context, name string) (release func(), err error) {
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
