/** White label: a reseller's theme, accent and logo. */
import { marketplaceMark, themes, type WhiteLabel } from "@tradewind/domain/portal/white-label.ts";
import * as z from "zod/mini";
import { endpoint, id } from "../endpoint.ts";

const accent = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, "Enter a colour such as #3a53d0"));
const colours = { Color_1_1: z.enum(themes, "Choose light, dark or default"), Color_2_1: accent };

export const logo = z.object({
  /** Addresses of the picture for tablets and larger screens, and of the one for phones. */
  DesktopImageString: z.string(),
  MobileImageString: z.string(),
  IsCustom: z.boolean(),
  /** Whether the desktop picture is an SVG, as the marketplace's own mark is; uploaded logos are stored as PNG. */
  IsSvg: z.boolean(),
});

export const whiteLabelAnswer = z.object({
  WhiteLabelId: id,
  MarketplaceWhitelabel: z.object(colours),
  Logo: logo,
  /** Must be sent back with a change; 0 if the reseller has no label yet. */
  Version: z.number(),
  /** Hosts that show this label before sign-in. */
  Hosts: z.array(z.string()),
  /** Whether the operator has switched partners' white labels off. */
  IsSwitchedOff: z.boolean(),
});
export type WhiteLabelAnswer = z.output<typeof whiteLabelAnswer>;

/** A picture as a data URL; null resets it to the marketplace's; if left out, it stays unchanged. */
const picture = z.optional(
  z.nullable(
    z
      .string()
      .check(
        z.maxLength(270_000, "The picture is larger than 200 kB. Save it smaller and try again."),
        z.regex(
          /^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/,
          "Must be a PNG picture. Save the logo as one and try again.",
        ),
      ),
  ),
);

const settings = { anyOf: ["settings"], kinds: ["reseller", "engineer"] } as const;

export const whiteLabel = {
  current: endpoint({
    method: "GET",
    path: "/api/white-label",
    summary: "The white label that the person signed in sees",
    access: "signedIn",
    result: whiteLabelAnswer,
  }),
  logo: endpoint({
    method: "GET",
    path: "/api/white-label/:whiteLabelId/logo",
    summary: "The logo of a white label",
    access: "signedIn",
    params: z.strictObject({ whiteLabelId: id }),
    result: logo,
  }),
  change: endpoint({
    method: "PUT",
    path: "/api/white-label",
    summary: "Changes the reseller's theme, accent and logo",
    logs: "whiteLabel.change",
    access: settings,
    body: z.strictObject({
      Version: z.int().check(z.gte(0), z.lte(1_000_000)),
      MarketplaceWhitelabel: z.strictObject(colours),
      DesktopImage: picture,
      MobileImage: picture,
    }),
    largestBody: { bytes: 550_000, because: "Two pictures of 200 kB in base64." },
    result: whiteLabelAnswer,
    errors: ["conflict", "whiteLabelsOff", "logoInvalid", "uploadInfected", "scannerDown"],
  }),
};

/** Converts a label to its wire fields, without those that only its settings need. */
export const toLabelFields = ({ id: labelId, theme, accent: colour, logo: pictures }: WhiteLabel) => ({
  WhiteLabelId: labelId,
  MarketplaceWhitelabel: { Color_1_1: theme, Color_2_1: colour },
  Logo: {
    DesktopImageString: pictures?.desktop ?? marketplaceMark,
    MobileImageString: pictures?.mobile ?? marketplaceMark,
    IsCustom: pictures !== null,
    IsSvg: (pictures?.desktop ?? marketplaceMark).endsWith(".svg"),
  },
});
