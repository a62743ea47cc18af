import { monolithPsa, psa, type PsaCalls } from "@tradewind/contract/psa/psa.ts";
import { answer, answerPrepared } from "../../platform/http.ts";
import {
  availableIntegrations,
  mustSeeAll,
  settingsOf,
  succeeded,
  testConnection,
  updateSettings,
} from "./integration.actions.ts";
import { findConnection } from "./integration.store.ts";

const routesOf = (calls: PsaCalls) => [
  answer(calls.availableIntegrations, ({ platform, actor }) => {
    mustSeeAll(actor);
    return { response: availableIntegrations(platform) };
  }),
  answer(calls.settings, async ({ db, actor }) => {
    mustSeeAll(actor);
    return { response: settingsOf(await findConnection(db, actor.resellerId)) };
  }),
  answer(calls.updateSettings, async (doing, { body }) => ({
    ...succeeded,
    response: await updateSettings(doing, body),
  })),
  answerPrepared(
    calls.testConnection,
    ({ platform, actor }, { body }) => testConnection(platform, actor, body),
    (_context, _input, outcome) => outcome,
  ),
];

export const integrationRoutes = [...routesOf(psa), ...routesOf(monolithPsa)];
