-- +goose Up

-- The system "free", whose director made all pairs, is a Swiss system now. Its criteria stay. In a text of JSON a quote
-- inside a value has a backslash before it, so these words are always a system.
update tournaments set settings = replace(settings, '"system":"free"', '"system":"swiss"')
where settings like '%"system":"free"%';

update log set changes = replace(changes, '"system":"free"', '"system":"swiss"')
where changes like '%"system":"free"%';
