// Package client is for tests only: a client of the API as oapi-codegen, a common tool, generates it from the
// description, for the operations that TestGeneratedClient calls. After a change of the description run go generate.
package client

//go:generate go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -generate types,client -include-operation-ids standings,round,enterResult,changes -package client -o client.gen.go ../../../web/openapi.json
