import type { User } from "@tradewind/contract/access/users.ts";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { acme as customer, jamie } from "../../test/samples.ts";
import { sessionOf } from "../../test/sessions.ts";
import { bothEnds, widths } from "../../test/widths.ts";

const acme = customer.Id;
const jo: User = {
  ...jamie,
  Name: "Jo Lane",
  UserName: null,
  Email: "jo@acme.example",
  Kind: "endUser",
  CustomerId: acme,
  CustomerName: "Acme Dental",
  May: ["invite"],
};
const users = `/customers/customer/${acme}/view/users`;
const add = `/api/customers/${acme}/users`;

/** Serves the list of users, which holds Jo once somebody has been added. */
const serve = (more: Parameters<typeof fakeApi>[0] = {}) => {
  let added = false;
  return fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/users": () => succeeded({ Items: added ? [jo] : [], Next: null }),
    "GET /api/invitations": succeeded({ Items: [], Next: null }),
    [`GET /api/customers/${acme}`]: succeeded(customer),
    [`GET /api/customers/${acme}/services`]: succeeded({ Items: [] }),
    [`POST ${add}`]: () => {
      added = true;
      return succeeded({ Id: jo.Id });
    },
    ...more,
  });
};

test.each(widths)("USER-01 a user is added in the users tab and appears in the list, at %i px", async (width) => {
  await page.viewport(width, 900);
  const sent = serve();
  const { screen } = await renderApp(users);
  await expect.element(screen.getByText("No users yet")).toBeVisible();
  await screen.getByRole("button", { name: "Add user" }).first().click();
  const dialog = screen.getByRole("dialog", { name: "Add a user" });
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Add user" }).click();
  await expect.element(dialog.getByText("First name is required")).toBeVisible();
  expect(sent.some(({ path, method }) => path === add && method === "POST")).toBe(false);
  await dialog.getByRole("textbox", { name: "First name" }).fill("Jo");
  await dialog.getByRole("textbox", { name: "Last name optional" }).fill("Lane");
  await dialog.getByRole("textbox", { name: "Email address" }).fill("jo@acme.example");
  await dialog.getByRole("checkbox", { name: /^Customer admin/ }).click();
  await dialog.getByRole("button", { name: "Add user" }).click();
  await expect.element(screen.getByRole("link", { name: "Jo Lane" })).toBeVisible();
  await expect.element(screen.getByText("No sign-in")).toBeVisible();
  expect(JSON.parse(sent.find(({ path, method }) => path === add && method === "POST")!.body)).toEqual({
    FirstName: "Jo",
    LastName: "Lane",
    Email: "jo@acme.example",
    Telephone: "",
    JobTitle: "",
    IsAdmin: true,
  });
});

test("USER-01 a refusal stands at its field, and a suspended customer and a caller without the right are offered no adding", async () => {
  await page.viewport(1440, 900);
  const taken = { Email: "Acme Dental already has a user with this address" };
  serve({ [`POST ${add}`]: refused(409, "addressTaken", "The customer already has a user with this address.", taken) });
  const { screen } = await renderApp(users);
  await screen.getByRole("button", { name: "Add user" }).first().click();
  for (const [name, text] of [
    ["First name", "Jo"],
    ["Last name optional", "Lane"],
    ["Email address", "jo@acme.example"],
  ] as const)
    await screen.getByRole("textbox", { name }).fill(text);
  await screen.getByRole("dialog").getByRole("button", { name: "Add user" }).click();
  await expect.element(screen.getByText(taken.Email)).toBeVisible();
  await screen.unmount();
  for (const [session, status] of [
    [sessionOf(), "Suspended"],
    [sessionOf({ views: ["home", "customers", "manageUsers"], permissions: [] }), "Active"],
  ] as const) {
    serve({
      "GET /api/session": succeeded(session),
      [`GET /api/customers/${acme}`]: succeeded({ ...customer, Status: status }),
    });
    const other = await renderApp(users);
    await expect.element(other.screen.getByText("No users yet")).toBeVisible();
    expect(other.screen.getByRole("button", { name: "Add user" }).elements()).toHaveLength(0);
    await other.screen.unmount();
  }
});

test("a user who does not sign in is invited from the list", async () => {
  await page.viewport(1440, 900);
  const sent = serve({
    "GET /api/users": succeeded({ Items: [jo], Next: null }),
    [`POST /api/users/${jo.Id}/invite`]: succeeded({}),
  });
  const { screen } = await renderApp(users);
  await screen.getByRole("button", { name: "Actions for row 1" }).click();
  await screen.getByRole("button", { name: "Invite to sign in" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Send invitation" }).click();
  await expect.element(screen.getByText("An invitation was sent to Jo Lane")).toBeVisible();
  expect(sent.filter(({ path }) => path.endsWith("/invite"))).toHaveLength(1);
});

test.each(bothEnds)(
  "USER-02 deleting says what becomes of what they have, and takes them from the list, at %i px",
  async (width) => {
    await page.viewport(width, 900);
    let deleted = false;
    const sent = serve({
      "GET /api/users": () => succeeded({ Items: deleted ? [] : [{ ...jo, May: ["invite", "remove"] }], Next: null }),
      [`GET /api/users/${jo.Id}/leaving`]: succeeded({
        Items: [
          { Kind: "service", Name: "Acronis Backup", Until: null, Refused: null },
          { Kind: "service", Name: "Hosted Voice", Until: "2027-03-04", Refused: null },
          { Kind: "licence", Name: "Microsoft 365 E3", Until: null, Refused: null },
          { Kind: "purchase", Name: "Desk phone T42", Until: null, Refused: null },
        ],
        IsLastAdmin: true,
      }),
      [`DELETE /api/users/${jo.Id}`]: () => {
        deleted = true;
        return succeeded({});
      },
    });
    const { screen } = await renderApp(users);
    await screen.getByRole("button", { name: "Actions for row 1" }).click();
    await screen.getByRole("button", { name: "Delete", exact: true }).click();
    const dialog = screen.getByRole("dialog", { name: "Delete Jo Lane?" });
    for (const text of [
      "Acronis Backup: cancelled at once",
      "Hosted Voice: ends with its term, after 03/03/2027",
      "Microsoft 365 E3: taken back, and free for somebody else",
      "Desk phone T42: was bought, and stays with the customer",
      "The last administrator",
    ])
      await expect.element(dialog.getByText(text)).toBeVisible();
    expect(await faults()).toEqual([]);
    await expect.element(dialog.getByRole("button", { name: "Delete user" })).toBeDisabled();
    await dialog.getByRole("checkbox", { name: "Delete the last administrator" }).click();
    await dialog.getByRole("button", { name: "Delete user" }).click();
    await expect.element(screen.getByText("No users yet")).toBeVisible();
    const asked = sent.filter(({ method }) => method === "DELETE").map(({ query }) => query.get("EvenLast"));
    expect(asked).toEqual(["true"]);
  },
);

test("USER-02 nobody is deleted while something of theirs cannot end", async () => {
  await page.viewport(1440, 900);
  serve({
    "GET /api/users": succeeded({ Items: [{ ...jo, May: ["remove"] }], Next: null }),
    [`GET /api/users/${jo.Id}/leaving`]: succeeded({
      Items: [{ Kind: "service", Name: "Acronis Backup", Until: null, Refused: "A change is at work." }],
      IsLastAdmin: false,
    }),
  });
  const { screen } = await renderApp(users);
  await screen.getByRole("button", { name: "Actions for row 1" }).click();
  await screen.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.element(screen.getByText("Acronis Backup: cannot end now. A change is at work.")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Delete user" })).toBeDisabled();
});

const choose = (name: string, text: string) => {
  const given = new DataTransfer();
  given.items.add(new File([text], name, { type: "text/csv" }));
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  input.files = given.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
};

test.each(widths)("USER-04 USER-05 a filled template is shown before its users are added, at %i px", async (width) => {
  await page.viewport(width, 900);
  const Sample = [
    { Line: 2, Name: "Ada Lovelace", Email: "ada@acme.example", IsAdmin: true },
    { Line: 3, Name: "Jo Lane", Email: "jo@acme.example", IsAdmin: false },
  ];
  let added = false;
  const sent = serve({
    "GET /api/users": () => succeeded({ Items: added ? [jo] : [], Next: null }),
    [`POST ${add}/check-file`]: succeeded({ Users: 2, Admins: 1, Sample, FaultCount: 0, Faults: [] }),
    [`POST ${add}/import`]: () => {
      added = true;
      return succeeded({ Added: 2 });
    },
    "GET /api/customer-users/template": {
      raw: new Response("First name\r\n", { headers: { "content-type": "text/csv" } }),
    },
  });
  const { screen } = await renderApp(users);
  await screen.getByRole("button", { name: "Import users" }).click();
  const dialog = screen.getByRole("dialog", { name: "Import users" });
  const names: string[] = [];
  const press = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () {
    names.push(this.download);
  };
  await dialog.getByRole("button", { name: "Download template" }).click();
  await expect.poll(() => names).toEqual(["template.csv"]);
  HTMLAnchorElement.prototype.click = press;
  await expect.element(dialog.getByRole("button", { name: "Add users" })).toBeDisabled();
  choose("users.csv", "the file");
  await expect.element(dialog.getByText("2 users are added, 1 of them as customer admin.")).toBeVisible();
  await expect.element(dialog.getByText("Ada Lovelace")).toBeVisible();
  expect(await faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Add 2 users" }).click();
  await expect.element(screen.getByRole("link", { name: "Jo Lane" })).toBeVisible();
  expect(JSON.parse(sent.find(({ path }) => path === `${add}/import`)!.body)).toEqual({ File: btoa("the file") });
});

test.each(bothEnds)("USER-05 faults are shown by line and column, and nobody can be added, at %i px", async (width) => {
  await page.viewport(width, 900);
  serve({
    [`POST ${add}/check-file`]: succeeded({
      Users: 1,
      Admins: 0,
      Sample: [],
      FaultCount: 1_202,
      Faults: [
        { Line: 3, Column: "Email", Reason: "Must be a valid email address" },
        { Line: 1_204, Column: "", Reason: "Has signs that cannot be read. Save the file as CSV UTF-8." },
      ],
    }),
  });
  const { screen } = await renderApp(users);
  await screen.getByRole("button", { name: "Import users" }).click();
  choose("users.csv", "the file");
  await expect.element(screen.getByText("1,202 faults")).toBeVisible();
  await expect.element(screen.getByRole("row", { name: "3 Email Must be a valid email address" })).toBeVisible();
  await expect.element(screen.getByText("And 1,200 more.")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Add users" })).toBeDisabled();
  expect(await faults()).toEqual([]);
});
