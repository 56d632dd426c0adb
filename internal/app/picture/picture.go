// Package picture prepares a photo for a page: small enough, upright, and without the camera's metadata, such as its
// place.
//
//	jpeg, width, height, err := picture.Encode(upload)
package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	_ "image/gif" // registers the decoder
	"image/jpeg"
	_ "image/png" // registers the decoder

	"tourney/internal/fault"
)

// Limits of input and output.
const (
	// MostBytes limits the input file.
	MostBytes = 25_000_000
	// mostPixels limits its pixels: cameras of telephones make up to 50 million.
	mostPixels = 52_000_000
	mostLength = 20_000
	// Most is the greatest width and height of the output, MostWritten its greatest size in bytes.
	Most        = 1600
	MostWritten = 500_000
)

// Encode returns a photo as a JPEG of at most 1600 × 1600 pixels and 500 kB, and its size. It reads JPEG, PNG and the
// first picture of a GIF, turns the photo upright, and keeps only the pixels. Transparent parts become white. Faults:
// "photo.large" past 25 MB, "photo.format" for other files, and "photo.pixels" for too many pixels, before they are
// unpacked.
func Encode(data []byte) (out []byte, width, height int, err error) {
	if len(data) > MostBytes {
		return nil, 0, 0, fault.New(fault.TooLarge, "photo.large", MostBytes/1_000_000)
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, 0, 0, fault.Wrap(err, fault.Invalid, "photo.format")
	}
	w, h, most := config.Width, config.Height, mostPixels
	switch config.ColorModel {
	case color.RGBA64Model, color.NRGBA64Model:
		most /= 2 // each pixel takes 8 bytes, twice as much as in a photo
	}
	if w < 1 || h < 1 || w > mostLength || h > mostLength || w*h > most {
		return nil, 0, 0, fault.New(fault.TooLarge, "photo.pixels", w, h)
	}
	photo, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, 0, 0, fault.Wrap(err, fault.Invalid, "photo.format")
	}
	if photo.Bounds().Empty() { // a GIF may hold a picture without a pixel
		return nil, 0, 0, fault.New(fault.Invalid, "photo.format")
	}
	turn := orientation(data)
	for most := Most; ; most = most * 3 / 4 {
		small := turned(shrunk(photo, most), turn)
		for quality := 85; quality >= 45; quality -= 10 {
			var b bytes.Buffer
			if err := jpeg.Encode(&b, small, &jpeg.Options{Quality: quality}); err != nil {
				return nil, 0, 0, err
			}
			if b.Len() <= MostWritten {
				return b.Bytes(), small.Bounds().Dx(), small.Bounds().Dy(), nil
			}
		}
	}
}

// shrunk returns a photo with sides of at most most pixels. Each pixel is the mean of the pixels that it replaces.
func shrunk(photo image.Image, most int) *image.RGBA {
	from := photo.Bounds()
	w, h := from.Dx(), from.Dy()
	if longer := max(w, h); longer > most {
		w, h = max(w*most/longer, 1), max(h*most/longer, 1)
	}
	to := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		// A row at a time: a photo of 50 million pixels fits in memory once.
		top, end := y*from.Dy()/h, (y+1)*from.Dy()/h
		row := image.NewRGBA(image.Rect(0, 0, from.Dx(), end-top))
		draw.Draw(row, row.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
		draw.Draw(row, row.Bounds(), photo, from.Min.Add(image.Pt(0, top)), draw.Over)
		for x := range w {
			to.SetRGBA(x, y, mean(row, x*from.Dx()/w, (x+1)*from.Dx()/w))
		}
	}
	return to
}

// mean returns the mean colour of some columns.
func mean(row *image.RGBA, left, right int) color.RGBA {
	var sum [3]int
	n := 0
	for y := range row.Rect.Dy() {
		for x := left; x < right; x++ {
			i := row.PixOffset(x, y)
			for c := range sum {
				sum[c] += int(row.Pix[i+c])
			}
			n++
		}
	}
	value := func(c int) uint8 { return uint8((sum[c] + n/2) / n) }
	return color.RGBA{value(0), value(1), value(2), 255}
}

// turned returns a photo upright, by the orientation of EXIF: from 2 on mirrored, upside down, both, and the four on
// their sides.
func turned(photo *image.RGBA, orientation int) *image.RGBA {
	w, h := photo.Rect.Dx(), photo.Rect.Dy()
	var source func(x, y int) (int, int)
	switch orientation {
	case 2:
		source = func(x, y int) (int, int) { return w - 1 - x, y }
	case 3:
		source = func(x, y int) (int, int) { return w - 1 - x, h - 1 - y }
	case 4:
		source = func(x, y int) (int, int) { return x, h - 1 - y }
	case 5:
		source = func(x, y int) (int, int) { return y, x }
	case 6:
		source = func(x, y int) (int, int) { return y, h - 1 - x }
	case 7:
		source = func(x, y int) (int, int) { return w - 1 - y, h - 1 - x }
	case 8:
		source = func(x, y int) (int, int) { return w - 1 - y, x }
	default:
		return photo
	}
	size := image.Rect(0, 0, w, h)
	if orientation >= 5 {
		size = image.Rect(0, 0, h, w)
	}
	to := image.NewRGBA(size)
	for y := range size.Dy() {
		for x := range size.Dx() {
			to.SetRGBA(x, y, photo.RGBAAt(source(x, y)))
		}
	}
	return to
}
