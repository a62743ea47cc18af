/** Delegated admin relationships of Graph, as `approvalPending` once locked, and the access that groups have by them. */
import type { Route, SimReply, SimRequest } from "../kit/vendor.ts";
import type { MicrosoftState, Relationship } from "./state.ts";

export const relationshipPath = "/v1.0/tenantRelationships/delegatedAdminRelationships";

const dayMs = 86_400_000;
const globalAdministrator = "62e90394-69f5-4237-9190-012177145e10";
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const noExtension = ["P0D", "PT0S"];

export function relationshipRoutes(state: MicrosoftState): Route[] {
  const one = `${relationshipPath}/:relationship`;
  const on = (answer: (found: Relationship, request: SimRequest) => SimReply) => (request: SimRequest) => {
    const found = state.relationships.get(request.params.relationship ?? "");
    if (!found || isDropped(state, found)) return refusal(404, "Request_ResourceNotFound", "Resource not found.");
    return answer(found, request);
  };
  return [
    { method: "GET", path: relationshipPath, answer: (request) => listRelationships(state, request) },
    { method: "POST", path: relationshipPath, answer: (request) => createRelationship(state, request) },
    { method: "GET", path: one, answer: on((found) => ({ status: 200, body: show(state, found) })) },
    { method: "PATCH", path: one, answer: on((found, request) => change(state, found, request)) },
    { method: "DELETE", path: one, answer: on((found, request) => remove(state, found, request)) },
    { method: "POST", path: `${one}/requests`, answer: on((found, request) => act(state, found, request)) },
    {
      method: "GET",
      path: `${one}/accessAssignments`,
      answer: on((found) => ({ status: 200, body: { value: assignmentsOf(state, found) } })),
    },
    { method: "POST", path: `${one}/accessAssignments`, answer: on((found, request) => assign(state, found, request)) },
  ];
}

const refusal = (status: number, code: string, message: string): SimReply => ({
  status,
  body: { error: { code, message, innerError: { date: "2026-01-01T00:00:00" } } },
});
const bad = (message: string) => refusal(400, "Request_BadRequest", message);

/** What nobody approves within 90 days is gone. */
const isDropped = ({ clock }: MicrosoftState, { status, createdAt }: Relationship) =>
  status === "approvalPending" && clock.now() > createdAt + 90 * dayMs;

export const daysOf = ({ duration }: Pick<Relationship, "duration">) => Number(/\d+/.exec(duration)![0]);

const extendsItself = ({ autoExtendDuration }: Relationship) => autoExtendDuration === "P180D";

/** When it ends: what extends itself goes on by 180 days each time. */
export function endOf({ clock }: MicrosoftState, found: Relationship): number | undefined {
  let at = found.endsAt;
  while (at !== undefined && extendsItself(found) && found.endedAt === undefined && at <= clock.now())
    at += 180 * dayMs;
  return at;
}

function statusOf(state: MicrosoftState, found: Relationship): string {
  const [now, last] = [state.clock.now(), endOf(state, found)];
  if (found.status === "terminationRequested")
    return now > found.endedAt! + 1_000 ? "terminated" : "terminationRequested";
  if (found.status !== "active" || last === undefined || now < last) return found.status;
  return now < last + 3_600_000 ? "expiring" : "expired";
}

const etagOf = ({ version = 0 }: Relationship) => `W/"${Buffer.from(`v${version}`).toString("base64")}"`;
const instant = (at: number | undefined) => (at === undefined ? "" : new Date(at).toISOString().replace("Z", "0000Z"));

export function show(state: MicrosoftState, found: Relationship) {
  const { id, displayName, duration, accessDetails, autoExtendDuration, customer, createdAt, activatedAt } = found;
  return {
    "@odata.etag": etagOf(found),
    id,
    displayName,
    duration,
    customer: customer ?? null,
    accessDetails,
    status: statusOf(state, found),
    autoExtendDuration: autoExtendDuration ?? "PT0S",
    createdDateTime: instant(createdAt),
    lastModifiedDateTime: instant(createdAt),
    activatedDateTime: instant(activatedAt),
    endDateTime: instant(endOf(state, found) ?? createdAt + daysOf(found) * dayMs),
  };
}

function listRelationships(state: MicrosoftState, { query }: SimRequest): SimReply {
  const name = /^displayName eq '(.*)'$/.exec(query.get("$filter") ?? "")?.[1];
  const found = state.relationships.values().filter((each) => name === undefined || each.displayName === name);
  return { status: 200, body: { value: found.map((each) => show(state, each)) } };
}

const hasEverything = ({ accessDetails }: Pick<Relationship, "accessDetails">) =>
  accessDetails.unifiedRoles.some(({ roleDefinitionId }) => roleDefinitionId === globalAdministrator);

function wrongExtension(relationship: Pick<Relationship, "accessDetails">, duration: unknown): string | undefined {
  if (duration === undefined || noExtension.includes(duration as string)) return undefined;
  if (duration !== "P180D") return "The auto extend duration is P0D, PT0S or P180D.";
  return hasEverything(relationship) ? "Global Administrator cannot be extended automatically." : undefined;
}

function createRelationship(state: MicrosoftState, { body }: SimRequest): SimReply {
  const { displayName, duration, accessDetails, customer, autoExtendDuration } = body;
  if (typeof displayName !== "string" || displayName.length < 1 || displayName.length > 50)
    return bad("The display name has at most 50 characters.");
  if (!/^P([1-9]|[1-9]\d|[1-6]\d\d|7[0-2]\d|730)D$/.test(duration)) return bad("The duration is P1D to P2Y.");
  if (!accessDetails?.unifiedRoles?.length) return bad("At least one role is required.");
  if (accessDetails.unifiedRoles.some((role: Record<string, unknown>) => !guid.test(String(role.roleDefinitionId))))
    return bad("A role definition id is not a GUID.");
  if (customer && !guid.test(customer.tenantId)) return bad("The tenant id of the customer is not a GUID.");
  const wrong = wrongExtension({ accessDetails }, autoExtendDuration);
  if (wrong) return bad(wrong);
  if (state.relationships.values().some((each) => each.displayName === displayName))
    return refusal(409, "Request_MultipleObjectsWithSameKeyValue", "The display name is not unique.");
  const made: Relationship = {
    id: `${state.newId()}-${state.newId()}`,
    displayName,
    status: "created",
    duration,
    accessDetails,
    createdAt: state.clock.now(),
    ...(customer ? { customer } : {}),
    ...(autoExtendDuration ? { autoExtendDuration } : {}),
  };
  state.relationships.put(made.id, made);
  return { status: 201, body: show(state, made) };
}

const put = (state: MicrosoftState, found: Relationship, changes: Partial<Relationship>) =>
  state.relationships.put(found.id, { ...found, ...changes, version: (found.version ?? 0) + 1 });

/** Every change must say which state of it was read. */
function unmatched(found: Relationship, { headers }: SimRequest): SimReply | undefined {
  const sent = headers["if-match"];
  if (!sent) return bad("The If-Match header is required.");
  return sent === etagOf(found) ? undefined : refusal(412, "Request_PreconditionFailed", "The etag does not match.");
}

function change(state: MicrosoftState, found: Relationship, request: SimRequest): SimReply {
  const { body } = request;
  const refused = unmatched(found, request);
  if (refused) return refused;
  const isOpen = found.status === "created" || statusOf(state, found) === "active";
  if (!isOpen || Object.keys(body).some((key) => key !== "autoExtendDuration"))
    return bad("This cannot be changed in this status.");
  const wrong = wrongExtension(found, body.autoExtendDuration);
  if (wrong) return bad(wrong);
  return { status: 200, body: show(state, put(state, found, { autoExtendDuration: body.autoExtendDuration })) };
}

function remove(state: MicrosoftState, found: Relationship, request: SimRequest): SimReply {
  const refused = unmatched(found, request);
  if (refused) return refused;
  if (found.status !== "created") return bad("Only what was not locked can be deleted.");
  state.relationships.remove(found.id);
  return { status: 204 };
}

function act(state: MicrosoftState, found: Relationship, { body }: SimRequest): SimReply {
  const status = statusOf(state, found);
  const answer = () => ({ status: 201, body: { id: state.newId(), action: body.action, status: "created" } });
  if (body.action === "lockForApproval" && status === "created") {
    put(state, found, { status: "approvalPending" });
    return answer();
  }
  if (body.action === "terminate" && ["approvalPending", "active", "expiring"].includes(status)) {
    put(state, found, { status: "terminationRequested", endedAt: state.clock.now() });
    return answer();
  }
  return bad("The action is not possible in this status.");
}

/** It takes a moment until a group has what it was given. */
const assignmentsOf = ({ assignments, clock }: MicrosoftState, { id }: Relationship) =>
  assignments
    .values()
    .filter(({ relationship }) => relationship === id)
    .map((each) => ({ ...each, status: clock.now() > each.createdAt + 500 ? "active" : "pending" }));

function assign(state: MicrosoftState, found: Relationship, { body }: SimRequest): SimReply {
  const { accessContainer, accessDetails } = body;
  if (statusOf(state, found) !== "active") return bad("The relationship is not active.");
  if (accessContainer?.accessContainerType !== "securityGroup" || !guid.test(accessContainer.accessContainerId))
    return bad("The access container is not a security group.");
  const has = found.accessDetails.unifiedRoles.map(({ roleDefinitionId }) => roleDefinitionId);
  const roles: { roleDefinitionId: string }[] = accessDetails?.unifiedRoles ?? [];
  if (roles.length === 0 || roles.some(({ roleDefinitionId }) => !has.includes(roleDefinitionId)))
    return bad("The roles are not among those of the relationship.");
  const { accessContainerId } = accessContainer;
  const isHeld = assignmentsOf(state, found).some(
    (each) => each.accessContainer.accessContainerId === accessContainerId,
  );
  if (isHeld) return refusal(409, "Request_MultipleObjectsWithSameKeyValue", "The group has an assignment already.");
  const id = state.newId();
  const made = { id, relationship: found.id, accessContainer, accessDetails, createdAt: state.clock.now() };
  state.assignments.put(id, made);
  return { status: 201, body: { ...made, status: "pending" } };
}

/** Approves what waits for it, once, by the tenant that it was made for if it names one: `missing` if it is not there. */
export function approveRelationship(
  state: MicrosoftState,
  id: string,
  customer: { tenantId: string; displayName: string },
) {
  const found = state.relationships.get(id);
  if (found?.status !== "approvalPending") return { refused: found?.status ?? "missing" };
  if (found.customer && found.customer.tenantId !== customer.tenantId) return { refused: "anotherTenant" };
  const now = state.clock.now();
  put(state, found, { status: "active", customer, activatedAt: now, endsAt: now + daysOf(found) * dayMs });
  state.emit("granular-admin-relationship-approved", `https://graph.microsoft.com${relationshipPath}/${id}`);
  return { tenantId: customer.tenantId };
}

/** Ends it as the customer's administrator would. */
export function endRelationship(state: MicrosoftState, id: string) {
  const found = state.relationships.get(id);
  return found ? put(state, found, { status: "terminated" }) : { missing: id };
}
