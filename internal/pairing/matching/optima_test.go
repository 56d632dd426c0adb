package matching

import (
	"fmt"
	"testing"
)

// optima are invented rounds with greatest totals proved by another program's
// dual solution.
var optima = []struct {
	family string
	n      int
	seed   uint64
	sum    uint64
	total  string
}{
	{"mm", 64, 1, 0x6a7fe009c32e1940, "16003418613592010"},
	{"mm", 128, 1, 0x85f67658290e00d6, "32006872527708957"},
	{"mm", 256, 1, 0x76f58f3692543192, "64013792454440865"},
	{"mm", 512, 1, 0x1943f79fe945b8f0, "128027617920085398"},
	{"mm", 1024, 1, 0x26ac91a6113e36b7, "256055283402669556"},
	{"mm", 2048, 1, 0x7c91bc6abb8f47f4, "512110568759648014"},
	{"mm", 4096, 1, 0x3ed8f9b63db6c956, "1024221166734550059"},
	{"mm", 5000, 1, 0xa5ef08f0c4a8bec0, "1250269995072771020"},
	{"swiss", 64, 1, 0x47a2cf818c9f4114, "16003409463989712"},
	{"swiss", 128, 1, 0x6f86cc7d434e7b7f, "32006896796662921"},
	{"swiss", 256, 1, 0x7845b6e70d855707, "64013793597062162"},
	{"swiss", 512, 1, 0x8a8c153576624d84, "128027649480980772"},
	{"swiss", 1024, 1, 0xb958f1d7a6c08f20, "256055267827957082"},
	{"swiss", 2048, 1, 0xff3493d3e1623886, "512110582359692088"},
	{"tie", 64, 1, 0x61abb2b4195b5d16, "16003161760355047"},
	{"tie", 128, 1, 0x27ab5c4a55bb6f54, "32006359467455672"},
	{"tie", 256, 1, 0x80df47c7b3b7d0d6, "64012767159763432"},
	{"tie", 512, 1, 0xa230f8042031f365, "128025567751479534"},
	{"tie", 1024, 1, 0x355fd6de014e9d95, "256051184023669144"},
	{"tie", 2048, 1, 0xf9b8db56942b5c0a, "512102370044379709"},
	{"rand", 64, 1, 0xac959887c59df85b, "34304117507568"},
	{"rand", 128, 1, 0x3c983763dca5eae2, "69401863093709"},
	{"rand", 256, 1, 0xcc99c07aa7005b0e, "139931211870881"},
	{"rand", 512, 1, 0xbc36815ec47bcc15, "280629326978213"},
	{"rand", 1024, 1, 0x90827588bd28a45f, "562021096789653"},
	{"rand", 2048, 1, 0x1f0bcfd47d94102d, "1124984450901687"},
	{"mm", 64, 2, 0xfd3b56309067ac29, "16003409636184847"},
	{"mm", 64, 3, 0xee04c0bf33cd8672, "16003413645523642"},
	{"mm", 64, 4, 0x0a8759e77b9f9b2e, "16003420231359907"},
	{"mm", 64, 5, 0x30757ee129596bd3, "16003416069509187"},
	{"mm", 256, 2, 0x48a3fd0639ab42a8, "64013797415810271"},
	{"mm", 256, 3, 0x502da9651b727c52, "64013789261411960"},
	{"mm", 256, 4, 0xd2092d3fd2f6e27a, "64013793130705893"},
	{"mm", 256, 5, 0xd8275187b9fb37e7, "64013797044861944"},
	{"swiss", 64, 2, 0x622086952c7e2ea9, "16003440609862781"},
	{"swiss", 64, 3, 0xa5e433240ed97b1f, "16003440607307127"},
	{"swiss", 64, 4, 0x4957bb58cd25d936, "16003409461820524"},
	{"swiss", 64, 5, 0x04e856e9f29088c6, "16003456179712240"},
	{"swiss", 256, 2, 0x77526abea45bafb6, "64013824738671037"},
	{"swiss", 256, 3, 0x8c89d59c51f5ccfb, "64013809169248913"},
	{"swiss", 256, 4, 0x62da3e68548ea2db, "64013809166441795"},
	{"swiss", 256, 5, 0xbed460711b0b82ea, "64013809172871955"},
}

func TestOptima(t *testing.T) {
	for _, tt := range optima {
		t.Run(fmt.Sprintf("%s/%d/%d", tt.family, tt.n, tt.seed), func(t *testing.T) {
			if tt.n > 2048 || testing.Short() && tt.n > 512 {
				t.Skip("left to BenchmarkSolve, or the full run")
			}
			w := instance(tt.family, tt.n, tt.seed)
			if got := checkSum(w); got != tt.sum {
				t.Fatalf("check sum %x, want %x", got, tt.sum)
			}
			m, err := Solve(t.Context(), w)
			if err != nil {
				t.Fatal(err)
			}
			if m.Total.String() != tt.total {
				t.Errorf("total %s, want %s", m.Total, tt.total)
			}
			if err := m.Verify(w); err != nil {
				t.Error(err)
			}
		})
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, tt := range optima {
		if tt.seed != 1 {
			continue
		}
		b.Run(fmt.Sprintf("%s/%d", tt.family, tt.n), func(b *testing.B) {
			w := instance(tt.family, tt.n, tt.seed)
			if got := checkSum(w); got != tt.sum {
				b.Fatalf("check sum %x, want %x", got, tt.sum)
			}
			b.ReportAllocs()
			for b.Loop() {
				m, err := Solve(b.Context(), w)
				if err != nil {
					b.Fatal(err)
				}
				if m.Total.String() != tt.total {
					b.Fatalf("total %s, want %s", m.Total, tt.total)
				}
			}
		})
	}
}

// BenchmarkChange times what a director does at the screen: forbid a pair of
// the draw and solve again, then take that back.
func BenchmarkChange(b *testing.B) {
	for _, n := range []int{100, 1000, 2000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := NewSolver(instance("mm", n, 1))
			m, err := s.Solve(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i = (i + 1) % n {
				j := m.Mate[i]
				weight, _ := s.w.At(i, j)
				for _, change := range []func(){func() { s.Forbid(i, j) }, func() { s.Set(i, j, weight) }} {
					change()
					if _, err := s.Solve(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
