create index transfers_of_reseller on transfers (reseller_id, id);
