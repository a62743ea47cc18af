import { expect, test } from "vitest";
import { proposalOf } from "../../shared/proposal/proposal-fixture.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { address, customerId, instanceId, orderId, serviceOf, subscriptionId } from "./service-fixtures.ts";

const idOf = (digit: number) => `019a0000-0000-7000-8000-0000000000${digit}0`;
const person = (digit: number, Name: string, changes: object = {}) => ({
  PersonId: idOf(digit),
  Name,
  Email: `${Name.toLowerCase()}@acme.example`,
  State: "there",
  Reason: null,
  Since: "2026-05-21T08:00:00.000Z",
  IsFound: false,
  ...changes,
});
const everyState = [
  person(1, "Ada"),
  person(2, "Bob", { State: "leaving" }),
  person(3, "Cy", { State: "refused", Reason: "Nobody of that name there." }),
  person(4, "Di", { State: "unsure" }),
  person(5, "Ed", { IsFound: true }),
];

async function open(People: object[], Changeable = true) {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/clock": succeeded({ Now: "2026-05-21T08:00:00.000Z", Movable: true, WorkedUntil: "2026-05-20" }),
    [`GET /api/services/${instanceId}`]: succeeded({ ...serviceOf(), HasPeople: true }),
    [`GET /api/services/${instanceId}/people`]: succeeded({
      Subscriptions: [
        { Id: subscriptionId, Name: "Business Premium", Unit: "Licence", Quantity: 5, Changeable, People },
      ],
    }),
    [`GET /api/customers/${customerId}/people`]: succeeded({
      Items: [
        { Id: idOf(1), Name: "Ada", Email: "ada@acme.example", Has: [] },
        { Id: idOf(6), Name: "Flo", Email: "flo@acme.example", Has: [] },
        { Id: null, Name: "Gus", Email: "gus@acme.example", Has: [] },
      ],
    }),
    [`POST /api/customers/${customerId}/people`]: ({ body }) => {
      const { Name, Email } = JSON.parse(body) as { Name: string; Email: string };
      if (!Email.includes("@"))
        return refused(400, "invalidRequest", "Check the fields.", { Email: "Must be a valid email address" });
      return succeeded({ Id: idOf(7), Name, Email });
    },
    "POST /api/proposals": succeeded(proposalOf({ UndoUntil: null })),
    "POST /api/orders": succeeded({ OrderId: orderId, InstanceId: instanceId }),
  });
  const { screen } = await renderApp(address);
  await screen.getByRole("tab", { name: "People" }).click();
  await expect.element(screen.getByRole("heading", { name: "People with Business Premium" })).toBeVisible();
  return { sent, screen };
}
const changeOf = (sent: { path: string; body: string }[]) =>
  (JSON.parse(sent.findLast(({ path }) => path === "/api/orders")!.body) as { Change: unknown }).Change;

test("people are shown with how each stands, beside how many were bought", async () => {
  const { screen } = await open(everyState);
  await expect.element(screen.getByText("3 of 5 licences assigned, 2 free")).toBeVisible();
  for (const text of [
    "Being taken back",
    "Refused by the vendor",
    "Nobody of that name there.",
    "Assigned at the vendor",
  ])
    await expect.element(screen.getByText(text)).toBeVisible();
  await expect.element(screen.getByText("The vendor does not answer. We keep looking")).toBeVisible();
  expect(screen.getByRole("button", { name: /^More for (Bob|Cy|Di)$/ }).elements()).toHaveLength(0);
  expect(await faults()).toEqual([]);
});

test("free ones are assigned to people who are known, and to a user of the portal, who is added first", async () => {
  const { screen, sent } = await open([]);
  await expect.element(screen.getByText("Nobody has one yet")).toBeVisible();
  await screen.getByRole("button", { name: "Assign Business Premium" }).click();
  const dialog = screen.getByRole("dialog", { name: "Assign to people" });
  await dialog.getByRole("checkbox", { name: /Flo/ }).click();
  await dialog.getByRole("checkbox", { name: /Gus/ }).click();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Assign to 2 people" }).click();
  await expect.element(screen.getByText("Business Premium is being assigned to Flo, Gus")).toBeVisible();
  expect(changeOf(sent)).toEqual({ Kind: "assign", Targets: [{ Key: subscriptionId, People: [idOf(6), idOf(7)] }] });
});

test("one is moved to somebody new, whose address is checked, and taken back", async () => {
  const { screen, sent } = await open(everyState);
  await screen.getByRole("button", { name: "More for Ada" }).click();
  await screen.getByRole("button", { name: "Move to somebody else" }).click();
  const dialog = screen.getByRole("dialog", { name: "Move from Ada" });
  await dialog.getByRole("button", { name: "Add somebody else" }).click();
  await dialog.getByRole("button", { name: "Add and choose" }).click();
  await expect.element(dialog.getByText("Email is required")).toBeVisible();
  await dialog.getByLabelText("Name").fill("Hal");
  await dialog.getByLabelText("Email").fill("hal");
  await dialog.getByRole("button", { name: "Add and choose" }).click();
  await expect.element(dialog.getByText("Must be a valid email address")).toBeVisible();
  await dialog.getByLabelText("Email").fill("hal@acme.example");
  await dialog.getByRole("button", { name: "Add and choose" }).click();
  await dialog.getByRole("button", { name: "Move to Hal" }).click();
  await expect.element(screen.getByText("Business Premium is moving from Ada to Hal")).toBeVisible();
  expect(changeOf(sent)).toEqual({ Kind: "move", Targets: [{ Key: subscriptionId, From: idOf(1), To: idOf(7) }] });

  await screen.getByRole("button", { name: "More for Ada" }).click();
  await screen.getByRole("button", { name: "Take back" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Take back" }).click();
  await expect.element(screen.getByText("Business Premium is being taken back from Ada")).toBeVisible();
  expect(changeOf(sent)).toEqual({ Kind: "unassign", Targets: [{ Key: subscriptionId, People: [idOf(1)] }] });
});

test("fewer licences than people have ask who loses theirs", async () => {
  const { screen, sent } = await open(everyState);
  await screen.getByRole("tab", { name: /^Subscriptions/ }).click();
  await screen.getByRole("button", { name: "Change licences of Business Premium" }).click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("spinbutton").fill("3");
  await expect.element(dialog.getByText("4 people have one: choose who loses theirs")).toBeVisible();
  await dialog.getByRole("checkbox", { name: /Bob/ }).click();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Return 2 licences" }).click();
  await expect.element(screen.getByText("Business Premium is changing to 3 licences")).toBeVisible();
  expect(changeOf(sent)).toEqual({
    Kind: "setQuantity",
    Targets: [{ Key: subscriptionId, Quantity: 3, Ending: [idOf(2)] }],
  });
});

test("while a change is at work, people are only shown", async () => {
  const { screen } = await open([person(1, "Ada")], false);
  await expect.element(screen.getByText(/They can be changed once the present change is done/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Assign Business Premium" }).elements()).toHaveLength(0);
  expect(screen.getByRole("button", { name: "More for Ada" }).elements()).toHaveLength(0);
});
