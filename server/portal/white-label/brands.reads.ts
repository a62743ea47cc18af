import { accentShades } from "@tradewind/domain/portal/accent.ts";
import { isOn } from "@tradewind/domain/portal/flags.ts";
import { defaultAccent, logoAddress } from "@tradewind/domain/portal/white-label.ts";
import type { TenantActor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import type { DocumentBrand } from "../../platform/documents.ts";
import type { Platform } from "../../platform/platform.ts";
import { findLabel, findLabelFlag, findPicture, findResellerName, listLabelsOfAddress } from "./white-label.store.ts";

/** The name and colours a mail carries. */
export type MailBrand = {
  name: string;
  fill: string;
  /** A readable colour on top of the fill. */
  on: string;
  logo: { url: string; width: number; height: number } | null;
};

const brandOf = (name: string, accent: string, logo: MailBrand["logo"]): MailBrand => {
  const { accent: fill, on } = accentShades(accent, "light");
  return { name, fill, on, logo };
};
export const marketplaceBrand = brandOf("Tradewind", defaultAccent, null);

/**
 * Finds the brand of the one reseller a mail's reader belongs to; the marketplace's if there is none or more than one.
 */
export async function brandOfReader({ database, config }: Platform, address: string): Promise<MailBrand> {
  const first = await database.read({ role: "app_worker" }, async (db) => {
    const labels = await listLabelsOfAddress(db, address);
    const [one] = labels;
    if (!one || labels.some((each) => each.reseller_id !== one.reseller_id)) return undefined;
    const isStaff = labels.some(({ kind }) => kind === "reseller" || kind === "engineer");
    return isStaff && isOn(await findLabelFlag(db, one.reseller_id), one.reseller_id) ? undefined : one;
  });
  if (!first || first.accent === null) return marketplaceBrand;
  const { reseller_id: id, name, accent, picture, width, height } = first;
  const logo = picture && width && height ? { url: config.PUBLIC_URL + logoAddress(id, picture), width, height } : null;
  return brandOf(name, accent, logo);
}

/** Returns the branding for a document, as the caller sees it. */
export async function documentBrand(db: Db, { label, resellerId }: TenantActor): Promise<DocumentBrand> {
  const address = label.logo?.desktop;
  const picture = address ? await findPicture(db, resellerId, address.slice(address.lastIndexOf("/") + 1)) : null;
  const { accent: fill, text } = accentShades(label.accent, "light");
  return { fill, text, logo: picture ?? null };
}

/** A reseller's own look, as its customers see it. */
export async function lookOfReseller(db: Db, resellerId: string): Promise<{ accent: string; logo: string | null }> {
  const label = await findLabel(db, resellerId);
  return {
    accent: label?.accent ?? defaultAccent,
    logo: label?.logo ? logoAddress(resellerId, label.logo) : null,
  };
}

/** The branding of a document that goes to a reseller's customers. */
export async function brandForCustomers(db: Db, resellerId: string): Promise<DocumentBrand> {
  const label = await findLabel(db, resellerId);
  const { accent: fill, text } = accentShades(label?.accent ?? defaultAccent, "light");
  return { fill, text, logo: (label?.logo && (await findPicture(db, resellerId, label.logo))) || null };
}

/** The brand of a mail that a reseller sends to somebody who may be nobody here. */
export async function brandOfSender({ database, config }: Platform, resellerId: string): Promise<MailBrand> {
  const found = await database.read({ role: "app_tenant", resellerId }, async (db) => {
    const label = await findLabel(db, resellerId);
    const picture = label?.logo ? await findPicture(db, resellerId, label.logo) : undefined;
    return { label, picture, name: await findResellerName(db, resellerId) };
  });
  const { label, picture, name } = found;
  const logo =
    label?.logo && picture
      ? {
          url: config.PUBLIC_URL + logoAddress(resellerId, label.logo),
          width: picture.width,
          height: picture.height,
        }
      : null;
  return brandOf(name, label?.accent ?? defaultAccent, logo);
}
