// Package metrics measures a running server for Prometheus: requests by route, streams, the data file and the Go runtime.
// The metrics contain routes and numbers, no tournament, no person and no address.
package metrics

import (
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics counts the requests of a server. It is safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	took     *prometheus.HistogramVec
}

// New returns metrics with zero counts.
func New() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tourney_requests_total", Help: "Requests answered, by method, route and status.",
		}, []string{"method", "route", "status"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "tourney_request_seconds", Help: "Time to answer a request, by route; streams are not in it.",
			Buckets: []float64{.001, .003, .01, .03, .1, .3, 1, 3, 10, 30},
		}, []string{"route"}),
	}
	m.registry.MustRegister(m.requests, m.took, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Gauge adds a number whose value is computed at each reading. It is called while a server is made; the gauge of a
// later server replaces the gauge of the same name.
func (m *Metrics) Gauge(name, help string, value func() float64) {
	gauge := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "tourney_" + name, Help: help}, value)
	m.registry.Unregister(gauge)
	m.registry.MustRegister(gauge)
}

// methods limits the values of a label: clients may send any word as their method.
var methods = map[string]string{http.MethodGet: "GET", http.MethodHead: "HEAD", http.MethodPost: "POST", http.MethodOptions: "OPTIONS"}

// Count is the middleware that counts requests.
func (m *Metrics) Count(c *gin.Context) {
	began := time.Now()
	c.Next()
	route, method := c.FullPath(), methods[c.Request.Method]
	if route == "" {
		route = "none"
	}
	if method == "" {
		method = "other"
	}
	m.requests.WithLabelValues(method, route, strconv.Itoa(c.Writer.Status())).Inc()
	if c.Writer.Header().Get("Content-Type") != "text/event-stream" {
		m.took.WithLabelValues(route).Observe(time.Since(began).Seconds())
	}
}

// ServeHTTP writes all metrics in Prometheus format.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}).ServeHTTP(w, r)
}
