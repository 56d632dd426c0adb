package matching

import (
	"encoding/binary"
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"
)

var (
	instanceFlag = flag.String("instance", "", "family/n/seed of the instance that TestWriteInstance writes")
	outFlag      = flag.String("out", "", "the file it writes to")
)

// TestWriteInstance writes an instance for other programs to solve: n, then
// the weights of the upper triangle row after row, as little-endian int64.
func TestWriteInstance(t *testing.T) {
	if *instanceFlag == "" {
		t.Skip("writes a file when -instance and -out are given")
	}
	part := strings.Split(*instanceFlag, "/")
	if len(part) != 3 {
		t.Fatalf("instance %q, want family/n/seed", *instanceFlag)
	}
	n, err := strconv.Atoi(part[1])
	if err != nil {
		t.Fatal(err)
	}
	seed, err := strconv.ParseUint(part[2], 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	w := instance(part[0], n, seed)
	file, err := os.Create(*outFlag)
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range []any{int64(n), w.upper} {
		if err := binary.Write(file, binary.LittleEndian, data); err != nil {
			t.Fatal(err)
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}
