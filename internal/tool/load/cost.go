package load

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// A cost is the processor time that a server has used for entries.
type cost struct {
	mu      sync.Mutex
	seconds float64
	entries int64
}

// each returns the processor time of an entry in milliseconds, 0 without a measured one.
func (c *cost) each() float64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == 0 {
		return 0
	}
	return 1000 * c.seconds / float64(c.entries)
}

// measure begins a measurement, which the returned function ends after a number of entries. Draws are not in it. With
// several tournaments one may draw while another enters: then nothing is measured.
func (h *hall) measure(ctx context.Context) (stop func(entries int64)) {
	if h.metrics == "" || h.plan.Tournaments > 1 {
		return func(int64) {}
	}
	before, err := h.processor(ctx)
	return func(entries int64) {
		after, later := h.processor(ctx)
		if err := cmp.Or(err, later); err != nil {
			h.failed(fmt.Errorf("read the processor time: %w", err))
			return
		}
		h.cost.mu.Lock()
		defer h.cost.mu.Unlock()
		h.cost.seconds += after - before
		h.cost.entries += entries
	}
}

// processor returns the seconds of processor time that the server has used since its start.
func (g *game) processor(ctx context.Context) (seconds float64, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, g.metrics, nil)
	if err != nil {
		return 0, err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	const name = "process_cpu_seconds_total "
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		if text, is := strings.CutPrefix(lines.Text(), name); is {
			return strconv.ParseFloat(text, 64)
		}
	}
	return 0, fmt.Errorf("%s has no line %s", g.metrics, name)
}
