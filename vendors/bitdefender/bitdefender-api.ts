/** Bitdefender GravityZone's public API for partners: JSON-RPC 2.0, whose refusals come with status 200. */
import { z } from "zod";
import { callHttp, VendorRefusal } from "../http.ts";
import { VendorUnavailable } from "../vendor.ts";
import { isNamedFor } from "./bitdefender-parts.ts";

export type BitdefenderSettings = {
  /** The access URL that Control Center shows beside the API key. */
  accessUrl: string;
  apiKey: string;
  newId: () => string;
  timeoutMs?: number;
};

const companyShape = z.looseObject({ id: z.string(), name: z.string(), isSuspended: z.boolean().nullish() });
const licenceShape = z.looseObject({
  subscriptionType: z.number(),
  totalSlots: z.number().nullish(),
  assignedProtectionModel: z.string().nullish(),
});
const usageShape = z.looseObject({ usages: z.array(z.record(z.string(), z.unknown())) });
/** An answer has its result even if that is null. */
const answerShape = z.looseObject({ result: z.unknown() }).refine((answer) => Object.hasOwn(answer, "result"));
const errorShape = z.looseObject({
  error: z.looseObject({
    code: z.number(),
    message: z.string(),
    data: z.looseObject({ details: z.string().nullish() }).nullish(),
  }),
});

export type BitdefenderCompany = z.infer<typeof companyShape>;
export type BitdefenderLicence = z.infer<typeof licenceShape>;
export type Bitdefender = ReturnType<typeof bitdefenderApi>;

export type NewCompany = {
  name: string;
  address?: string | undefined;
  country: string;
  phone?: string | undefined;
  /** Who signs in to the console. */
  account?: { email: string; fullName: string } | undefined;
  model: string;
  slots: number;
};

/** A customer's company, protected by Endpoint Security, which is paid by the month. */
const customerCompany = 1;
const endpointSecurity = 0;
const monthlySubscription = 3;

/** Whether Bitdefender says that it has no such company: it names the parameter that it cannot make sense of. */
export const isGone = (error: unknown): boolean =>
  error instanceof VendorRefusal && error.code === "-32602" && error.message.includes("'companyId'");

const internalError = -32603;
const system = "Bitdefender";

export function bitdefenderApi({ accessUrl, apiKey, newId, timeoutMs }: BitdefenderSettings) {
  async function call<T extends z.ZodType>(
    service: string,
    method: string,
    params: object,
    shape: T,
  ): Promise<z.infer<T>> {
    const { status, body } = await callHttp({
      system,
      method: "POST",
      url: `${accessUrl}/v1.0/jsonrpc/${service}`,
      headers: { authorization: `Basic ${btoa(`${apiKey}:`)}` },
      json: { id: newId(), jsonrpc: "2.0", method, params },
      timeoutMs,
    });
    if (status === 401 || status === 403) throw new VendorUnavailable("Bitdefender refused the partner's API key");
    const refused = errorShape.safeParse(body).data?.error;
    if (refused?.code === internalError) throw new VendorUnavailable(`Bitdefender failed: ${refused.message}`);
    if (refused) throw new VendorRefusal(status, String(refused.code), refused.data?.details ?? refused.message);
    if (status >= 300) throw new VendorUnavailable(`Bitdefender answered ${status}`);
    const answer = answerShape.safeParse(body).data;
    const result = shape.safeParse(answer?.result);
    if (!answer || !result.success)
      throw new VendorUnavailable("Bitdefender's answer has an unexpected shape", { cause: result.error });
    return result.data;
  }

  return {
    /** Finds the companies of the customer with this mark, at the end of their names. */
    async findCompanies(mark: string) {
      const asked = { nameFilter: `*${mark}`, maxResults: 100 };
      const found = await call("companies", "findCompaniesByName", asked, z.array(companyShape));
      return found.filter(({ name }) => isNamedFor(mark, name));
    },

    /** Reads one company; undefined if there is none. */
    async findCompany(companyId: string): Promise<BitdefenderCompany | undefined> {
      try {
        const company = await call("companies", "getCompanyDetails", { companyId }, companyShape.partial({ id: true }));
        return { ...company, id: companyId };
      } catch (error) {
        if (isGone(error)) return undefined;
        throw error;
      }
    },

    /** Lists all companies directly below the partner, in one answer. */
    listCompanies: () => call("network", "getCompaniesList", {}, z.array(companyShape)),

    /** Returns the number of the new company. */
    createCompany: ({ name, address, country, phone, account, model, slots }: NewCompany) =>
      call(
        "companies",
        "createCompany",
        {
          type: customerCompany,
          name,
          country,
          ...(address && { address }),
          ...(phone && { phone }),
          canBeManagedByAbove: true,
          ...(account && { accountEmail: account.email, accountFullName: account.fullName }),
          // A company for which this is left out is on trial, and protected by nothing once that is over.
          licenseSubscription: {
            type: monthlySubscription,
            reservedSlots: slots,
            assignedProductType: endpointSecurity,
            assignedProtectionModel: model,
          },
        },
        z.string(),
      ),

    async suspendCompany(companyId: string): Promise<void> {
      await call("companies", "suspendCompany", { companyId, recursive: false }, z.unknown());
    },

    async activateCompany(companyId: string): Promise<void> {
      await call("companies", "activateCompany", { companyId, recursive: false }, z.unknown());
    },

    async deleteCompany(companyId: string): Promise<void> {
      await call("companies", "deleteCompany", { companyId }, z.unknown());
    },

    readLicence: (companyId: string) => call("licensing", "getLicenseInfo", { companyId }, licenceShape),

    /**
     * Changes what a company is licensed for. Bitdefender switches off what is not named, so all that is on is named again.
     */
    async setLicence(
      companyId: string,
      held: BitdefenderLicence,
      to: { slots?: number; model?: string; switches?: Readonly<Record<string, boolean>> },
    ): Promise<void> {
      const slots = to.slots ?? held.totalSlots;
      const model = to.model ?? held.assignedProtectionModel;
      await call(
        "licensing",
        "setMonthlySubscription",
        {
          companyId,
          ...(slots && { reservedSlots: slots }),
          assignedProductType: endpointSecurity,
          ...(model && { assignedProtectionModel: model }),
          ...switchesOf(held),
          ...to.switches,
        },
        z.unknown(),
      );
    },

    /** Reads what a company used in a month, by counter: of each the most at a time. The month is `mm/yyyy`. */
    async readUsage(companyId: string, targetMonth: string): Promise<Map<string, number>> {
      const params = { companyId, targetMonth };
      const { usages } = await call("licensing", "getMonthlyUsagePerProductType", params, usageShape);
      const counters = new Map<string, number>();
      // Each kind of product tells all counters, those of the others as nothing.
      for (const [name, value] of usages.flatMap((usage) => Object.entries(usage)))
        if (/Usage$/.test(name) && typeof value === "number") counters.set(name, (counters.get(name) ?? 0) + value);
      return counters;
    },
  };
}

/** The switches of a company itself; those of what a partner's companies may sell on are none of a customer's. */
const switchesOf = (licence: BitdefenderLicence): Record<string, boolean> =>
  Object.fromEntries(
    Object.entries(licence).filter(
      (each): each is [string, boolean] => /^manage[A-Z]\w*(?<!Resell)$/.test(each[0]) && typeof each[1] === "boolean",
    ),
  );
