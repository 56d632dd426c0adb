package beyond

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/beyond/publication"
	"tourney/internal/beyond/publishing"
	"tourney/internal/fault"
	"tourney/internal/web/site"
)

// hubHandlers receive tournaments that run on other computers and are published here, for a token to publish.
type hubHandlers struct{ *Extension }

func (s hubHandlers) routes(g *site.Group) {
	g.Put("/publications/:origin", publication.MostPacked, s.api.RateLimited(s.putPublication))
	g.Delete("/publications/:origin", s.api.RateLimited(s.deletePublication))
	g.Put("/publications/:origin/boards", publication.MostBoardsPacked, s.api.RateLimited(s.putBoards))
	s.api.PostWords(g, "/publications/:origin/reports", []string{"taken", "refused", "sender"}, s.postReports)
}

// postReports deletes accepted reports, stores the reasons of refused ones, and waits for new ones.
func (s hubHandlers) postReports(c *gin.Context, sent url.Values) (int, any, error) {
	ctx, cancel := context.WithCancel(c.Request.Context())
	defer cancel()
	defer context.AfterFunc(s.Streams, cancel)()
	asking := publishing.ReportsRequest{Taken: strings.Fields(sent.Get("taken")), Refused: map[string]string{}, Sender: sent.Get("sender")}
	for _, refused := range strings.Fields(sent.Get("refused")) {
		key, why, _ := strings.Cut(refused, ":")
		asking.Refused[key] = why
	}
	answer, err := s.Publishing.Reports(ctx, from(c), asking, publication.ReportsWait)
	if ctx.Err() != nil {
		err = nil // the server shuts down, or the client has disconnected
	}
	return http.StatusOK, answer, err
}

func from(c *gin.Context) publishing.From {
	token, _ := site.Program(c)
	return publishing.From{Organisation: token.Organisation, Origin: c.Param("origin")}
}

const (
	// uploadTimeout is the timeout for sending a state.
	uploadTimeout = 10 * time.Minute
	// longestState is how long a state may be queued: the sender's timeout is hardly longer, and it retries.
	longestState = time.Second
)

// putPublication stores the state of a tournament that runs on another computer. Unpacking takes much memory, so a
// complete upload is queued first.
func (s hubHandlers) putPublication(c *gin.Context) error {
	// Pictures take long on a slow connection; a server without such deadlines has none to extend.
	line, late := http.NewResponseController(c.Writer), time.Now().Add(uploadTimeout)
	_, _ = line.SetReadDeadline(late), line.SetWriteDeadline(late)
	state, err := readBody(c.Request.Body)
	if err != nil {
		return bodyError(err)
	}
	defer func() { _ = state.Close() }() // read only
	c.Request.Body = state
	return s.states.Queued(s.storeState)(c)
}

func (s hubHandlers) storeState(c *gin.Context) error {
	sent, err := publication.Read(c.Request.Body)
	if err != nil {
		return err
	}
	answer, err := s.Publishing.Receive(c.Request.Context(), from(c), sent)
	return sendAnswer(c, answer, err)
}

// mostInMemory is the number of bytes of a body that are buffered in memory; a larger body is on the disk.
const mostInMemory = 1 << 20

// readBody returns a body after reading it to its end.
func readBody(body io.Reader) (io.ReadCloser, error) {
	var begin bytes.Buffer
	switch _, err := io.CopyN(&begin, body, mostInMemory); {
	case errors.Is(err, io.EOF):
		return io.NopCloser(&begin), nil
	case err != nil:
		return nil, err
	}
	f, err := os.CreateTemp("", "tourney-state-")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name()) // some systems can remove it only once it is closed
	whole := tempFile{f}
	if _, err = io.Copy(f, io.MultiReader(&begin, body)); err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, whole.Close())
	}
	return whole, nil
}

// A tempFile is a file that is removed when it is closed.
type tempFile struct{ *os.File }

func (f tempFile) Close() error { return errors.Join(f.File.Close(), os.Remove(f.Name())) }

// putBoards stores the moves of live games of such a tournament.
func (s hubHandlers) putBoards(c *gin.Context) error {
	sent, err := publication.ReadBoards(c.Request.Body)
	if err != nil {
		return bodyError(err)
	}
	answer, err := s.Publishing.ReceiveBoards(c.Request.Context(), from(c), sent)
	return sendAnswer(c, answer, err)
}

// bodyError converts the error of reading a body: "publication.large" for a body that is too large,
// "database.disk.failed" if the disk refuses it, and "publication.broken" for a part of a body.
func bodyError(err error) error {
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return fault.Wrap(err, fault.TooLarge, "publication.large")
	}
	if disk := new(fs.PathError); errors.As(err, &disk) {
		return fault.Wrap(err, fault.Unavailable, "database.disk.failed")
	}
	if _, known := fault.As(err); known {
		return err
	}
	return fault.Wrap(err, fault.Invalid, "publication.broken")
}

// sendAnswer sends the description of the stored state, unless err is set.
func sendAnswer(c *gin.Context, answer publication.Answer, err error) error {
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, answer)
	return nil
}

// deletePublication removes a tournament that was withdrawn from this hub.
func (s hubHandlers) deletePublication(c *gin.Context) error {
	stamp, err := strconv.ParseInt(c.Query("stamp"), 10, 64)
	if err != nil || stamp < 0 {
		return site.AtField("stamp", fault.Wrap(err, fault.Invalid, "publication.broken"))
	}
	w := publishing.Withdrawal{Sender: c.Query("sender"), Stamp: stamp, Taken: strings.Fields(c.Query("taken")), Anyway: c.Query("anyway") != "", Claims: c.Query("claims") != ""}
	if err := s.Publishing.Withdraw(c.Request.Context(), from(c), w); err != nil {
		return err
	}
	c.Status(http.StatusNoContent)
	return nil
}
