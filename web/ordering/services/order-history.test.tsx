import { expect, test } from "vitest";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { address, instanceId, serviceOf } from "./service-fixtures.ts";

test("an order says what it changed: how many more or fewer and what that makes, and what it ended", async () => {
  const service = serviceOf();
  const [order] = service.Orders;
  const [line] = order!.Lines;
  const ordered = (at: number, changes: Partial<NonNullable<typeof line>>) => ({
    ...order!,
    Id: `019a0000-0000-7000-8000-0000000000d${at}`,
    Lines: [{ ...line!, ...changes }],
  });
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    [`GET /api/services/${instanceId}`]: succeeded({
      ...service,
      Orders: [
        ordered(1, { Quantity: 0, IsEnd: true }),
        ordered(2, { Quantity: 11, Added: -3 }),
        ordered(3, { Quantity: 14, Added: 4 }),
        ordered(4, { Quantity: 10 }),
      ],
    }),
  });
  const { screen } = await renderApp(address);
  await screen.getByRole("tab", { name: /^Orders/ }).click();
  for (const words of [
    "Business Premium ends",
    "−3 × Business Premium, now 11",
    "+4 × Business Premium, now 14",
    "10 × Business Premium",
  ])
    await expect.element(screen.getByText(words, { exact: true })).toBeVisible();
});
