-- +goose Up

-- A desk is a login: what it enters is known by its identity, whatever it is
-- called. The name is unique among the logins that last.
alter table sessions add column desk text not null default '';
alter table sessions add column desk_name text not null default '';
update sessions
set desk = lower(hex(randomblob(16))),
    desk_name = 'Desk ' || (select count(*) from sessions other where other.rowid <= sessions.rowid);
create unique index sessions_desk on sessions (desk);

alter table games add column desk text not null default '';
alter table games add column disputed_desk text not null default '';
alter table log add column desk text not null default '';
