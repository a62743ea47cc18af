/** Acronis Cyber Platform, version 2: the calls that a partner needs to sell backup and file sharing. */
import { z } from "zod";
import { VendorUnavailable } from "../vendor.ts";
import { callHttp, type HttpAnswer, type HttpCall, openJsonFile, VendorRefusal } from "../http.ts";

export type AcronisSettings = {
  /** The data centre's address, such as `https://eu2-cloud.acronis.com`. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  timeoutMs?: number;
};

const tenantShape = z.looseObject({
  id: z.string(),
  parent_id: z.string(),
  version: z.number(),
  name: z.string(),
  kind: z.string(),
  internal_tag: z.string().nullish(),
  enabled: z.boolean(),
  contact: z
    .looseObject({ email: z.string().nullish(), firstname: z.string().nullish(), lastname: z.string().nullish() })
    .nullish(),
});

const itemShape = z.looseObject({
  name: z.string(),
  application_id: z.string(),
  edition: z.string().nullish(),
  usage_name: z.string(),
  type: z.string(),
  infra_id: z.string().nullish(),
  measurement_unit: z.string(),
  status: z.number(),
  locked: z.boolean().nullish(),
  quota: z
    .looseObject({ value: z.number().nullish(), overage: z.number().nullish(), version: z.number().nullish() })
    .nullish(),
});

const listShape = z.looseObject({
  items: z.array(tenantShape),
  paging: z.looseObject({ cursors: z.looseObject({ after: z.string().nullish() }).nullish() }).nullish(),
});

const usagesShape = z.looseObject({
  items: z.array(z.looseObject({ name: z.string(), value: z.number(), measurement_unit: z.string() })),
});
const reportParamsShape = z.looseObject({ gen_date: z.number() });
/** What was used in a tenant, by item. */
const reportedShape = z.looseObject({
  tenant_uuid: z.string(),
  name: z.string(),
  value: z.number(),
  measurement_unit: z.string(),
});
const createdShape = z.looseObject({ id: z.string() });
const storedShape = z.looseObject({
  items: z.array(z.looseObject({ id: z.string(), report_format: z.string(), status: z.string() })),
});
const itemsShape = z.looseObject({ items: z.array(itemShape) });
const pricingShape = z.looseObject({ mode: z.string(), version: z.number().nullish() });
const idsShape = z.looseObject({ items: z.array(z.string()) });
const userShape = z.looseObject({ id: z.string(), login: z.string() });
const usersShape = z.looseObject({ items: z.array(userShape) });
const policiesShape = z.looseObject({ items: z.array(z.looseObject({ tenant_id: z.string(), role_id: z.string() })) });
const ottShape = z.looseObject({ ott: z.string() });
const clientShape = z.looseObject({ tenant_id: z.string() });
const tokenShape = z.looseObject({ access_token: z.string(), expires_on: z.number() });
const errorShape = z.looseObject({
  error: z.looseObject({ domain: z.string().nullish(), message: z.string().nullish() }),
});

export type AcronisTenant = z.infer<typeof tenantShape>;
export type AcronisItem = z.infer<typeof itemShape>;
export type AcronisReport = { madeAt: number; lines(): AsyncGenerator<z.infer<typeof reportedShape>> };
type AcronisUsage = z.infer<typeof usagesShape>["items"][number];
export type Acronis = ReturnType<typeof acronisApi>;

const system = "Acronis";
/** The role of whoever administers a customer, and the id of what has none yet. */
const administrator = "company_admin";
const none = "00000000-0000-0000-0000-000000000000";

export function acronisApi(settings: AcronisSettings) {
  let token: string | undefined;
  let partnerTenant: string | undefined;

  async function takeToken(): Promise<string> {
    const answer = await callHttp({
      system: "Acronis's sign-in",
      method: "POST",
      url: `${settings.baseUrl}/api/2/idp/token`,
      headers: { authorization: `Basic ${btoa(`${settings.clientId}:${settings.clientSecret}`)}` },
      form: { grant_type: "client_credentials" },
      timeoutMs: settings.timeoutMs,
    });
    const reply = tokenShape.safeParse(answer.body);
    if (answer.status !== 200 || !reply.success)
      throw new VendorUnavailable(`Acronis refused the partner's sign-in with ${answer.status}`);
    return (token = reply.data.access_token);
  }

  async function call(method: HttpCall["method"], path: string, json?: unknown): Promise<HttpAnswer> {
    const send = (bearer: string) =>
      callHttp({
        system,
        method,
        url: `${settings.baseUrl}/api/2${path}`,
        headers: { authorization: `Bearer ${bearer}` },
        json,
        timeoutMs: settings.timeoutMs,
      });
    const answer = await send(token ?? (await takeToken()));
    return answer.status === 401 ? send(await takeToken()) : answer;
  }

  async function findPartnerTenant(): Promise<string> {
    partnerTenant ??= read(await call("GET", `/clients/${settings.clientId}`), clientShape).tenant_id;
    return partnerTenant;
  }

  /** Reads the tenants directly below one, a page at a time. */
  async function* listChildren(parentId: string): AsyncGenerator<AcronisTenant> {
    for (let after: string | undefined = ""; after !== undefined;) {
      const query = new URLSearchParams({ parent_id: parentId, limit: "100", ...(after ? { after } : {}) });
      const { items, paging } = read(await call("GET", `/tenants?${query}`), listShape);
      yield* items;
      after = paging?.cursors?.after ?? undefined;
    }
  }

  return {
    findPartnerTenant,

    async findTenant(id: string): Promise<AcronisTenant | undefined> {
      const answer = await call("GET", `/tenants/${id}`);
      return answer.status === 404 ? undefined : read(answer, tenantShape);
    },

    listChildren,

    /** Finds the tenant directly below `parentId` that has our tag. */
    async findByTag(parentId: string, tag: string): Promise<AcronisTenant | undefined> {
      for await (const tenant of listChildren(parentId)) if (tenant.internal_tag === tag) return tenant;
      return undefined;
    },

    async createTenant(tenant: { name: string; parent_id: string; kind: "customer" | "unit"; internal_tag: string }) {
      return read(await call("POST", "/tenants", tenant), tenantShape);
    },

    async setEnabled(tenant: AcronisTenant, enabled: boolean) {
      return read(await call("PUT", `/tenants/${tenant.id}`, { version: tenant.version, enabled }), tenantShape);
    },

    /** Sets the contact that Acronis writes to about this tenant. */
    async setContact(tenant: AcronisTenant, contact: { email: string; firstname: string; lastname: string }) {
      return read(await call("PUT", `/tenants/${tenant.id}`, { version: tenant.version, contact }), tenantShape);
    },

    async deleteTenant(tenant: AcronisTenant): Promise<void> {
      const answer = await call("DELETE", `/tenants/${tenant.id}?version=${tenant.version}`);
      if (answer.status >= 300 && answer.status !== 404) throw refusalOf(answer);
    },

    async startProduction(tenantId: string): Promise<void> {
      const pricing = read(await call("GET", `/tenants/${tenantId}/pricing`), pricingShape);
      if (pricing.mode === "production") return;
      const body = { mode: "production", version: pricing.version };
      read(await call("PUT", `/tenants/${tenantId}/pricing`, body), pricingShape);
    },

    /** Lists the items of a tenant. Without `edition`, Acronis lists those of an edition that is no longer sold. */
    async listItems(tenantId: string): Promise<AcronisItem[]> {
      return read(await call("GET", `/tenants/${tenantId}/offering_items?edition=*`), itemsShape).items;
    },

    /** Lists what a tenant uses of its items at present. */
    async listUsages(tenantId: string): Promise<AcronisUsage[]> {
      return read(await call("GET", `/tenants/${tenantId}/usages`), usagesShape).items;
    },

    /** Has a report made of what all tenants used in the days from `start` to `end`, both included. */
    async createReport(start: string, end: string): Promise<string> {
      const body = {
        parameters: {
          kind: "usage_summary",
          tenant_id: await findPartnerTenant(),
          level: "accounts",
          period: { start, end },
          formats: ["json_v2_0"],
          hide_zero_usage: false,
          show_skus: true,
        },
        schedule: { type: "once" },
        result_action: "save",
      };
      return read(await call("POST", "/reports", body), createdShape).id;
    },

    /** Finds a report, whose lines are read as they arrive; undefined while it is being made. */
    async findReport(id: string): Promise<AcronisReport | undefined> {
      const { items } = read(await call("GET", `/reports/${id}/stored`), storedShape);
      const made = items.findLast((item) => item.report_format === "json_v2_0" && item.status === "saved");
      if (!made) return undefined;
      const url = `${settings.baseUrl}/api/2/reports/${id}/stored/${made.id}`;
      const open = async () => {
        const file = (bearer: string) => openJsonFile(system, url, { authorization: `Bearer ${bearer}` });
        const members = (token && (await file(token))) ?? (await file(await takeToken()));
        if (!members) throw new VendorUnavailable("Acronis refused the partner's sign-in");
        return members;
      };
      async function* lines() {
        for await (const { name, value } of await open()) if (name === "tenants") yield shaped(value, reportedShape);
      }
      // When it was made usually comes first, so that little of the file is read for it.
      for await (const { name, value } of await open())
        if (name === "params") return { madeAt: shaped(value, reportParamsShape).gen_date, lines };
      throw new VendorUnavailable("Acronis's report does not say when it was made");
    },

    /** Lists the users of a tenant itself, without those below it. */
    async listUsers(tenantId: string) {
      const { items } = read(await call("GET", `/tenants/${tenantId}/users`), idsShape);
      const users: z.infer<typeof userShape>[] = [];
      // An address has room for some hundreds of them.
      for (let from = 0; from < items.length; from += 100) {
        const some = items.slice(from, from + 100).join(",");
        users.push(...read(await call("GET", `/users?uuids=${some}`), usersShape).items);
      }
      return users;
    },

    async createUser(user: {
      tenant_id: string;
      login: string;
      contact: { email: string; firstname: string; lastname: string };
    }) {
      return read(await call("POST", "/users", user), userShape);
    },

    async isAdministrator(userId: string, tenantId: string): Promise<boolean> {
      const { items } = read(await call("GET", `/users/${userId}/access_policies`), policiesShape);
      return items.some((item) => item.tenant_id === tenantId && item.role_id === administrator);
    },

    async makeAdministrator(userId: string, tenantId: string): Promise<void> {
      const policy = {
        id: none,
        issuer_id: none,
        version: 0,
        tenant_id: tenantId,
        trustee_id: userId,
        trustee_type: "user",
        role_id: administrator,
      };
      read(await call("PUT", `/users/${userId}/access_policies`, { items: [policy] }), policiesShape);
    },

    /** Takes a token with which a browser signs in once as the user. */
    async takeOneTimeToken(login: string, auditData: string): Promise<string> {
      const body = { login, purpose: "user_login", audit_data: auditData };
      return read(await call("POST", "/idp/ott", body), ottShape).ott;
    },

    async listAvailableItems(): Promise<AcronisItem[]> {
      const path = `/tenants/${await findPartnerTenant()}/offering_items/available_for_child?kind=customer&edition=*`;
      return read(await call("GET", path), itemsShape).items;
    },

    async setItems(tenantId: string, items: readonly AcronisItem[]): Promise<void> {
      read(await call("PUT", `/tenants/${tenantId}/offering_items`, { offering_items: items }), itemsShape);
    },
  };
}

function read<T extends z.ZodType>(answer: HttpAnswer, reply: T): z.infer<T> {
  if (answer.status === 401) throw new VendorUnavailable("Acronis refused the partner's sign-in");
  if (answer.status >= 300) throw refusalOf(answer);
  return shaped(answer.body, reply);
}

function shaped<T extends z.ZodType>(body: unknown, reply: T): z.infer<T> {
  const result = reply.safeParse(body);
  if (!result.success) throw new VendorUnavailable("Acronis's answer has an unexpected shape", { cause: result.error });
  return result.data;
}

function refusalOf({ status, body }: HttpAnswer): VendorRefusal {
  const { error } = errorShape.catch({ error: {} }).parse(body);
  return new VendorRefusal(status, error.domain ?? String(status), error.message ?? `Acronis answered ${status}`);
}
