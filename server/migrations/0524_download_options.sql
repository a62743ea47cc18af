-- What a file was asked for with: the period that it covers, and what it is posted to in the reader's own books.
alter table download_guids add column options jsonb not null default '{}';
update personal_data set given = given || '{options}' where position = 208;
