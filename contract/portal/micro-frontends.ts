/** The header and footer shared by all portals, for people with the single experience. */
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

const microFrontend = z.object({
  /** Name of the custom element. */
  Element: z.string(),
  /** Path on the portal's own host of the script that defines the element; the name is derived from its content. */
  Script: z.string(),
  /** `sha384-` and the script's hash, as the browser checks it. */
  Integrity: z.string(),
});
export type MicroFrontend = z.output<typeof microFrontend>;

export const microFrontends = {
  current: endpoint({
    method: "GET",
    path: "/api/micro-frontends",
    summary: "The shared header and footer; null while there are none that can be used",
    access: "signedIn",
    as: "none",
    result: z.nullable(z.object({ Header: microFrontend, Footer: microFrontend })),
  }),
};
