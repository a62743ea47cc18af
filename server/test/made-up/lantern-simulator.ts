import type { Vendor, VendorContext } from "@tradewind/simulators/kit/vendor.ts";
import type { System } from "@tradewind/simulators/simulators.ts";

type Sign = { key: string; size: string; count: number; lit: boolean; owner: string; window: string };

function signs({ store }: VendorContext): Vendor {
  const kept = store.collection<Sign>("signs");
  return {
    guard: ({ headers }) => (headers["x-key"] === "lantern-secret" ? undefined : { status: 401 }),
    routes: [
      {
        method: "PUT",
        path: "/signs/:key",
        answer: ({ params, body }) => ({
          status: 200,
          body: kept.put(params.key!, { key: params.key!, ...body } as Sign),
        }),
      },
      {
        method: "DELETE",
        path: "/signs/:key",
        answer({ params }) {
          kept.remove(params.key!);
          return { status: 204 };
        },
      },
    ],
    notFound: () => ({ status: 404 }),
    seed: () => kept.values(),
  };
}

export const lanternSystem: System = {
  open: signs,
  settings: (url) => ({ LANTERN_URL: url, LANTERN_KEY: "lantern-secret" }),
};
