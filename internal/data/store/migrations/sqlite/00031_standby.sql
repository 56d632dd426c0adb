-- +goose Up

-- Which computer writes to these data: epoch counts how often another one has taken over, holder is the copy that did
-- it last, with the name and address of its computer and the time. yielded is set in data from which that one has taken
-- over: nothing is written to them any more. There is at most one row, none before the first time.
create table reigns (
    id      integer  not null primary key check (id = 1),
    epoch   integer  not null,
    holder  text     not null,
    name    text     not null,
    address text     not null,
    at      datetime not null,
    yielded boolean  not null
);

-- Computers that follow these data, or that did: where each answers, in JSON.
create table partners (
    id        text not null primary key,
    name      text not null,
    addresses text not null
);
