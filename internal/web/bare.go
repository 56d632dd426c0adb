package web

import (
	"github.com/gin-gonic/gin"
)

// NewBare returns a server without data, with the addresses that mount adds: for a computer that has none yet.
func NewBare(config Config, mount func(s *Server, r *gin.Engine)) (*Server, error) {
	s := newServer(config)
	if err := s.prepare(); err != nil {
		return nil, err
	}
	s.router.Use(nameRequest, s.logRequests, gin.CustomRecoveryWithWriter(nil, s.answerPanic), securityHeaders(s.Site), s.chooseLanguage, s.refuseOtherOrigins)
	s.router.GET("/static/:name", s.Adapt(s.assets.serve))
	s.router.GET("/healthz", s.Adapt(probe{}.showHealth))
	mount(s, s.router)
	return s, nil
}
