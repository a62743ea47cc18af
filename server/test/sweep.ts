import { fileSweeps } from "../ordering/vendor-views/vendor-views.jobs.ts";
import type { TestApp } from "./test-app.ts";
import type { TestWorker } from "./test-worker.ts";

/** A sweep that finds nothing left of what its vendor grants takes its turn up to a minute later. */
const mostTries = 1_800;

/** Compares a tenant with its vendor now, as a sweep would on its day, with all that the vendor grants in a minute. */
export const sweeping = (app: TestApp, worker: Pick<TestWorker, "platform" | "until">) => async (tenantRef: string) => {
  await app.sql("delete from vendor_calls");
  await app.sql("update provider_tenants set sweep_at = '-infinity' where tenant_ref = $1", [tenantRef]);
  await worker.until(
    async () => {
      // While one is at work, none is filed.
      await fileSweeps(worker.platform);
      const [row] = await app.sql<{ swept: boolean }>(
        // What could not be compared is to be within the hour.
        "select sweep_at > $2 as swept from provider_tenants where tenant_ref = $1",
        [tenantRef, new Date(worker.platform.clock.now().getTime() + 3_600_000)],
      );
      return row!.swept;
    },
    "the tenant to be swept",
    mostTries,
  );
};
