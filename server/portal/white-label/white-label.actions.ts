import type { Platform } from "../../platform/platform.ts";
import { toLabelFields, type whiteLabel, type WhiteLabelAnswer } from "@tradewind/contract/portal/white-label.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { labelOf } from "@tradewind/domain/portal/white-label.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import { isTenantActor, partnerLabelsOff, type Actor, type TenantActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import { brokeUnique } from "../../platform/db-errors.ts";
import type { Db } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { reloadSessions } from "../../platform/sessions.store.ts";
import { readPicture, type Picture } from "./logo-picture.ts";
import {
  deleteOtherPictures,
  findLabel,
  insertPicture,
  listHosts,
  lockLabel,
  saveLabel,
  type LabelRow,
} from "./white-label.store.ts";

type Sent = InputOf<typeof whiteLabel.change>["body"];

/** Rereads the caller's label, so that it is current right after a change. */
export async function currentLabel({ actor }: { actor: Actor }, db: Db): Promise<WhiteLabelAnswer> {
  const off = partnerLabelsOff(actor);
  const [row, hosts] = isTenantActor(actor)
    ? await Promise.all([findLabel(db, actor.resellerId), listHosts(db, actor.resellerId)])
    : [undefined, []];
  return {
    ...toLabelFields(labelOf(actor.resellerId, off ? undefined : row)),
    Version: row?.version ?? 0,
    Hosts: hosts,
    IsSwitchedOff: off,
  };
}

export async function changeLabel(doing: Doing, sent: Sent, pictures: Pictures): Promise<WhiteLabelAnswer> {
  const { tx, actor, doer, now } = doing;
  const before = await lockLabel(tx, actor.resellerId);
  if ((before?.version ?? 0) !== sent.Version) throw new AppError("conflict");
  const label: LabelRow = {
    theme: sent.MarketplaceWhitelabel.Color_1_1,
    accent: sent.MarketplaceWhitelabel.Color_2_1.toLowerCase(),
    ...logoAfter(before, pictures),
    version: sent.Version + 1,
  };
  for (const picture of [pictures.desktop, pictures.mobile])
    if (picture) await insertPicture(tx, actor.resellerId, picture);
  await saveLabel(tx, actor.resellerId, label, before === undefined, now).catch((error: unknown): never => {
    throw brokeUnique(error, "white_labels_pkey") ? new AppError("conflict") : error;
  });
  await deleteOtherPictures(
    tx,
    actor.resellerId,
    [label.logo, label.mobile_logo].filter((name) => name !== null),
  );
  await recordActivity(tx, doer, {
    action: "whiteLabel.change",
    what: `Changed the white label: ${described(label, pictures)}`,
    object: ["whiteLabel", actor.resellerId],
  });
  await announce(tx, actor.resellerId, ["whiteLabel"]);
  await reloadSessions(tx);
  return currentLabel(doing, tx);
}

/** New pictures; null removes one, undefined leaves it unchanged. */
type Pictures = { desktop: Picture | null | undefined; mobile: Picture | null | undefined };

export async function readPictures(
  platform: Platform,
  actor: TenantActor,
  { DesktopImage, MobileImage }: Sent,
): Promise<Pictures> {
  if (partnerLabelsOff(actor)) throw new AppError("whiteLabelsOff");
  const fields: Record<string, string> = {};
  const read = async (field: string, given: string | null | undefined) => {
    const found = given ? await readPicture(platform, actor.resellerId, given) : undefined;
    if (found && "wrong" in found) fields[field] = found.wrong;
    return found && "picture" in found ? found.picture : (given as null | undefined);
  };
  const pictures = {
    desktop: await read("DesktopImage", DesktopImage),
    mobile: await read("MobileImage", MobileImage),
  };
  if (Object.keys(fields).length > 0) throw new AppError("logoInvalid", { fields });
  return pictures;
}

/** Phones show the desktop's picture unless they have their own. */
function logoAfter(before: LabelRow | undefined, { desktop, mobile }: Pictures) {
  const logo = desktop === undefined ? (before?.logo ?? null) : (desktop?.name ?? null);
  if (logo === null) {
    if (mobile)
      throw new AppError("logoInvalid", { fields: { MobileImage: "Choose the logo for larger screens as well" } });
    return { logo: null, mobile_logo: null };
  }
  const own = before && before.mobile_logo !== before.logo ? before.mobile_logo : null;
  return { logo, mobile_logo: mobile === undefined ? (own ?? logo) : (mobile?.name ?? logo) };
}

const described = (label: LabelRow, { desktop, mobile }: Pictures) =>
  [
    `theme ${label.theme}`,
    `accent ${label.accent}`,
    ...(desktop ? ["a new logo"] : desktop === null ? ["no logo of its own"] : []),
    ...(mobile ? ["a new logo for phones"] : []),
  ].join(", ");
