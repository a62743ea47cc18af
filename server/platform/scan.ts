import { AppError } from "./app-error.ts";
import type { Platform } from "./platform.ts";

/**
 * Refuses bytes in which a virus is found, or which cannot be looked into: for what is read at once and of which nothing
 * is kept as it was sent. Files that are kept are looked into by a job.
 */
export async function refuseInfected({ scanner, log }: Platform, bytes: Buffer): Promise<void> {
  if (!scanner) return;
  const { virus } = await scanner.scan(bytes).catch((error: unknown) => {
    log.error({ err: error }, "A picture could not be scanned for viruses");
    throw new AppError("scannerDown");
  });
  if (virus === undefined) return;
  log.warn({ virus }, "A picture with a virus was refused");
  throw new AppError("uploadInfected");
}
