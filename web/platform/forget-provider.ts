/** Forgets that a provider opened the session, for which organisation, and whether all portals are seen as one. */
export const forgetProvider = (): void =>
  ["ssoSession", "organisationId", "singleExperience"].forEach((key) => localStorage.removeItem(key));
