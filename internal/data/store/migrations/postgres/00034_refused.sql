-- +goose Up

-- See ../sqlite.
alter table reports add column refused text collate "C" not null default '';
