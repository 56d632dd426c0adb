package matching

import (
	"cmp"
	"slices"
)

// mix is splitmix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// entrant is an invented player, with the inputs of the weights of a pair.
type entrant struct {
	group, place, size int64
	rating             int64
	colour, club       int64
}

// instance builds the weights of an invented round: mm and swiss are drawn by
// group, position, colour and club, tie by group alone, rand by a hash.
func instance(family string, n int, seed uint64) *Weights {
	players := entrants(family == "swiss", n, seed)
	top := int64(26)
	if family == "swiss" {
		top = 4
	}
	w := NewWeights(n)
	for i := range n {
		for j := i + 1; j < n; j++ {
			h := mix((seed<<32 ^ 0x5bd1e995) + uint64(i)<<16 + uint64(j))
			switch family {
			case "rand":
				w.Set(i, j, 1+int64(h>>24))
			case "tie":
				w.Set(i, j, meeting(players[i], players[j], h, top))
			default:
				w.Set(i, j, meeting(players[i], players[j], h, top)+finer(players[i], players[j]))
			}
		}
	}
	return w
}

func entrants(swiss bool, n int, seed uint64) []entrant {
	players := make([]entrant, n)
	groups := map[int64][]int{}
	for i := range players {
		a := mix(seed<<32 + uint64(i))
		wins := int64(a>>16&1 + a>>17&1 + a>>18&1)
		p := entrant{group: wins, rating: int64(a >> 20 & 0xffff), colour: int64((a>>40)%5) - 2, club: int64((a >> 48) % 60)}
		if !swiss {
			p.group += min(int64(a%14+(a>>8)%14), 22)
		}
		players[i] = p
		groups[p.group] = append(groups[p.group], i)
	}
	for _, group := range groups {
		slices.SortFunc(group, func(i, j int) int {
			return cmp.Or(cmp.Compare(players[j].rating, players[i].rating), cmp.Compare(i, j))
		})
		for place, i := range group {
			players[i].place, players[i].size = int64(place), int64(len(group))
		}
	}
	return players
}

// meeting weighs that two players have not met, and the gap of their groups.
func meeting(p, q entrant, h uint64, top int64) int64 {
	gap := max(p.group-q.group, q.group-p.group)
	w := 1 + 100_000_000_000*(top-gap)*(2*top+gap)/(2*top*top)
	if gap > 1 || h%uint64(p.size+q.size) >= 3 {
		w += 500_000_000_000_000
	}
	return w
}

// finer weighs clubs, colours and positions.
func finer(p, q entrant) int64 {
	w := int64(0)
	if p.club != q.club {
		w += 8_000_000_000
	}
	switch sum := p.colour + q.colour; {
	case p.colour*q.colour < 0:
		w += 1_000_000
	case p.colour*q.colour == 0 && (sum == 2 || sum == -2):
		w += 500_000
	}
	gap := max(p.group-q.group, q.group-p.group)
	switch {
	case gap == 0 && p.size > 1:
		x := p.place + q.place - (p.size - 1)
		w += 5_000_000 - 5_000_000*x*x/((p.size-1)*(p.size-1))
	case 1 <= gap && gap <= 3:
		w += 40_000_000 + middle(p) + middle(q)
	}
	return w
}

func middle(p entrant) int64 {
	off := 2*p.place - p.size + 1
	return 10_000_000 * (p.size - 1 - max(off, -off)) / p.size
}

// checkSum shows whether an instance is built as intended.
func checkSum(w *Weights) uint64 {
	c := uint64(0)
	for _, x := range w.upper {
		c = c*1000003 + uint64(x)
	}
	return c
}
