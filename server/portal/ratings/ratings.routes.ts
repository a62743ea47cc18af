import type { audienceKinds } from "@tradewind/contract/portal/announcements.ts";
import { ratings } from "@tradewind/contract/portal/ratings.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer, answerPrepared } from "../../platform/http.ts";
import { takeTurn } from "../../platform/take-turn.ts";
import { listOptOuts } from "../footer/footer.store.ts";
import {
  findFeature,
  findRequired,
  insertRating,
  listComments,
  listFeatures,
  streamRatings,
  updateFeature,
  type FeatureRow,
} from "./ratings.store.ts";

const toWire = (row: FeatureRow) => ({
  Id: row.id,
  Title: row.title,
  Description: row.description,
  Enabled: row.enabled,
  UserKinds: row.user_kinds as (typeof audienceKinds)[number][],
  Up: row.up,
  Down: row.down,
  Unanswered: row.unanswered,
});

export const ratingsRoutes = [
  answerPrepared(
    ratings.required,
    // Opt-outs are stored with people, whom a reseller's role does not see.
    ({ platform, actor }) =>
      platform.database.read({ role: "app_identity" }, (people) => listOptOuts(people, actor.personId)),
    async ({ db, actor, now }, _, declined) => {
      if (declined.includes("surveys")) return null;
      const row = await findRequired(db, actor, now);
      return row ? { FeatureId: row.id, Title: row.title, Description: row.description } : null;
    },
  ),
  answer(ratings.save, async ({ tx, actor, now }, { body }) => {
    orNotFound(await findFeature(tx, body.FeatureId));
    await takeTurn(tx, `rating ${actor.membershipId}`);
    // A second tab may have answered in the meantime.
    if ((await findRequired(tx, actor, now))?.id !== body.FeatureId) return {};
    await insertRating(tx, {
      reseller_id: actor.resellerId,
      feature_id: body.FeatureId,
      membership_id: actor.membershipId,
      rating: body.Rating,
      comments: body.Comments,
      created_at: now,
    });
    return {};
  }),
  answer(ratings.results, async ({ db }) => {
    const [features, comments] = await Promise.all([listFeatures(db), listComments(db)]);
    return {
      Features: features.map(toWire),
      Comments: comments.map((row) => ({
        FeatureId: row.feature_id,
        Rating: row.rating,
        Comments: row.comments,
        Who: row.who,
        ResellerName: row.reseller_name,
        Created: row.created_at.toISOString(),
      })),
    };
  }),
  answer(ratings.ask, async ({ tx, doer }, { params, body }) => {
    orNotFound(await updateFeature(tx, params.featureId, { enabled: body.Enabled, user_kinds: body.UserKinds }));
    const what = `${body.Enabled ? "Asked" : "Stopped asking"} for ratings of ${params.featureId}`;
    await recordActivity(tx, doer, { action: "ratings.ask", what, object: ["rating", null] });
    return toWire((await listFeatures(tx, params.featureId))[0]!);
  }),
  answer(ratings.csv, ({ platform }) => ({
    file: () => streamRatings(platform.exports),
    name: "ratings.csv",
  })),
];
