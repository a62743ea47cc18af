import { isAccent } from "@tradewind/domain/portal/accent.ts";
import type { Theme } from "@tradewind/domain/portal/white-label.ts";
import type { whiteLabel, WhiteLabelAnswer } from "@tradewind/contract/portal/white-label.ts";
import type { SentOf } from "@tradewind/contract/endpoint.ts";

/** Unsaved changes, based on the version they were made for. Null removes a picture. */
export type LabelDraft = {
  version: number;
  theme?: Theme;
  accent?: string;
  desktop?: string | null;
  mobile?: string | null;
};
export type Look = {
  theme: Theme;
  accent: string;
  /** Addresses of the pictures; null for the marketplace's logo. */
  desktop: string | null;
  mobile: string | null;
};

/** Returns the look that saving the draft would produce. */
export function lookOf(label: WhiteLabelAnswer, draft: LabelDraft | undefined): Look {
  const { IsCustom, DesktopImageString, MobileImageString } = label.Logo;
  const kept = IsCustom ? DesktopImageString : null;
  const keptMobile = IsCustom && MobileImageString !== DesktopImageString ? MobileImageString : null;
  const desktop = draft?.desktop === undefined ? kept : draft.desktop;
  const mobile = draft?.mobile === undefined ? keptMobile : draft.mobile;
  return {
    theme: draft?.theme ?? label.MarketplaceWhitelabel.Color_1_1,
    accent: draft?.accent ?? label.MarketplaceWhitelabel.Color_2_1,
    desktop,
    mobile: desktop === null ? null : mobile,
  };
}

/** Returns the accent to show while one is being typed: the previous one until the new one is a colour. */
export const shownAccent = (look: Look, label: WhiteLabelAnswer): string =>
  isAccent(look.accent) ? look.accent : label.MarketplaceWhitelabel.Color_2_1;

export const bodyOf = (label: WhiteLabelAnswer, draft: LabelDraft): SentOf<typeof whiteLabel.change>["body"] => {
  const { theme, accent } = lookOf(label, draft);
  return {
    Version: draft.version,
    MarketplaceWhitelabel: { Color_1_1: theme, Color_2_1: accent },
    ...(draft.desktop === undefined ? {} : { DesktopImage: draft.desktop }),
    ...(draft.mobile === undefined || draft.desktop === null ? {} : { MobileImage: draft.mobile }),
  };
};
