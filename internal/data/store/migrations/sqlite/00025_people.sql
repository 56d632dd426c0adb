-- +goose Up

-- An organisation owns tournaments and has people with roles. The first one runs
-- the server; whoever could log in until now owned everything.
create table organisations (
    id   integer primary key,
    name text not null
);
insert into organisations (id, name) values (1, '');

alter table tournaments add column organisation_id integer not null default 1 references organisations (id);
create index tournaments_organisation on tournaments (organisation_id);

create table members (
    organisation_id integer not null references organisations (id) on delete cascade,
    user_id         integer not null references users (id) on delete cascade,
    role            text    not null check (role in ('owner', 'director', 'desk', 'reader')),
    primary key (organisation_id, user_id)
);
insert into members (organisation_id, user_id, role) select 1, id, 'owner' from users;

-- A guest has a role in one tournament. team is that of a captain, else 0.
create table guests (
    tournament_id integer not null references tournaments (id) on delete cascade,
    user_id       integer not null references users (id) on delete cascade,
    role          text    not null check (role in ('director', 'desk', 'captain')),
    team          integer not null,
    primary key (tournament_id, user_id)
);

-- A link that gives a role once. tournament_id is null for a role in the organisation.
create table invitations (
    hash            text     primary key,
    organisation_id integer  not null references organisations (id) on delete cascade,
    tournament_id   integer  references tournaments (id) on delete cascade,
    role            text     not null,
    team            integer  not null,
    label           text     not null,
    made_by         text     not null,
    expires         datetime not null
);

-- Programs that act for an organisation.
create table tokens (
    id              integer  primary key,
    hash            text     not null unique,
    organisation_id integer  not null references organisations (id) on delete cascade,
    name            text     not null,
    scope           text     not null,
    made_by         text     not null,
    created         datetime not null,
    used            datetime
);

-- Whose password a link sets; null is the first person of all.
delete from setup_tokens;
alter table setup_tokens add column user_id integer references users (id) on delete cascade;

alter table sessions add column browser text not null default '';
alter table sessions add column seen datetime;
update sessions set seen = created;

create table passkeys (
    id         text     primary key,
    user_id    integer  not null references users (id) on delete cascade,
    label      text     not null,
    credential text     not null, -- as the library for WebAuthn writes it
    created    datetime not null,
    used       datetime
);

-- Who came in, took data away or gave somebody a role. organisation_id is 0 for what
-- concerns the whole server.
create table access_log (
    id              integer  primary key,
    at              datetime not null,
    organisation_id integer  not null,
    who             text     not null,
    event           text     not null,
    role            text     not null,
    subject         text     not null
);
create index access_log_organisation on access_log (organisation_id, id);
