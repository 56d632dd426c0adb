-- +goose Up

-- Addresses that are told of changes: of all tournaments of an organisation, or of one. secret is what deliveries are
-- signed with, kinds which changes, in JSON, none for all. nearby is set if the address may be in the network of the
-- server, sender the installation that delivers, see publications. reached says in JSON for each tournament up to which
-- change everything is delivered; a tournament that is not in it is new. failing is since when nothing is, failures how
-- often it was tried, next when it is tried again; trouble and status say why, by a message key and the status of an
-- answer. paused is set once it is not tried any more.
create table webhooks (
    id              integer  primary key,
    organisation_id integer  not null references organisations (id) on delete cascade,
    tournament_id   integer  references tournaments (id) on delete cascade,
    address         text     not null,
    secret          text     not null,
    kinds           text     not null,
    nearby          boolean  not null,
    made_by         text     not null,
    created         datetime not null,
    sender          text     not null,
    reached         text     not null,
    delivered       datetime,
    failing         datetime,
    failures        integer  not null default 0,
    next            datetime,
    trouble         text     not null default '',
    status          integer  not null default 0,
    paused          boolean  not null default false
);
