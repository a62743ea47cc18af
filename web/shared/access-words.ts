/** Messages about missing access. Kept out of the main texts, since most people never need them. */
export const accessWords = {
  permission: "You do not have permission to access this page. Please contact your administrator.",
  deniedTitle: "Access denied",
  denied: "Your role does not include this page. Your administrator can change that.",
  nothingTitle: "No access to resources",
  nothing: "You do not have access to any part of this portal yet. Please contact your administrator.",
} as const;
