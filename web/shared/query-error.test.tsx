import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { ApiError } from "../platform/api-error.ts";
import { QueryError } from "./query-error.tsx";

test("a failure can be tried again; a missing record, or what is not for the reader, cannot", async () => {
  const retry = vi.fn();
  const failed = await render(<QueryError page error={new ApiError(503)} onRetry={retry} />);
  await expect.element(failed.getByRole("heading", { name: "This could not be loaded" })).toBeVisible();
  await failed.getByRole("button", { name: "Try again" }).click();
  expect(retry).toHaveBeenCalledOnce();
  await failed.unmount();

  const missing = await render(<QueryError page error={new ApiError(404)} onRetry={retry} />);
  await expect.element(missing.getByRole("heading", { name: "Not found" })).toBeVisible();
  expect(missing.getByRole("button").elements()).toEqual([]);
  await missing.unmount();

  const refusal = { Error: "onlyPartOfCompany", Messages: ["You look after certain products only."] };
  const denied = await render(<QueryError page error={new ApiError(409, refusal)} onRetry={retry} />);
  await expect.element(denied.getByRole("heading", { name: "Access denied" })).toBeVisible();
  await expect.element(denied.getByText("You look after certain products only.")).toBeVisible();
  expect(denied.getByRole("button").elements()).toEqual([]);
});
