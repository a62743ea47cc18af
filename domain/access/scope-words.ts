import { isScope, scopeAreas, type Scope, type ScopeArea } from "./scopes.ts";

/** What an area is called, and what is in it. */
export const areaWords: Record<ScopeArea, { name: string; about: string }> = {
  customers: { name: "Customers", about: "Customers and their details" },
  catalogue: { name: "Catalogue", about: "Products, prices and agreements" },
  billing: { name: "Billing", about: "Invoices and the company’s own details" },
  ordering: { name: "Orders", about: "Orders, services and subscriptions" },
  support: { name: "Support", about: "Tickets and their files" },
  insight: { name: "Insight", about: "Figures, the activity log and search" },
  portal: { name: "Portal", about: "The look, display and notices of the portal" },
};

export const readOf = (area: ScopeArea): Scope => `${area}:read`;
/** The scope to change an area; undefined where nothing can be changed. */
export const writeOf = (area: ScopeArea): Scope | undefined => {
  const scope = `${area}:write`;
  return isScope(scope) ? scope : undefined;
};

/** Sums up scopes in a line: `Customers (read and change), Billing (read)`. */
export const scopesLine = (held: readonly Scope[]): string =>
  scopeAreas
    .flatMap((area) => {
      const write = writeOf(area);
      const may = [
        ...(held.includes(readOf(area)) ? ["read"] : []),
        ...(write && held.includes(write) ? ["change"] : []),
      ];
      return may.length > 0 ? [`${areaWords[area].name} (${may.join(" and ")})`] : [];
    })
    .join(", ");
