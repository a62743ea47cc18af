import type { ActionButton } from "@tradewind/contract/catalogue/forms.ts";
import { acronisApi } from "@tradewind/vendors/acronis/acronis-api.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { orders, type WireChange } from "@tradewind/contract/ordering/orders.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import { describe, expect, test } from "vitest";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { forms } from "@tradewind/contract/ordering/forms.ts";

const app = await testApp();
const worker = await testWorker(app);
const { signInSigned, addCustomer, order, becomes } = orderStory(app, worker);

/** Inserts an active service directly into the database. */
async function standing(person: Person, productId = "microsoft-365") {
  const customerId = await addCustomer(person);
  const [made] = await app.sql<{ id: string }>(
    `insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
     values ($1, $2, $3, 'Active', '2026-01-02', '2026-01-02') returning id`,
    [person.resellerId, customerId, productId],
  );
  return { customerId, instanceId: made!.id };
}
const detailsOf = async (person: Person, instanceId: string) =>
  (await app.call(person, services.byId, { params: { instanceId } })).Result!.Details;
const changeContact = (person: Person, instanceId: string, body: Record<string, string | number | boolean | null>) =>
  app.call(person, forms.submitPut, { params: { instanceId, actionId: "renewal-contact" }, body });

const contact = {
  RenewWithoutAsking: false,
  RenewalContactName: "Priya Shah",
  RenewalContactEmail: "priya@acme.example",
  RenewalNoticeDays: 30,
};

describe("a dynamic form", () => {
  test("FORM-31 is answered by its id, and FORM-27 its fields are as the form was kept", async () => {
    const person = await app.signIn();
    await app.sql("insert into dynamic_forms values ('console', $1)", [
      JSON.stringify([
        {
          PropertyName: "Password",
          Label: "Console password",
          Type: 2,
          Mandatory: true,
          Regex: ".{8,}",
          InvalidMessage: "Must be longer",
          ToolTip: "Of the console",
          Message: "Kept by nobody",
          Options: [],
          Default: null,
        },
      ]),
    ]);
    const { Result } = await app.call(person, forms.dynamicForm, { params: { formId: "console" } });
    expect(Result).toEqual({
      Fields: [
        {
          PropertyName: "Password",
          Label: "Console password",
          Type: 2,
          Mandatory: true,
          Regex: ".{8,}",
          InvalidMessage: "Must be longer",
          ToolTip: "Of the console",
          Message: "Kept by nobody",
          Options: [],
          Default: null,
        },
      ],
    });
    expect(await app.call(person, forms.dynamicForm, { params: { formId: "no-such-form" } })).toMatchObject({
      status: 404,
      Error: "notFound",
    });
  });

  test("goes with an order: refused on its fields until every answer will do, then kept with the service", async () => {
    const reseller = await signInSigned();
    const customerId = await addCustomer(reseller);
    const { Result: journey } = await app.call(reseller, orders.journey, {
      params: { by: "product", name: "vade" },
      query: { CustomerId: customerId, Action: "Add" },
    });
    expect(journey!.Steps.find((step) => step.Component === "form")).toMatchObject({
      FormId: "mailbox-protection",
      Kind: 1,
    });
    const [thing] = journey!.Steps.flatMap((step) => step.Items);
    const change: WireChange = { Kind: "add", Lines: [{ Key: "a", OfferId: thing!.Offers[0]!.OfferId, Quantity: 5 }] };
    const asked = (Details: Record<string, string>) =>
      order(reseller, customerId, change, { ProductId: "vade", Details });

    const approved = { ApprovedBy: "ada@acme.example" };
    expect((await asked({})).placed).toMatchObject({
      status: 400,
      Errors: { MailDomain: "This is a mandatory field", ApprovedBy: "This is a mandatory field" },
    });
    expect((await asked({ ...approved, MailDomain: "not a domain", ReportsTo: "x" })).placed).toMatchObject({
      status: 400,
      Errors: {
        MailDomain: "Must be a domain, as in acmedental.example",
        ReportsTo: "Must be a valid email address",
      },
    });
    const { placed } = await asked({ ...approved, MailDomain: "acme.example" });
    expect(placed.status).toBe(200);
    expect(await detailsOf(reseller, placed.Result!.InstanceId)).toMatchObject({ MailDomain: "acme.example" });
  });
});

describe("a service's buttons", () => {
  test("FORM-32 SVC-07 each opens a popup by a payload that says where its schema and data are, and where it is sent", async () => {
    const person = await app.signIn();
    const { instanceId } = await standing(person);
    const { Result } = await app.call(person, forms.buttons, { params: { instanceId } });
    const path = `/api/services/${instanceId}/actions/renewal-contact`;
    expect(Result!.Buttons.find((button) => button.Action === "renewal-contact")).toEqual({
      Action: "renewal-contact",
      Style: "modify",
      Text: "Change renewal contact",
      DataTestId: "service-action-renewal-contact",
      IsDisabled: false,
      Data: {
        PopUp: "SchemaPopup",
        Payload: {
          Title: "Renewal contact",
          ApiGetSchemaPath: `${path}/schema`,
          ApiGetDataPath: `${path}/data`,
          ApiSubmitPath: path,
          ApiSubmitRequestMethod: "put",
          Schema: null,
          Data: null,
        },
      },
      AnalyticsData: { Action: "renewal-contact", Page: "service", Campaign: "microsoft-365" },
    });
    const methodOf = ({ Data }: ActionButton) => Data.PopUp === "SchemaPopup" && Data.Payload.ApiSubmitRequestMethod;
    expect(Result!.Buttons.map(methodOf)).toEqual(["post", "put", "delete"]);
    expect(Result!.Buttons.map((button) => button.IsDisabled)).toEqual([false, false, true]);
  });

  test("FORM-33 FORM-35 the schema says what is asked, and how one answer changes the rest", async () => {
    const person = await app.signIn();
    const { instanceId } = await standing(person);
    const { Result } = await app.call(person, forms.schema, { params: { instanceId, actionId: "renewal-contact" } });
    expect(Result!.Items.find((item) => item.DataItem === "RenewalNoticeDays")).toEqual({
      DataItem: "RenewalNoticeDays",
      Label: "Days before the term ends",
      Type: "number",
      Regex: "[1-9]|[1-8][0-9]|90",
      RegexError: "Must be a whole number from 1 to 90",
      RequiredValue: null,
      Valid: false,
      Untouched: true,
    });
    expect(Result!.PropertyDependencies).toContainEqual({
      PropertyDataItem: "RenewWithoutAsking",
      PropertyDataItemDependencyValue: true,
      DependentPropertyDataItem: "RenewalNoticeDays",
      Type: "hide",
    });
    expect(Result!.PropertyDependencies).toContainEqual({
      PropertyDataItem: "RenewWithoutAsking",
      PropertyDataItemDependencyValue: true,
      DependentPropertyDataItem: "RenewalContactEmail",
      Type: "disable",
    });
    expect(Result!.UpdateEvent).toBe("services");
  });

  test("belong to the product", async () => {
    const person = await app.signIn();
    const { instanceId } = await standing(person);
    const params = { instanceId, actionId: "backup-contact" };
    expect((await app.call(person, forms.schema, { params })).status).toBe(404);
    expect((await app.call(person, forms.submitPut, { params, body: {} })).status).toBe(404);
  });
});

describe("what a popup sends", () => {
  test("FORM-39 is taken by POST, PUT or DELETE, and answered with Succeed and Messages", async () => {
    const person = await app.signIn();
    const { customerId, instanceId } = await standing(person);
    const added = await app.call(person, forms.submitPost, {
      params: { instanceId, actionId: "purchase-order" },
      body: { PurchaseOrder: "PO-4711" },
    });
    expect(added).toMatchObject({ status: 200, Succeed: true, Messages: [] });
    expect(await changeContact(person, instanceId, contact)).toMatchObject({ Succeed: true, Messages: [] });
    expect(await detailsOf(person, instanceId)).toEqual({ PurchaseOrder: "PO-4711", ...contact });

    const removal = { instanceId, actionId: "remove-renewal-contact" };
    const { Result: shown } = await app.call(person, forms.data, { params: removal });
    expect(shown).toEqual({ RenewalContactName: "Priya Shah", RenewalContactEmail: "priya@acme.example" });
    expect(await app.call(person, forms.submitDelete, { params: removal, body: { Agreed: true } })).toMatchObject({
      Succeed: true,
    });
    expect(await detailsOf(person, instanceId)).toEqual({
      PurchaseOrder: "PO-4711",
      RenewWithoutAsking: false,
      RenewalNoticeDays: 30,
      RenewalContactName: null,
      RenewalContactEmail: null,
    });
    const log = await app.call(person, customers.activity, { params: { customerId }, query: {} });
    expect(log.Result!.Items.map((line) => line.What)[1]).toMatch(
      /^Renewal contact of Acme .+: Renew without asking anybody no, Name Priya Shah, Email priya@acme.example, Days before the term ends 30$/,
    );
  });

  test("is refused by a method that the action does not have", async () => {
    const person = await app.signIn();
    const { instanceId } = await standing(person);
    const answer = await app.call(person, forms.submitPost, {
      params: { instanceId, actionId: "renewal-contact" },
      body: contact,
    });
    expect(answer).toMatchObject({ status: 405, Error: "methodNotAllowed" });
  });

  test("FORM-09 is judged here too, each fault on its field", async () => {
    const person = await app.signIn();
    const { instanceId } = await standing(person);
    const wrong = await changeContact(person, instanceId, {
      ...contact,
      RenewalContactName: "4711",
      RenewalContactEmail: "priya",
      RenewalNoticeDays: 91,
      IsAdmin: true,
    });
    expect(wrong).toMatchObject({
      status: 400,
      Error: "invalidRequest",
      Errors: {
        RenewalContactName: "Must be a name, as in Priya Shah",
        RenewalContactEmail: "Must be a valid email address",
        RenewalNoticeDays: "Must be a whole number from 1 to 90",
        IsAdmin: "This field is not known here",
      },
    });
    const removal = { instanceId, actionId: "remove-renewal-contact" };
    expect((await app.call(person, forms.submitDelete, { params: removal, body: {} })).Errors).toEqual({
      Agreed: "This is required",
    });
    expect(await detailsOf(person, instanceId)).toEqual({});
  });

  test("changes no field that another answer fixes, and takes out what one hides", async () => {
    const person = await app.signIn();
    const { instanceId } = await standing(person);
    await changeContact(person, instanceId, contact);
    await changeContact(person, instanceId, {
      RenewWithoutAsking: true,
      RenewalContactName: "Mallory",
      RenewalContactEmail: "mallory@evil.example",
      RenewalNoticeDays: 999,
    });
    expect(await detailsOf(person, instanceId)).toEqual({
      RenewWithoutAsking: true,
      RenewalContactName: "Priya Shah",
      RenewalContactEmail: "priya@acme.example",
      RenewalNoticeDays: null,
    });
  });

  test("two at once both end up in the service", async () => {
    const person = await app.signIn();
    const { instanceId } = await standing(person);
    await Promise.all([
      changeContact(person, instanceId, contact),
      app.call(person, forms.submitPost, {
        params: { instanceId, actionId: "purchase-order" },
        body: { PurchaseOrder: "PO-1" },
      }),
    ]);
    expect(await detailsOf(person, instanceId)).toMatchObject({ PurchaseOrder: "PO-1", RenewalNoticeDays: 30 });
  });

  test("FORM-45 another session is told what to fetch again", async () => {
    const person = await app.signIn();
    const { instanceId } = await standing(person);
    const origin = await app.app.listen({ host: "127.0.0.1", port: 0 });
    const colleague = await app.signIn({ resellerId: person.resellerId });
    const ticket = (await app.call(colleague, notifications.negotiate)).Result!.accessToken;
    const query = new URLSearchParams({ access_token: ticket }).toString();
    const stream = await fetch(`${origin}${notifications.stream.path}?${query}`);
    await changeContact(person, instanceId, contact);
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let heard = "";
    while (!heard.includes('"Topics":["services"]')) heard += (await reader.read()).value ?? "";
    await reader.cancel();
    expect(await detailsOf(colleague, instanceId)).toEqual(contact);
  });
});

describe("what the provider has to know", () => {
  async function backup() {
    const reseller = await signInSigned();
    const customerId = await addCustomer(reseller);
    const { Result: journey } = await app.call(reseller, orders.journey, {
      params: { by: "product", name: "acronis-backup" },
      query: { CustomerId: customerId, Action: "Add" },
    });
    const [thing] = journey!.Steps.flatMap((step) => step.Items);
    const change: WireChange = { Kind: "add", Lines: [{ Key: "b", OfferId: thing!.Offers[0]!.OfferId, Quantity: 3 }] };
    const { placed } = await order(reseller, customerId, change, { ProductId: "acronis-backup", Details: {} });
    const instanceId = placed.Result!.InstanceId;
    await becomes(reseller, instanceId, "Active");
    return { reseller, customerId, instanceId };
  }
  const vendor = acronisApi({
    baseUrl: worker.simulators.urls.acronis,
    clientId: "test-client",
    clientSecret: "test-client-secret",
  });
  async function contactAtAcronis(instanceId: string) {
    const [row] = await app.sql<{ vendor_ref: string }>("select vendor_ref from subscriptions where instance_id = $1", [
      instanceId,
    ]);
    return (await vendor.findTenant(row!.vendor_ref))!.contact;
  }

  test("a backup contact is told to Acronis by the worker, and stands with the service once Acronis has it", async () => {
    const { reseller, instanceId } = await backup();
    const params = { instanceId, actionId: "backup-contact" };
    const { Result: schema } = await app.call(reseller, forms.schema, { params });
    expect(schema!.UpdateEvent).toBe("services|orders");
    const body = {
      UseCustomerContact: false,
      BackupContactName: "Noor van Dijk",
      BackupContactEmail: "noor@acme.example",
    };

    await worker.control("acronis", "faults", { times: 10_000, fault: { kind: "status", status: 503 } });
    const answers = await Promise.all([1, 2].map(() => app.call(reseller, forms.submitPut, { params, body })));
    await fetch(`${worker.simulators.urls.acronis}/__sim/faults`, { method: "DELETE" });

    expect(answers.toSorted((one, other) => one.status - other.status)).toMatchObject([
      { status: 200, Messages: [expect.stringMatching(/^The change has been sent to the vendor\./)] },
      { status: 409, Error: "serviceBusy" },
    ]);
    const active = await becomes(reseller, instanceId, "Active");
    expect(active.Details).toMatchObject(body);
    expect(active.Subscriptions[0]!.Quantity).toBe(3);
    expect(active.Orders[0]).toMatchObject({ Journey: "Modify", Status: "Completed", Details: body, ChargedNow: null });
    expect(await contactAtAcronis(instanceId)).toMatchObject({
      email: "noor@acme.example",
      firstname: "Noor",
      lastname: "van Dijk",
    });

    await app.call(reseller, forms.submitPut, { params, body: { UseCustomerContact: true } });
    await becomes(reseller, instanceId, "Active");
    expect(await contactAtAcronis(instanceId)).toMatchObject({ email: "ada@acme.example" });
    expect(await detailsOf(reseller, instanceId)).toMatchObject({ UseCustomerContact: true, BackupContactName: null });
  });

  test("what the provider refuses is not kept, and can be put right", async () => {
    const { reseller, customerId, instanceId } = await backup();
    await app.sql("update customers set contact_email = null where id = $1", [customerId]);
    const params = { instanceId, actionId: "backup-contact" };
    await app.call(reseller, forms.submitPut, { params, body: { UseCustomerContact: true } });
    const failed = await becomes(reseller, instanceId, "ActivationFailed");
    expect(failed.Service.Reason).toBe(
      "Acronis refused this: The customer has no contact yet. Add one to the customer, or give an address.",
    );
    expect(failed.Details).toEqual({});
    const body = { UseCustomerContact: false, BackupContactName: "Noor", BackupContactEmail: "noor@acme.example" };
    await app.call(reseller, forms.submitPut, { params, body });
    expect((await becomes(reseller, instanceId, "Active")).Details).toMatchObject(body);
  });

  test("where people provide it, it is their work", async () => {
    const reseller = await signInSigned();
    const operator = await app.signInOperator();
    const { instanceId } = await standing(reseller, "vade");
    const body = { MailDomain: "new.acme.example", DomainMoved: true };
    await app.call(reseller, forms.submitPut, { params: { instanceId, actionId: "mail-domain" }, body });
    const item = await worker.until(
      async () =>
        (await app.call(operator, work.list)).Result!.Items.find(
          (each) => each.Details["MailDomain"] === "new.acme.example",
        ),
      "work item",
    );
    expect(item.Title).toBe("Change the details of the service");
    await app.call(operator, work.complete, { params: { workItemId: item.Id }, body: {} });
    // The tick only confirms, so it is not stored.
    expect((await becomes(reseller, instanceId, "Active")).Details).toEqual({ MailDomain: "new.acme.example" });
  });
});
