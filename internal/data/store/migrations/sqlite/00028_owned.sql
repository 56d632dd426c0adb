-- +goose Up

-- Rating lists belong to an organisation. Those of the first one are for everybody on
-- the server, as all lists were until now. Numbers never return, so those of before count on.
create table owned_lists (
    id              integer  primary key autoincrement,
    organisation_id integer  not null default 1 references organisations (id) on delete cascade,
    origin          text     not null, -- EGF, FFG, AGA, or nothing for a table
    name            text     not null,
    format          text     not null,
    reading         text     not null, -- how a table is read, as JSON
    file            text     not null,
    dated           datetime,
    players         integer  not null,
    content         blob     not null, -- the file, gzipped
    taken           datetime not null,
    taken_by        text     not null,
    unique (organisation_id, origin, name)
);

insert into owned_lists (id, origin, name, format, reading, file, dated, players, content, taken, taken_by)
select id, origin, name, format, reading, file, dated, players, content, taken, taken_by
from rating_lists;

delete from sqlite_sequence where name = 'owned_lists';
insert into sqlite_sequence (name, seq) select 'owned_lists', seq from sqlite_sequence where name = 'rating_lists';

drop table rating_lists;
alter table owned_lists rename to rating_lists;

-- Who made an invitation: it ends when they lose the right to it.
alter table invitations add column maker_id integer references users (id) on delete cascade;
update invitations set maker_id = (select id from users where name = made_by);
