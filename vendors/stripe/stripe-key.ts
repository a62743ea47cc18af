import { z } from "zod";

/** Reads our id of a payment from what it carries; what other programs of the account write there is none of ours. */
export const keyOf = (metadata: Readonly<Record<string, string>>): string | null =>
  z.uuid().safeParse(metadata["paymentId"]).data ?? null;
