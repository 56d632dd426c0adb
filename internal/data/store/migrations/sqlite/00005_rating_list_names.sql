-- +goose Up

-- Any number of own tables, each by its name; a list of a federation has the
-- name of its origin. Numbers never return, so those of before count on.
create table named_lists (
    id       integer  primary key autoincrement,
    origin   text     not null, -- EGF, FFG, AGA, or nothing for a table
    name     text     not null,
    format   text     not null,
    reading  text     not null, -- how a table is read, as JSON
    file     text     not null,
    dated    datetime,
    players  integer  not null,
    content  blob     not null, -- the file, gzipped
    taken    datetime not null,
    taken_by text     not null,
    unique (origin, name)
);

insert into named_lists (id, origin, name, format, reading, file, dated, players, content, taken, taken_by)
select id, origin,
       coalesce(nullif(origin, ''), nullif(replace(replace(file, '.xlsx', ''), '.csv', ''), ''), format),
       format, reading, file, dated, players, content, taken, taken_by
from rating_lists;

delete from sqlite_sequence where name = 'named_lists';
insert into sqlite_sequence (name, seq) select 'named_lists', seq from sqlite_sequence where name = 'rating_lists';

drop table rating_lists;
alter table named_lists rename to rating_lists;
