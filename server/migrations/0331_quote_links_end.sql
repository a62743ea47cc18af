-- A quote that was taken back leads nowhere by its link.
grant delete on quote_links to app_tenant;
