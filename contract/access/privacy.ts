/** What is held about a person: given to them or to who looks after them, and erased. */
import * as z from "zod/mini";
import { endpoint, id } from "../endpoint.ts";

const operator = { anyOf: [], kinds: ["admin"] } as const;
const managers = { anyOf: ["manageUsers"] } as const;
const user = z.strictObject({ userId: id });
const membership = z.strictObject({ membershipId: id });

const part = z.object({ What: z.string(), Count: z.number() });
/** What erasing would do, by kind of data: only what there is. */
const preview = z.object({
  Deleted: z.array(part),
  /** Stays, without the person's name. */
  Unnamed: z.array(part),
  Kept: z.array(z.extend(part, { Why: z.string() })),
  /** Why the person cannot be erased now; null if they can. */
  Refused: z.nullable(z.string()),
});
export type ErasurePreview = z.output<typeof preview>;

const file = {
  method: "GET",
  as: "none",
  proof: "fresh",
  jump: false,
  logs: "exports.personalData",
  file: "application/json",
  result: z.unknown(),
} as const;
const erased = { method: "POST", as: "identity", proof: "fresh", jump: false, logs: "users.erase" } as const;

export const personalData = {
  own: endpoint({
    ...file,
    path: "/api/personal-data",
    summary: "Everything that is held about the person signed in",
    access: "signedIn",
    errors: ["confirmFirst"],
  }),
  ofUser: endpoint({
    ...file,
    path: "/api/users/:userId/personal-data",
    summary: "Everything that is held about somebody of the company, who acts for nobody else",
    access: managers,
    params: user,
    errors: ["confirmFirst", "notFound", "notYourself", "actsElsewhere"],
  }),
  ofAnybody: endpoint({
    ...file,
    path: "/api/operator/people/:membershipId/personal-data",
    summary: "Everything that is held about a person, whoever they act for",
    access: operator,
    params: membership,
    errors: ["confirmFirst", "notFound"],
  }),
  previewUser: endpoint({
    method: "GET",
    path: "/api/users/:userId/erasure",
    summary: "What erasing somebody of the company would delete, change and keep",
    access: managers,
    as: "identity",
    params: user,
    result: preview,
    errors: ["notFound", "notYourself"],
  }),
  eraseUser: endpoint({
    ...erased,
    path: "/api/users/:userId/erase",
    summary: "Erases somebody of the company for good, who acts for nobody else",
    access: managers,
    params: user,
    result: z.object({}),
    errors: ["confirmFirst", "notFound", "notYourself", "actsElsewhere", "lastAdministrator", "conflict"],
  }),
  previewAnybody: endpoint({
    method: "GET",
    path: "/api/operator/people/:membershipId/erasure",
    summary: "What erasing a person would delete, change and keep",
    access: operator,
    as: "identity",
    params: membership,
    result: preview,
    errors: ["notFound"],
  }),
  eraseAnybody: endpoint({
    ...erased,
    path: "/api/operator/people/:membershipId/erase",
    summary: "Erases a person for good, whoever they act for",
    access: operator,
    params: membership,
    result: z.object({}),
    errors: ["confirmFirst", "notFound", "lastAdministrator"],
  }),
};
