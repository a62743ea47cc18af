/** A vendor's own console, opened as the administrator of a customer's tenant. */
import * as z from "zod/mini";
import { endpoint, id } from "../endpoint.ts";

const access = { anyOf: ["manageService"], kinds: ["reseller", "engineer"] } as const;

export const consoles = {
  ask: endpoint({
    method: "POST",
    path: "/api/services/:instanceId/console",
    summary: "Asks for a link that signs the caller in to the vendor's console, as the customer's administrator",
    logs: "services.console",
    access,
    jump: false,
    tokens: false,
    params: z.strictObject({ instanceId: id }),
    result: z.object({ Id: id }),
    errors: ["consoleNotOffered", "customerSuspended"],
  }),
  link: endpoint({
    method: "GET",
    path: "/api/console-links/:consoleLinkId",
    summary:
      "The link that the caller asked for, which works once and for a minute; null until the vendor has answered",
    access,
    jump: false,
    tokens: false,
    params: z.strictObject({ consoleLinkId: id }),
    result: z.nullable(z.string()),
    errors: ["consoleRefused", "notFound"],
  }),
};
