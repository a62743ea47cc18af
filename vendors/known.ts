/** What is already known about a customer. */
export type Known = {
  /** Whether the customer has a tenant at the vendor. */
  hasTenant: boolean;
  /** Whether nothing was ordered in it yet, as in a tenant that was taken over. */
  isTenantNew: boolean;
  hasAddress: boolean;
  contactName: string | null;
  contactEmail: string | null;
  today: string;
};
