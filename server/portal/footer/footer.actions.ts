import type { InputOf } from "@tradewind/contract/endpoint.ts";
import type { footer } from "@tradewind/contract/portal/footer.ts";
import { footerGroups, optOuts, type OptOut } from "@tradewind/domain/portal/footer.ts";
import { recordActivity, recordOwn } from "../../platform/activity.store.ts";
import type { Actor, OperatorActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Context, Doing } from "../../platform/http.ts";
import { listOptOuts, replaceButtons, setOptOuts } from "./footer.store.ts";

type Buttons = InputOf<typeof footer.change>["body"]["Items"];

/** Groups have a fixed order; lines within a group keep the order given. */
export async function changeFooter({ tx, doer }: Doing<OperatorActor>, buttons: Buttons): Promise<void> {
  if (buttons.some(({ Link, Policy }) => Link !== null && Policy !== null))
    throw new AppError("invalidRequest", { fields: { Items: "A line opens either a page or a policy" } });
  const sorted = footerGroups.flatMap((group) => buttons.filter(({ Group }) => Group === group));
  await replaceButtons(
    tx,
    sorted.map(({ Group, Label, Link, Policy }, at) => ({
      position: at + 1,
      part: Group,
      label: Label,
      link: Link,
      policy: Policy,
    })),
  );
  const what = `Changed the footer: ${sorted.map(({ Label }) => Label).join(", ") || "no lines"}`;
  await recordActivity(tx, doer, { action: "footer.change", what, object: ["footer", null] });
}

const toWire = (out: readonly OptOut[]) => ({
  Items: optOuts.map(({ id, label, description }) => ({
    Id: id,
    Label: label,
    Description: description,
    OptedOut: out.includes(id),
  })),
});

export const optOutsOf = async ({ db, actor }: Context<Actor>) => toWire(await listOptOuts(db, actor.personId));

export async function chooseOptOuts(doing: Doing<Actor>, out: readonly OptOut[]) {
  await setOptOuts(doing.tx, doing.actor.personId, [...new Set(out)]);
  await recordOwn(doing, "footer.optOuts", `Opted out of: ${out.join(", ") || "nothing"}`);
  return toWire(out);
}
