-- Who removes a file from a draft makes room for another. What a message has taken is held by its attachment.
grant delete on ticket_files to app_tenant, app_operator;
