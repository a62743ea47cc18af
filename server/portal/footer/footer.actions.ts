import type { InputOf } from "@tradewind/contract/endpoint.ts";
import type { footer } from "@tradewind/contract/portal/footer.ts";
import { footerGroups, optOuts, type OptOut } from "@tradewind/domain/portal/footer.ts";
import type { Actor, OperatorActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Context, Doing } from "../../platform/http.ts";
import { listOptOuts, replaceButtons, setOptOuts } from "./footer.store.ts";

type Buttons = InputOf<typeof footer.change>["body"]["Items"];

/** Groups have a fixed order; lines within a group keep the order given. */
export async function changeFooter({ tx, platform, actor }: Doing<OperatorActor>, buttons: Buttons): Promise<void> {
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
  platform.log.info({ lines: sorted.length, by: actor.personId }, "The footer was changed");
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

export async function chooseOptOuts({ tx, actor }: Doing<Actor>, out: readonly OptOut[]) {
  await setOptOuts(tx, actor.personId, [...new Set(out)]);
  return toWire(out);
}
