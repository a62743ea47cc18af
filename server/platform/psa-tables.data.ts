/** What is kept of the PSAs of companies, and of what is written there. */
export const psaTables = [
  "psa_agreements",
  "psa_azure_charges",
  "psa_charges",
  "psa_companies",
  "psa_connections",
  "psa_customer_matches",
  "psa_lines",
  "psa_products",
  "psa_service_matches",
  "psa_staged",
  "psa_syncs",
  "psa_writes",
];
