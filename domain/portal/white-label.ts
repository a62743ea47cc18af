/** The marketplace's own accent. */
export const defaultAccent = "#3a53d0";

/** Light, dark, or the system's setting. */
export const themes = ["light", "dark", "default"] as const;
export type Theme = (typeof themes)[number];

/** The look of a portal: a reseller's own label, or the marketplace's. */
export type WhiteLabel = {
  id: string;
  theme: Theme;
  /** `#rrggbb`, in lower case. */
  accent: string;
  /** Addresses of the logo's two pictures; null for the marketplace's mark. */
  logo: { desktop: string; mobile: string } | null;
};

/** Label of resellers that have not set one. */
export const marketplaceLabel: WhiteLabel = {
  id: "00000000-0000-0000-0000-000000000001",
  theme: "default",
  accent: defaultAccent,
  logo: null,
};
/** The marketplace's own mark, as a picture. */
export const marketplaceMark = "/white-label/tradewind.svg";

/**
 * The box a logo is shown in, in CSS pixels (WL-06). Pictures may have up to four times the resolution and are scaled
 * to fit.
 */
export const logoBox = { width: 163, height: 48, finest: 4, bytes: 200_000 } as const;

/**
 * Returns the largest size within the box that keeps the picture's proportions, in whole CSS pixels of at least one.
 */
export function fitted({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(logoBox.width / width, logoBox.height / height);
  const side = (length: number, most: number) => Math.min(most, Math.max(1, Math.round(length * scale)));
  return { width: side(width, logoBox.width), height: side(height, logoBox.height) };
}

/** Returns the address of a logo picture: below its label's id, named by its content hash, so that it never changes. */
export const logoAddress = (labelId: string, name: string): string => `/white-label/${labelId}/${name}`;

/** Returns a reseller's label from its settings; the marketplace's if it has set nothing. */
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

/** Returns the address of the style sheet with an accent's shades. */
export const accentSheet = (accent: string): string => `/white-label/accent/${accent.slice(1).toLowerCase()}.css`;
