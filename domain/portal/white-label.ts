/** The marketplace's own accent. */
export const defaultAccent = "#3a53d0";

/** Light, dark, or as the reader's own system. */
export const themes = ["light", "dark", "default"] as const;
export type Theme = (typeof themes)[number];

/** What a portal looks like: a reseller's own label, or the marketplace's. */
export type WhiteLabel = {
  id: string;
  theme: Theme;
  /** `#rrggbb`, in small letters. */
  accent: string;
  /** Addresses of the logo's two pictures; null where the marketplace's mark stands. */
  logo: { desktop: string; mobile: string } | null;
};

/** What everybody sees whose reseller has no label of its own. */
export const marketplaceLabel: WhiteLabel = {
  id: "00000000-0000-0000-0000-000000000001",
  theme: "default",
  accent: defaultAccent,
  logo: null,
};
/** The marketplace's own mark, as a picture. */
export const marketplaceMark = "/white-label/tradewind.svg";

/** The box a logo is shown in, in CSS pixels (WL-06). Pictures may be four times as fine, and are fitted. */
export const logoBox = { width: 163, height: 48, finest: 4, bytes: 200_000 } as const;

/** The largest size within the box that keeps the picture's shape, in whole CSS pixels of at least one. */
export function fitted({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(logoBox.width / width, logoBox.height / height);
  const side = (length: number, most: number) => Math.min(most, Math.max(1, Math.round(length * scale)));
  return { width: side(width, logoBox.width), height: side(height, logoBox.height) };
}

/** Pictures of a label live under its id and the hash of what they hold, so they never change under an address. */
export const logoAddress = (labelId: string, name: string): string => `/white-label/${labelId}/${name}`;

/** The label of a reseller, from what it has set; the marketplace's where it has set nothing. */
export function labelOf(
  resellerId: string | null,
  own: { theme: Theme; accent: string; logo: string | null; mobile_logo: string | null } | undefined,
): WhiteLabel {
  if (resellerId === null || !own) return marketplaceLabel;
  const { theme, accent, logo, mobile_logo: mobile } = own;
  return {
    id: resellerId,
    theme,
    accent,
    logo:
      logo === null
        ? null
        : { desktop: logoAddress(resellerId, logo), mobile: logoAddress(resellerId, mobile ?? logo) },
  };
}

/** Where the shades of an accent are, as a style sheet. */
export const accentSheet = (accent: string): string => `/white-label/accent/${accent.slice(1).toLowerCase()}.css`;
