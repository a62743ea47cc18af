/** Simulates the parts of ConnectWise PSA in which a reseller keeps companies, its catalogue and agreements with their additions. */
import type { SimReply, SimRequest, Vendor, VendorContext } from "../kit/vendor.ts";
import { BadCondition, conditionsOf, type Row } from "./conditions.ts";
import { atFirst } from "./company.data.ts";
import { page, tableOf } from "../kit/tables-page.ts";
import { addedTo, patched, type Fault } from "./additions.ts";

const base = "/v4_6_release/apis/3.0";
const lists = {
  companies: `${base}/company/companies`,
  catalog: `${base}/procurement/catalog`,
  agreements: `${base}/finance/agreements`,
  invoices: `${base}/finance/invoices`,
} as const;
type ListName = keyof typeof lists | "additions";
const names = [...Object.keys(lists), "additions"] as ListName[];
const mostOfPage = 1_000;

const refusal = (status: number, code: string, message: string): SimReply => ({
  status,
  body: { code, message, errors: null },
});

export function connectWise({ store, clock }: VendorContext): Vendor {
  const isFilled = store.collection<boolean>("filled");
  const refused = store.collection<boolean>("refusedRights");
  const throttled = store.collection<{ times: number; seconds: number }>("throttled");
  const rowsOf = (name: ListName) => store.collection<Row>(name);
  /** Changes a row, and says when. */
  const change = (name: ListName, row: Row) =>
    rowsOf(name).put(String(row.id), { ...row, lastUpdated: new Date(clock.now()).toISOString() });

  /** What is there at first, until somebody seeds something else. */
  function filled(): void {
    if (isFilled.get("")) return;
    isFilled.put("", true);
    for (const name of names) for (const row of atFirst[name]) rowsOf(name).put(String(row.id), row);
  }
  function all(name: ListName): Row[] {
    filled();
    return rowsOf(name)
      .values()
      .map((row) => (name === "agreements" ? { nextInvoiceDate: thisMonth(), prorateFlag: true, ...row } : row))
      .toSorted((a, b) => a.id - b.id);
  }
  /** Agreements are invoiced at the end of each month, unless they say otherwise. */
  const thisMonth = () => `${new Date(clock.now()).toISOString().slice(0, 8)}01T00:00:00Z`;

  function guard({ path, headers }: SimRequest): SimReply | undefined {
    if (!path.startsWith(base)) return undefined;
    const wait = throttled.get("");
    if (wait && wait.times > 0) {
      throttled.put("", { ...wait, times: wait.times - 1 });
      const message = `Too many requests. Please try again in ${wait.seconds} seconds.`;
      const retry = { "retry-after": String(wait.seconds) };
      return { status: 429, headers: retry, body: { error: "ConnectWiseAPI", message } };
    }
    if (!headers["clientid"]) return refusal(401, "Unauthorized", "A clientId header is required.");
    const [, encoded] = /^Basic (.+)$/.exec(headers["authorization"] ?? "") ?? [];
    const keys = Buffer.from(encoded ?? "", "base64").toString();
    if (!/^[^+]+\+[^:]+:.{8,}$/.test(keys))
      return refusal(401, "ConnectWiseApi/UserNotAuthenticated", "Username or password is incorrect");
    if (!/version=\d{4}\.\d+/.test(headers["accept"] ?? "")) return refusal(415, "UnsupportedMediaType", "No version");
    const right = Object.values(lists).find((list) => path.startsWith(list));
    return right !== undefined && refused.get(right)
      ? refusal(403, "Forbidden", "You do not have security permission to perform this action.")
      : undefined;
  }

  function listed(request: SimRequest, rows: readonly Row[]): SimReply {
    const { query, headers, path } = request;
    const size = Math.min(Number(query.get("pageSize") ?? 25), mostOfPage);
    const forward = headers["pagination-type"] === "forward-only";
    if (!(size > 0)) return refusal(400, "InvalidObject", "pageSize must be greater than 0");
    if (forward && query.has("orderBy"))
      return refusal(400, "InvalidObject", "orderBy is not allowed when paging forward-only");
    let matched: Row[];
    try {
      matched = rows.filter(conditionsOf(query.get("conditions")));
    } catch (error) {
      if (error instanceof BadCondition) return refusal(400, "InvalidArgument", error.message);
      throw error;
    }
    const number = Number(query.get("page") ?? 1);
    const from = forward ? matched.findIndex(({ id }) => id > Number(query.get("pageId") ?? 0)) : (number - 1) * size;
    const items = from < 0 ? [] : matched.slice(from, from + size);
    const fields = query.get("fields")?.split(",");
    const more = forward ? `pageId=${items.at(-1)?.id ?? query.get("pageId")}` : `page=${number + 1}`;
    const hasNext = forward || from + size < matched.length;
    const link = `<https://${headers["host"]}${path}?${more}&pageSize=${size}>; rel="next"`;
    return {
      status: 200,
      headers: hasNext ? { link } : {},
      body: items.map((row) =>
        fields ? Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name))) : row,
      ),
    };
  }

  function additionsOf(request: SimRequest): SimReply {
    const id = Number(request.params["id"]);
    if (!all("agreements").some((row) => row.id === id)) return refusal(404, "NotFound", `Agreement ${id} not found`);
    return listed(
      request,
      all("additions").filter(({ agreementId }) => agreementId === id),
    );
  }

  /** The agreement and the addition that a path names. */
  function named({ params }: SimRequest): { agreement: Row; addition?: Row } | SimReply {
    const agreement = all("agreements").find(({ id }) => id === Number(params["id"]));
    if (!agreement) return refusal(404, "NotFound", `Agreement ${params["id"]} not found`);
    if (params["addition"] === undefined) return { agreement };
    const addition = all("additions").find(
      ({ id, agreementId }) => id === Number(params["addition"]) && agreementId === agreement.id,
    );
    return addition ? { agreement, addition } : refusal(404, "NotFound", `Addition ${params["addition"]} not found`);
  }
  const invalid = (faults: readonly Fault[]): SimReply => ({
    status: 400,
    body: { code: "InvalidObject", message: "Addition object is invalid", errors: faults },
  });
  const shown = (row: Row, fields: string | null): SimReply => ({
    status: 200,
    body: fields ? Object.fromEntries(Object.entries(row).filter(([name]) => fields.split(",").includes(name))) : row,
  });
  function oneOf(request: SimRequest): SimReply {
    const found = named(request);
    return "status" in found ? found : shown(found.addition ?? found.agreement, request.query.get("fields"));
  }
  function patch(request: SimRequest): SimReply {
    const found = named(request);
    if ("status" in found) return found;
    const changed = patched(found.addition!, request.body);
    if (Array.isArray(changed)) return invalid(changed);
    change("additions", changed);
    return shown(changed, null);
  }
  function add(request: SimRequest): SimReply {
    const found = named(request);
    if ("status" in found) return found;
    const id = Math.max(0, ...all("additions").map((row) => row.id)) + 1;
    const added = addedTo(found.agreement, all("catalog"), { ...request.body, id });
    if (Array.isArray(added)) return invalid(added);
    rowsOf("additions").put(String(id), added);
    return { ...shown(added, null), status: 201 };
  }

  return {
    guard,
    routes: [
      {
        method: "GET",
        path: "/",
        answer: () =>
          page(
            "ConnectWise",
            names.map((name) => tableOf(name, all(name))),
          ),
      },
      {
        method: "GET",
        path: "/login/companyinfo/:company",
        answer: ({ params: { company } }) =>
          company === "nobody"
            ? { status: 404, body: null }
            : {
                status: 200,
                body: {
                  CompanyName: company,
                  Codebase: "v4_6_release/",
                  VersionCode: "v2025.16",
                  VersionNumber: "v4.6.75821",
                  CompanyID: company,
                  IsCloud: "False",
                },
              },
      },
      ...Object.entries(lists).map(([name, path]) => ({
        method: "GET" as const,
        path,
        answer: (request: SimRequest) => listed(request, all(name as ListName)),
      })),
      { method: "GET", path: `${lists.agreements}/:id`, answer: oneOf },
      { method: "GET", path: `${lists.agreements}/:id/additions`, answer: additionsOf },
      { method: "POST", path: `${lists.agreements}/:id/additions`, answer: add },
      { method: "GET", path: `${lists.agreements}/:id/additions/:addition`, answer: oneOf },
      { method: "PATCH", path: `${lists.agreements}/:id/additions/:addition`, answer: patch },
    ],
    notFound: () => refusal(404, "NotFound", "The resource was not found"),
    /** What there is instead of the first data, by list. */
    seed(body: Record<string, any>) {
      filled();
      for (const name of names.filter((each) => each in body)) {
        for (const { id } of all(name)) rowsOf(name).remove(String(id));
        for (const row of body[name] as Row[]) rowsOf(name).put(String(row.id), row);
      }
      return Object.fromEntries(names.map((name) => [name, all(name).length]));
    },
    /** `refuseRight {list}`, `grantRight {list}`, `throttle {times, seconds}`, `recycle {id}` of a company, `remove {list, id}`, `set {list, id, values}`. */
    act({ action, list, id, times, seconds, values }: Record<string, any>) {
      filled();
      if (action === "refuseRight") refused.put(lists[list as keyof typeof lists], true);
      if (action === "grantRight") refused.remove(lists[list as keyof typeof lists]);
      if (action === "throttle") throttled.put("", { times, seconds });
      if (action === "recycle") change("companies", { ...rowsOf("companies").get(String(id))!, deletedFlag: true });
      if (action === "set") change(list, { ...rowsOf(list).get(String(id))!, ...values });
      if (action === "remove") rowsOf(list).remove(String(id));
      return {};
    },
  };
}
