-- +goose Up

-- Rating lists as their federations publish them, one of each origin. A list
-- that takes the place of another gets a number of its own.
create table rating_lists (
    id       integer  primary key autoincrement,
    origin   text     not null unique, -- EGF, FFG, AGA, or nothing for a table
    format   text     not null,
    file     text     not null,
    dated    datetime,
    players  integer  not null,
    content  blob     not null,        -- the file, gzipped
    taken    datetime not null,
    taken_by text     not null
);
