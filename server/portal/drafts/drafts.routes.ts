import { drafts } from "@tradewind/contract/portal/drafts.ts";
import { draftLength, keptOfDraft } from "@tradewind/domain/portal/drafts.ts";
import { AppError } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { deleteDraft, findDraft, saveDraft } from "./drafts.store.ts";

/** What is kept of a draft, whatever a page sent. */
function keptOf(value: string): string {
  let kept: string;
  try {
    kept = JSON.stringify(keptOfDraft(JSON.parse(value)));
  } catch {
    throw new AppError("invalidRequest", { fields: { Value: "Must be JSON" } });
  }
  if (kept.length > draftLength) throw new AppError("invalidRequest", { fields: { Value: "Is too long" } });
  return kept;
}

export const draftsRoutes = [
  answer(drafts.read, async ({ db, actor }, { params }) => ({
    Value: (await findDraft(db, actor, params.form))?.value ?? null,
  })),
  answer(drafts.keep, async ({ tx, actor }, { params, body }) => {
    await saveDraft(tx, actor, params.form, keptOf(body.Value));
    return {};
  }),
  answer(drafts.drop, async ({ tx, actor }, { params }) => {
    await deleteDraft(tx, actor, params.form);
    return {};
  }),
];
