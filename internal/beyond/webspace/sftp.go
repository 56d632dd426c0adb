package webspace

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"

	"tourney/internal/fault"
)

// A sftpSpace is a folder at an SFTP server.
type sftpSpace struct {
	place  Place
	root   string
	client *sftp.Client
	conn   *ssh.Client
	line   net.Conn
	stop   func() bool
}

// A timeoutConn is a connection that has a timeout that restarts with each read and write.
type timeoutConn struct{ net.Conn }

func (c timeoutConn) Write(data []byte) (int, error) {
	_ = c.SetDeadline(time.Now().Add(patience)) // the next write returns the error of a closed connection
	return c.Conn.Write(data)
}

func (c timeoutConn) Read(data []byte) (int, error) {
	n, err := c.Conn.Read(data)
	if err == nil {
		_ = c.SetDeadline(time.Now().Add(patience)) // as above
	}
	return n, err
}

// openSFTP logs in at a server, and returns its host key.
func openSFTP(ctx context.Context, p Place) (is space, hostKey string, err error) {
	at, err := url.Parse(p.Address)
	if err != nil {
		return nil, "", fault.Wrap(err, fault.Invalid, "webspace.address", p.Address)
	}
	address := net.JoinHostPort(at.Hostname(), cmp.Or(at.Port(), "22"))
	line, err := (&net.Dialer{Timeout: patience, KeepAlive: patience}).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, "", unreachable(p, err)
	}
	stop := context.AfterFunc(ctx, func() { _ = line.Close() }) // ends pending reads
	r, hostKey, err := begin(line, p, address)
	if err != nil {
		stop()
		_ = line.Close() // err is more precise
		return nil, hostKey, cmp.Or(ctx.Err(), err)
	}
	r.root, r.stop = at.Path, stop
	if below, isHome := strings.CutPrefix(at.Path+"/", "/~/"); isHome {
		r.root = path.Clean("./" + below)
	}
	return r, hostKey, nil
}

// begin logs in and starts SFTP on a connection.
func begin(line net.Conn, p Place, address string) (r *sftpSpace, hostKey string, err error) {
	defer within(line, 0)()
	client, hostKey, err := logIn(timeoutConn{line}, p, address)
	if err != nil {
		return nil, hostKey, err
	}
	files, err := sftp.NewClient(client)
	if err != nil {
		return nil, hostKey, unreachable(p, err)
	}
	return &sftpSpace{place: p, client: files, conn: client, line: line}, hostKey, nil
}

// longest is the timeout of a request, in addition to the time for its bytes: a server with a hung disk may still send
// keepalive messages.
const longest = 4 * patience

// within closes a connection unless done is called before the timeout for a request of so many bytes.
func within(line net.Conn, bytes int) (done func() bool) {
	return time.AfterFunc(longest+time.Duration(concurrency*bytes)*time.Second/slowest, func() { _ = line.Close() }).Stop
}

// logIn authenticates at a server: "webspace.hostkey" for another key than before, "webspace.login".
func logIn(line net.Conn, p Place, address string) (client *ssh.Client, hostKey string, err error) {
	var changed error
	config := &ssh.ClientConfig{
		User: p.Login, HostKeyAlgorithms: algorithms(p.HostKey), Timeout: patience,
		HostKeyCallback: func(_ string, _ net.Addr, key ssh.PublicKey) error {
			hostKey = key.Type() + " " + ssh.FingerprintSHA256(key)
			if p.HostKey != "" && p.HostKey != hostKey {
				changed = fault.New(fault.Conflict, "webspace.hostkey", p.name(), p.HostKey, hostKey)
			}
			return changed
		},
	}
	key, err := p.signer()
	switch {
	case err != nil:
		return nil, "", err
	case key != nil:
		config.Auth = []ssh.AuthMethod{ssh.PublicKeys(key)}
	default:
		config.Auth = []ssh.AuthMethod{ssh.Password(p.Secret), ssh.KeyboardInteractive(func(_, _ string, questions []string, _ []bool) ([]string, error) {
			return slices.Repeat([]string{p.Secret}, len(questions)), nil
		})}
	}
	_ = line.SetDeadline(time.Now().Add(patience)) // the next read returns the error of a closed connection
	conn, channels, requests, err := ssh.NewClientConn(line, address, config)
	var cut net.Error
	switch {
	case err == nil:
		return ssh.NewClient(conn, channels, requests), hostKey, nil
	case changed != nil:
		return nil, p.HostKey, changed
	case hostKey == "" || errors.As(err, &cut) || errors.Is(err, io.EOF):
		return nil, hostKey, unreachable(p, err)
	}
	return nil, hostKey, fault.Wrap(err, fault.Denied, "webspace.login", p.name())
}

// algorithms returns the host key algorithms, with the type of the known key first: a server with several keys then
// sends that one.
func algorithms(hostKey string) []string {
	known, _, _ := strings.Cut(hostKey, " ")
	isKnown := func(name string) int {
		if name == known || known == ssh.KeyAlgoRSA && (name == ssh.KeyAlgoRSASHA256 || name == ssh.KeyAlgoRSASHA512) {
			return 0
		}
		return 1
	}
	all := slices.DeleteFunc(slices.Clone(ssh.SupportedAlgorithms().HostKeys), func(name string) bool { return strings.Contains(name, "-cert-") })
	slices.SortStableFunc(all, func(a, b string) int { return isKnown(a) - isKnown(b) })
	return all
}

func (r *sftpSpace) close() {
	r.stop()
	_ = r.client.Close() // all data are written by then
	_ = r.conn.Close()
}

func (r *sftpSpace) at(name string) string { return path.Join(r.root, name) }

func (r *sftpSpace) read(_ context.Context, name string) ([]byte, error) {
	defer within(r.line, mostMarker)()
	in, err := r.client.Open(r.at(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, r.trouble(err)
	}
	text, err := io.ReadAll(io.LimitReader(in, mostMarker))
	return text, r.trouble(errors.Join(err, in.Close()))
}

func (r *sftpSpace) list(ctx context.Context, name string) (map[string]entry, error) {
	defer within(r.line, mostMarker)()
	found, err := r.client.ReadDirContext(ctx, r.at(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	all := map[string]entry{}
	for _, info := range found {
		all[info.Name()] = entryOf(info)
	}
	return all, r.trouble(err)
}

func (r *sftpSpace) makeFolder(_ context.Context, name string) error {
	defer within(r.line, 0)()
	at := r.at(name)
	if info, err := r.client.Stat(at); err == nil && info.IsDir() {
		return nil
	}
	err := r.client.Mkdir(at)
	if errors.Is(err, fs.ErrNotExist) {
		return fault.Wrap(err, fault.Conflict, "webspace.missing", path.Dir(at))
	}
	return r.trouble(err)
}

func (r *sftpSpace) exists(_ context.Context, name string) (bool, error) {
	defer within(r.line, 0)()
	_, err := r.client.Lstat(r.at(name))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, r.trouble(err)
}

func (r *sftpSpace) put(_ context.Context, is file) error {
	defer within(r.line, len(is.data))()
	name, how := is.part, os.O_TRUNC
	if is.fresh {
		name, how = is.name, os.O_EXCL
	}
	out, err := r.client.OpenFile(r.at(name), os.O_WRONLY|os.O_CREATE|how)
	if err != nil {
		return r.trouble(err)
	}
	_, err = out.Write(is.data)
	if version, _ := r.client.HasExtension("fsync@openssh.com"); err == nil && version == "1" {
		err = out.Sync() // after a power cut there it could be empty
	}
	if err = errors.Join(err, out.Close()); err == nil && !is.fresh {
		err = r.rename(is)
	}
	return r.trouble(err)
}

// rename renames a temporary file to its name. Without posix-rename the name is missing for a moment.
func (r *sftpSpace) rename(is file) error {
	if _, can := r.client.HasExtension("posix-rename@openssh.com"); can {
		return r.client.PosixRename(r.at(is.part), r.at(is.name))
	}
	if err := r.client.Remove(r.at(is.name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return r.client.Rename(r.at(is.part), r.at(is.name))
}

func (r *sftpSpace) remove(_ context.Context, name string) error {
	defer within(r.line, 0)()
	err := r.client.Remove(r.at(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return r.trouble(err)
}

const (
	// noSpace and overQuota are codes of later versions of SFTP, which some servers send.
	noSpace, overQuota = 14, 15
)

// trouble returns the fault of an error response, or of a broken connection.
func (r *sftpSpace) trouble(err error) error {
	var said *sftp.StatusError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrPermission):
		return fault.Wrap(err, fault.Denied, "webspace.denied", r.place.name())
	case errors.As(err, &said) && (said.Code == noSpace || said.Code == overQuota):
		return fault.Wrap(err, fault.Unavailable, "webspace.full", r.place.name())
	case errors.As(err, &said):
		return fault.Wrap(err, fault.Unavailable, "webspace.refused", r.place.name(), fault.Clip(said.Error()))
	}
	return unreachable(r.place, err)
}
