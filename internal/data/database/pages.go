package database

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"

	"gorm.io/gorm"
)

// Pages records which pages of a file have changed, so that a copy on another computer can follow its states. It is
// safe for concurrent use.
type Pages struct {
	file *openFile
	read func(ctx context.Context, do func(db *gorm.DB) error) error
	// writer is the only writing connection of this program. version is its last data version, which other programs'
	// writes change; blind is the error of its last read.
	writer  *gorm.DB
	version int64
	readErr error
	// foreignWrites counts the detected writes by other programs.
	foreignWrites int
	// mu is held during a write, and while the write-ahead log is truncated: its changes are recorded before.
	mu sync.Mutex
	// now is the last commit; the zero Mark before the first follower.
	now Mark
	// changed has the last change of each page.
	changed map[uint32]uint64
	log     logPosition
	// news is closed after the next change.
	news      chan struct{}
	followers followers
}

// A Mark identifies a committed state of a file.
type Mark struct {
	// Opening identifies a period of recording, which a write by another program ends: earlier changes are unknown.
	Opening string `json:"opening"`
	// Change counts the commits in it.
	Change uint64 `json:"change,string"`
}

// A PageSet is a set of pages of a file in one state.
type PageSet struct {
	// Mark is the state. More is set if other pages differ in it too: then the copy is in no state.
	Mark Mark
	More bool
	// Size is the size of a page in bytes, Count the number of pages in the file.
	Size, Count int
	// Numbers are the numbers of the pages, counted from 1. Data has the pages one after another.
	Numbers []uint32
	Data    []byte
}

// A PageHash is equal for equal pages.
type PageHash [8]byte

// HashPage returns the hash of a page.
func HashPage(page []byte) PageHash {
	sum := sha256.Sum256(page)
	return PageHash(sum[:])
}

// A logPosition is a place in the write-ahead log. Its salts change whenever the log starts again
// (sqlite.org/fileformat2.html#walformat).
type logPosition struct {
	salts  [8]byte
	offset int64
}

const (
	logHeader   = 32
	frameHeader = 24
)

func newPages(file *openFile, writer *gorm.DB, read func(ctx context.Context, do func(db *gorm.DB) error) error) *Pages {
	return &Pages{file: file, writer: writer, read: read, news: make(chan struct{})}
}

// Now returns the last commit, and a channel that is closed after the next one; the zero Mark while the log cannot be
// read.
func (p *Pages) Now() (Mark, <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.checkForeign(p.writer)
	_ = p.begin() // a reader of the pages gets the error
	return p.now, p.news
}

// checkForeign checks whether another program has written into the file, as a command does. Then the changes are
// unknown, because it may also have truncated the log. db is the writer's connection. mu is held.
func (p *Pages) checkForeign(db *gorm.DB) {
	if was := p.version; p.readVersion(db) != was {
		p.noteForeign()
	}
}

// noteForeign records a write by another program. mu is held.
func (p *Pages) noteForeign() {
	if p.foreignWrites++; p.now != (Mark{}) {
		p.reset()
	}
}

// foreign returns the number of detected writes by other programs since the file was opened: several may count as one.
func (p *Pages) foreign() (times int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.checkForeign(p.writer)
	return p.foreignWrites, p.readErr
}

// readVersion stores the present data version, and returns it. After an error it returns the version before, and the
// next call retries. mu is held.
func (p *Pages) readVersion(db *gorm.DB) int64 {
	var now int64
	if p.readErr = db.Raw("pragma data_version").Row().Scan(&now); p.readErr == nil {
		p.version = now
	}
	return p.version
}

// reset discards the recorded changes: copies must compare all pages. mu is held.
func (p *Pages) reset() {
	p.now = Mark{}
	close(p.news)
	p.news = make(chan struct{})
}

// begin starts to record changes. mu is held.
func (p *Pages) begin() error {
	if p.now != (Mark{}) {
		return nil
	}
	p.checkForeign(p.writer)
	if _, err := p.scan(); err != nil { // this state includes the log so far
		return err
	}
	p.now, p.changed = Mark{Opening: rand.Text(), Change: 1}, map[uint32]uint64{}
	return nil
}

// note records the pages of the last write. mu is held.
func (p *Pages) note() {
	if p.now == (Mark{}) {
		return
	}
	numbers, err := p.scan()
	if err != nil {
		p.reset()
	} else if len(numbers) > 0 {
		p.now.Change++
		for _, n := range numbers {
			p.changed[n] = p.now.Change
		}
		close(p.news)
		p.news = make(chan struct{})
	}
}

// empty truncates the log by a function on a connection, while other writers of this program wait. It records the
// changes in the log before.
func (p *Pages) empty(by *sql.Conn, truncate func() (whole bool, err error)) (whole bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	was, err := dataVersion(by)
	if err != nil {
		return false, err
	}
	p.checkForeign(p.writer)
	p.note()
	whole, err = truncate()
	p.readVersion(p.writer) // the truncation changes the version for every other connection
	if is, failed := dataVersion(by); is != was || failed != nil {
		p.noteForeign()
	}
	return whole, err
}

// dataVersion returns the data version of a connection, which changes with other connections' commits.
func dataVersion(conn *sql.Conn) (version int64, err error) {
	if err = conn.QueryRowContext(context.Background(), "pragma data_version").Scan(&version); err != nil {
		return 0, fmt.Errorf("look for other programs: %w", Translate(err))
	}
	return version, nil
}

// scan returns the numbers of the pages committed to the log since the last scan.
func (p *Pages) scan() (committed []uint32, err error) {
	var head [logHeader]byte
	if _, err := p.file.wal.ReadAt(head[:], 0); errors.Is(err, io.EOF) {
		p.log = logPosition{}
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("read the write-ahead log: %w", err)
	}
	size := int64(binary.BigEndian.Uint32(head[8:]))
	if salts := [8]byte(head[16:]); salts != p.log.salts {
		p.log = logPosition{salts, logHeader}
	}
	// After the last commit the log may have complete frames of a failed one, which the next commit overwrites.
	var busy, frames, copied int64
	if err := p.writer.Raw("pragma wal_checkpoint(noop)").Row().Scan(&busy, &frames, &copied); err != nil {
		return nil, fmt.Errorf("read the length of the write-ahead log: %w", err)
	}
	end := logHeader + frames*(frameHeader+size)
	var pending []uint32
	for at := p.log.offset; ; at += frameHeader + size {
		if at >= end {
			return committed, nil
		}
		var frame [frameHeader]byte
		_, err := p.file.wal.ReadAt(frame[:], at)
		if errors.Is(err, io.EOF) || err == nil && [8]byte(frame[8:]) != p.log.salts {
			return committed, nil // older frames may follow
		} else if err != nil {
			return nil, fmt.Errorf("read the write-ahead log: %w", err)
		}
		pending = append(pending, binary.BigEndian.Uint32(frame[:]))
		if binary.BigEndian.Uint32(frame[4:]) != 0 { // the last one of a transaction
			committed, pending = append(committed, pending...), nil
			p.log.offset = at + frameHeader + size
		}
	}
}

// Since returns the pages that have changed since a state. known is false for a state of another recording, or if more
// than most pages have changed.
func (p *Pages) Since(ctx context.Context, since Mark, most int) (set PageSet, known bool, err error) {
	err = p.at(ctx, func() bool {
		set.Numbers = nil
		known = since.Opening == p.now.Opening && since.Change <= p.now.Change
		for n := range maps.Keys(p.changed) {
			if known && p.changed[n] > since.Change {
				set.Numbers = append(set.Numbers, n)
			}
		}
		known = known && len(set.Numbers) <= most
		return known
	}, func(db *gorm.DB, now Mark) error {
		set.Mark = now
		if err := set.measure(db); err != nil {
			return err
		}
		slices.Sort(set.Numbers)
		set.Numbers = slices.DeleteFunc(set.Numbers, func(n uint32) bool { return int(n) > set.Count })
		return set.load(db)
	})
	return set, known, err
}

// Differing returns up to most pages that differ from a copy, whose page hashes are given in order.
func (p *Pages) Differing(ctx context.Context, hashes []PageHash, most int) (set PageSet, err error) {
	err = p.at(ctx, func() bool { return true }, func(db *gorm.DB, now Mark) error {
		set.Mark = now
		if err := set.measure(db); err != nil {
			return err
		}
		return eachPage(db, func(n uint32, page []byte) bool {
			if int(n) <= len(hashes) && HashPage(page) == hashes[n-1] {
				return true
			}
			set.More = len(set.Numbers) == most
			if !set.More {
				set.Numbers, set.Data = append(set.Numbers, n), append(set.Data, page...)
			}
			return !set.More
		})
	})
	return set, err
}

// at calls look under the lock and, if it returns true, calls read with a snapshot of that very state.
func (p *Pages) at(ctx context.Context, look func() bool, read func(db *gorm.DB, now Mark) error) error {
	for {
		err := p.atOnce(ctx, look, read)
		if !errors.Is(err, errOther) || ctx.Err() != nil {
			return err
		}
	}
}

// errOther is the error of a concurrent write by another program.
var errOther = errors.New("another program writes into the file")

func (p *Pages) atOnce(ctx context.Context, look func() bool, read func(db *gorm.DB, now Mark) error) error {
	p.mu.Lock()
	unlock := sync.OnceFunc(p.mu.Unlock)
	defer unlock()
	p.checkForeign(p.writer)
	if err := p.begin(); err != nil || !look() {
		return err
	}
	now := p.now
	return p.read(ctx, func(db *gorm.DB) error {
		var n int
		if err := db.Raw("select count(*) from sqlite_master").Scan(&n).Error; err != nil { // reading fixes the state
			return err
		}
		if p.checkForeign(p.writer); p.now != now {
			return errOther
		}
		unlock()
		return read(db, now)
	})
}

// measure sets the page size and the page count of the file.
func (s *PageSet) measure(db *gorm.DB) error {
	return errors.Join(db.Raw("pragma page_size").Scan(&s.Size).Error, db.Raw("pragma page_count").Scan(&s.Count).Error)
}

// load sets the data of the pages.
func (s *PageSet) load(db *gorm.DB) error {
	s.Data = make([]byte, 0, len(s.Numbers)*s.Size)
	for _, n := range s.Numbers {
		var page []byte
		if err := db.Raw("select data from sqlite_dbpage where pgno = ?", n).Row().Scan(&page); err != nil {
			return fmt.Errorf("read page %d: %w", n, err)
		}
		s.Data = append(s.Data, page...)
	}
	return nil
}

// eachPage yields the pages until yield returns false.
func eachPage(db *gorm.DB, yield func(n uint32, page []byte) bool) error {
	rows, err := db.Raw("select pgno, data from sqlite_dbpage").Rows()
	if err != nil {
		return fmt.Errorf("read pages: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var n uint32
		var page []byte
		if err := rows.Scan(&n, &page); err != nil {
			return fmt.Errorf("read pages: %w", err)
		}
		if !yield(n, page) {
			return nil
		}
	}
	return rows.Err()
}
