package federation

import "bytes"

// IsEGD reports whether a text is a wall list as the European Go Database takes
// it.
func IsEGD(text []byte) bool { return wallFormat(text) == "egd" }

// IsFFG reports whether a text is a wall list as the French federation takes it.
func IsFFG(text []byte) bool { return wallFormat(text) == "ffg" }

// wallFormat returns whose wall list a text is, "" when it is none. One without a
// round is recognised by its header.
func wallFormat(text []byte) string {
	rows, good, players, tagged, keyed := 0, 0, 0, false, false
	for line := range bytes.Lines(text[:min(len(text), 64<<10)]) {
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0:
		case line[0] == ';':
			tagged = tagged || wallTag.Match(line)
			keyed = keyed || wallKey.Match(line)
		default:
			rows++
			if wallLooks.Match(line) {
				good++
			}
			if wallPlayer.Match(line) {
				players++
			}
		}
	}
	if good == 0 && (tagged || keyed) && players == rows {
		good = rows
	}
	if good == 0 || 5*good < 4*rows && !tagged && !keyed || good < 2 && !tagged && !keyed {
		return ""
	}
	if keyed && !tagged {
		return "ffg"
	}
	return "egd"
}
