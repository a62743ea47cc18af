-- What an e-invoice states and the page did not need: the parts of the seller's address, and who published the rate by
-- which VAT is told in sterling. Documents issued before have neither, and are written without.
alter table legal_entities add column street text, add column city text, add column post_code text;
update legal_entities set street = address_lines[1], city = address_lines[2], post_code = address_lines[3] where id = 'tradewind';

alter table exchange_rates add column source text not null default 'HM Revenue and Customs';
alter table invoices add column rate_source text;
