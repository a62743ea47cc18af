-- By what customers and people are found. Apart from the columns, so that both are read while these are built.
create index customers_by_what_they_are_found on customers using gin (reseller_id, words gin_trgm_ops);
create index memberships_by_what_they_are_found on memberships using gin (reseller_id, words gin_trgm_ops);
