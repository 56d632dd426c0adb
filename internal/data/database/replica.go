package database

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"tourney/internal/data/durable"
	"tourney/internal/fault"
)

// A Replica is a copy that follows a file of another computer. No engine has it open, so that only received pages
// change it. After any failure, including a kill, it has the last state it took, or a later one. It is not safe for
// concurrent use.
type Replica struct {
	path string
	// file is the copy. journal has the changes since the copy was last synced to the disk.
	file, journal *os.File
	journaled     int64
	mark          Mark
	// part is an incomplete copy; nil while file follows.
	part *os.File
	// release unlocks the replica for other programs.
	release func()
}

// JournalSuffix and PartSuffix end the names of files beside a replica. A file with a journal beside it is a replica.
const (
	JournalSuffix = "-following"
	PartSuffix    = ".part"
)

// mostJournaled is the length of the journal, in bytes, after which the copy is synced to the disk.
const mostJournaled = 8 << 20

// OpenReplica opens a replica, or begins one, and completes interrupted writes. Another file at the path becomes the
// replica. Faults: "database.held" if another program has it open.
func OpenReplica(path string) (_ *Replica, err error) {
	r := &Replica{path: path}
	defer func() {
		if err != nil && !fault.Is(err, "database.held") {
			err = fault.Wrap(err, fault.Unavailable, "database.open")
		}
		if err != nil {
			err = errors.Join(err, r.Close())
		}
	}()
	if err := claimReplica(r); err != nil {
		return nil, err
	}
	if r.journal, err = os.OpenFile(path+JournalSuffix, os.O_RDWR, 0); err != nil {
		return nil, err
	}
	if !durable.Exists(path) {
		return r, r.discard()
	}
	if r.file, err = os.OpenFile(path, os.O_RDWR, 0); err != nil {
		return nil, err
	}
	return r, r.replay()
}

// claimReplica locks the journal against other programs, and creates a missing one.
func claimReplica(r *Replica) error {
	journal, err := os.OpenFile(r.path+JournalSuffix, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err := journal.Close(); err != nil { // before the lock: closing a file ends all locks of it
		return err
	}
	r.release, err = Claim(r.path + JournalSuffix)
	return err
}

// Mark returns the state of the copy; the zero Mark before the first one.
func (r *Replica) Mark() Mark { return r.mark }

// Whole reports whether there is a complete copy: in the state of Mark, or in an earlier one whose mark is lost.
func (r *Replica) Whole() bool { return r.file != nil }

// Path returns the path of the copy.
func (r *Replica) Path() string { return r.path }

// Close closes the files. Without a copy it removes the empty files beside it, because no page was ever taken.
func (r *Replica) Close() (err error) {
	for _, f := range []*os.File{r.file, r.journal, r.part} {
		if f != nil {
			err = errors.Join(err, f.Close())
		}
	}
	if r.journal != nil && !durable.Exists(r.path) { // otherwise the journal marks the copy as a replica
		for _, beside := range []string{r.path + JournalSuffix, r.path + PartSuffix} {
			if durable.Size(beside) == 0 {
				err = errors.Join(err, durable.Remove(beside))
			}
		}
	}
	if r.release != nil {
		r.release()
		r.release = nil
	}
	return err
}

// replay writes the journal into the copy. An incomplete entry was never acknowledged.
func (r *Replica) replay() error {
	all, err := io.ReadAll(r.journal)
	if err != nil {
		return err
	}
	for rest := all; ; {
		set, next, whole := ReadEntry(rest)
		if !whole {
			return r.settle()
		}
		if err := set.writeTo(r.file); err != nil {
			return err
		}
		r.mark, rest = set.Mark, next
	}
}

// Take stores the pages that have changed since Mark. They are on the disk when it returns.
func (r *Replica) Take(set PageSet) error {
	if err := set.check(); err != nil {
		return err
	}
	entry, err := set.Entry()
	if err != nil {
		return err
	}
	_, err = r.journal.WriteAt(entry, r.journaled)
	if err = errors.Join(err, r.journal.Sync()); err != nil {
		_ = r.journal.Truncate(r.journaled) // the next entry overwrites an incomplete one in any case
		return fault.Wrap(err, fault.Unavailable, "database.disk.failed")
	}
	r.journaled += int64(len(entry))
	if err := set.writeTo(r.file); err != nil {
		return fault.Wrap(err, fault.Unavailable, "database.disk.failed")
	}
	r.mark = set.Mark
	if r.journaled > mostJournaled {
		return r.settle()
	}
	return nil
}

// settle syncs the copy to the disk and empties the journal, except for the mark of the copy.
func (r *Replica) settle() error {
	if err := r.file.Sync(); err != nil {
		return err
	}
	return r.discard()
}

// discard empties the journal, except for the mark of the copy.
func (r *Replica) discard() error {
	if err := r.journal.Truncate(0); err != nil {
		return err
	}
	r.journaled = 0
	if r.mark == (Mark{}) {
		return nil
	}
	entry, err := PageSet{Mark: r.mark}.Entry()
	if err == nil {
		_, err = r.journal.WriteAt(entry, 0)
	}
	r.journaled = int64(len(entry))
	return errors.Join(err, r.journal.Sync())
}

// Hashes returns the hashes of the present pages, in order, for a copy whose missing changes are unknown.
func (r *Replica) Hashes() (hashes []PageHash, err error) {
	part := r.path + PartSuffix
	if r.part == nil {
		if r.file != nil && !durable.Exists(part) {
			err = durable.Copy(r.path, part)
		}
		if err == nil {
			r.part, err = os.OpenFile(part, os.O_RDWR|os.O_CREATE, 0o600)
		}
		if err != nil {
			return nil, fault.Wrap(err, fault.Unavailable, "database.disk.failed")
		}
	}
	var head [100]byte
	if _, err := r.part.ReadAt(head[:], 0); err != nil {
		return nil, nil // it has no first page yet
	}
	page := make([]byte, pageSize(head[:]))
	for at := int64(0); ; at += int64(len(page)) {
		_, err := r.part.ReadAt(page, at)
		switch {
		case errors.Is(err, io.EOF):
			return hashes, nil
		case err != nil:
			return nil, fault.Wrap(err, fault.Unavailable, "database.disk.failed")
		}
		hashes = append(hashes, HashPage(page))
	}
}

// pageSize reads the number of bytes of a page from the head of a file (sqlite.org/fileformat2.html#the_database_header).
func pageSize(head []byte) int {
	const largest = 1 << 16 // is written as 1
	n := int(binary.BigEndian.Uint16(head[16:]))
	if n <= 1 {
		return largest
	}
	return n
}

// Fill stores pages that differ from Hashes. Unless set.More, the copy has their state afterwards.
func (r *Replica) Fill(set PageSet) error {
	err := set.check()
	if err != nil {
		return err
	}
	if err = set.writeTo(r.part); err == nil && !set.More {
		err = r.adopt(set.Mark)
	}
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "database.disk.failed")
	}
	return nil
}

// adopt replaces the copy by the part. After a failure the copy stays, without a mark.
func (r *Replica) adopt(mark Mark) error {
	if err := r.part.Sync(); err != nil {
		return err
	}
	if r.file != nil {
		if err := r.settle(); err != nil {
			return err
		}
	}
	r.mark = Mark{}
	if err := r.discard(); err != nil { // its entries belong to the former copy
		return err
	}
	if err := r.replace(); err != nil {
		return err
	}
	r.mark = mark
	return r.discard()
}

// replace renames the part to the copy's path. Windows requires both files closed for that. It then opens the file at
// that path, also after an error.
func (r *Replica) replace() error {
	err := r.part.Close()
	if r.file != nil {
		err = errors.Join(err, r.file.Close())
	}
	r.part, r.file = nil, nil
	if err == nil {
		err = durable.Replace(r.path+PartSuffix, r.path)
	}
	file, wrong := os.OpenFile(r.path, os.O_RDWR, 0)
	if wrong != nil {
		return cmp.Or(err, wrong)
	}
	r.file = file
	return err
}

// check returns an error for an impossible set.
func (s PageSet) check() error {
	const smallest, largest, most = 512, 1 << 16, 1 << 30
	if s.Size < smallest || s.Size > largest || s.Size&(s.Size-1) != 0 || s.Count < 1 || s.Count > most || len(s.Data) != len(s.Numbers)*s.Size {
		return fmt.Errorf("%d bytes are not %d pages of %d", len(s.Data), len(s.Numbers), s.Size)
	}
	for _, n := range s.Numbers {
		if n == 0 || int64(n) > int64(s.Count) {
			return fmt.Errorf("a file of %d pages has no page %d", s.Count, n)
		}
	}
	return nil
}

// writeTo writes the pages into a file. Unless More, it sets the length of the file.
func (s PageSet) writeTo(file *os.File) error {
	if s.Size == 0 {
		return nil // only a mark
	}
	for i, n := range s.Numbers {
		if _, err := file.WriteAt(s.Data[i*s.Size:(i+1)*s.Size], (int64(n)-1)*int64(s.Size)); err != nil {
			return err
		}
	}
	if s.More {
		return nil
	}
	return file.Truncate(int64(s.Count) * int64(s.Size))
}

// An entryHead is the head of an entry, before the numbers and the data.
type entryHead struct {
	Mark    Mark `json:"mark"`
	More    bool `json:"more,omitempty"`
	Size    int  `json:"size"`
	Count   int  `json:"count"`
	Numbers int  `json:"numbers"`
}

// Entry encodes the set for the journal and for HTTP: the length and the SHA-256 of the rest; the length of a JSON
// object, the object; the numbers; the data.
func (s PageSet) Entry() ([]byte, error) {
	head, err := json.Marshal(entryHead{s.Mark, s.More, s.Size, s.Count, len(s.Numbers)})
	if err != nil {
		return nil, fmt.Errorf("write pages: %w", err)
	}
	var b bytes.Buffer
	b.Write(make([]byte, 8+sha256.Size))
	_ = binary.Write(&b, binary.BigEndian, uint32(len(head)))
	b.Write(head)
	_ = binary.Write(&b, binary.BigEndian, s.Numbers)
	b.Write(s.Data)
	all := b.Bytes()
	rest := all[8+sha256.Size:]
	binary.BigEndian.PutUint64(all, uint64(len(rest)))
	sum := sha256.Sum256(rest)
	copy(all[8:], sum[:])
	return all, nil
}

// ReadEntry decodes the first entry, and returns the bytes after it and whether it is complete.
func ReadEntry(all []byte) (s PageSet, next []byte, whole bool) {
	if len(all) < 8+sha256.Size {
		return s, nil, false
	}
	length := binary.BigEndian.Uint64(all)
	rest := all[8+sha256.Size:]
	if length > uint64(len(rest)) || sha256.Sum256(rest[:length]) != [sha256.Size]byte(all[8:]) {
		return s, nil, false
	}
	rest, next = rest[:length], rest[length:]
	if len(rest) < 4 {
		return s, nil, false
	}
	n := binary.BigEndian.Uint32(rest)
	var head entryHead
	if rest = rest[4:]; uint64(n) > uint64(len(rest)) || json.Unmarshal(rest[:n], &head) != nil {
		return s, nil, false
	}
	if rest = rest[n:]; head.Numbers < 0 || head.Numbers > len(rest)/4 {
		return s, nil, false
	}
	s = PageSet{Mark: head.Mark, More: head.More, Size: head.Size, Count: head.Count, Numbers: make([]uint32, head.Numbers), Data: rest[4*head.Numbers:]}
	for i := range s.Numbers {
		s.Numbers[i] = binary.BigEndian.Uint32(rest[4*i:])
	}
	return s, next, head.Size == 0 && head.Numbers == 0 || s.check() == nil
}
