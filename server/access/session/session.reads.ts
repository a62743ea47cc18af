import type { CurrentSession } from "@tradewind/contract/access/session.ts";
import { storedUserType, viewNumber } from "@tradewind/domain/values/permissions.ts";
import { seesOwnPrices, seesPrices, type Actor } from "../../platform/actor.ts";
import type { Config } from "../../platform/config.ts";
import type { Db } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { partnerSystemsOf } from "../../portal/partner-systems/partner-systems.actions.ts";

export const permissionsOf = (actor: Actor) => ({
  usersPermissions: { views: actor.views.map(viewNumber), permissions: [...actor.permissions] },
  featureFlags: [...actor.flags].map(([featureName, enabled]) => ({ featureName, enabled })),
});

/**
 * Tells whether a reseller must sign the marketplace's own terms before anything else; engineers and customers never
 * must.
 */
export const mustSignNow = async ({ mustSignTerms }: Platform, db: Db, actor: Actor): Promise<boolean> =>
  actor.kind === "reseller" && mustSignTerms(db, actor.resellerId);

const supportLinksOf = (config: Config): CurrentSession["SupportLinks"] => ({
  StatusPage: config.STATUS_PAGE_URL,
  NewStatusPage: config.NEW_STATUS_PAGE_URL,
  Community: config.COMMUNITY_URL,
  KnowledgeBase: config.KNOWLEDGE_BASE_URL,
  Academy: config.ACADEMY_URL,
});

/** Collects what the portal needs before its first screen. */
export const sessionOf = (platform: Platform, actor: Actor, host: string, mustSign: boolean): CurrentSession => ({
  User: {
    Kind: actor.kind,
    userName: actor.userName,
    userType: storedUserType(actor.kind),
    displayName: actor.displayName,
    emailAddress: actor.email,
    isEndUser: actor.kind === "endUser",
    isEndUserAdmin: actor.kind === "endUserAdmin",
    endUserAdminId: actor.kind === "endUserAdmin" ? actor.customerId : null,
    cloudMarketId: actor.customerId ?? actor.resellerId,
    mex: actor.resellerId ?? actor.personId,
  },
  SignIn: { HasPassword: actor.hasPassword, ByProvider: actor.way === "sso" || actor.way === "aad" },
  Permissions: permissionsOf(actor),
  DisplaySettings: { HidePricing: actor.hidePricing, HideBanner: actor.hideBanner },
  SeesPrices: seesPrices(actor),
  SeesOwnPrices: seesOwnPrices(actor),
  Restricted: {
    Customers: actor.restriction?.customers ?? false,
    Products: (actor.restriction?.products ?? null) !== null,
  },
  Reseller: actor.resellerId
    ? { Id: actor.resellerId, Name: actor.resellerName, Currency: actor.currency, Country: actor.country }
    : null,
  Theme: {
    Color_1_1: actor.label.theme,
    Color_2_1: actor.label.accent,
    LogoUrl: actor.label.logo?.desktop ?? null,
    MobileLogoUrl: actor.label.logo?.mobile ?? null,
  },
  PartnerSystems: partnerSystemsOf(platform.config, host, actor),
  SupportLinks: supportLinksOf(platform.config),
  MustSignNow: mustSign,
  HasOtherCompanies: actor.hasOtherCompanies && actor.behind === null,
  SingleExperience: actor.singleExperience,
  JumpedBy: actor.behind,
  Seen: platform.hub.seen(),
  Today: platform.clock.today(),
  Demo: platform.config.DEMO,
});
