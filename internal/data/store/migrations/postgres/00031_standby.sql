-- +goose Up

-- See ../sqlite.
create table reigns (
    id bigint not null primary key check (id = 1),
    epoch bigint not null,
    holder text collate "C" not null,
    name text collate "C" not null,
    address text collate "C" not null,
    at timestamptz not null,
    yielded boolean not null
);

create table partners (
    id text collate "C" not null primary key,
    name text collate "C" not null,
    addresses text collate "C" not null
);
