-- Delivery options are part of the catalogue that each process caches.
create trigger renew_version after insert or update or delete or truncate on delivery_options for each statement execute function renew_catalogue_version();
