/** What a company asks of its own people's sessions: from which addresses, for how long, by which way in. */
import { faultOfRange, mostListed, sessionLimits } from "@tradewind/domain/access/sign-in-rules.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import * as z from "zod/mini";
import { endpoint, id, instant } from "../endpoint.ts";
import { textOf } from "../fields.ts";

const managers = { anyOf: ["manageUsers"], kinds: ["reseller", "engineer"] } as const;
const operator = { anyOf: [], kinds: ["admin"] } as const;

const isOf = (...schemas: readonly z.ZodMiniType[]) => {
  const any = z.union(schemas);
  return (text: string) => z.safeParse(any, text).success;
};
const isRange = isOf(z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6());

export const listedAddress = z.strictObject({
  /** An IPv4 or IPv6 address, or a range such as `192.0.2.0/24`. */
  Address: z.string().check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, messages.required("Address")),
    z.maxLength(49),
    z.refine(isRange, {
      message: "Must be an address such as 192.0.2.7, or a range such as 192.0.2.0/24",
      abort: true,
    }),
    z.superRefine((text, context) => {
      const message = faultOfRange(text);
      if (message) context.addIssue({ code: "custom", message });
    }),
  ),
  Label: textOf({ label: "Label", kind: "text", longest: 60 }),
});

const version = z.int().check(z.gte(0), z.lte(1_000_000));
const within = ({ least, most }: { least: number; most: number }) =>
  z.nullable(z.int().check(z.gte(least), z.lte(most)));

/** Whether only the listed addresses are let in, and which they are. */
const ipAccessFields = {
  On: z.boolean(),
  Listed: z.array(listedAddress).check(z.maxLength(mostListed)),
  Version: version,
};
/** Null where the usual holds. */
const sessionPolicyFields = {
  IdleMinutes: within(sessionLimits.idleMinutes),
  LifeHours: within(sessionLimits.lifeHours),
  MostSessions: within(sessionLimits.sessions),
  SsoOnly: z.boolean(),
  Version: version,
};

const ipAccess = z.object({
  ...ipAccessFields,
  /** The caller's own address, and whether it can be told from others'. */
  YourAddress: z.string(),
  IsKnown: z.boolean(),
});
const sessionPolicy = z.object({
  ...sessionPolicyFields,
  /** Whether the caller came in by a provider, so that single sign-on may be demanded. */
  CameByProvider: z.boolean(),
});
const shownSessionPolicy = z.extend(sessionPolicy, {
  /** Whom single sign-on only would concern, besides the caller. */
  Others: z.object({
    /** How many are signed in otherwise now, and so would be signed out. */
    SignedInOtherwise: z.number(),
    /** How many of those are linked to no provider. */
    Unlinked: z.number(),
    /** How many of all the company's people are. */
    AllUnlinked: z.number(),
  }),
});
export type IpAccess = z.output<typeof ipAccess>;
export type SessionPolicy = z.output<typeof shownSessionPolicy>;

export const signInRules = {
  ipAccess: endpoint({
    method: "GET",
    path: "/api/ip-access",
    summary: "The addresses from which the company's own people and programs may come",
    access: managers,
    result: ipAccess,
  }),
  saveIpAccess: endpoint({
    method: "PUT",
    path: "/api/ip-access",
    summary: "Changes from which addresses the company's own people and programs may come",
    logs: "signInRules.ipAccess",
    access: managers,
    jump: false,
    proof: "fresh",
    body: z.strictObject(ipAccessFields),
    result: ipAccess,
    errors: ["confirmFirst", "mfaNotHere", "conflict", "onlyPartOfCompany", "ownAddressMissing", "addressUnknown"],
  }),
  sessionPolicy: endpoint({
    method: "GET",
    path: "/api/session-policy",
    summary: "How long the sessions of the company's own people last, how many there may be, and how they begin",
    access: managers,
    as: "identity",
    result: shownSessionPolicy,
  }),
  saveSessionPolicy: endpoint({
    method: "PUT",
    path: "/api/session-policy",
    summary:
      "Changes how long the sessions of the company's own people last, how many there may be, and how they begin",
    logs: "signInRules.sessionPolicy",
    access: managers,
    jump: false,
    proof: "fresh",
    body: z.strictObject(sessionPolicyFields),
    result: sessionPolicy,
    errors: ["confirmFirst", "mfaNotHere", "conflict", "onlyPartOfCompany", "signInByProviderFirst"],
  }),
};

/** The operator's view of companies that made rules, and the way out for those who shut themselves out. */
export const everySignInRules = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/sign-in-rules",
    summary: "Companies that limit from where or by which way their people sign in, by name",
    access: operator,
    result: z.object({
      Items: z.array(
        z.object({
          CompanyId: id,
          CompanyName: z.string(),
          /** How many addresses are let in; null if all are. */
          Addresses: z.nullable(z.number()),
          SsoOnly: z.boolean(),
          Changed: instant,
        }),
      ),
    }),
  }),
  lift: endpoint({
    method: "POST",
    path: "/api/operator/sign-in-rules/:companyId/lift",
    summary: "Lets a company's people in again from every address and by every way in",
    logs: "signInRules.lift",
    access: operator,
    proof: "fresh",
    params: z.strictObject({ companyId: id }),
    body: z.strictObject({
      Reason: z.string().check(z.trim(), z.minLength(10, "Say in a sentence why, for the log"), z.maxLength(200)),
    }),
    result: z.object({}),
    errors: ["confirmFirst", "notFound"],
  }),
};
