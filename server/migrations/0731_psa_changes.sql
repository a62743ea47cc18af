-- Since when what a kind last read is known, and since when it was read whole: between, what changed is enough.
alter table psa_syncs add column read_from timestamptz, add column whole_from timestamptz;
