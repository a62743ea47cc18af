/**
 * Forgets the session's provider and organisation, whether all portals are seen as one, and whose role was taken on.
 */
export const forgetProvider = (): void =>
  ["ssoSession", "ssoCompany", "organisationId", "singleExperience", "previousUserType"].forEach((key) =>
    localStorage.removeItem(key),
  );
