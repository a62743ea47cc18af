/** The header and footer that all portals share, for people of the single experience. */
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

const microFrontend = z.object({
  /** Name of the custom element. */
  Element: z.string(),
  /** Path of the script that defines it, named by its content, on the portal's own host. */
  Script: z.string(),
  /** `sha384-` and the hash of the script, as the browser checks it. */
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
