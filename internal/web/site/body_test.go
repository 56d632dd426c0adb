package site

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/gin-gonic/gin"
)

// answerOf returns the response with a body to a request with a header.
func answerOf(b *Body, name, value string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	c, _ := gin.CreateTestContext(w)
	c.Request = httptest.NewRequest(http.MethodGet, "/", nil)
	c.Request.Header.Set(name, value)
	b.Write(c, http.StatusOK)
	return w
}

// TestEncodings requests a body in every encoding before and after it was compressed in the background.
func TestEncodings(t *testing.T) {
	text := []byte(strings.Repeat("Sente Sofia 3d - Gote Gustav 2d\n", 300))
	for name, b := range map[string]*Body{"page": NewBody(HTMLKind, text), "asset": NewAsset("text/css", text)} {
		const modern = "gzip, deflate, br, zstd"
		if got := answerOf(b, "Accept-Encoding", modern).Header().Get("Content-Encoding"); got != "gzip" {
			t.Errorf("%s: the first reader gets %q, and would wait for Brotli", name, got)
		}
		for began := time.Now(); answerOf(b, "Accept-Encoding", modern).Header().Get("Content-Encoding") != "br"; time.Sleep(time.Millisecond) {
			if time.Since(began) > time.Minute {
				t.Fatalf("%s is not compressed by Brotli", name)
			}
		}
		tag := answerOf(b, "Accept-Encoding", modern).Header().Get("ETag")
		for accepted, want := range map[string]string{
			modern: "br", "br": "br", "BR;q=1": "", "br;q=0, gzip": "gzip", "gzip;q=0.5, br;q=0.0": "gzip", "gzip": "gzip", "gzip;q=0": "", "": "", "identity": "", "brx, xgzip": "",
		} {
			w := answerOf(b, "Accept-Encoding", accepted)
			if got := w.Header().Get("Content-Encoding"); got != want {
				t.Errorf("%s, %q: answered as %q, want %q", name, accepted, got, want)
			}
			if w.Header().Get("Content-Length") != fmt.Sprint(w.Body.Len()) || w.Header().Get("Vary") != "Accept-Encoding" || w.Header().Get("ETag") != tag {
				t.Errorf("%s, %q: %v for %d bytes", name, accepted, w.Header(), w.Body.Len())
			}
			if got := unpacked(t, want, w.Body); !bytes.Equal(got, text) {
				t.Errorf("%s, %q: other content, of %d bytes", name, accepted, len(got))
			}
		}
		if got := answerOf(b, "If-None-Match", tag); got.Code != http.StatusNotModified || got.Body.Len() > 0 {
			t.Errorf("%s: the same tag is answered %d", name, got.Code)
		}
	}
	if got := answerOf(NewBody(HTMLKind, []byte("short")), "Accept-Encoding", "br, gzip").Header().Get("Content-Encoding"); got != "" {
		t.Errorf("a short page is answered as %q", got)
	}
}

func unpacked(t *testing.T, encoding string, in io.Reader) []byte {
	t.Helper()
	var err error
	switch encoding {
	case "br":
		in = brotli.NewReader(in)
	case "gzip":
		if in, err = gzip.NewReader(in); err != nil {
			t.Fatal(err)
		}
	}
	all, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// BenchmarkEncodings compresses a page of a hundred players in each encoding, and reports the compressed size.
func BenchmarkEncodings(b *testing.B) {
	var page bytes.Buffer
	for i := range 100 {
		fmt.Fprintf(&page, `<tr data-key="%d" data-player="%d"><td class="n">%d</td><td class="who"><a href="/t/open/players/%d">Family%d Given</a></td>`, i, i, i+1, i, i*i)
		for j := range 8 {
			fmt.Fprintf(&page, `<td class="x"><a href="/t/open/players/%d">%d+</a></td>`, i*j%97, i*j%97)
		}
		fmt.Fprintf(&page, `<td class="n">%d</td><td class="n">%d½</td></tr>`, 40-i/5, i*7%50)
	}
	for name, compress := range map[string]func(body *Body) *encoded{
		"gzip": func(body *Body) *encoded {
			return body.encodedFor(&http.Request{Header: http.Header{"Accept-Encoding": {"gzip"}}})
		},
		"brotli": func(body *Body) *encoded { brotliLock.Lock(); compressBrotli(body); return body.brotli.Load() },
		"brotli, asset": func(body *Body) *encoded {
			body.worth = ofAssets
			brotliLock.Lock()
			compressBrotli(body)
			return body.brotli.Load()
		},
	} {
		b.Run(name, func(b *testing.B) {
			var f *encoded
			for b.Loop() {
				f = compress(NewBody(HTMLKind, page.Bytes()))
			}
			b.ReportMetric(float64(len(f.content))/float64(page.Len()), "of-plain")
		})
	}
}
