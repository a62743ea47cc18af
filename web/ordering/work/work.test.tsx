import { expect, test } from "vitest";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { compose } from "../../test/typing.ts";
import { workId, workItemOf, workLoad, workPageOf } from "./work-fixtures.ts";

const id = workId;
const reads = (page: object = {}) => ({
  "GET /api/session": succeeded(sessionOf({ kind: "admin" })),
  "GET /api/operator/work-load": succeeded(workLoad),
  [`GET /api/operator/work/${id}/page`]: succeeded({ ...workPageOf(), ...page }),
});
const address = `/operator/work/${id}`;

test("LIM-05 a day reads DD/MM/YYYY, a time DD/MM/YYYY HH:mm, and a call sends yyyy-MM-dd", async () => {
  const sent = fakeApi({
    ...reads(),
    [`POST /api/operator/work/${id}/start`]: succeeded(workItemOf({ Status: "working" })),
  });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText(/^20\/05\/2026 14:05, waits /)).toBeVisible();
  await expect.element(screen.getByText("03/06/2026").first()).toBeVisible();
  await screen.getByRole("button", { name: "Start" }).click();
  const dialog = screen.getByRole("dialog", { name: "Start work" });
  await dialog.getByRole("textbox", { name: /^Expected by/ }).fill("25/06/2026");
  await dialog.getByRole("button", { name: "Start work" }).click();
  await expect
    .poll(() => sent.find(({ path }) => path.endsWith("/start"))?.body)
    .toBe(JSON.stringify({ EstimatedCompletion: "2026-06-25", Note: null }));
});

test("completing work asks for what it made and what ended, and says on its field what cannot be", async () => {
  const field = { Type: "text", Required: true, Help: null, MaxLength: 20, Pattern: null, Options: [], Default: null };
  const Fields = [{ ...field, Name: "Code", Label: "First number" }];
  const [Key, other] = [id, "019a0000-0000-7000-8000-0000000000a2"];
  const standing = (Text: string, Id: string) => ({ Id, Text });
  const lines = [
    {
      Key,
      Name: "Block of 10 numbers",
      Quantity: 2,
      Attributes: [{ Label: "Area code", Text: "0117" }],
      People: [
        { Name: "Amelia Hart", Email: "amelia@acme.example", Gets: true },
        { Name: "Bilal Khan", Email: "bilal@acme.example", Gets: false },
      ],
      Goods: null,
      Resources: [
        { Kind: "numbers", Label: "Numbers", Make: 2, Optional: false, End: 0, Fields, Standing: [], Reserved: [] },
      ],
    },
    {
      Key: other,
      Name: "Lines",
      Quantity: 1,
      Attributes: [],
      People: [],
      Goods: null,
      Resources: [
        {
          Kind: "line",
          Label: "Lines",
          Make: 0,
          Optional: false,
          End: 1,
          Fields,
          Standing: [standing("Line 1", Key), standing("Line 2", other)],
          Reserved: [],
        },
      ],
    },
  ];
  const sent = fakeApi({
    ...reads({ Lines: lines }),
    [`POST /api/operator/work/${id}/complete`]: refused(400, "invalidRequest", "Some values cannot be used.", {
      "Lists.0.Codes": "Line 2: Something else has this already",
    }),
  });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("Area code: 0117")).toBeVisible();
  await expect.element(screen.getByText("For Amelia Hart amelia@acme.example")).toBeVisible();
  await expect.element(screen.getByText("Take back from Bilal Khan bilal@acme.example")).toBeVisible();
  await screen.getByRole("button", { name: "Complete" }).click();
  const dialog = screen.getByRole("dialog", { name: "Complete this order?" });
  const list = dialog.getByLabelText("Block of 10 numbers: first numbers, one on each line");
  await list.fill("0117 496 0000\n\n0117 496 0005");
  await expect.element(dialog.getByText("2 of 2.")).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Line 2" }).click();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Complete order" }).click();
  await expect.element(dialog.getByText("Line 2: Something else has this already")).toBeVisible();
  const { body } = sent.find(({ path }) => path.endsWith("/complete"))!;
  expect(JSON.parse(body)).toEqual({
    Note: null,
    Lists: [{ Key, Kind: "numbers", Codes: ["0117 496 0000", "0117 496 0005"] }],
    Made: [],
    Ended: [other],
  });
});

test("goods are dispatched in parts, as many as are there, with carrier and serial numbers", async () => {
  const Goods = {
    Reserved: 2,
    Dispatched: 1,
    Cancelled: 0,
    Missing: 2,
    Rest: 4,
    Dispatches: [],
    Returnable: 1,
    Returns: [],
  };
  const field = { Type: "text", Required: true, Help: null, MaxLength: 40, Pattern: null, Options: [], Default: null };
  const Fields = [{ ...field, Name: "Code", Label: "Serial number" }];
  const line = {
    Key: id,
    Name: "Yealink T31P desk phone",
    Quantity: 5,
    Attributes: [],
    People: [],
    Goods,
    Resources: [
      { Kind: "device", Label: "Serial numbers", Make: 4, Optional: true, End: 0, Fields, Standing: [], Reserved: [] },
    ],
  };
  const sent = fakeApi({
    ...reads({ Lines: [line] }),
    [`POST /api/operator/work/${id}/dispatch`]: refused(400, "invalidRequest", "Some values cannot be used.", {
      "Lists.0.Codes": "Line 2: Something else has this already",
    }),
  });
  const { screen } = await renderApp(address);
  await expect.element(screen.getByText("1 dispatched, 2 in stock, 2 to come in")).toBeVisible();
  await screen.getByRole("button", { name: "Dispatch" }).click();
  const dialog = screen.getByRole("dialog", { name: "Dispatch goods" });
  await expect.element(dialog.getByRole("spinbutton")).toHaveValue("2");
  await dialog.getByLabelText(/serial numbers, one on each line/).fill("S-1\n\nS-2");
  await dialog.getByRole("button", { name: "Dispatch" }).click();
  await expect.element(dialog.getByText("A carrier is required")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Carrier" }).fill("DPD");
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Dispatch" }).click();
  await expect.element(dialog.getByText("Line 2: Something else has this already")).toBeVisible();
  expect(JSON.parse(sent.find(({ path }) => path.endsWith("/dispatch"))!.body)).toEqual({
    Carrier: "DPD",
    Tracking: null,
    Lines: [{ Key: id, Quantity: 2 }],
    Lists: [{ Key: id, Kind: "device", Codes: ["S-1", "S-2"] }],
  });
});

test("what is typed while a note is on its way stays", async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  fakeApi({
    ...reads(),
    [`POST /api/operator/work/${id}/notes`]: () => answered.then(() => succeeded(workPageOf())),
  });
  const { screen } = await renderApp(address);
  const note = screen.getByRole("textbox", { name: "Internal note" });
  await note.fill("Called them.");
  await screen.getByRole("button", { name: "Save note" }).click();
  await compose(note.element(), " Twice.");
  answer();
  await expect.element(screen.getByText("The note was saved")).toBeVisible();
  await expect.element(note).toHaveValue("Called them. Twice.");
});

test("what is to be removed says so, not that there are none of it", async () => {
  const line = { Key: id, Attributes: [], People: [], Goods: null, Resources: [] };
  const Lines = [
    { ...line, Name: "CloudTalk Starter", Quantity: 0 },
    { ...line, Name: "Call recording", Quantity: 4 },
  ];
  fakeApi({
    ...reads({ Lines }),
  });
  const { screen } = await renderApp(address);
  const lines = screen.getByRole("listitem");
  await expect
    .element(lines.filter({ hasText: "CloudTalk Starter" }).last())
    .toHaveTextContent("RemoveCloudTalk Starter");
  await expect.element(lines.filter({ hasText: "Call recording" }).last()).toHaveTextContent("4 ×Call recording");
});
