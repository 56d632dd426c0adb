package public_test

import (
	"image"
	"image/color"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
)

// The codes on pages and paper contain the exact addresses.
func TestCodesLeadToTheirAddresses(t *testing.T) {
	s := newSite(t)
	s.Cup()
	s.OpenSignUp(fees.Rules{}, tournament.SignUp{CheckIn: true})
	me := s.SeeOther(s.Post("/t/open/sign-up", s.SignUpForm("Aho", "5k")))
	s.Login()
	me, _, _ = strings.Cut(me, "?")
	home := s.HTTP.URL
	read := func(at, selector string) (addresses []string) {
		s.Page(s.Get(at), http.StatusOK).Find(selector).Each(func(_ int, svg *goquery.Selection) {
			addresses = append(addresses, decoded(t, svg))
		})
		return addresses
	}
	for _, tt := range []struct {
		what, at, selector string
		want               []string
	}{
		{"sign-up and the door", "/desk/open/signup", "svg.qr", []string{home + "/t/open/sign-up", home + "/t/open/door"}},
		{"the personal link", me, "svg.qr", []string{home + me}},
		{"the desk's panel", "/desk/spring-cup", "svg.qr", []string{home + "/t/spring-cup"}},
		{"the public page, in the hall", "/t/spring-cup/code.svg", "svg", []string{home + "/t/spring-cup"}},
		{"the welcome sheet", "/desk/spring-cup/print/welcome", "svg.qr", []string{home + "/t/spring-cup"}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if got := read(tt.at, tt.selector); strings.Join(got, " ") != strings.Join(tt.want, " ") {
				t.Errorf("leads to %q, want %q", got, tt.want)
			}
		})
	}
	slips := read("/desk/spring-cup/print/slips/2", "svg.qr")
	games := s.State("spring-cup").Round(2).Games
	if len(slips) != len(games) {
		t.Fatalf("%d codes on %d slips", len(slips), len(games))
	}
	seen := map[string]bool{}
	for _, address := range slips {
		path, ours := strings.CutPrefix(address, home+"/t/spring-cup/report/")
		if got := s.Get(strings.TrimPrefix(address, home)); !ours || path == "" || seen[address] || got.StatusCode != http.StatusOK {
			t.Errorf("the slip leads to %q, which answers %d", address, got.StatusCode)
		}
		seen[address] = true
	}
}

// runs are the unit squares of a code in its path: M x y h length.
var runs = regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1h-\d+z`)

// decoded draws a code from its SVG and reads it as a phone does.
func decoded(t *testing.T, svg *goquery.Selection) string {
	t.Helper()
	d := svg.Find("path").Last().AttrOr("d", "")
	const scale, quiet, most = 4, 4 * 4, 4 * (177 + 8)
	picture, side := image.NewGray(image.Rect(0, 0, most, most)), 0
	for i := range picture.Pix {
		picture.Pix[i] = 255
	}
	for _, run := range runs.FindAllStringSubmatch(d, -1) {
		x, _ := strconv.Atoi(run[1]) // digits, by the expression
		y, _ := strconv.Atoi(run[2])
		length, _ := strconv.Atoi(run[3])
		for py := y * scale; py < (y+1)*scale; py++ {
			for px := x * scale; px < (x+length)*scale; px++ {
				picture.SetGray(quiet+px, quiet+py, color.Gray{})
			}
		}
		side = max(side, (x+length)*scale)
	}
	bitmap, err := gozxing.NewBinaryBitmapFromImage(picture.SubImage(image.Rect(0, 0, side+2*quiet, side+2*quiet)))
	if err != nil {
		t.Fatal(err)
	}
	// The picture is exact: a search for the code, as in a photo, sometimes fails.
	exact := map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_PURE_BARCODE: true}
	read, err := qrcode.NewQRCodeReader().Decode(bitmap, exact)
	if err != nil {
		t.Fatalf("no phone reads the code %.80s…: %v", d, err)
	}
	return read.GetText()
}
