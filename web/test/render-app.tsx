import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { render } from "vitest-browser-react";
import type { RouteLine } from "../app/route-table.ts";
import { makeRouter } from "../app/router.tsx";
import { makeQueryClient } from "../platform/queries.ts";

/** Renders the signed-in portal at an address. */
export async function renderApp(path: string, lines?: readonly RouteLine[]) {
  const queryClient = makeQueryClient();
  const defaults = queryClient.getDefaultOptions();
  // It asks a server that failed as often as in the product, but waits no seconds in between.
  queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 1 } });
  const router = makeRouter(queryClient, { history: createMemoryHistory({ initialEntries: [path] }), lines });
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { screen, router, queryClient };
}
