package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"tourney/internal/demo"
	"tourney/internal/director"
	"tourney/internal/store"
	"tourney/internal/web"
)

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "see")
	must(err)
	s, err := store.Open(ctx, dir+"/t.db")
	must(err)
	d := director.New(s, time.Now)
	t, err := demo.Tournament(ctx, time.Now())
	must(err)
	_, err = d.Import(ctx, director.Actor{Name: "Aino"}, t, "")
	must(err)
	tok, _, err := d.SetupToken(ctx)
	must(err)
	must(d.SetPassword(ctx, tok, "Aino", "correct horse battery"))
	sess, err := d.Login(ctx, "Aino", "correct horse battery")
	must(err)
	srv, err := web.New(d, web.Config{Templates: os.DirFS("templates"), Static: os.DirFS("static"), Dev: true, Version: "0"})
	must(err)
	must(http.ListenAndServe("127.0.0.1:18099", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.AddCookie(&http.Cookie{Name: "session", Value: sess})
		srv.ServeHTTP(w, r)
	})))
}
