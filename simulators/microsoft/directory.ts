/** Microsoft Graph in a customer's own directory: its users, and which licences each has. */
import { createHash } from "node:crypto";
import type { Route, SimReply, SimRequest } from "../kit/vendor.ts";
import { type MicrosoftState, type Subscription, takeBad, type User } from "./state.ts";
import { readToken } from "./tokens.ts";

const users = "/v1.0/users";

export function directoryRoutes(state: MicrosoftState): Route[] {
  /** Answers within the directory that the token is for. */
  const within =
    (answer: (tenant: string, request: SimRequest) => SimReply) =>
    (request: SimRequest): SimReply => {
      const tenant = readToken(state.clock, request.headers.authorization)?.tenant ?? "";
      const denied = takeBad(state, `directory:${tenant}`);
      if (denied) return refusal(403, "Authorization_RequestDenied", denied);
      return answer(tenant, request);
    };
  return [
    {
      method: "GET",
      path: "/v1.0/directory/subscriptions",
      answer: within((tenant) => listed(standing(state, tenant).map(showSubscription))),
    },
    { method: "GET", path: "/v1.0/subscribedSkus", answer: within((tenant) => listed(skusOf(state, tenant))) },
    { method: "GET", path: users, answer: within((tenant) => listed(usersOf(state, tenant).map(showUser))) },
    {
      method: "GET",
      path: `${users}/:user`,
      answer: within((tenant, { params }) => ofUser(state, tenant, params.user, (user) => ok(showUser(user)))),
    },
    {
      method: "PATCH",
      path: `${users}/:user`,
      answer: within((tenant, { params, body }) =>
        ofUser(state, tenant, params.user, (user) => {
          const { usageLocation } = body;
          if (typeof usageLocation !== "string" || !/^[A-Z]{2}$/.test(usageLocation))
            return bad("Invalid value specified for property 'usageLocation' of resource 'User'.");
          state.users.put(user.id, { ...user, usageLocation });
          return { status: 204 };
        }),
      ),
    },
    {
      method: "POST",
      path: `${users}/:user/assignLicense`,
      answer: within((tenant, { params, body }) =>
        ofUser(state, tenant, params.user, (user) => assign(state, tenant, user, body)),
      ),
    },
  ];
}

/** The directory's number of a product, the same for all its terms. */
const skuIdOf = (offerId: string): string => {
  const hex = createHash("sha256").update(offerId.split(":").slice(0, 2).join(":")).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
};

const standing = (state: MicrosoftState, tenant: string) =>
  state.subscriptions
    .values()
    .filter((each) => each.customerId === tenant && (each.status === "active" || each.status === "suspended"));

const usersOf = (state: MicrosoftState, tenant: string) =>
  state.users.values().filter((each) => each.tenantId === tenant);

const showSubscription = (each: Subscription) => ({
  id: each.id,
  commerceSubscriptionId: each.id,
  skuId: skuIdOf(each.offerId),
  skuPartNumber: each.offerId.split(":").slice(0, 2).join("_"),
  totalLicenses: each.quantity,
  status: each.status === "active" ? "Enabled" : "Suspended",
  isTrial: false,
});

function skusOf(state: MicrosoftState, tenant: string) {
  const people = usersOf(state, tenant);
  return [...Map.groupBy(standing(state, tenant), (each) => skuIdOf(each.offerId))].map(([skuId, of]) => {
    const count = (status: Subscription["status"]) =>
      of.filter((each) => each.status === status).reduce((sum, each) => sum + each.quantity, 0);
    return {
      id: `${tenant}_${skuId}`,
      skuId,
      skuPartNumber: showSubscription(of[0]!).skuPartNumber,
      capabilityStatus: count("active") > 0 ? "Enabled" : "Suspended",
      consumedUnits: people.filter((each) => each.licences.includes(skuId)).length,
      prepaidUnits: { enabled: count("active"), suspended: count("suspended"), warning: 0, lockedOut: 0 },
    };
  });
}

const showUser = (user: User) => ({
  id: user.id,
  userPrincipalName: user.userPrincipalName,
  displayName: user.displayName,
  accountEnabled: true,
  usageLocation: user.usageLocation,
  assignedLicenses: user.licences.map((skuId) => ({ skuId, disabledPlans: [] })),
});

function ofUser(
  state: MicrosoftState,
  tenant: string,
  named: string | undefined,
  answer: (user: User) => SimReply,
): SimReply {
  const name = decodeURIComponent(named ?? "").toLowerCase();
  const user = usersOf(state, tenant).find((each) => each.id === name || each.userPrincipalName.toLowerCase() === name);
  return user
    ? answer(user)
    : refusal(
        404,
        "Request_ResourceNotFound",
        `Resource '${name}' does not exist or one of its queried reference-property objects are not present.`,
      );
}

function assign(state: MicrosoftState, tenant: string, user: User, body: Record<string, any>): SimReply {
  const { addLicenses, removeLicenses } = body;
  if (!Array.isArray(addLicenses) || !Array.isArray(removeLicenses))
    return bad("One or more parameters of the operation 'assignLicense' are missing from the request payload.");
  const armed = takeBad(state, `licence:${user.userPrincipalName}`);
  if (armed) return bad(armed);
  const skus = skusOf(state, tenant);
  const licences = new Set(user.licences);
  for (const skuId of removeLicenses)
    if (!licences.delete(String(skuId))) return bad("User does not have a corresponding license.");
  for (const { skuId } of addLicenses) {
    const sku = skus.find((each) => each.skuId === skuId);
    if (!sku) return bad(`License ${skuId} does not correspond to a valid company License.`);
    if (!user.usageLocation) return bad("License assignment cannot be done for user with invalid usage location.");
    if (!licences.has(sku.skuId) && sku.consumedUnits >= sku.prepaidUnits.enabled)
      return bad(`Subscription with SKU ${skuId} does not have any available licenses.`);
    licences.add(sku.skuId);
  }
  return ok(showUser(state.users.put(user.id, { ...user, licences: [...licences] })));
}

/** Adds somebody to a directory, as its administrator does. */
export const addUser = (state: MicrosoftState, body: Record<string, any>) => {
  const id = state.newId();
  return state.users.put(id, {
    id,
    tenantId: String(body.customerId),
    userPrincipalName: String(body.userPrincipalName),
    displayName: String(body.name ?? body.userPrincipalName),
    usageLocation: body.usageLocation ?? null,
    licences: [],
  });
};

const ok = (body: unknown): SimReply => ({ status: 200, body });
const listed = (value: unknown[]): SimReply => ok({ value });
const refusal = (status: number, code: string, message: string): SimReply => ({
  status,
  body: { error: { code, message, innerError: { date: "2026-01-01T00:00:00" } } },
});
const bad = (message: string) => refusal(400, "Request_BadRequest", message);
