import { callHttp, VendorRefusal } from "@tradewind/vendors/http.ts";
import { refuseRest } from "@tradewind/vendors/outcomes.ts";
import type { Fulfiller, FulfilLine, FulfilTask } from "@tradewind/vendors/vendor.ts";

/** Every write states the desired result under our own key, so that a repeat changes nothing. */
export function lanternFulfiller({ url, key }: { url: string; key: string }): Fulfiller {
  const write = async (method: "PUT" | "DELETE", line: FulfilLine, json?: unknown) => {
    const path = `${url}/signs/${line.key}`;
    const { status } = await callHttp({ system: "Lantern", method, url: path, headers: { "x-key": key }, json });
    if (status >= 400) throw new VendorRefusal(status, String(status), "Lantern does not take this.");
  };
  const bring = ({ kind, customer, details }: FulfilTask, line: FulfilLine) => {
    if (kind === "cancel") return write("DELETE", line);
    const sign = { size: line.offerRef, count: line.quantity, lit: kind !== "suspend" };
    return write("PUT", line, { ...sign, owner: customer.name, window: details["ShopWindow"], ...line.attributes });
  };
  return {
    async fulfil(task, memo) {
      try {
        for (const line of task.lines) await bring(task, line);
      } catch (error) {
        if (!(error instanceof VendorRefusal)) throw error;
        return refuseRest(task, memo, { code: error.code, reason: error.message });
      }
      const lines = task.lines.map((line) => ({
        key: line.key,
        state: "done" as const,
        vendorRef: `sign-${line.key}`,
        ...(line.offerRef === "W" ? { resources: [{ kind: "plate", code: `P-${line.key}` }] } : {}),
      }));
      return { state: "ended", memo, tenantRef: task.customer.id, lines };
    },
  };
}
