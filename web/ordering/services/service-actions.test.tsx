import type { ActionButton, PopupSchema } from "@tradewind/contract/catalogue/forms.ts";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, offContract, refused, succeeded, type Sent } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import {
  instanceId,
  address,
  path,
  service,
  item,
  name,
  days,
  own,
  schemaOf,
  onOwn,
  buttonOf,
} from "./service-actions-fixtures.ts";

type Handlers = Parameters<typeof fakeApi>[0];
const answered = (messages: string[] = []) => ({
  body: { ...(succeeded({ Data: {} }).body as object), Messages: messages },
});

async function open({
  schema = schemaOf([name]),
  data = {},
  button = buttonOf(),
  handlers = {},
}: { schema?: PopupSchema; data?: object; button?: ActionButton; handlers?: Handlers } = {}) {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    [`GET /api/services/${instanceId}`]: succeeded(service),
    [`GET /api/services/${instanceId}/buttons`]: succeeded({ Buttons: [button] }),
    [`GET ${path}/schema`]: succeeded(schema),
    [`GET ${path}/data`]: succeeded(data),
    [`PUT ${path}`]: answered(),
    ...handlers,
  });
  const app = await renderApp(address);
  await app.screen.getByRole("button", { name: button.Text }).click();
  const dialog = app.screen.getByRole("dialog", { name: "Backup contact" });
  await expect.element(dialog).toBeVisible();
  return { ...app, sent, dialog, send: () => dialog.getByRole("button", { name: button.Text }).click() };
}
const callsOf = (sent: readonly Sent[], method: string, to: string) =>
  sent.filter((line) => line.method === method && line.path === to);
const bodyOf = (sent: readonly Sent[], method = "PUT") => JSON.parse(callsOf(sent, method, path)[0]!.body) as unknown;

test("SVC-08 a button has its words, its style, its state and its test id", async () => {
  fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    [`GET /api/services/${instanceId}`]: succeeded(service),
    [`GET /api/services/${instanceId}/buttons`]: succeeded({
      Buttons: [
        buttonOf(),
        buttonOf({}, { Action: "order", Text: "Add order", Style: "add", DataTestId: "add-order", IsDisabled: true }),
      ],
    }),
  });
  const { screen } = await renderApp(address);
  const change = screen.getByTestId("service-action-contact");
  await expect.element(change).toHaveTextContent("Change contact");
  await expect.element(change).toBeEnabled();
  const add = screen.getByTestId("add-order");
  await expect.element(add).toHaveTextContent("Add order");
  await expect.element(add).toBeDisabled();
  expect(add.element().querySelector("path")!.getAttribute("d")).not.toBe(
    change.element().querySelector("path")!.getAttribute("d"),
  );
});

test("FORM-32 FORM-38 a button's payload opens the popup, which fetches its schema and its data", async () => {
  const { dialog, sent } = await open({ data: { Name: "Noor" } });
  await expect.element(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Noor");
  expect(callsOf(sent, "GET", `${path}/schema`)).toHaveLength(1);
  expect(callsOf(sent, "GET", `${path}/data`)).toHaveLength(1);
});

test("data in the payload itself is not fetched", async () => {
  const button = buttonOf({ Schema: schemaOf([name]), Data: { Name: "Noor" } });
  const { dialog, sent } = await open({ button });
  await expect.element(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Noor");
  expect(sent.filter((line) => line.path.startsWith(path))).toEqual([]);
});

test.each([
  "https://evil.example/api/schema",
  "//evil.example/api/schema",
  "/api/../login",
  "/login",
  "javascript:alert(1)",
])("an address that is none of our calls is not fetched: %s", async (ApiGetSchemaPath) => {
  const { dialog, sent } = await open({ button: buttonOf({ ApiGetSchemaPath }) });
  await expect.element(dialog.getByRole("button", { name: "Try again" })).toBeVisible();
  expect(sent.some((line) => /evil|login|alert/.test(line.path))).toBe(false);
});

test("FORM-34 all seven kinds of item are drawn, and markup loses whatever could act", async () => {
  const html =
    '<p>Reads <strong>well</strong> <a href="https://help.example/x">here</a></p>' +
    '<script>document.title = "taken"</script><img src="x" onerror="document.title = \'taken\'">' +
    '<a href="javascript:alert(1)">bad</a><style>* { display: none }</style><form action="/x"><input name="y"></form><iframe src="/"></iframe>';
  const { dialog } = await open({
    schema: schemaOf([
      item("subHeader", "Head", "Who is told"),
      item("textDisplay", "Customer", "Customer"),
      name,
      days,
      item("email", "Mail", "Email"),
      own,
      item("htmlDisplay", "About", ""),
    ]),
    data: { Customer: "Acme Dental", About: html },
  });
  await expect.element(dialog.getByRole("heading", { name: "Who is told" })).toBeVisible();
  await expect.element(dialog.getByText("Acme Dental")).toBeVisible();
  await expect.element(dialog.getByRole("textbox", { name: "Name" })).toBeVisible();
  await expect.element(dialog.getByRole("textbox", { name: "Days" })).toBeVisible();
  await expect.element(dialog.getByRole("textbox", { name: "Email" })).toHaveAttribute("type", "email");
  await expect.element(dialog.getByRole("checkbox", { name: "The customer's own contact" })).toBeVisible();
  await expect.element(dialog.getByText("well")).toBeVisible();
  const markup = dialog.element().querySelector(".server-html")!;
  expect(markup.querySelectorAll("script, img, style, form, input, iframe, [onerror]")).toHaveLength(0);
  const links = [...markup.querySelectorAll("a")].map((link) => [link.getAttribute("href"), link.rel]);
  expect(links).toEqual([
    ["https://help.example/x", "noopener noreferrer"],
    [null, "noopener noreferrer"],
  ]);
  expect(document.title).not.toBe("taken");
});

test("FORM-35 FORM-36 FORM-44 an answer hides a field, which then is neither judged nor sent", async () => {
  const { dialog, sent, send } = await open({
    schema: schemaOf([own, name], { PropertyDependencies: [onOwn("hide")] }),
    data: { Name: "4711" },
  });
  await dialog.getByRole("checkbox", { name: "The customer's own contact" }).click();
  expect(dialog.getByRole("textbox", { name: "Name" }).elements()).toHaveLength(0);
  await send();
  await expect.poll(() => dialog.elements()).toHaveLength(0);
  expect(bodyOf(sent)).toEqual({ Own: true });
});

test("FORM-36 an answer disables a field", async () => {
  const { dialog } = await open({
    schema: schemaOf([own, name], { PropertyDependencies: [onOwn("disable")] }),
    data: { Own: true, Name: "Noor" },
  });
  await expect.element(dialog.getByRole("textbox", { name: "Name" })).toBeDisabled();
  await dialog.getByRole("checkbox", { name: "The customer's own contact" }).click();
  await expect.element(dialog.getByRole("textbox", { name: "Name" })).toBeEnabled();
});

/** Returns an answer that the test releases. */
function held<Answer>(answer: Answer) {
  const gate = Promise.withResolvers<Answer>();
  return { handler: () => gate.promise, give: () => gate.resolve(answer) };
}

test("FORM-37 the popup goes from loading to the form, and is processing while it is sent", async () => {
  const [schema, sending] = [held(succeeded(schemaOf([name]))), held(answered())];
  const { dialog, send } = await open({
    data: { Name: "Noor" },
    handlers: { [`GET ${path}/schema`]: schema.handler, [`PUT ${path}`]: sending.handler },
  });
  await expect.element(dialog.getByText("Loading")).toBeInTheDocument();
  schema.give();
  await expect.element(dialog.getByRole("textbox", { name: "Name" })).toBeVisible();
  await send();
  await expect.element(dialog.getByRole("button", { name: "Processing" })).toBeDisabled();
  await expect.element(dialog.getByRole("textbox", { name: "Name" })).toBeDisabled();
  await expect.element(dialog.getByRole("button", { name: "Close" })).toBeDisabled();
  sending.give();
  await expect.poll(() => dialog.elements()).toHaveLength(0);
});

test.each(["post", "put", "delete"] as const)("FORM-39 it is sent by %s where the payload says", async (method) => {
  const verb = method.toUpperCase();
  const { dialog, sent, send } = await open({
    button: buttonOf({ ApiSubmitRequestMethod: method }),
    data: { Name: "Noor" },
    handlers: { [`${verb} ${path}`]: answered() },
  });
  await send();
  await expect.poll(() => dialog.elements()).toHaveLength(0);
  expect(bodyOf(sent, verb)).toEqual({ Name: "Noor" });
  expect(callsOf(sent, verb, path)[0]!.headers.get("idempotency-key")).toBeTruthy();
});

test("FORM-40 FORM-42 a field is judged while it is typed into, and all of them again at submit", async () => {
  const { dialog, sent, send } = await open({
    schema: schemaOf([name, item("textInput", "Town", "Town", { Regex: "[a-z]+", RegexError: "Small letters" })]),
  });
  const box = dialog.getByRole("textbox", { name: "Name" });
  await box.fill("4711");
  await expect.element(dialog.getByText("Letters only")).toBeVisible();
  await expect.element(box).toHaveAttribute("aria-invalid", "true");
  await box.fill("Noor");
  await expect.poll(() => dialog.getByText("Letters only").elements()).toHaveLength(0);
  expect(dialog.getByText("Small letters").elements()).toHaveLength(0);
  await send();
  await expect.element(dialog.getByText("Small letters")).toBeVisible();
  expect(callsOf(sent, "PUT", path)).toEqual([]);
  await dialog.getByRole("textbox", { name: "Town" }).fill("leeds");
  await send();
  await expect.poll(() => dialog.elements()).toHaveLength(0);
});

test("FORM-33 what the schema calls touched already shows what is wrong with it at once", async () => {
  const { dialog } = await open({ schema: schemaOf([{ ...name, Untouched: false, Valid: false }]) });
  await expect.element(dialog.getByText("Letters only")).toBeVisible();
});

test("FORM-41 an agreement must be ticked", async () => {
  const agree = item("checkbox", "Agree", "I agree", { RequiredValue: true });
  const { dialog, sent, send } = await open({ schema: schemaOf([agree]) });
  await expect.element(dialog.getByRole("checkbox", { name: "I agree" })).toBeVisible();
  await send();
  await expect.element(dialog.getByText("This is required")).toBeVisible();
  expect(callsOf(sent, "PUT", path)).toEqual([]);
  await dialog.getByRole("checkbox", { name: "I agree" }).click();
  await send();
  await expect.poll(() => callsOf(sent, "PUT", path)).toHaveLength(1);
});

test("FORM-43 a number is sent as a number", async () => {
  const { dialog, sent, send } = await open({ schema: schemaOf([days]) });
  await dialog.getByRole("textbox", { name: "Days" }).fill("5");
  await send();
  await expect.poll(() => dialog.elements()).toHaveLength(0);
  expect(bodyOf(sent)).toEqual({ Days: 5 });
});

test("FORM-45 on success the lists that the schema names are fetched again, and no others", async () => {
  const { dialog, sent, send } = await open({
    schema: schemaOf([name], { UpdateEvent: "services|session" }),
    data: { Name: "Noor" },
  });
  await expect.element(dialog.getByRole("textbox", { name: "Name" })).toBeVisible();
  const before = { service: `/api/services/${instanceId}`, session: "/api/session", clock: "/api/clock" };
  const counts = () => Object.values(before).map((each) => callsOf(sent, "GET", each).length);
  const [services = 0, sessions = 0, clocks = 0] = counts();
  await send();
  await expect.poll(counts).toEqual([services + 1, sessions + 1, clocks]);
});

test("FORM-46 without a message the popup closes", async () => {
  const { dialog, send } = await open({ data: { Name: "Noor" } });
  await expect.element(dialog.getByRole("textbox", { name: "Name" })).toBeVisible();
  await send();
  await expect.poll(() => dialog.elements()).toHaveLength(0);
});

test("FORM-46 a message is shown as a confirmation", async () => {
  const { dialog, send } = await open({
    data: { Name: "Noor" },
    handlers: { [`PUT ${path}`]: answered(["The change has been sent to the vendor."]) },
  });
  await expect.element(dialog.getByRole("textbox", { name: "Name" })).toBeVisible();
  await send();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("The change has been sent to the vendor.");
  expect(dialog.getByRole("textbox").elements()).toHaveLength(0);
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect.poll(() => dialog.elements()).toHaveLength(0);
});

test.each([
  {
    why: "Succeed false",
    answer: offContract({ ...refused(409, "conflict", "It was changed meanwhile."), status: 200 }),
  },
  { why: "a refusal", answer: refused(409, "conflict", "It was changed meanwhile.") },
])("FORM-47 on $why the popup stays, with what was typed, and says so", async ({ answer }) => {
  const { dialog, send, sent } = await open({ data: { Name: "Noor" }, handlers: { [`PUT ${path}`]: answer } });
  await expect.element(dialog.getByRole("textbox", { name: "Name" })).toBeVisible();
  const fetched = callsOf(sent, "GET", `/api/services/${instanceId}`).length;
  await send();
  await expect.poll(() => dialog.getByRole("alert").element().textContent).toContain("It was changed meanwhile.");
  await expect.element(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Noor");
  await expect.element(dialog.getByRole("textbox", { name: "Name" })).toBeEnabled();
  expect(callsOf(sent, "GET", `/api/services/${instanceId}`)).toHaveLength(fetched);
});

test("FORM-09 the server's words about a field stand on the field until it is changed", async () => {
  const refusal = refused(400, "invalidRequest", "Some values cannot be used.", { Name: "Nobody of this name" });
  const { dialog, send } = await open({ data: { Name: "Noor" }, handlers: { [`PUT ${path}`]: refusal } });
  await expect.element(dialog.getByRole("textbox", { name: "Name" })).toBeVisible();
  await send();
  await expect.element(dialog.getByText("Nobody of this name")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Priya");
  await expect.poll(() => dialog.getByText("Nobody of this name").elements()).toHaveLength(0);
});

test("a popup that fails to load shows a message and can be tried again", async () => {
  const answer = vi.fn<() => ReturnType<typeof succeeded>>(() => refused(409, "conflict", "Not just now."));
  const { dialog } = await open({ handlers: { [`GET ${path}/schema`]: answer } });
  await expect.element(dialog.getByText("Not just now.")).toBeVisible();
  answer.mockImplementation(() => succeeded(schemaOf([name])));
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect.element(dialog.getByRole("textbox", { name: "Name" })).toBeVisible();
});

test.each([
  { width: 390, scheme: "light" },
  { width: 1440, scheme: "dark" },
])("axe finds nothing in the popup at $width px in $scheme", async ({ width, scheme }) => {
  await page.viewport(width, 900);
  document.documentElement.dataset["scheme"] = scheme;
  const { dialog, send } = await open({
    schema: schemaOf([
      item("subHeader", "Head", "Who is told"),
      name,
      days,
      own,
      item("htmlDisplay", "About", "<p>Well</p>"),
    ]),
  });
  await expect.element(dialog.getByText("Well")).toBeVisible();
  await send();
  await expect.element(dialog.getByText("Letters only")).toBeVisible();
  expect(await faults()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
