-- +goose Up

-- See ../sqlite. All instances at a database are one installation, which it does not name.
alter table publications add column sender text collate "C" not null default '';
