-- What erasing a person does is read by people who manage others, in their words.
update personal_data set title = 'Answers kept for calls they might send again' where position = 36;
update personal_data set title = 'The account itself' where position = 92;
