import { session } from "@tradewind/contract/session.ts";
import { storedUserType, viewNumber } from "@tradewind/domain/permissions.ts";
import { seesPrices, type Actor } from "../../platform/actor.ts";
import { answerBare } from "../../platform/http.ts";

const permissionsOf = (actor: Actor) => ({
  usersPermissions: { views: actor.views.map(viewNumber), permissions: [...actor.permissions] },
  featureFlags: [...actor.flags].map(([featureName, enabled]) => ({ featureName, enabled })),
});

/** Both answer from what sign-in already read: no transaction of their own. */
export const sessionRoutes = [
  answerBare(session.permissions, ({ actor }) => permissionsOf(actor)),
  answerBare(session.current, ({ actor, today, platform }) => ({
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
    Permissions: permissionsOf(actor),
    DisplaySettings: { HidePricing: actor.hidePricing, HideBanner: actor.hideBanner },
    SeesPrices: seesPrices(actor),
    Reseller: actor.resellerId
      ? { Id: actor.resellerId, Name: actor.resellerName ?? "", Currency: actor.currency, Country: actor.country }
      : null,
    Theme: { Color_1_1: actor.theme, Color_2_1: actor.accent, LogoUrl: null },
    Today: today,
    MovableClock: platform.config.DEMO,
  })),
];
