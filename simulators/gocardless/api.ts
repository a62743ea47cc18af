/** What all of GoCardless's API has in common: errors, keys under which something is made once, and pages of lists. */
import type { Store } from "../kit/store.ts";
import { Refused, type SimReply, type SimRequest } from "../kit/vendor.ts";

export type Resource = Record<string, any> & { id: string };
type Fault = { field?: string; message: string; reason?: string; request_pointer?: string; links?: object };

export function refusal(status: number, type: string, message: string, errors: Fault[] = []): SimReply {
  const reason = errors[0]?.reason ?? type;
  const documentation_url = `https://developer.gocardless.com/api-reference#${reason}`;
  const error = { documentation_url, message, type, code: status, request_id: "stand-in", errors };
  return { status, body: { error } };
}

export const invalidState = (reason: string, message: string) =>
  new Refused(refusal(422, "invalid_state", message, [{ reason, message }]));

/** Refuses fields of `data`, or of what a body is named after; `faults` are messages by field. */
export function refuseFields(within: string, faults: Readonly<Record<string, string>>): void {
  const errors = Object.entries(faults).map(([field, message]) => {
    return { field: field.split("/").at(-1)!, message, request_pointer: `/${within}/${field}` };
  });
  if (errors.length > 0) throw new Refused(refusal(422, "validation_failed", "Validation failed", errors));
}

export function refuseCaller({ headers, method }: SimRequest): SimReply | undefined {
  const again = (reason: string, message: string) => [{ reason, message }];
  if (!/^Bearer .{8,}$/.test(headers["authorization"] ?? ""))
    return refusal(401, "invalid_api_usage", "Unauthorized", again("unauthorized", "Unauthorized"));
  if (headers["gocardless-version"] !== "2015-07-06")
    return refusal(400, "invalid_api_usage", "Version not found", again("version_not_found", "Version not found"));
  if (method === "POST" && headers["content-type"] !== "application/json")
    return refusal(415, "invalid_api_usage", "Unsupported", again("invalid_content_type", "Content-Type must be JSON"));
  return undefined;
}

/** Answers a repeated key with the conflict that names what was made under it before. */
export function makeOnce(store: Store, name: string, make: (request: SimRequest) => Resource) {
  const made = store.collection<string>("keys");
  return (request: SimRequest): SimReply => {
    const key = request.headers["idempotency-key"];
    const before = key && made.get(`${name} ${key}`);
    if (before) {
      const message = "A resource has already been created with this idempotency key";
      const links = { conflicting_resource_id: before };
      const reason = "idempotent_creation_conflict";
      return refusal(409, "invalid_state", message, [{ message, links, reason }]);
    }
    const resource = make(request);
    if (key) made.put(`${name} ${key}`, resource.id);
    return { status: 201, body: { [name]: resource } };
  };
}

/** Lists the newest first. */
export function page(name: string, { query }: SimRequest, found: readonly Resource[]): SimReply {
  const limit = Number(query.get("limit") ?? 50);
  const after = query.get("after");
  const newest = found.toReversed();
  const from = after ? newest.findIndex(({ id }) => id === after) + 1 : 0;
  const items = newest.slice(from, from + limit);
  const more = from + limit < newest.length;
  const cursors = { before: null, after: more ? items.at(-1)!.id : null };
  return { status: 200, body: { [name]: items, meta: { cursors, limit } } };
}
