import { createHmac } from "node:crypto";
import type { Platform } from "./platform.ts";

/**
 * Hashes what is promised, as canonical text, so that it is done as it was seen or not at all. It takes a key, or who sees
 * no prices would find them by trying.
 */
export const hashOfPromise = ({ config }: Pick<Platform, "config">, text: string): string =>
  createHmac("sha256", Buffer.from(config.SECRET_KEY, "base64")).update(`promise|${text}`).digest("hex");
