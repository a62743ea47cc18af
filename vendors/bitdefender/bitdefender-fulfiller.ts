/**
 * Fulfils our orders for Bitdefender. Each line of a protection model is a company below the partner, with its endpoints
 * reserved; each line of an add-on is a switch of such a company. Bitdefender keeps no number of ours, so a company is known
 * by the end of its name, which holds the customer and the line.
 *
 * The memo holds, by line key, the number of each finished line, and of what is to be ended what was used until then.
 */
import { z } from "zod";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { VendorRefusal } from "../http.ts";
import { refused, refuseRest } from "../outcomes.ts";
import {
  VendorUnavailable,
  type Fulfiller,
  type FulfilLine,
  type FulfilTask,
  type LineOutcome,
  type Memo,
  type Outcome,
  type Refusal,
} from "../vendor.ts";
import type { Bitdefender, BitdefenderCompany, NewCompany } from "./bitdefender-api.ts";
import { readLastUsage } from "./bitdefender-usage.ts";
import { addOnRef, companyName, endOfName, isAddOn, markOf, models, readRef } from "./bitdefender-parts.ts";

export function bitdefenderFulfiller(api: Bitdefender): Fulfiller {
  return {
    async fulfil(task, memo) {
      const reached: Memo = { ...memo, tenant: markOf(task.customer) };
      try {
        return (await noteUsage(api, task, reached)) ?? (await doLines(api, task, reached));
      } catch (error) {
        if (error instanceof VendorRefusal)
          return refuseRest(task, reached, readRefusal(error), doneLines(task, reached));
        const gotFurther = doneLines(task, reached).length > doneLines(task, memo).length;
        if (error instanceof VendorUnavailable && error.retryAfterMs === undefined && gotFurther)
          return {
            state: "working",
            memo: reached,
            message: `${error.message}; going on from there`,
            tenantRef: markOf(task.customer),
            lines: doneLines(task, reached),
          };
        throw error;
      }
    },
  };
}

const noted = z.object({
  day: z.string(),
  used: z.array(z.object({ month: z.string(), meter: z.string(), quantity: z.string() })),
});
const notedOf = (memo: Memo, key: string) => {
  const text = memo[`used ${key}`];
  return text === undefined ? undefined : noted.parse(JSON.parse(text));
};

/**
 * Notes what was used until today by what is to be ended, since nothing tells that of a company that is deleted. It ends a
 * round, so that something is kept before anything is deleted; undefined if yesterday's round had noted it, which is enough
 * should the answer to the deletion be lost.
 */
async function noteUsage(api: Bitdefender, task: FulfilTask, memo: Memo): Promise<Outcome | undefined> {
  const { kind, customer, today, lines } = task;
  const dayOf = (line: FulfilLine) => notedOf(memo, line.key)?.day ?? "";
  const left = lines.filter((line) => memo[line.key] === undefined && dayOf(line) !== today);
  if (kind !== "cancel" || left.length === 0) return undefined;
  const isKept = left.every((line) => dayOf(line) >= addDays(today, -1));
  const tenantRef = markOf(customer);
  const companies = await api.findCompanies(tenantRef);
  for (const line of left) {
    const company = await findCompany(api, task, line, companies);
    const ref = company && (isAddOn(line) ? addOnRef(company.id, line.offerRef) : company.id);
    const used = ref ? await readLastUsage(api, ref, today) : (notedOf(memo, line.key)?.used ?? []);
    memo[`used ${line.key}`] = JSON.stringify({ day: today, used });
  }
  if (isKept) return undefined;
  return { state: "working", memo, message: "Reading what was used", tenantRef, lines: doneLines(task, memo) };
}

/** Does the lines that the memo does not have yet, add-ons last; a refusal settles its line only. */
async function doLines(api: Bitdefender, task: FulfilTask, memo: Memo): Promise<Outcome> {
  const left = task.lines.filter(({ key }) => memo[key] === undefined);
  const no: LineOutcome[] = [];
  const companies = left.length > 0 ? await api.findCompanies(markOf(task.customer)) : [];
  for (const line of [...left.filter((each) => !isAddOn(each)), ...left.filter(isAddOn)])
    try {
      memo[line.key] = await doLine(api, task, line, companies);
    } catch (error) {
      if (!(error instanceof VendorRefusal)) throw error;
      no.push(refused(line, readRefusal(error)));
    }
  const tenantRef = markOf(task.customer);
  return { state: "ended", memo, tenantRef, lines: [...doneLines(task, memo), ...no] };
}

const doneLines = ({ lines }: FulfilTask, memo: Memo): LineOutcome[] =>
  lines.flatMap(({ key }) => {
    const vendorRef = memo[key];
    const lastUsage = notedOf(memo, key)?.used;
    return vendorRef === undefined ? [] : [{ key, state: "done", vendorRef, ...(lastUsage && { lastUsage }) }];
  });

/** `companies` are the customer's; one that is made is added to them. */
async function doLine(
  api: Bitdefender,
  task: FulfilTask,
  line: FulfilLine,
  companies: BitdefenderCompany[],
): Promise<string> {
  const company = await findCompany(api, task, line, companies);
  if (task.kind === "add" && !isAddOn(line)) return addCompany(api, task, line, company, companies);
  if (company && task.kind === "add") return addOnRef(company.id, await switchAddOn(api, company, line, true));
  if (company) {
    await (isAddOn(line) ? changeAddOn(api, task, line, company) : changeCompany(api, task, line, company));
    return isAddOn(line) ? addOnRef(company.id, line.offerRef) : company.id;
  }
  const isOurs = line.vendorRef === null || readRef(line.vendorRef) !== undefined;
  if (task.kind === "cancel" && isOurs) return line.vendorRef ?? "";
  if (isAddOn(line)) throw new VendorRefusal(404, "noCompany", "there is no protection model that this extends");
  const end = endOfName(task.customer, line).trim();
  throw new VendorRefusal(404, "serviceNotFound", `it has no company of this service, whose name ends in ${end}`);
}

/** Finds the line's company, or that of what it extends: by its number, or by its name if that is not known yet. */
async function findCompany(
  api: Bitdefender,
  { customer, lines }: FulfilTask,
  line: FulfilLine,
  companies: readonly BitdefenderCompany[],
): Promise<BitdefenderCompany | undefined> {
  const ref = readRef(line.vendorRef ?? line.parent?.vendorRef ?? "");
  // Somebody may have given it another name.
  if (ref) return companies.find(({ id }) => id === ref.companyId) ?? api.findCompany(ref.companyId);
  const base = isAddOn(line) ? (line.parent ?? lines.find((each) => !isAddOn(each))) : line;
  return base && companies.findLast(({ name }) => name.endsWith(endOfName(customer, base)));
}

/** Returns the number of the line's company, which is made if it is not `held`. */
async function addCompany(
  api: Bitdefender,
  task: FulfilTask,
  line: FulfilLine,
  held: BitdefenderCompany | undefined,
  companies: BitdefenderCompany[],
): Promise<string> {
  if (!(line.offerRef in models)) throw new VendorRefusal(404, "offer", `it has no protection model ${line.offerRef}`);
  let company = held;
  if (!company)
    try {
      const wanted = newCompany(task, line, companies.length === 0);
      const id = await api.createCompany(wanted);
      companies.push({ id, name: wanted.name });
      return id;
    } catch (error) {
      // Another worker, or a call whose answer was lost, was faster.
      company = await foundAfter(error, () => findNamed(api, task, line));
      companies.push(company);
    }
  const licence = await api.readLicence(company.id);
  if (licence.totalSlots !== line.quantity || licence.assignedProtectionModel !== line.offerRef)
    await api.setLicence(company.id, licence, { slots: line.quantity, model: line.offerRef });
  return company.id;
}

const findNamed = async (
  api: Bitdefender,
  { customer }: FulfilTask,
  line: FulfilLine,
): Promise<BitdefenderCompany | undefined> =>
  (await api.findCompanies(markOf(customer))).find(({ name }) => name.endsWith(endOfName(customer, line)));

/** Returns what stands there although a call for it was refused. */
async function foundAfter<T>(error: unknown, find: () => Promise<T | undefined>): Promise<T> {
  const found = error instanceof VendorRefusal ? await find() : undefined;
  if (found === undefined) throw error;
  return found;
}

const asked = z.object({ ConsoleUser: z.string().min(1) });

/** A user of the console can be of one company only: the customer's first. */
function newCompany({ customer, details }: FulfilTask, line: FulfilLine, isFirst: boolean): NewCompany {
  const { address, contact } = customer;
  const email = asked.safeParse(details).data?.ConsoleUser;
  const fullName =
    contact?.email === email && contact ? `${contact.firstName} ${contact.lastName}`.trim() : customer.name;
  return {
    name: companyName(customer, line),
    address: address
      ? [address.line1, address.line2, address.city, address.postcode].filter(Boolean).join(", ").slice(0, 128)
      : undefined,
    country: customer.country,
    phone: contact?.phone?.slice(0, 32),
    account: email && isFirst ? { email, fullName } : undefined,
    model: line.offerRef,
    slots: line.quantity,
  };
}

/** Bitdefender has no terms to schedule: we change, suspend or delete a company ourselves when one ends. */
async function changeCompany(api: Bitdefender, { kind }: FulfilTask, line: FulfilLine, company: BitdefenderCompany) {
  const { id, isSuspended } = company;
  const isNow = (suspended: boolean) => async () =>
    (await api.findCompany(id))?.isSuspended === suspended ? true : undefined;
  if (kind === "change") {
    const licence = await api.readLicence(id);
    if (licence.totalSlots !== line.quantity) await api.setLicence(id, licence, { slots: line.quantity });
  }
  if (kind === "suspend" && !isSuspended)
    await api.suspendCompany(id).catch((error: unknown) => foundAfter(error, isNow(true)));
  if (kind === "resume" && isSuspended !== false)
    await api.activateCompany(id).catch((error: unknown) => foundAfter(error, isNow(false)));
  if (kind === "cancel")
    await api
      .deleteCompany(id)
      .catch((error: unknown) => foundAfter(error, async () => ((await api.findCompany(id)) ? undefined : true)));
}

/** An add-on is counted, not reserved, and stands still with its company. */
async function changeAddOn(api: Bitdefender, task: FulfilTask, line: FulfilLine, company: BitdefenderCompany) {
  const isOf = ({ key, vendorRef }: FulfilLine) =>
    key === line.parent?.key || readRef(vendorRef ?? "")?.companyId === company.id;
  const withCompany = task.lines.some((each) => !isAddOn(each) && isOf(each));
  if (task.kind === "cancel" && !withCompany) await switchAddOn(api, company, line, false);
  if ((task.kind === "suspend" || task.kind === "resume") && !withCompany)
    throw new VendorRefusal(409, "addOnAlone", "an add-on can be suspended and resumed only with what it extends");
}

async function switchAddOn(api: Bitdefender, { id }: BitdefenderCompany, { offerRef }: FulfilLine, on: boolean) {
  const licence = await api.readLicence(id);
  if ((licence[offerRef] === true) !== on) await api.setLicence(id, licence, { switches: { [offerRef]: on } });
  return offerRef;
}

const readRefusal = ({ code, message }: VendorRefusal): Refusal => ({
  code,
  reason: `Bitdefender refused this: ${message.replace(/\.?$/, ".")}`,
});
