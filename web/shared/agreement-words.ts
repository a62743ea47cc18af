/** What the agreement gate says before a product is added for the first time (AGR-02, AGR-04). */
export const agreementGateWords = {
  askToSign: {
    title: "Agreement to sign",
    action: "Review and sign",
    text: (product: string) =>
      `Before you add ${product} for the first time, please review and sign its agreement. Afterwards you come back to where you were.`,
  },
  tellAuthorisedOnly: {
    title: "Agreement not signed",
    text: (product: string) =>
      `The agreement for ${product} has not been signed yet. Only an authorised user may sign it. Please ask the owner of your account.`,
  },
} as const;
