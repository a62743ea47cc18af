/** Simulates the parts of Bitdefender GravityZone's public API that a partner needs to sell endpoint security. */
import type { SimReply, SimRequest, Vendor, VendorContext } from "../kit/vendor.ts";
import { companyMethods } from "./companies.ts";
import { licensingMethods } from "./licensing.ts";
import { answerRpc, invalid, refuse, type Apis, type Method } from "./rpc.ts";
import { type BitdefenderState, companyOf, openBitdefenderState, partnerId } from "./state.ts";

const path = "/api/v1.0/jsonrpc/:api";

export const bitdefenderSettings = (url: string) => ({
  BITDEFENDER_URL: `${url}/api`,
  BITDEFENDER_API_KEY: "demo-api-key",
});

export function bitdefender({ store, clock }: VendorContext): Vendor {
  const state = openBitdefenderState(store, clock);
  const apis: Apis = {
    companies: refusable(state, companyMethods(state)),
    licensing: refusable(state, licensingMethods(state)),
    network: refusable(state, networkMethods(state)),
    accounts: refusable(state, accountMethods(state)),
  };
  return {
    routes: [{ method: "POST", path, answer: (request) => answerRpc(apis, request) }],
    notFound: ({ path: asked }) => ({
      status: asked.startsWith("/api/v1.0/jsonrpc/") ? 405 : 404,
      body: { message: "Only POST to an API is answered." },
    }),
    guard: refuseKey,
    act: (body) => act(state, body),
  };
}

/** The key is the user of basic authentication, and the password is empty. */
function refuseKey({ headers, body }: SimRequest): SimReply | undefined {
  const [key = "", password] = atob((headers["authorization"] ?? "").replace(/^Basic /, "")).split(":");
  if (key.length >= 8 && password === "") return undefined;
  const data = { details: "Invalid API key. Please generate an API key in Control Center." };
  const error = { code: -32_000, message: "Server error", data };
  return { status: 401, body: { id: body["id"] ?? null, jsonrpc: "2.0", error } };
}

/** Has methods refuse their next calls where an act said so. */
const refusable = (state: BitdefenderState, methods: Record<string, Method>) =>
  Object.fromEntries(
    Object.entries(methods).map(([name, { expects, answer }]) => [
      name,
      {
        expects,
        answer(params) {
          const armed = state.bad.get(name);
          if (armed && armed.times > 0) {
            state.bad.put(name, { ...armed, times: armed.times - 1 });
            refuse(-32_000, armed.details);
          }
          return answer(params);
        },
      } satisfies Method,
    ]),
  );

/** All companies below the partner come at once; pages are refused. */
const networkMethods = (state: BitdefenderState): Record<string, Method> => ({
  getCompaniesList: {
    expects: { parentId: "string?", filters: "object?" },
    answer({ parentId = partnerId }) {
      if (parentId !== partnerId) invalid("parentId");
      return state.companies.values().map(({ id, name }) => ({ id, name }));
    },
  },
});

const mostOnAPage = 100;

const accountMethods = (state: BitdefenderState): Record<string, Method> => ({
  getAccountsList: {
    expects: { companyId: "string?", page: "number?", perPage: "number?" },
    answer({ companyId = partnerId, page = 1, perPage = 30 }) {
      if (!Number.isInteger(perPage) || perPage < 1 || perPage > mostOnAPage) invalid("perPage");
      const all = state.accounts.values().filter((account) => account.companyId === companyId);
      const items = all
        .slice((page - 1) * perPage, page * perPage)
        .map(({ id, email, fullName }) => ({ id, email, companyId, role: 1, profile: { fullName } }));
      return { page, perPage, pagesCount: Math.ceil(all.length / perPage), total: all.length, items };
    },
  },
});

/**
 * `refuse {method, times, details}` refuses the next calls of a method; `use {companyId, counter, value}` has agents say what
 * is used from now on, or those of the first company whose name begins with `customer`; `correct {companyId, counter, month, value}` has a
 * month that is over tell something else; `seats {seats}` sets how many the partner has. `setSlots {companyId, slots}`,
 * `switchAddOn {companyId, name, on}`, `suspend {companyId, on}`, `rename {companyId, name}` and `remove {companyId}` are what
 * somebody does in Control Center.
 */
function act(state: BitdefenderState, body: Record<string, any>): unknown {
  const { companies, used } = state;
  switch (body["action"]) {
    case "refuse":
      return state.bad.put(String(body["method"]), {
        times: Number(body["times"] ?? 1),
        details: String(body["details"] ?? "The operation is not allowed."),
      });
    case "seats":
      return state.seats.put("", { seats: Number(body["seats"]) });
    case "use": {
      const id = body["companyId"] ?? companies.values().find(({ name }) => name.startsWith(body["customer"]))?.id;
      const key = `${id}:${body["counter"]}`;
      return used.put(key, [...(used.get(key) ?? []), { value: Number(body["value"]), at: state.clock.now() }]);
    }
    case "correct":
      return state.told.put(`${body["companyId"]}:${body["counter"]}:${body["month"]}`, {
        value: Number(body["value"]),
      });
  }
  const company = body["companyId"] ? companyOf(state, body["companyId"]) : undefined;
  if (!company) return { ignored: body["action"] ?? null };
  const { id, licence } = company;
  switch (body["action"]) {
    case "setSlots":
      return companies.put(id, { ...company, licence: { ...licence, reservedSlots: Number(body["slots"]) } });
    case "switchAddOn": {
      const switches = { ...licence.switches, [String(body["name"])]: body["on"] === true };
      return companies.put(id, { ...company, licence: { ...licence, switches } });
    }
    case "suspend":
      return companies.put(id, { ...company, isSuspended: body["on"] === true });
    case "rename":
      return companies.put(id, { ...company, name: String(body["name"]) });
    case "remove":
      return companies.remove(id);
    default:
      return { ignored: body["action"] ?? null };
  }
}
