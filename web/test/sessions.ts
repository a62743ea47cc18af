import type { Currency } from "@tradewind/domain/values/money.ts";
import type { session } from "@tradewind/contract/access/session.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { partnerSystems, type LinkedSystem } from "@tradewind/domain/portal/partner-systems.ts";
import {
  permissions,
  storedUserType,
  viewNumber,
  views,
  type Permission,
  type UserKind,
  type View,
} from "@tradewind/domain/values/permissions.ts";

type Wire = ResultOf<typeof session.current>;
type Changes = {
  kind?: UserKind;
  views?: readonly View[];
  permissions?: readonly Permission[];
  currency?: Currency;
  seesPrices?: boolean;
  seesOwnPrices?: boolean;
  mustSignNow?: boolean;
  hasOtherCompanies?: boolean;
  /** Features that are on. */
  flags?: readonly string[];
  /** Portals in which the reseller has an account. */
  linked?: readonly LinkedSystem[];
  signIn?: Wire["SignIn"];
  restricted?: Wire["Restricted"];
};
const acme = "019a0000-0000-7000-8000-000000000001";

/** Builds a session as the server returns it: a reseller with every right, with a test's changes. */
export function sessionOf({
  kind = "reseller",
  currency = "GBP",
  seesPrices = true,
  seesOwnPrices = false,
  mustSignNow = false,
  hasOtherCompanies = false,
  flags = [],
  linked = [],
  signIn = { HasPassword: true, ByProvider: false },
  restricted = { Customers: false, Products: false },
  ...rights
}: Changes = {}): Wire {
  const name = `${kind}@harbour.example`;
  return {
    User: {
      Kind: kind,
      userName: name,
      userType: storedUserType(kind),
      displayName: "Hannah Reid",
      emailAddress: name,
      isEndUser: kind === "endUser",
      isEndUserAdmin: kind === "endUserAdmin",
      endUserAdminId: kind === "endUserAdmin" ? acme : null,
      cloudMarketId: null,
      mex: "1000",
    },
    SignIn: signIn,
    Permissions: {
      usersPermissions: {
        views: (rights.views ?? views).map(viewNumber),
        permissions: [...(rights.permissions ?? permissions)],
      },
      featureFlags: flags.map((featureName) => ({ featureName, enabled: true })),
    },
    DisplaySettings: { HidePricing: false, HideBanner: false },
    SeesPrices: seesPrices,
    SeesOwnPrices: seesOwnPrices,
    Restricted: restricted,
    Reseller:
      kind === "admin"
        ? null
        : { Id: "019a0000-0000-7000-8000-0000000000aa", Name: "Harbour IT", Currency: currency, Country: "GB" },
    Theme: { Color_1_1: "default", Color_2_1: "#3a53d0", LogoUrl: null, MobileLogoUrl: null },
    PartnerSystems: partnerSystems.map((slug) => ({
      slug,
      link: slug === "cloud" ? "/" : `https://${slug}.example`,
      linked: slug === "cloud" || linked.includes(slug),
    })),
    SupportLinks: {
      StatusPage: "https://status.example",
      NewStatusPage: "https://health.example",
      Community: "https://community.example",
      KnowledgeBase: "https://help.example",
      Academy: "https://academy.example",
    },
    MustSignNow: mustSignNow,
    HasOtherCompanies: hasOtherCompanies,
    SingleExperience: false,
    Seen: "",
    JumpedBy: null,
    Today: "2026-05-21",
    Demo: true,
  };
}
