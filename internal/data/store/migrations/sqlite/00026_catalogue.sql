-- +goose Up

-- What lists of tournaments show, sort by and search. Every save of a tournament keeps it.
-- words are what a search looks at; null until the program has filled them in.
alter table tournaments add column rounds integer not null default 0;    -- planned
alter table tournaments add column round integer not null default 0;     -- published last, 0 before the first
alter table tournaments add column players integer not null default 0;   -- those who are listed
alter table tournaments add column undecided integer not null default 0; -- games of that round without a result
alter table tournaments add column words text;
alter table tournaments add column archived boolean not null default false;

-- Since when it is deleted; null while it is not. Its slug is then not one that an address can name.
alter table tournaments add column deleted datetime;

-- All that a list is chosen by, so that choosing never reads the tournaments themselves.
create index tournaments_listed on tournaments
    (begins, ends, organisation_id, hidden, archived, deleted, rounds, round, undecided, country, words);
