/** Everything the signed-in portal needs before its first screen. */
import { currencies } from "@tradewind/domain/values/money.ts";
import { userKinds } from "@tradewind/domain/values/permissions.ts";
import * as z from "zod/mini";
import { tokenAnswer } from "./auth.ts";
import { endpoint, id } from "../endpoint.ts";
import { partnerSystem } from "../portal/partner-system-shape.ts";

const permissionsPayload = z.object({
  usersPermissions: z.object({ views: z.array(z.number()), permissions: z.array(z.string()) }),
  featureFlags: z.array(z.object({ featureName: z.string(), enabled: z.boolean() })),
});
const displaySettings = z.object({ HidePricing: z.boolean(), HideBanner: z.boolean() });

/** Bundles everything in one answer, so that the first rows are at most two calls away. */
export const currentSession = z.object({
  User: z.object({
    /** The kind behind the stored user type: reseller and engineer are both stored as admin. */
    Kind: z.enum(userKinds),
    userName: z.string(),
    userType: z.string(),
    displayName: z.string(),
    emailAddress: z.string(),
    isEndUser: z.boolean(),
    isEndUserAdmin: z.boolean(),
    endUserAdminId: z.nullable(id),
    cloudMarketId: z.nullable(id),
    mex: z.string(),
  }),
  /** Whether the person has a password here, and whether a provider let them in this time. */
  SignIn: z.object({ HasPassword: z.boolean(), ByProvider: z.boolean() }),
  Permissions: permissionsPayload,
  DisplaySettings: displaySettings,
  /** Whether the person may see prices (ACL-39, ACL-40). */
  SeesPrices: z.boolean(),
  /** Whether the person is a customer's, and may see what it pays (ACL-40). */
  SeesOwnPrices: z.boolean(),
  /** Whether the person is restricted to certain customers, or to certain products (ACL-53, ACL-54). */
  Restricted: z.object({ Customers: z.boolean(), Products: z.boolean() }),
  Reseller: z.nullable(z.object({ Id: id, Name: z.string(), Currency: z.enum(currencies), Country: z.string() })),
  Theme: z.object({
    Color_1_1: z.enum(["light", "dark", "default"]),
    Color_2_1: z.string(),
    LogoUrl: z.nullable(z.string()),
    MobileLogoUrl: z.nullable(z.string()),
  }),
  PartnerSystems: z.array(partnerSystem),
  /** External pages linked from the Support menu. */
  SupportLinks: z.object({
    StatusPage: z.string(),
    NewStatusPage: z.string(),
    Community: z.string(),
    KnowledgeBase: z.string(),
    Academy: z.string(),
  }),
  /** Whether the person must sign the marketplace's terms before anything else (ACL-31). */
  MustSignNow: z.boolean(),
  /** Whether the person also acts for other companies. */
  HasOtherCompanies: z.boolean(),
  /** Whether the person sees all portals as one (AUTH-128, AUTH-129). */
  SingleExperience: z.boolean(),
  /** The marketplace's member of staff acting in this session; null if the person is acting. */
  JumpedBy: z.nullable(z.string()),
  /** The id of the last event seen before: from it the stream of events goes on, so that none after this is lost. */
  Seen: z.string(),
  /** The marketplace's business day, `yyyy-MM-dd`. */
  Today: z.string(),
  /** Whether this is the demo, whose clock can be moved. */
  Demo: z.boolean(),
});
export type CurrentSession = z.output<typeof currentSession>;

export const session = {
  current: endpoint({
    method: "GET",
    path: "/api/session",
    summary: "The person signed in, rights, flags, settings and theme",
    access: "signedIn",
    result: currentSession,
  }),
  renew: endpoint({
    method: "POST",
    path: "/api/auth/refresh",
    summary: "A new access token for the refresh cookie, which turns over, with the session it is for",
    unlogged: "It goes on with a session whose beginning is logged.",
    access: "public",
    as: "none",
    keyless: "A refresh as OAuth knows it: the cookie is good once, and its successor comes with the answer.",
    result: z.extend(tokenAnswer, { session: currentSession }),
    errors: ["notSignedIn", "byProviderOnly"],
  }),
  permissions: endpoint({
    method: "GET",
    path: "/api/permissions",
    summary: "Views, permissions and feature flags of the person signed in",
    access: "signedIn",
    as: "none",
    result: permissionsPayload,
  }),
};
