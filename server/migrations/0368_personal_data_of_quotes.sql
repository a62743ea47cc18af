-- What somebody was sent in a quote, and what they answered, is told to them in full.
update personal_data set
  given = '{number,title,message,recipient_name,recipient_email,sent_at,ended_at,signer_name,signer_ip,signer_device,signature,decline_reason}'
where position = 82;
