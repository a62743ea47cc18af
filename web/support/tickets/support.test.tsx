import type { Ticket, TicketItem } from "@tradewind/contract/support/ticket-parts.ts";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { compose } from "../../test/typing.ts";

const id = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const item = (n: number, changes: Partial<TicketItem> = {}): TicketItem => ({
  Id: id(n),
  Number: `T-${String(n).padStart(6, "0")}`,
  Subject: `Ticket ${n}`,
  Category: "Technical",
  Priority: "Normal",
  State: "Open",
  WaitsFor: "operator",
  CustomerId: id(900),
  CustomerName: "Acme Dental",
  ServiceName: "Microsoft 365",
  OpenedBy: "Hannah Reid",
  Assignee: null,
  Created: "2026-05-18T09:00:00.000Z",
  Updated: "2026-05-19T09:00:00.000Z",
  ...changes,
});
const said = (n: number, changes: object = {}) => ({
  Id: id(500 + n),
  Kind: "message" as const,
  Audience: "everyone" as const,
  At: `2026-05-18T09:0${n}:00.000Z`,
  Who: "Hannah Reid",
  Side: "reseller" as const,
  Mine: true,
  Text: `Message ${n}`,
  State: null,
  Files: [],
  ...changes,
});
const ticket = (changes: Partial<Ticket> = {}): Ticket => ({
  ...item(7),
  ServiceId: id(800),
  Shared: true,
  Own: true,
  Helpful: null,
  Closes: null,
  Thread: [said(1)],
  May: { Reply: true, Note: true, Move: ["Solved", "Closed"], Rate: false },
  ...changes,
});
const noCounts = { New: 0, Open: 0, "Waiting for you": 0, Solved: 0, Closed: 0 };
const overview = { Counts: noCounts, WaitingCount: 0, Waiting: [], Latest: [] };
const ofTicket = `/api/support/tickets/${id(7)}`;
const detail = `/support/ticket-detail?id=${id(7)}`;

const api = (answers: Record<string, unknown>, session: Parameters<typeof sessionOf>[0] = {}) =>
  fakeApi(
    Object.fromEntries(
      Object.entries({
        "GET /api/session": sessionOf(session),
        "GET /api/clock": { Now: "2026-05-21T15:00:00.000Z", Movable: true, WorkedUntil: "2026-05-20" },
        "GET /api/support/tickets/count": noCounts,
        [`GET /api/support/customers/${id(900)}/services`]: {
          CustomerName: "Acme Dental",
          Items: [{ Id: id(800), Name: "Microsoft 365", UserName: null, Failed: true }],
        },
        "GET /api/support/customers": { Items: [{ Id: id(900), Name: "Acme Dental" }] },
        ...answers,
      }).map(([path, result]) => [path, typeof result === "function" ? (result as never) : succeeded(result)]),
    ),
  );

beforeEach(() => sessionStorage.clear());

test("SUP-01 the overview shows what waits for the reader, the latest answers and where to begin", async () => {
  api({
    "GET /api/support/overview": {
      ...overview,
      Counts: { ...noCounts, New: 1, Open: 2 },
      WaitingCount: 1,
      Waiting: [item(7, { State: "Waiting for you", WaitsFor: "reseller" })],
      Latest: [
        {
          TicketId: id(8),
          Number: "T-000008",
          Subject: "A bill",
          Who: "Olive",
          Text: "See page two.",
          At: "2026-05-19T09:00:00.000Z",
        },
      ],
    },
  });
  await renderApp("/support");
  await expect.element(page.getByRole("heading", { name: "Support", exact: true, level: 1 })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Ticket 7" })).toHaveAttribute("href", detail);
  await expect.element(page.getByText("See page two.")).toBeVisible();
  await expect.element(page.getByRole("link", { name: /Not solved yet 3/ })).toBeVisible();
  expect(await faults()).toEqual([]);
});

test("ACL-17 without the view the overview and the list are refused, with it they open", async () => {
  for (const path of ["/support", "/support/tickets"]) {
    api(
      { "GET /api/support/overview": overview, "GET /api/support/tickets": { Items: [], Next: null } },
      { views: ["home"], permissions: [] },
    );
    const { router, screen } = await renderApp(path);
    await expect.poll(() => router.state.location.pathname).not.toBe(path);
    await screen.unmount();
    api(
      { "GET /api/support/overview": overview, "GET /api/support/tickets": { Items: [], Next: null } },
      { views: ["support"], permissions: [] },
    );
    const allowed = await renderApp(path);
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(allowed.router.state.location.pathname).toBe(path);
    await allowed.screen.unmount();
  }
});

test("SUP-02 N84 the list asks the server for what its filters say, and the address keeps them", async () => {
  const sent = api({ "GET /api/support/tickets": { Items: [item(1), item(2, { State: "Solved" })], Next: null } });
  const { router } = await renderApp("/support/tickets");
  await expect.element(page.getByRole("link", { name: "Ticket 1" })).toBeVisible();
  await userEvent.selectOptions(page.getByLabelText("Category"), "Billing");
  await userEvent.selectOptions(page.getByLabelText("State"), "Solved");
  await userEvent.fill(page.getByRole("searchbox", { name: "Search by subject or number" }), "T-000002");
  await expect
    .poll(() => Object.fromEntries(sent.findLast(({ path }) => path === "/api/support/tickets")!.query))
    .toEqual({ Search: "T-000002", State: "Solved", Category: "Billing", Sort: "-updated" });
  await expect
    .poll(() => router.state.location.search)
    .toEqual({ search: "T-000002", state: "solved", category: "billing" });
  expect(await faults()).toEqual([]);
});

test("LIM-08 the list says when a ticket changed: the time today, the day and month this year, otherwise d/M/yy", async () => {
  api({
    "GET /api/support/tickets": {
      Items: [
        item(1, { Created: "2026-05-21T06:09:00.000Z", Updated: "2026-05-21T13:05:00.000Z" }),
        item(2, { Created: "2026-01-05T09:00:00.000Z", Updated: "2026-03-05T09:00:00.000Z" }),
        item(3, { Created: "2024-12-31T09:00:00.000Z", Updated: "2025-03-05T09:00:00.000Z" }),
      ],
      Next: null,
    },
  });
  await page.viewport(1440, 900);
  await renderApp("/support/tickets");
  const times = () => [...document.querySelectorAll("time")].map(({ textContent, title }) => [textContent, title]);
  await expect.poll(times).toEqual([
    ["07:09", "21/05/2026 07:09"],
    ["14:05", "21/05/2026 14:05"],
    ["5 Jan", "05/01/2026 09:00"],
    ["5 Mar", "05/03/2026 09:00"],
    ["31/12/24", "31/12/2024 09:00"],
    ["5/3/25", "05/03/2025 09:00"],
  ]);
});

test("an empty list and a list that fails each say what to do next", async () => {
  api({ "GET /api/support/tickets": { Items: [], Next: null } });
  const { screen } = await renderApp("/support/tickets");
  await expect.element(page.getByText("No tickets yet")).toBeVisible();
  await screen.unmount();
  api({ "GET /api/support/tickets": () => refused(400, "invalidRequest", "Something is wrong.") });
  await renderApp("/support/tickets");
  await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("SUP-03 N86 a ticket opens by the id in its address, and an answer is sent and shown", async () => {
  const answered = ticket({ Thread: [said(1), said(2, { Text: "It works now." })] });
  let now = ticket();
  const sent = api({
    [`GET ${ofTicket}`]: () => succeeded(now),
    [`POST ${ofTicket}/messages`]: () => succeeded((now = answered)),
  });
  const { router } = await renderApp(detail);
  await expect.element(page.getByRole("heading", { name: "Ticket 7" })).toBeVisible();
  expect(router.state.location.search).toEqual({ id: id(7) });
  await userEvent.fill(page.getByLabelText("Your message"), "It works now.");
  await userEvent.click(page.getByRole("button", { name: "Send", exact: true }));
  await expect.element(page.getByRole("log").getByText("It works now.")).toBeVisible();
  const post = sent.find(({ path }) => path.endsWith("/messages"))!;
  expect(JSON.parse(post.body)).toEqual({ Text: "It works now.", Audience: "everyone", Files: [] });
  await expect.element(page.getByLabelText("Your message")).toHaveValue("");
  expect(await faults()).toEqual([]);
});

test("an answer that arrives is shown without a reload", async () => {
  let thread = [said(1)];
  api({ [`GET ${ofTicket}`]: () => succeeded(ticket({ Thread: thread })) });
  const { queryClient } = await renderApp(detail);
  await expect.element(page.getByText("Message 1")).toBeVisible();
  thread = [said(1), said(2, { Who: "Olive", Side: "operator", Mine: false, Text: "There you are." })];
  await queryClient.invalidateQueries({ queryKey: ["support"] });
  await expect.element(page.getByText("There you are.")).toBeVisible();
});

test("SUP-06 a ticket of a colleague is read only without the permission, and none can be added", async () => {
  const readOnly = ticket({ Own: false, May: { Reply: false, Note: false, Move: [], Rate: false } });
  api(
    { [`GET ${ofTicket}`]: readOnly, "GET /api/support/overview": overview },
    { views: ["support", "home"], permissions: [] },
  );
  const { router } = await renderApp(detail);
  await expect.element(page.getByText("You can read this ticket")).toBeVisible();
  expect(page.getByLabelText("Your message").query()).toBeNull();
  expect(page.getByRole("button", { name: "Mark as solved" }).query()).toBeNull();
  await router.navigate({ to: "/support" });
  await expect.element(page.getByRole("heading", { name: "Support", exact: true, level: 1 })).toBeVisible();
  expect(page.getByRole("link", { name: "Add support ticket" }).query()).toBeNull();
});

test("a note and a question to the operator say who reads them", async () => {
  const sent = api({ [`GET ${ofTicket}`]: ticket(), [`POST ${ofTicket}/messages`]: ticket() });
  await renderApp(detail);
  await expect.element(page.getByText("Tradewind and Acme Dental read this.")).toBeVisible();
  await userEvent.click(page.getByText("Ask Tradewind"));
  await expect.element(page.getByText("Tradewind reads this; Acme Dental does not.")).toBeVisible();
  await userEvent.click(page.getByText("Internal note"));
  await expect.element(page.getByText("Only your own colleagues read this.")).toBeVisible();
  await userEvent.fill(page.getByRole("textbox", { name: "Internal note" }), "Called them.");
  await userEvent.click(page.getByRole("button", { name: "Save note" }));
  await expect
    .poll(() => sent.find(({ path }) => path.endsWith("/messages"))?.body)
    .toBe(JSON.stringify({ Text: "Called them.", Audience: "team", Files: [] }));
});

test("the next draft and its audience stay while the page is fetched again after an answer", async () => {
  const { promise: fetched, resolve: fetchAgain } = Promise.withResolvers<void>();
  let now = ticket();
  let asked = 0;
  api({
    [`GET ${ofTicket}`]: async () => {
      if (asked++ > 0) await fetched;
      return succeeded(now);
    },
    [`POST ${ofTicket}/messages`]: () =>
      succeeded((now = ticket({ Thread: [said(1), said(2, { Text: "It works now." })] }))),
  });
  const { queryClient } = await renderApp(detail);
  await userEvent.fill(page.getByLabelText("Your message"), "It works now.");
  await userEvent.click(page.getByRole("button", { name: "Send", exact: true }));
  await expect.element(page.getByRole("log").getByText("It works now.")).toBeVisible();
  await expect.element(page.getByLabelText("Your message")).toHaveValue("");
  await userEvent.click(page.getByText("Internal note"));
  await userEvent.fill(page.getByRole("textbox", { name: "Internal note" }), "They pay late.");
  fetchAgain();
  await expect.poll(() => queryClient.isMutating() + queryClient.isFetching()).toBe(0);
  await expect.element(page.getByRole("textbox", { name: "Internal note" })).toHaveValue("They pay late.");
});

test("what is typed and attached while an answer is on its way stays", async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const arriving = ["sent.txt", "next.txt"].map((Name, n) => ({ Id: id(300 + n), Name, Size: 8, Scan: "none" }));
  let now = ticket();
  api({
    [`GET ${ofTicket}`]: () => succeeded(now),
    "POST /api/support/files": () => succeeded(arriving.shift()),
    [`POST ${ofTicket}/messages`]: async () => {
      await answered;
      return succeeded((now = ticket({ Thread: [said(1), said(2)] })));
    },
  });
  await renderApp(detail);
  const message = page.getByLabelText("Your message");
  const chip = (name: string) => page.getByRole("button", { name: `Remove ${name}` });
  const attach = async (name: string) => {
    await userEvent.upload(document.querySelector("input[type=file]")!, new File(["It broke"], name));
    await expect.element(chip(name)).toBeVisible();
  };
  await userEvent.fill(message, "It works now.");
  await attach("sent.txt");
  await userEvent.click(page.getByRole("button", { name: "Send", exact: true }));
  await compose(message.element(), " Thanks.");
  await attach("next.txt");
  answer();
  await expect.element(chip("sent.txt")).not.toBeInTheDocument();
  await expect.element(chip("next.txt")).toBeVisible();
  await expect.element(message).toHaveValue("It works now. Thanks.");
});

test("SUP-04 a ticket is written, survives a reload, and its page opens once it is sent", async () => {
  const sent = api({
    "POST /api/support/tickets": ticket(),
    [`GET ${ofTicket}`]: ticket(),
    "POST /api/support/files": { Id: id(300), Name: "error.txt", Size: 8, Scan: "none" },
  });
  const first = await renderApp(`/support/add-new-ticket?customer=${id(900)}&service=${id(800)}`);
  await userEvent.click(page.getByRole("button", { name: "Send ticket" }));
  await expect.element(page.getByText("Subject is required")).toBeVisible();
  await expect.element(page.getByLabelText("Subject")).toHaveFocus();
  await userEvent.fill(page.getByLabelText("Subject"), "Mails do not arrive");
  await expect.element(page.getByText("Subject is required")).not.toBeInTheDocument();
  await userEvent.fill(page.getByLabelText("Description"), "Since this morning.");
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  await userEvent.upload(input, new File(["It broke"], "error.txt", { type: "text/plain" }));
  await expect.element(page.getByRole("button", { name: "Remove error.txt" })).toBeVisible();
  await first.screen.unmount();

  const { router } = await renderApp(`/support/add-new-ticket?customer=${id(900)}&service=${id(800)}`);
  await expect.element(page.getByLabelText("Subject")).toHaveValue("Mails do not arrive");
  await expect.element(page.getByRole("combobox", { name: "Service optional" })).toHaveValue(id(800));
  await expect.element(page.getByRole("combobox", { name: /Customer/ })).toHaveValue("Acme Dental");
  await userEvent.selectOptions(page.getByLabelText("Category"), "Technical");
  expect(await faults()).toEqual([]);
  await userEvent.click(page.getByRole("button", { name: "Send ticket" }));
  await expect.poll(() => router.state.location.pathname).toBe("/support/ticket-detail");
  const post = sent.find(({ method, path }) => method === "POST" && path === "/api/support/tickets")!;
  expect(JSON.parse(post.body)).toEqual({
    Subject: "Mails do not arrive",
    Category: "Technical",
    Priority: "Normal",
    Description: "Since this morning.",
    CustomerId: id(900),
    ServiceId: id(800),
    Shared: false,
    Files: [id(300)],
  });
});

test("SUP-05 N85 a request about an order is filled in from the address, and needs its customer", async () => {
  const sent = api({ "POST /api/support/tickets": ticket(), [`GET ${ofTicket}`]: ticket() });
  const first = await renderApp("/support/order");
  await userEvent.fill(page.getByLabelText("What should happen?"), "Please cancel it.");
  await userEvent.click(page.getByRole("button", { name: "Send request" }));
  await expect.element(page.getByText("Choose the customer it is for")).toBeVisible();
  await first.screen.unmount();

  await renderApp(`/support/order?customer=${id(900)}&service=${id(800)}`);
  await expect.element(page.getByRole("combobox", { name: "Service optional" })).toHaveValue(id(800));
  await userEvent.fill(page.getByLabelText("What should happen?"), "Nothing moves.");
  expect(await faults()).toEqual([]);
  await userEvent.click(page.getByRole("button", { name: "Send request" }));
  await expect
    .poll(() => sent.find(({ method, path }) => method === "POST" && path === "/api/support/tickets")?.body)
    .toContain('"Subject":"An order failed or is stuck: Microsoft 365","Category":"Orders"');
});

test("a solved ticket says when it closes, and asks whether the answer helped", async () => {
  const solved = ticket({
    State: "Solved",
    WaitsFor: null,
    Closes: "2026-05-28T00:00:00.000Z",
    May: { Reply: true, Note: true, Move: ["Open", "Closed"], Rate: true },
  });
  const sent = api({ [`GET ${ofTicket}`]: solved, [`POST ${ofTicket}/rating`]: { ...solved, Helpful: true } });
  await renderApp(detail);
  await expect.element(page.getByText(/It closes automatically on 28\/05\/2026/)).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Yes, it helped" }));
  await expect.element(page.getByText("You said it helped.")).toBeVisible();
  expect(sent.find(({ path }) => path.endsWith("/rating"))!.body).toBe('{"Helpful":true}');
});

test("the operator's queue lists tickets and opens one, which is answered and solved in one go", async () => {
  const desk = { ...ticket(), ResellerName: "Harbour IT", AssignedToMe: false };
  const address = `/api/operator/tickets/${id(7)}`;
  const sent = api(
    {
      "GET /api/operator/tickets": {
        Items: [{ ...item(7, { Priority: "Urgent" }), ResellerName: "Harbour IT" }],
        Next: null,
      },
      [`GET ${address}/thread`]: desk,
      [`POST ${address}/messages`]: { ...desk, State: "Solved", WaitsFor: null },
    },
    { kind: "admin", views: [], permissions: [] },
  );
  await renderApp("/operator/tickets");
  expect(await faults()).toEqual([]);
  await userEvent.click(page.getByRole("link", { name: "Ticket 7" }));
  await userEvent.fill(page.getByLabelText("Your message"), "Fixed.");
  await userEvent.click(page.getByRole("button", { name: "Send and solve" }));
  await expect
    .poll(() => sent.find(({ path }) => path.endsWith("/messages"))?.body)
    .toBe(JSON.stringify({ Text: "Fixed.", Audience: "everyone", Files: [], Solves: true }));
  expect(await faults()).toEqual([]);
});

test("a file that was not scanned yet, or had a virus, says so and cannot be downloaded", async () => {
  const file = (n: number, Scan: string) => ({ Id: id(600 + n), Name: `file-${n}.txt`, Size: 8, Scan });
  const Files = [file(1, "waiting"), file(2, "infected"), file(3, "clean"), file(4, "none")];
  api({ [`GET ${ofTicket}`]: ticket({ Thread: [said(1, { Files })] }) });
  await renderApp(detail);
  await expect.element(page.getByText("Being checked for viruses")).toBeVisible();
  await expect.element(page.getByText("Removed: a virus was found")).toBeVisible();
  for (const name of ["file-3.txt", "file-4.txt"])
    await expect.element(page.getByRole("button", { name: new RegExp(name) })).toBeVisible();
  expect(page.getByRole("button", { name: /file-[12]/ }).elements()).toEqual([]);
  expect(await faults()).toEqual([]);
});
