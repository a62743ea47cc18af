-- A held charge's reseller is that of its order, which another key already holds to.
alter table held_charges drop constraint held_charges_reseller_id_fkey;
