/** When somebody else must approve what is taken off a reseller's invoices: by write-offs, and by credits of lines. */

/** What one person takes off alone within so many days, in minor units, with VAT. */
export const takenOffAlone = 50_000n;
export const daysTogether = 30;

/** Whether somebody else must approve: what one person did alone lately counts, so that nothing passes in parts. */
export const needsApproval = (minor: bigint, lately: bigint): boolean => minor + lately > takenOffAlone;
