-- +goose Up

-- What a tournament day has besides players and games: requests, incidents,
-- announcements, final standings, reports sent and pictures. Each is read and
-- written as a whole; the body is JSON.
create table days (
    tournament_id integer not null references tournaments (id) on delete cascade,
    kind          text    not null,
    id            integer not null,
    body          text    not null,
    primary key (tournament_id, kind, id)
) without rowid;

-- JPEGs by their SHA-256. They are never changed, nor deleted before their
-- tournament: the log may bring a picture back.
create table pictures (
    tournament_id integer not null references tournaments (id) on delete cascade,
    hash          text    not null,
    data          blob    not null,
    primary key (tournament_id, hash)
);

alter table players add column mail       text     not null default '';
alter table players add column since      datetime; -- the sign-up
alter table players add column agreed     datetime; -- the consent
alter table players add column hidden     boolean  not null default false;
alter table players add column fee_class  text     not null default '';
alter table players add column fee_own    boolean  not null default false;
alter table players add column fee_sum    integer  not null default 0; -- hundredths
alter table players add column fee_reason text     not null default '';
alter table players add column fee_paid   integer  not null default 0; -- likewise
alter table players add column paid_on    datetime;
