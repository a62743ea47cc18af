import { fileSweeps } from "../ordering/vendor-views/vendor-views.jobs.ts";
import type { TestApp } from "./test-app.ts";
import type { TestWorker } from "./test-worker.ts";

/** A sweep that finds nothing left of what its vendor grants takes its turn up to a minute later. */
const mostTries = 1_800;

/** Compares a tenant with its vendor now, as a sweep would on its day, with all that the vendor grants in a minute. */
export const sweeping = (app: TestApp, worker: Pick<TestWorker, "platform" | "until">) => async (tenantRef: string) => {
  await app.sql("delete from vendor_calls");
  await app.sql("update provider_tenants set swept_at = null where tenant_ref = $1", [tenantRef]);
  await fileSweeps(worker.platform);
  await worker.until(
    async () => {
      const [row] = await app.sql<{ swept: boolean }>(
        // While it is at work, it has the moment at which another worker would take it.
        "select coalesce(swept_at > $2, false) as swept from provider_tenants where tenant_ref = $1",
        [tenantRef, new Date(worker.platform.clock.now().getTime() - 3_600_000)],
      );
      return row!.swept;
    },
    "the tenant to be swept",
    mostTries,
  );
};
