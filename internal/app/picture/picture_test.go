package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"testing"

	"tourney/internal/fault"
)

var red, blue = color.RGBA{220, 20, 20, 255}, color.RGBA{20, 20, 220, 255}

// flag is red in the upper left quarter, else blue.
func flag(w, h int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetRGBA(x, y, blue)
			if x < w/2 && y < h/2 {
				m.SetRGBA(x, y, red)
			}
		}
	}
	return m
}

func jpegOf(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// withExif puts EXIF with an orientation and a secret into a JPEG.
func withExif(data []byte, order binary.AppendByteOrder, mark string, orientation uint16) []byte {
	tiff := []byte(mark)
	tiff = order.AppendUint32(tiff, 8)
	tiff = order.AppendUint16(tiff, 2)
	for _, tag := range []struct{ number, value uint16 }{{0x0100, 7}, {0x0112, orientation}} {
		tiff = order.AppendUint16(order.AppendUint16(tiff, tag.number), 3)
		tiff = order.AppendUint16(order.AppendUint16(order.AppendUint32(tiff, 1), tag.value), 0)
	}
	segment := append([]byte("Exif\x00\x00"), append(tiff, "60.1699N 24.9384E"...)...)
	head := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, 0xe1}, uint16(len(segment)+2))
	return append(append(head, segment...), data[2:]...)
}

// redCorner names the corner of a picture that is red.
func redCorner(t *testing.T, data []byte) string {
	t.Helper()
	m, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	b, found := m.Bounds(), ""
	for name, at := range map[string]image.Point{
		"top left": {b.Dx() / 8, b.Dy() / 8}, "top right": {b.Dx() * 7 / 8, b.Dy() / 8},
		"bottom left": {b.Dx() / 8, b.Dy() * 7 / 8}, "bottom right": {b.Dx() * 7 / 8, b.Dy() * 7 / 8},
	} {
		if r, _, b, _ := m.At(at.X, at.Y).RGBA(); r > 2*b {
			found += name
		}
	}
	return found
}

// TestOrientation turns a photo as each of the eight values of the tag means: the
// row and the column that are first in the file are top and left, and so on.
func TestOrientation(t *testing.T) {
	data := jpegOf(t, flag(64, 32))
	for value, want := range []string{1: "top left", 2: "top right", 3: "bottom right", 4: "bottom left",
		5: "top left", 6: "top right", 7: "bottom right", 8: "bottom left"} {
		if value == 0 {
			continue
		}
		for mark, order := range map[string]binary.AppendByteOrder{"II*\x00": binary.LittleEndian, "MM\x00*": binary.BigEndian} {
			out, w, h, err := Encode(withExif(data, order, mark, uint16(value)))
			if err != nil {
				t.Fatal(err)
			}
			if corner := redCorner(t, out); corner != want || (w < h) != (value >= 5) {
				t.Errorf("orientation %d: red is %s, %d × %d; want %s", value, corner, w, h, want)
			}
			if bytes.Contains(out, []byte("Exif")) || bytes.Contains(out, []byte("24.9384E")) {
				t.Error("the place is still in it")
			}
		}
	}
}

func TestEncode(t *testing.T) {
	var pngData, gifData bytes.Buffer
	clear := image.NewRGBA(image.Rect(0, 0, 40, 40))
	if err := png.Encode(&pngData, clear); err != nil {
		t.Fatal(err)
	}
	if err := gif.Encode(&gifData, flag(40, 20), nil); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		data []byte
		w, h int
	}{
		"a small photo stays":  {jpegOf(t, flag(300, 200)), 300, 200},
		"a wide one is fitted": {jpegOf(t, flag(3200, 800)), 1600, 400},
		"a tall one is fitted": {jpegOf(t, flag(500, 2000)), 400, 1600},
		"one line":             {jpegOf(t, flag(4000, 1)), 1600, 1},
		"PNG":                  {pngData.Bytes(), 40, 40},
		"GIF":                  {gifData.Bytes(), 40, 20},
	} {
		t.Run(name, func(t *testing.T) {
			out, w, h, err := Encode(tt.data)
			if err != nil {
				t.Fatal(err)
			}
			config, err := jpeg.DecodeConfig(bytes.NewReader(out))
			if err != nil || w != tt.w || h != tt.h || config.Width != w || config.Height != h {
				t.Errorf("%d × %d, %v %v; want %d × %d", w, h, config, err, tt.w, tt.h)
			}
		})
	}
	out, _, _, err := Encode(pngData.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	m, err := jpeg.Decode(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	if r, g, b, _ := m.At(20, 20).RGBA(); r>>8 < 250 || g>>8 < 250 || b>>8 < 250 {
		t.Errorf("the transparent part is %d %d %d", r>>8, g>>8, b>>8)
	}
}

// TestNoiseFits encodes the worst photo, in which every pixel is random.
func TestNoiseFits(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	m := image.NewRGBA(image.Rect(0, 0, 1600, 1600))
	chance := rand.NewChaCha8([32]byte{1})
	if _, err := chance.Read(m.Pix); err != nil {
		t.Fatal(err)
	}
	out, w, h, err := Encode(jpegOf(t, m))
	if err != nil || len(out) > MostWritten || w != h || w < 400 {
		t.Errorf("%d bytes of %d × %d, %v", len(out), w, h, err)
	}
}

func TestEncodeRefuses(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	good := jpegOf(t, flag(64, 64))
	huge := append([]byte(nil), "GIF89a\xff\xff\xff\xff\x00\x00\x00"...)
	for key, data := range map[string][]byte{
		"photo.format": []byte("<svg onload=alert(1)>"), "photo.pixels": huge, "photo.large": make([]byte, MostBytes+1),
	} {
		if _, _, _, err := Encode(data); !fault.Is(err, key) {
			t.Errorf("%s: %v", key, err)
		}
	}
	if _, _, _, err := Encode(good[:len(good)/2]); !fault.Is(err, "photo.format") {
		t.Errorf("half a photo: %v", err)
	}
	deep := image.NewRGBA64(image.Rect(0, 0, 5400, 5400)) // 29 million pixels of 8 bytes
	var packed bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&packed, deep); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := Encode(packed.Bytes()); !fault.Is(err, "photo.pixels") {
		t.Errorf("29 million pixels of 16 bits a colour: %v", err)
	}
	for _, high := range []byte{0, 7} {
		if _, _, _, err := Encode(emptyGIF(high)); !fault.Is(err, "photo.format") {
			t.Errorf("a GIF of 0 × %d pixels: %v", int(high)<<8, err)
		}
	}
}

// emptyGIF is of 4 × 2000 pixels, but its only picture is 0 wide and 256 times high.
func emptyGIF(high byte) []byte {
	data := []byte("GIF89a\x04\x00\xd0\x07\x80\x00\x00\x00\x00\x00\xff\xff\xff")
	return append(data, 0x2c, 0, 0, 0, 0, 0, 0, 0, high, 0, 2, 1, 0x2c, 0, 0x3b)
}

func FuzzEncode(f *testing.F) {
	data := jpegOf(f, flag(8, 8))
	f.Add(data)
	f.Add(withExif(data, binary.LittleEndian, "II*\x00", 6))
	f.Add(emptyGIF(7))
	f.Fuzz(func(t *testing.T, data []byte) {
		if config, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil && config.Width*config.Height > 1<<20 {
			return // slow, and the same code
		}
		out, w, h, err := Encode(data)
		if err != nil {
			return
		}
		config, err := jpeg.DecodeConfig(bytes.NewReader(out))
		if err != nil || config.Width != w || config.Height != h || w > Most || h > Most || len(out) > MostWritten || orientation(out) != 1 {
			t.Errorf("%d × %d, %d bytes, %v", w, h, len(out), err)
		}
	})
}
