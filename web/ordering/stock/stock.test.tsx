import { expect, test } from "vitest";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const phone = {
  Sku: "phone-t31p",
  Name: "Yealink T31P desk phone",
  Group: "Phones",
  IsCounted: true,
  Free: 3,
  Reserved: 9,
  Missing: 0,
  Short: "backorder",
};
const Items = [
  phone,
  { ...phone, Sku: "phone-t57w", Name: "Yealink T57W touch phone", Free: 0, Missing: 12 },
  { ...phone, Sku: "wall-bracket", Name: "Wall bracket", IsCounted: false, Free: 0, Reserved: 0 },
];
const move = {
  Id: "m1",
  ResellerName: null,
  CustomerName: null,
  Reason: null,
  By: null,
  At: "2026-11-02T09:05:00.000Z",
};

const open = (more: Parameters<typeof fakeApi>[0] = {}) => {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf({ kind: "admin" })),
    "GET /api/operator/stock": succeeded({ Items, Next: null }),
    ...more,
  });
  return { sent, rendered: renderApp("/operator/stock") };
};

test("staff see what is in stock, receive goods, and correct it with a reason only", async () => {
  const { sent, rendered } = open({
    "POST /api/operator/stock/phone-t31p/receive": succeeded({ ...phone, Free: 8 }),
    "POST /api/operator/stock/phone-t31p/adjust": refused(409, "stockTooLow", "There are not that many free in stock."),
  });
  const { screen } = await rendered;
  await expect.element(screen.getByText("12 more are ordered")).toBeVisible();
  await expect.element(screen.getByText("Not counted, from the supplier")).toBeVisible();
  expect(await faults()).toEqual([]);

  const choose = async (item: string) => {
    await screen.getByRole("button", { name: "Actions for row 1" }).click();
    await screen.getByRole("button", { name: item, exact: true }).click();
  };
  await choose("Receive");
  const receive = screen.getByRole("dialog", { name: "Receive goods" });
  await receive.getByRole("spinbutton", { name: "Received" }).fill("5");
  expect(await faults()).toEqual([]);
  await receive.getByRole("button", { name: "Receive", exact: true }).click();
  await expect
    .poll(() => sent.find(({ path }) => path.endsWith("/receive"))?.body)
    .toBe(JSON.stringify({ Quantity: 5, Reason: null }));

  await choose("Correct or write off");
  const adjust = screen.getByRole("dialog", { name: "Correct the stock" });
  await adjust.getByRole("combobox", { name: "What happened" }).selectOptions("Fewer were counted");
  await adjust.getByRole("button", { name: "Correct stock" }).click();
  await expect.element(adjust.getByText("A reason is required")).toBeVisible();
  await adjust.getByRole("textbox", { name: "Reason" }).fill("Counted on 2 November");
  await adjust.getByRole("button", { name: "Correct stock" }).click();
  await expect.element(adjust.getByText("There are not that many free in stock.")).toBeVisible();
  expect(JSON.parse(sent.find(({ path }) => path.endsWith("/adjust"))!.body)).toEqual({
    Kind: "adjusted",
    Quantity: -1,
    Reason: "Counted on 2 November",
  });
});

test("every move says what it was, for whom and by whom", async () => {
  const { rendered } = open({
    "GET /api/operator/stock/phone-t31p/moves": succeeded({
      Items: [
        {
          ...move,
          Id: "m2",
          Kind: "reserved",
          Quantity: 2,
          Free: -2,
          Reserved: 2,
          CustomerName: "Acme",
          ResellerName: "Harbour IT",
        },
        { ...move, Kind: "received", Quantity: 12, Free: 12, Reserved: 0, Reason: "Note 4711", By: "Olive Operator" },
      ],
      Next: null,
    }),
  });
  const { screen } = await rendered;
  await screen.getByText("Yealink T31P desk phone").click();
  const panel = screen.getByRole("dialog", { name: "History of stock" });
  await expect.element(panel.getByText("2 kept for Acme (Harbour IT)")).toBeVisible();
  await expect.element(panel.getByText("12 received: Note 4711")).toBeVisible();
  expect(await faults()).toEqual([]);
});
