/** What people think of a feature they have used: asked now and then, and shown to the operator. */
import * as z from "zod/mini";
import { audienceKinds } from "./announcements.ts";
import { endpoint, instant } from "../endpoint.ts";
import { tenants } from "./notifications.ts";

const operator = { anyOf: [], kinds: ["admin"] } as const;
const featureId = z.string().check(z.minLength(1), z.maxLength(60));

const feature = z.object({
  Id: z.string(),
  Title: z.string(),
  Description: z.string(),
  Enabled: z.boolean(),
  /** Kinds of user to ask; empty for everybody. */
  UserKinds: z.array(z.enum(audienceKinds)),
  Up: z.number(),
  Down: z.number(),
  /** Number of people who closed the question without answering. */
  Unanswered: z.number(),
});

export const ratings = {
  required: endpoint({
    method: "GET",
    path: "/api/ratings/required",
    summary: "The feature the person should be asked about now; null for none",
    access: tenants,
    result: z.nullable(z.object({ FeatureId: z.string(), Title: z.string(), Description: z.string() })),
  }),
  save: endpoint({
    method: "POST",
    path: "/api/ratings",
    summary:
      "Keeps what the person thinks of a feature: thumb up is true, down is false, closed without either is null",
    unlogged: "The answer is kept with who gave it.",
    access: tenants,
    body: z.strictObject({
      FeatureId: featureId,
      Rating: z.nullable(z.boolean()),
      Comments: z._default(z.string().check(z.trim(), z.maxLength(1000)), ""),
    }),
    result: z.object({}),
    errors: ["notFound"],
    jump: false,
  }),
  results: endpoint({
    method: "GET",
    path: "/api/operator/ratings",
    summary: "Every feature with its counts, and the latest hundred comments",
    sums: true,
    access: operator,
    result: z.object({
      Features: z.array(feature),
      Comments: z.array(
        z.object({
          FeatureId: z.string(),
          Rating: z.nullable(z.boolean()),
          Comments: z.string(),
          Who: z.string(),
          ResellerName: z.string(),
          Created: instant,
        }),
      ),
    }),
  }),
  ask: endpoint({
    method: "PUT",
    path: "/api/operator/ratings/:featureId",
    summary: "Whether people are asked about a feature, and which kinds of them",
    logs: "ratings.ask",
    access: operator,
    params: z.strictObject({ featureId }),
    body: z.strictObject({
      Enabled: z.boolean(),
      UserKinds: z.array(z.enum(audienceKinds)).check(z.maxLength(10)),
    }),
    result: feature,
  }),
  csv: endpoint({
    method: "GET",
    path: "/api/operator/ratings/csv",
    summary: "Every rating, one line each",
    logs: "exports.ratings",
    access: operator,
    as: "none",
    file: "text/csv",
    result: z.unknown(),
  }),
};
