import fs from "node:fs";
import path from "node:path";

type Exchange = { method: string; path: string; body: unknown; reply?: { body?: unknown } };

/** Returns the address of a stand-in. */
export const simulatorUrl = (name: "microsoft" | "gocardless" | "connectwise" | "autotask"): string =>
  (
    JSON.parse(fs.readFileSync(path.join(process.env["E2E_DATA"]!, "simulators.json"), "utf8")) as Record<
      string,
      string
    >
  )[name]!;

/** Calls the control plane of the stand-in for Microsoft; `simulators/README.md` lists its calls. */
export async function control<T>(call: string, body?: object): Promise<T> {
  const response = await fetch(`${simulatorUrl("microsoft")}/__sim/${call}`, {
    method: body ? "POST" : "GET",
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${call} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Returns the day for Microsoft, which is the marketplace's. */
export const vendorDay = async (): Promise<string> => (await control<{ now: string }>("clock")).now.slice(0, 10);

/** Returns the domain of the tenant that Microsoft made for a company. */
export async function domainOf(company: string): Promise<string> {
  const { entries } = await control<{ entries: Exchange[] }>("journal");
  type Made = { companyProfile: { domain: string }; billingProfile?: { companyName: string } } | null;
  const made = entries.map(({ body }) => body as Made);
  return made.find((body) => body?.billingProfile?.companyName === company)!.companyProfile.domain;
}

/** Returns Microsoft's number of the transfer that was asked of a partner. */
export async function transferFrom(partnerTenant: string): Promise<string | undefined> {
  const { entries } = await control<{ entries: Exchange[] }>("journal");
  const asked = entries.find(
    ({ method, body }) =>
      method === "POST" && (body as { sourcePartnerTenantId?: string } | null)?.sourcePartnerTenantId === partnerTenant,
  );
  return (asked?.reply?.body as { id?: string } | undefined)?.id;
}
