/** What an API token may be made for: reading or writing in an area of the product. */
export const scopeAreas = ["customers", "catalogue", "billing", "ordering", "support", "insight", "portal"] as const;
export type ScopeArea = (typeof scopeAreas)[number];
export type Scope = `${ScopeArea}:read` | `${Exclude<ScopeArea, "insight">}:write`;

/** Figures and logs can only be read. */
export const scopes: readonly Scope[] = scopeAreas.flatMap((area): Scope[] =>
  area === "insight" ? [`${area}:read`] : [`${area}:read`, `${area}:write`],
);
export const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text);

/** Days that a token may live: the usual and the most. */
export const tokenDays = { usual: 90, most: 365 };
/** Live tokens that a company may have. */
export const mostTokens = 100;
