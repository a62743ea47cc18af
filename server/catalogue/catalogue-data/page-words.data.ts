/** SKUs and sentences that several pages name. */
export const basic = "CFQ7TTC0LH18:0001";
export const standard = "CFQ7TTC0LDPB:0001";
export const premium = "CFQ7TTC0LCHC:0002";
export const f3 = "CFQ7TTC0LH05:0001";
export const e3 = "CFQ7TTC0LFLX:0001";
export const e5 = "CFQ7TTC0LFLZ:0002";
/** Defender for Office 365, plan 1. */
export const mailDefender = "CFQ7TTC0LH04:0001";

export const needsAgreement = "The customer accepts Microsoft's own agreement before its first licence.";

/** Products that copy what is in Microsoft 365. */
export const copies = ["drop-suite", "skykick", "acronis-backup"] as const;
/** Products that filter mail. */
export const filters = ["vade", "titanhq", "message-labs", "email-security", "microsoft-365-secure"] as const;
/** Products that protect computers. */
export const antivirus = ["bitdefender", "webroot", "microsoft-365-secure"] as const;
