package format

import (
	"bytes"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"tourney/internal/fault"
	"tourney/internal/testkit/formattest"
	"tourney/internal/tournament"
)

// readable is a good file of every format that is read.
func readable(t testing.TB) map[string][]byte {
	t.Helper()
	six := formattest.SixPlayers(t)
	for i := range six.Players {
		six.Players[i].AGA = fmt.Sprint(90001 + i)
	}
	files := map[string][]byte{"pairgoth": formattest.ReadTestdata(t, "pairgoth", "testdata", "pairgoth.tour")}
	for _, f := range Formats() {
		if f.Reads == Nothing || f.Writes == Nothing {
			continue
		}
		var b bytes.Buffer
		if _, err := Write(&b, f.Name, tournament.Whole{Tournament: six}, nil); err != nil {
			t.Fatal(err)
		}
		files[f.Name] = b.Bytes()
	}
	return files
}

// answered fails unless a reader has returned a fault, or a tournament that its own rules accept.
func answered(t *testing.T, what string, data []byte) {
	t.Helper()
	tn, _, err := Read(data)
	if err != nil {
		if _, ok := fault.As(err); !ok {
			t.Errorf("%s: not a fault: %v", what, err)
		}
		return
	}
	if err := tn.Check(); err != nil {
		t.Errorf("%s: read, but %v", what, err)
	}
}

// TestCutFiles cuts every readable file at every hundredth byte, and a short
// one at every byte.
func TestCutFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for format, data := range readable(t) {
		step := 100
		if len(data) < 5000 {
			step = 7
		}
		for cut := 0; cut < len(data); cut += step {
			answered(t, fmt.Sprintf("%s cut at %d", format, cut), data[:cut])
		}
	}
}

// TestWrongEncodings reads every text file in encodings that it does not declare, and with bytes that are invalid in
// every encoding.
func TestWrongEncodings(t *testing.T) {
	for format, data := range readable(t) {
		var wide []byte
		for _, u := range utf16.Encode([]rune(string(data))) {
			wide = append(wide, byte(u), byte(u>>8))
		}
		swapped := bytes.Clone(wide)
		for i := 0; i+1 < len(swapped); i += 2 {
			swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
		}
		broken := bytes.Clone(data)
		for i := 97; i < len(broken); i += 101 {
			broken[i] = byte(0x80 + i%128)
		}
		for name, text := range map[string][]byte{
			"UTF-16LE": append([]byte("\xff\xfe"), wide...), "UTF-16LE without mark": wide, "UTF-16BE": append([]byte("\xfe\xff"), swapped...),
			"UTF-16 cut in a letter": append([]byte("\xff\xfe"), wide[:len(wide)-1]...), "broken bytes": broken,
			"zeros": append(bytes.Clone(data), make([]byte, 1000)...), "only half": append([]byte("\xef\xbb\xbf"), data[len(data)/2:]...),
		} {
			answered(t, format+" in "+name, text)
		}
	}
}

// TestHugeFiles reads 200,000 rows, or lines, or elements, in every format.
func TestHugeFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("200,000 rows in every format")
	}
	const many = 200_000
	repeated := func(before, each, after string) []byte {
		var b bytes.Buffer
		b.WriteString(before)
		for i := range many {
			fmt.Fprintf(&b, each, i)
		}
		b.WriteString(after)
		return b.Bytes()
	}
	six := readable(t)
	native := string(six["tourney"])
	at := strings.Index(native, `"players": [`) + len(`"players": [`)
	for name, tt := range map[string]struct {
		data []byte
		key  string
	}{
		"a letter":  {bytes.Repeat([]byte{0xff}, 15<<20), "roster.cell"},
		"objects":   {repeated(native[:at], strings.Repeat(`{},`, 10)+`{"id":%d},`, native[at:]), "file.json.large"},
		"nulls":     {repeated(native[:at], strings.Repeat(`null,`, 10)+`{"id":%d},`, native[at:]), "file.json.large"},
		"csv":       {repeated("Family;Rank\n", "P%d;5k\n", ""), "roster.rows"},
		"tabs":      {repeated("", "P%d\tA\t5k\tFI\n", ""), "roster.rows"},
		"egd":       {repeated("; EV[X]\n", "1 P%[1]d A 5k FI Club 2+/b0\n", ""), "player.many"},
		"ffg":       {repeated(";name=x\n", "1 P%[1]d A 5K 1234567 Club 2+b0\n", ""), "player.many"},
		"aga":       {repeated("TOURNEY X\nPLAYERS\n", "%[1]d P%[1]d, A 5k\n", "END\n"), "player.many"},
		"opengotha": {repeated(`<Tournament dataVersion="201">`, `<Player name="P%d" firstName="A" rank="5K"/>`, `</Tournament>`), "player.many"},
		"macmahon":  {repeated(`<Tournament typeversion="6"><Name>X</Name>`, `<P><Id>%d</Id></P>`, `</Tournament>`), "file.xml.large"},
		"pairgoth":  {repeated(`{"gobanSize":19,"players":[{"id":1,"name":"A","rank":0}`, `,{"id":%[1]d,"name":"P%[1]d","rank":0}`, `]}`), "player.many"},
		"tourney":   {repeated(native[:at], `{"id":%[1]d,"family":"P%[1]d","rank":"5k","status":"checked-in"},`, native[at:]), "file.json.id"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, _, err := Read(tt.data); !fault.Is(err, tt.key) {
				t.Errorf("%v, want %s", err, tt.key)
			}
		})
	}
}

// TestEveryReaderIsTested checks that the tests above include every format.
func TestEveryReaderIsTested(t *testing.T) {
	files := readable(t)
	for _, f := range Formats() {
		if f.Reads == Nothing {
			continue
		}
		if known, err := Recognise(files[f.Name]); err != nil || known.Name != f.Name {
			t.Errorf("%s is taken for %s (%v)", f.Name, known.Name, err)
		}
		if tn, _, err := Read(files[f.Name]); err != nil || len(tn.Players) == 0 {
			t.Errorf("%s is not read: %v", f.Name, err)
		}
	}
}

// TestHugeNumbersInFiles replaces each number in every readable file by numbers beyond the length of any list: a reader
// answers without a loop to them or a list of that size.
func TestHugeNumbersInFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	const mostAllocated = 50 << 20
	figures := regexp.MustCompile(`[0-9]+`)
	for format, data := range readable(t) {
		if bytes.HasPrefix(data, []byte("PK")) {
			continue // of packed text, whose cells are read as those of the other sheets
		}
		places := figures.FindAllIndex(data, -1)
		step := max(1, len(places)/400)
		for i := 0; i < len(places); i += step {
			at := places[i]
			for _, n := range []string{"2147483647", "1000000000000000", "1000000000000000000"} {
				with := slices.Concat(data[:at[0]], []byte(n), data[at[1]:])
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				answered(t, fmt.Sprintf("%s with %s at %d", format, n, at[0]), with)
				runtime.ReadMemStats(&after)
				if b := after.TotalAlloc - before.TotalAlloc; b > mostAllocated {
					t.Errorf("%s with %s at %d allocates %d MB", format, n, at[0], b>>20)
				}
			}
		}
	}
}
