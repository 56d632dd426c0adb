package picture

import (
	"bytes"
	"encoding/binary"
)

// orientation returns the orientation of the camera, from 1 (upright) to 8, by the EXIF of a JPEG (CIPA DC-008, tag
// 0x0112); 1 if the tag is missing or broken.
func orientation(data []byte) int {
	const upright = 1
	if len(data) < 4 || data[0] != 0xff || data[1] != 0xd8 {
		return upright
	}
	for data = data[2:]; len(data) >= 4 && data[0] == 0xff; {
		size := int(binary.BigEndian.Uint16(data[2:]))
		if size < 2 || len(data) < 2+size || data[1] == 0xda { // the picture itself
			break
		}
		segment := data[4 : 2+size]
		if tags, ok := bytes.CutPrefix(segment, []byte("Exif\x00\x00")); ok && data[1] == 0xe1 {
			return orientationTag(tags)
		}
		data = data[2+size:]
	}
	return upright
}

// orientationTag reads the tag from the first directory of a TIFF.
func orientationTag(tiff []byte) int {
	const upright = 1
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(tiff, []byte("II*\x00")):
		order = binary.LittleEndian
	case bytes.HasPrefix(tiff, []byte("MM\x00*")):
		order = binary.BigEndian
	default:
		return upright
	}
	if len(tiff) < 8 {
		return upright
	}
	at := int64(order.Uint32(tiff[4:]))
	if at < 8 || at+2 > int64(len(tiff)) {
		return upright
	}
	entries := int(order.Uint16(tiff[at:]))
	rest := tiff[at+2:]
	for i := 0; i < entries && len(rest) >= 12; i++ {
		if order.Uint16(rest) == 0x0112 {
			if value := int(order.Uint16(rest[8:])); value >= 1 && value <= 8 {
				return value
			}
			return upright
		}
		rest = rest[12:]
	}
	return upright
}
