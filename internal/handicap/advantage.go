package handicap

// boardValues are the values of a stone, the first move and one rank of
// difference in points on a board. On 19×19 a stone is a rank and the first
// move half of it, as the EGF rates handicaps; on small boards Hunt's tables,
// in which a stone is ten points (Sensei's Library, "Handicap for smaller board
// sizes").
var boardValues = []struct{ size, stone, first, rank float64 }{
	{9, 10, 6, 2}, {13, 10, 6, 4}, {19, 13, 6.5, 13},
}

// Advantage returns by how many ranks the terms make Black stronger on a board of that size: 0 in an even game with a
// komi of 6.5, n - 0.5 with n stones and no komi on 19×19. Between the boards of the table it is interpolated, beyond
// its ends the nearest board applies.
func (t Terms) Advantage(size int) float64 {
	low, high := boardValues[0], boardValues[1]
	if float64(size) > high.size {
		low, high = high, boardValues[2]
	}
	at := min(max((float64(size)-low.size)/(high.size-low.size), 0), 1)
	between := func(a, b float64) float64 { return a + (b-a)*at }
	stone, first, one := between(low.stone, high.stone), between(low.first, high.first), between(low.rank, high.rank)
	return (first - float64(t.Komi)/2 + stone*float64(max(t.Number-1, 0))) / one
}
