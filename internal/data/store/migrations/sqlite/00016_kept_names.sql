-- +goose Up

-- What is kept as JSON was named by the fields of the program that wrote it.
-- From here on it has names of its own. kept_names is a function of the
-- program's: what it renames stands in renaming.go, and stays as it is.
update tournaments set settings = kept_names('settings', settings);
update log set changes = kept_names('changes', changes);
