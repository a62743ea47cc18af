import * as z from "zod/mini";

/** What opens an outside site as the person signed in: its address with a token that is good once; null without one. */
export const siteToken = z.object({ Token: z.nullable(z.string()), Url: z.string() });
