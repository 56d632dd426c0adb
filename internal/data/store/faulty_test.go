package store

import (
	"os"
	"strings"
	"sync"
	"unsafe"

	"modernc.org/libc"
	library "modernc.org/sqlite/lib"
)

// The engine reaches the disk through a table of functions, its VFS (sqlite.org/vfs.html). In tests this file's VFS
// wraps it: it calls the engine's functions unless a faulty disk fails first.

// An operation is one call of the engine for a file.
type operation struct {
	// kind is "open", "read", "write", "sync", "truncate", "map" or "delete".
	kind string
	// file is the suffix of the database's name: "", "-wal" or "-shm"; or the whole name
	// of another file in the folder.
	file string
}

// A disk is a folder whose operations can fail.
type disk struct {
	folder string
	mu     sync.Mutex
	// done are the operations since the last call of reset.
	done []operation
	// fault returns the result code of an operation, 0 for success, from its number since then.
	fault func(n int, o operation) int32
	// held blocks every sync until it is closed, after a signal to syncing; nil blocks none.
	held    chan struct{}
	syncing chan struct{}
}

// disks are the faulty disks, files the names of open files by their address.
var disks, files sync.Map

// faultyDisk makes the disk of a folder faulty until the test ends.
func faultyDisk(cleanup func(func()), folder string) *disk {
	d := &disk{folder: folder}
	disks.Store(folder, d)
	cleanup(func() { disks.Delete(folder) })
	return d
}

// reset counts operations from zero again and sets the fault, nil for no faults. It returns the operations so far.
func (d *disk) reset(fault func(n int, o operation) int32) (done []operation) {
	d.mu.Lock()
	defer d.mu.Unlock()
	done, d.done, d.fault = d.done, nil, fault
	return done
}

// before records an operation on a file and returns its result code.
func before(kind, name string) (code int32) {
	folder, base := "", name
	if i := strings.LastIndexByte(name, os.PathSeparator); i >= 0 {
		folder, base = name[:i], name[i+1:]
	}
	found, ok := disks.Load(folder)
	if !ok {
		return library.SQLITE_OK
	}
	d := found.(*disk)
	d.mu.Lock()
	o := operation{kind, strings.TrimPrefix(base, "test.db")}
	if d.fault != nil {
		code = d.fault(len(d.done), o)
	}
	d.done = append(d.done, o)
	held := d.held
	d.mu.Unlock()
	if kind == "sync" && held != nil {
		select {
		case d.syncing <- struct{}{}:
		default: // signalled already
		}
		<-held
	}
	return code
}

// value returns the value at an address in the engine's memory.
func value[T any](address uintptr) *T { return *(**T)(unsafe.Pointer(&address)) }

// function returns the function at an address in the engine's memory.
func function[F any](address uintptr) F {
	return *(*F)(unsafe.Pointer(&struct{ uintptr }{address}))
}

// address returns the address of a function for the engine.
func address[F any](f F) uintptr { return *(*uintptr)(unsafe.Pointer(&f)) }

var (
	// engineVFS is the engine's original table.
	engineVFS *library.Tsqlite3_vfs
	// engineMethods maps our tables for open files to the engine's, ourMethods the engine's to ours.
	engineMethods, ourMethods sync.Map
)

// Functions of one signature each.
type (
	openFunction  = func(tls *libc.TLS, vfs, name, file uintptr, flags int32, out uintptr) int32
	nameFunction  = func(tls *libc.TLS, vfs, name uintptr, flag int32) int32
	closeFunction = func(tls *libc.TLS, file uintptr) int32
	dataFunction  = func(tls *libc.TLS, file, data uintptr, amount int32, offset int64) int32
	sizeFunction  = func(tls *libc.TLS, file uintptr, size int64) int32
	flagFunction  = func(tls *libc.TLS, file uintptr, flags int32) int32
	mapFunction   = func(tls *libc.TLS, file uintptr, region, size, extend int32, out uintptr) int32
)

func init() {
	tls := libc.NewTLS() // for the whole run
	engineVFS = value[library.Tsqlite3_vfs](library.Xsqlite3_vfs_find(tls, 0))
	copied := libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(*engineVFS)))
	ours := value[library.Tsqlite3_vfs](copied)
	*ours = *engineVFS
	name, err := libc.CString("faulty")
	if err != nil {
		panic(err)
	}
	ours.FzName = name
	ours.FxOpen, ours.FxDelete = address[openFunction](openFaulty), address[nameFunction](deleteFaulty)
	if code := library.Xsqlite3_vfs_register(tls, copied, 1); code != library.SQLITE_OK {
		panic(code)
	}
}

func openFaulty(tls *libc.TLS, vfs, name, file uintptr, flags int32, out uintptr) int32 {
	text := ""
	if name != 0 {
		text = libc.GoString(name)
	}
	if code := before("open", text); code != 0 {
		value[library.Tsqlite3_file](file).FpMethods = 0
		return code
	}
	code := function[openFunction](engineVFS.FxOpen)(tls, vfs, name, file, flags, out)
	if is := value[library.Tsqlite3_file](file); code == library.SQLITE_OK && is.FpMethods != 0 {
		is.FpMethods = faultyMethods(tls, is.FpMethods)
		files.Store(file, text)
	}
	return code
}

func deleteFaulty(tls *libc.TLS, vfs, name uintptr, sync int32) int32 {
	if code := before("delete", libc.GoString(name)); code != 0 {
		return code
	}
	return function[nameFunction](engineVFS.FxDelete)(tls, vfs, name, sync)
}

// faultyMethods returns the address of a table like the engine's, with our functions.
func faultyMethods(tls *libc.TLS, engines uintptr) uintptr {
	if known, ok := ourMethods.Load(engines); ok {
		return known.(uintptr)
	}
	copied := libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(library.Tsqlite3_io_methods{})))
	m := value[library.Tsqlite3_io_methods](copied)
	*m = *value[library.Tsqlite3_io_methods](engines)
	m.FxClose, m.FxTruncate, m.FxSync = address[closeFunction](closeFaulty), address[sizeFunction](truncateFaulty), address[flagFunction](syncFaulty)
	m.FxRead, m.FxWrite, m.FxShmMap = address[dataFunction](readFaulty), address[dataFunction](writeFaulty), address[mapFunction](mapFaulty)
	engineMethods.Store(copied, value[library.Tsqlite3_io_methods](engines))
	ourMethods.Store(engines, copied)
	return copied
}

// methodsOf returns the engine's functions for an open file, and the file's name.
func methodsOf(file uintptr) (*library.Tsqlite3_io_methods, string) {
	methods, _ := engineMethods.Load(value[library.Tsqlite3_file](file).FpMethods)
	name, _ := files.Load(file)
	return methods.(*library.Tsqlite3_io_methods), name.(string)
}

func closeFaulty(tls *libc.TLS, file uintptr) int32 {
	m, _ := methodsOf(file)
	files.Delete(file)
	return function[closeFunction](m.FxClose)(tls, file)
}

func readFaulty(tls *libc.TLS, file, data uintptr, amount int32, offset int64) int32 {
	m, name := methodsOf(file)
	if code := before("read", name); code != 0 {
		return code
	}
	return function[dataFunction](m.FxRead)(tls, file, data, amount, offset)
}

// writeFaulty writes half of the data before it fails.
func writeFaulty(tls *libc.TLS, file, data uintptr, amount int32, offset int64) int32 {
	m, name := methodsOf(file)
	write := function[dataFunction](m.FxWrite)
	if code := before("write", name); code != 0 {
		write(tls, file, data, amount/2, offset)
		return code
	}
	return write(tls, file, data, amount, offset)
}

func truncateFaulty(tls *libc.TLS, file uintptr, size int64) int32 {
	m, name := methodsOf(file)
	if code := before("truncate", name); code != 0 {
		return code
	}
	return function[sizeFunction](m.FxTruncate)(tls, file, size)
}

func syncFaulty(tls *libc.TLS, file uintptr, flags int32) int32 {
	m, name := methodsOf(file)
	if code := before("sync", name); code != 0 {
		return code
	}
	return function[flagFunction](m.FxSync)(tls, file, flags)
}

func mapFaulty(tls *libc.TLS, file uintptr, region, size, extend int32, out uintptr) int32 {
	m, name := methodsOf(file)
	if code := before("map", name); code != 0 {
		return code
	}
	return function[mapFunction](m.FxShmMap)(tls, file, region, size, extend, out)
}
