// Package webspacetest runs WebDAV and SFTP servers for tests, with connections that a test can break.
package webspacetest

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/binary"
	"encoding/pem"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
	"golang.org/x/net/webdav"
)

// A Server is a web space. The folder of its address does not exist at first; Disk is its local path.
type Server struct {
	Address, Disk string
	// Cut is the number of bytes to the server before its connections break; negative for no limit.
	Cut *atomic.Int64
	// Full simulates a full disk.
	Full *atomic.Bool
	// Waits enables syncing to the disk on request. Unsynced counts the files closed after writing without that. A
	// WebDAV server has neither.
	Waits    *atomic.Bool
	Unsynced *atomic.Int64
	// lines counts the open connections.
	lines *atomic.Int64
}

// Settle waits until the server has detected the end of all its connections, as before any retry in practice: its
// pending work would interfere with the next requests.
func (s Server) Settle() {
	for s.lines.Load() > 0 {
		time.Sleep(time.Millisecond)
	}
}

// Login and Secret are the credentials.
const Login, Secret = "anna", "stone"

// DAV returns a WebDAV server.
func DAV(t *testing.T) Server {
	t.Helper()
	disk, full := t.TempDir(), new(atomic.Bool)
	files := &webdav.Handler{FileSystem: webdav.Dir(disk), LockSystem: webdav.NewMemLS()}
	lines := new(atomic.Int64)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, exists := os.Stat(filepath.Join(disk, filepath.FromSlash(r.URL.Path)))
		login, secret, _ := r.BasicAuth()
		switch {
		case login != Login || secret != Secret:
			w.WriteHeader(http.StatusUnauthorized)
		case r.Method == http.MethodPut && full.Load():
			w.WriteHeader(http.StatusInsufficientStorage)
		case r.Method == http.MethodPut && r.Header.Get("If-None-Match") == "*" && exists == nil:
			w.WriteHeader(http.StatusPreconditionFailed)
		default:
			files.ServeHTTP(w, r)
		}
	}))
	s.Config.ConnState = func(_ net.Conn, is http.ConnState) {
		if is == http.StateClosed {
			lines.Add(-1)
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	address, cut := lineTo(t, s.Listener.Addr().String(), lines)
	return Server{Address: "http://" + address + "/public", Disk: filepath.Join(disk, "public"), Cut: cut, Full: full, lines: lines}
}

// Passphrase decrypts private keys.
const Passphrase = "phrase"

// NewKey returns a new host key.
func NewKey(t *testing.T) ssh.Signer {
	t.Helper()
	signer, _ := newKey(t)
	return signer
}

func newKey(t *testing.T) (ssh.Signer, ed25519.PrivateKey) {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return signer, key
}

// NewUserKey returns a new user key, and its private key file, encrypted with Passphrase. The encryption takes most of
// a second.
func NewUserKey(t *testing.T) (ssh.Signer, string) {
	t.Helper()
	signer, key := newKey(t)
	block, err := ssh.MarshalPrivateKeyWithPassphrase(key, "", []byte(Passphrase))
	if err != nil {
		t.Fatal(err)
	}
	return signer, string(pem.EncodeToMemory(block))
}

// A Keys has the host key of an SFTP server, which can be changed, and the key of its user.
type Keys struct {
	Host atomic.Pointer[ssh.Signer]
	User ssh.PublicKey
}

// SFTP returns an SFTP server.
func SFTP(t *testing.T, keys *Keys) Server {
	t.Helper()
	disk := t.TempDir()
	s, lines := &sshServer{new(atomic.Bool), new(atomic.Bool), new(atomic.Int64), keys}, new(atomic.Int64)
	address, cut := lineTo(t, listen(t, func(line net.Conn) {
		defer lines.Add(-1)
		s.serve(line)
	}), lines)
	return Server{"sftp://" + address + filepath.ToSlash(disk) + "/public", filepath.Join(disk, "public"), cut, s.full, s.waits, s.unsynced, lines}
}

// An sshServer serves the whole disk to clients with the password or the key.
type sshServer struct {
	full, waits *atomic.Bool
	unsynced    *atomic.Int64
	keys        *Keys
}

func (s *sshServer) config() *ssh.ServerConfig {
	config := &ssh.ServerConfig{
		PasswordCallback: func(conn ssh.ConnMetadata, password []byte) (*ssh.Permissions, error) {
			if conn.User() == Login && string(password) == Secret {
				return nil, nil
			}
			return nil, errors.New("no")
		},
		PublicKeyCallback: func(_ ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
			if s.keys.User != nil && bytes.Equal(key.Marshal(), s.keys.User.Marshal()) {
				return nil, nil
			}
			return nil, errors.New("no")
		},
	}
	config.AddHostKey(*s.keys.Host.Load())
	return config
}

func (s *sshServer) serve(line net.Conn) {
	defer line.Close()
	_, channels, requests, err := ssh.NewServerConn(line, s.config())
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests)
	for channel := range channels {
		stream, asked, err := channel.Accept()
		if err != nil {
			return
		}
		go func() {
			for r := range asked {
				_ = r.Reply(r.Type == "subsystem", nil)
			}
		}()
		files, err := sftp.NewServer(&disk{ReadWriteCloser: stream, sshServer: s, written: map[string]bool{}})
		if err == nil {
			_ = files.Serve()
		}
		_ = stream.Close()
	}
}

// A disk passes requests to a server, and changes some to simulate its disk.
type disk struct {
	io.ReadWriteCloser
	*sshServer
	greeted bool
	// written are the handles of files with writes since the last sync.
	written map[string]bool
}

// The numbers of request types, see draft-ietf-secsh-filexfer-02.
const closes, writes, setsAttributes, extended = 4, 6, 10, 200

// syncs is the name of OpenSSH's extension for a sync to the disk.
const syncs = "fsync@openssh.com"

// Read reads a request; the length before it is a separate read. On a full disk it invalidates the handle of each
// write, which then fails. It replaces a sync by a change of no attributes.
func (d *disk) Read(data []byte) (int, error) {
	n, err := d.ReadWriteCloser.Read(data)
	const head = 9 // the type, the number of the request, and the length of the handle or name
	if n <= head {
		return n, err
	}
	length := int(binary.BigEndian.Uint32(data[head-4:]))
	switch name := data[head:min(n, head+length)]; data[0] {
	case writes:
		d.written[string(name)] = true
		if d.full.Load() {
			name[0] ^= 0x40
		}
	case closes:
		if d.written[string(name)] {
			d.unsynced.Add(1)
		}
		delete(d.written, string(name))
	case extended:
		if string(name) == syncs {
			handle := bytes.Clone(data[head+length : n]) // with its length
			delete(d.written, string(handle[4:]))
			data[0] = setsAttributes
			clear(data[head-4+copy(data[head-4:], handle) : n])
		}
	}
	return n, err
}

// Write writes a response. The first one lists the extensions.
func (d *disk) Write(data []byte) (int, error) {
	if d.greeted || !d.waits.Load() {
		return d.ReadWriteCloser.Write(data)
	}
	d.greeted = true
	more := bytes.Clone(data)
	for _, text := range []string{syncs, "1"} {
		more = append(binary.BigEndian.AppendUint32(more, uint32(len(text))), text...)
	}
	binary.BigEndian.PutUint32(more, uint32(len(more)-4))
	_, err := d.ReadWriteCloser.Write(more)
	return len(data), err
}

// listen serves each connection to the returned address.
func listen(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			line, err := listener.Accept()
			if err != nil {
				return
			}
			go serve(line)
		}
	}()
	return listener.Addr().String()
}

// lineTo returns an address that forwards to another one until the limit of Cut, and counts the connections.
func lineTo(t *testing.T, to string, lines *atomic.Int64) (string, *atomic.Int64) {
	t.Helper()
	cut := new(atomic.Int64)
	cut.Store(-1)
	return listen(t, func(near net.Conn) {
		defer near.Close()
		if cut.Load() == 0 {
			return
		}
		far, err := net.Dial("tcp", to)
		if err != nil {
			return
		}
		lines.Add(1)
		defer far.Close()
		go func() {
			_, _ = io.Copy(near, far)
			_, _ = near.Close(), far.Close()
		}()
		_, _ = io.Copy(limited{far, cut}, near)
	}), cut
}

// limited forwards bytes up to the limit.
type limited struct {
	io.Writer
	cut *atomic.Int64
}

func (l limited) Write(data []byte) (int, error) {
	for {
		left := l.cut.Load()
		if left < 0 {
			return l.Writer.Write(data)
		}
		n := min(left, int64(len(data)))
		if !l.cut.CompareAndSwap(left, left-n) {
			continue
		}
		if _, err := l.Writer.Write(data[:n]); err != nil || n == int64(len(data)) {
			return int(n), err
		}
		return int(n), errors.New("cut")
	}
}
