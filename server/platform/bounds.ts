/**
 * The role and tenant of a transaction. `reseller_id` bounds what `app_tenant` sees, and a membership's restrictions
 * what `app_restricted` sees; the other roles have their own policies.
 */
export type Bounds =
  | { role: "app_tenant"; resellerId: string }
  | { role: "app_restricted"; resellerId: string; restrictedTo: string }
  | { role: "app_identity" | "app_operator" | "app_worker" | "app_events" };

const uuid = /^[0-9a-f-]{36}$/i;

/**
 * Sets role and tenant until the transaction ends. Plain text without parameters, so that it can be sent with `begin`;
 * therefore it accepts only ids.
 */
export function boundsText(bounds: Bounds): string {
  const { resellerId, restrictedTo } = { resellerId: undefined, restrictedTo: undefined, ...bounds };
  if (resellerId !== undefined && !uuid.test(resellerId))
    throw new Error("A transaction is bound to a reseller by its id");
  if (restrictedTo !== undefined && !uuid.test(restrictedTo))
    throw new Error("A restriction is named by its membership's id");
  return [
    `set local role ${bounds.role}`,
    `set local app.reseller_id = '${resellerId ?? ""}'`,
    ...(restrictedTo === undefined ? [] : [`set local app.restricted_to = '${restrictedTo}'`]),
  ].join("; ");
}
