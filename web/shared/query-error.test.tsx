import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { ApiError } from "../platform/api-error.ts";
import { QueryError } from "./query-error.tsx";

test("a failure can be tried again, a missing record cannot", async () => {
  const retry = vi.fn();
  const failed = await render(<QueryError page error={new ApiError(503)} onRetry={retry} />);
  await expect.element(failed.getByRole("heading", { name: "This could not be loaded" })).toBeVisible();
  await failed.getByRole("button", { name: "Try again" }).click();
  expect(retry).toHaveBeenCalledOnce();
  await failed.unmount();

  const missing = await render(<QueryError page error={new ApiError(404)} onRetry={retry} />);
  await expect.element(missing.getByRole("heading", { name: "Not found" })).toBeVisible();
  expect(missing.getByRole("button").elements()).toEqual([]);
});
