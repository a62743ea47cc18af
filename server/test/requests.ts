import { endpoints } from "@tradewind/contract/all.ts";
import { rolesOfUsers } from "@tradewind/contract/access/roles.ts";
import { whiteLabel } from "@tradewind/contract/portal/white-label.ts";
import { signInRules } from "@tradewind/contract/access/sign-in-rules.ts";
import { userTemplate } from "@tradewind/domain/access/user-file.ts";
import type { Endpoint } from "@tradewind/contract/endpoint.ts";
import { acceptedReports } from "./accepted-reports.ts";
import { sentQuote } from "./accepted-quotes.ts";
import { basketStory } from "./basket-story.ts";
import { aLetter, saidOfPort, wishedPort } from "./number-ports.ts";
import type { World } from "./object-makers.ts";
import { objectName } from "./objects.ts";
import { quoteStory } from "./quote-story.ts";
import { fieldsOf, sampleOf } from "./samples.ts";
import { collected } from "./hardware.ts";
import { siteOf } from "./voice.ts";

export type Sent = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

const aTextFile = { Name: "error.txt", Content: Buffer.from("It broke").toString("base64") };

const aUserFile = () =>
  Buffer.from(`${userTemplate}Jo,Lane,${crypto.randomUUID()}@example.com,,,no`).toString("base64");

/** Nobody answers there. */
const aPsa = {
  type: 6,
  address: "http://127.0.0.1:1/",
  company: "acme",
  keys: { user: "a public key", secret: "a private key", clientId: "a client" },
};

/** Request parts that cannot be generated from their schema, by operation. Built afresh each time. */
const parts: Record<string, (world: World) => Sent | Promise<Sent>> = {
  "auth.token": () => ({
    body: {
      grant_type: "password",
      client_id: "tradewind-portal",
      width: "1440",
      height: "900",
      username: "nobody@acme.example",
      password: "Copper-Lantern-42",
    },
  }),
  "drafts.keep": () => ({ body: { Value: JSON.stringify({ name: "Acme Dental" }) } }),
  "customers.add": () => ({
    body: { name: `Customer ${crypto.randomUUID().slice(0, 8)}`, organisationTypes: ["Commercial"] },
  }),
  "customers.update": () => ({
    body: { name: `Customer ${crypto.randomUUID().slice(0, 8)}`, organisationTypes: ["Commercial"] },
  }),
  "forms.submitPost": async (world) => ({
    params: { instanceId: await world.object("instanceId"), actionId: "purchase-order" },
    body: { PurchaseOrder: "PO-4711" },
  }),
  "forms.submitPut": () => ({
    body: { RenewWithoutAsking: false, RenewalContactName: "", RenewalContactEmail: "", RenewalNoticeDays: 30 },
  }),
  "forms.submitDelete": async (world) => ({
    params: { instanceId: await world.object("instanceId"), actionId: "remove-renewal-contact" },
    body: { Agreed: true },
  }),
  "downloads.file": (world) => acceptedReports["downloads.file"](world, world.person),
  "creditCodes.issue": () => ({
    body: { Amount: { Minor: "1000", Currency: "GBP" }, ValidUntil: "2099-12-31", Reason: "For an outage" },
  }),
  "debtors.promise": () => ({ body: { PromisedOn: "2099-12-31", Text: "By bank transfer" } }),
  // No limit: others order for the same reseller.
  "debtors.limit": () => ({ body: { Minor: null, Text: "Paid in advance" } }),
  // Of a version that is not there, so that whoever may call changes nothing.
  "assortment.say": () => ({
    body: {
      Version: 999_999,
      Name: "Mail filter",
      Summary: "Filters mail.",
      Category: "security",
      Description: ["Filters mail.", "For all.", "At once."],
      SearchWords: ["spam"],
      Needs: [],
      GoesWith: [],
      Documents: [],
    },
  }),
  "assortment.arrange": () => ({ body: { Version: 999_999, Plans: [], Features: [] } }),
  "assortment.sell": () => ({ body: { Version: 999_999, OfferId: null, From: "2099-01-01", Until: null } }),
  "priceImports.begin": () => ({ body: { FileName: "prices.csv", From: "2099-01-01" } }),
  "numberStock.add": () => {
    const [first] = crypto.getRandomValues(new Uint16Array(1));
    return { body: { AreaCode: "0117", First: `0117${String(first).padStart(5, "0")}0`, Count: 10 } };
  },
  "voice.place": async ({ app, object }) => {
    const OrganisationID = await object("organisationID");
    const [customer] = await app.sql<{ name: string }>("select name from customers where id = $1", [OrganisationID]);
    return {
      body: {
        OrganisationID,
        OrganisationName: customer!.name,
        Sites: [siteOf("0113")],
        SelectedProduct: "voice-standard",
        MitelLicences: 1,
        NonMitelLicences: 0,
        BandwidthConfirmed: true,
        ProposalHash: "a".repeat(64),
      },
    };
  },
  "hardware.place": async ({ object }) => ({
    body: { ...collected(await object("organisationID")), ProposalHash: "a".repeat(64) },
  }),
  "voice.order": async ({ app, object }) => {
    const orderId = await object("orderId");
    await app.sql("update orders set product_id = 'hosted-voice' where id = $1", [orderId]);
    return { params: { customerId: await object("customerId"), orderId } };
  },
  // Hiding prices and banners would affect every later call.
  "display.save": () => ({ body: { HidePricing: false, HideBanner: false } }),
  "roles.change": async ({ app, person, object }) => {
    const params = { userId: await object("userId") };
    const Seen = (await app.call(person, rolesOfUsers.ofUser, { params })).Result?.UserRoles ?? [];
    const UserRoles = Seen.includes("manageService") ? Seen.slice(1) : ["manageService", ...Seen];
    return { params, body: { Seen, UserRoles } };
  },
  "whiteLabel.change": async ({ app, person }) => ({
    body: {
      Version: (await app.call(person, whiteLabel.current)).Result?.Version ?? 0,
      MarketplaceWhitelabel: { Color_1_1: "dark", Color_2_1: "#3a53d0" },
    },
  }),
  "signInRules.saveIpAccess": async ({ app, person }) => ({
    body: {
      On: true,
      Listed: [{ Address: "127.0.0.1", Label: "Here" }],
      Version: (await app.call(person, signInRules.ipAccess)).Result?.Version ?? 0,
    },
  }),
  "signInRules.saveSessionPolicy": async ({ app, person }) => ({
    body: {
      IdleMinutes: 30,
      LifeHours: 12,
      MostSessions: 20,
      SsoOnly: false,
      Version: (await app.call(person, signInRules.sessionPolicy)).Result?.Version ?? 0,
    },
  }),
  "knowledgeBase.byPath": async ({ object }) => ({ query: { Path: `article-${await object("articleId")}` } }),
  "footer.change": () => ({ body: { Items: [{ Group: "company", Label: "Tradewind", Link: null, Policy: null }] } }),
  "invitations.list": async ({ object }) => ({ query: { CustomerId: await object("customerId") } }),
  "priceBooks.setGroup": async ({ object }) => ({ body: { GroupId: await object("priceGroupId") } }),
  "plans.make": async ({ app, object }) => {
    const [row] = await app.sql<{ id: string }>("select subscription_id as id from differences where id = $1", [
      await object("differenceId"),
    ]);
    return {
      body: {
        Name: "Two more each",
        Lines: [{ SubscriptionId: row!.id, Change: { Kind: "setQuantity", Quantity: 7 } }],
      },
    };
  },
  "differences.propose": async ({ object }) => ({
    body: { Cure: "take", DifferenceIds: [await object("differenceId")] },
  }),
  "differences.settle": async ({ object }) => ({
    body: { Cure: "take", DifferenceIds: [await object("differenceId")], Hash: "0" },
  }),
  "everyDifference.accept": async ({ object }) => ({
    body: { DifferenceIds: [await object("differenceId")], Note: "As it is" },
  }),
  "azureBudgets.save": () => ({
    body: { AzureSubscriptionId: null, Amount: 500, Steps: [80, 100], Told: [], Version: 0 },
  }),
  "orderRules.save": () => ({
    body: {
      Admins: "byRequest",
      AdminsLimit: null,
      Colleagues: "freely",
      ColleaguesLimit: null,
      SecondPerson: false,
      Version: 0,
    },
  }),
  "shop.find": async ({ object }) => ({ query: { Text: "business", CustomerId: await object("customerId") } }),
  "quotes.offers": async ({ object }) => ({ query: { CustomerId: await object("customerId") } }),
  "quotes.questions": async ({ object }) => ({
    query: { CustomerId: await object("customerId"), ProductId: "microsoft-365" },
  }),
  "basket.add": async ({ app, object }) => ({ body: basketStory(app).wish(await object("customerId")) }),
  "basket.place": async ({ object }) => ({
    body: { Lines: [{ Id: await object("basketLineId"), Hash: "0".repeat(64) }] },
  }),
  "quotes.make": async ({ app, object }) => ({ body: quoteStory(app).draftFor([await object("customerId")]) }),
  "quotes.save": async ({ app, object }) => ({
    body: { ...quoteStory(app).draftFor([await object("customerId")]), Version: 1 },
  }),
  "quoteLinks.document": async ({ app, person }) => ({ body: { Link: (await sentQuote(app, person)).Link } }),
  "priceBooks.list": () => ({ query: {} }),
  "priceBooks.preview": () => ({
    body: { OfferId: "CFQ7TTC0LCHC:0002:P1Y:monthly", From: "2099-01-01", Kind: "fixed", Value: "21.50" },
  }),
  "priceBooks.put": () => ({
    body: { OfferId: "CFQ7TTC0LCHC:0002:P1Y:monthly", From: "2099-01-01", Kind: "fixed", Value: "21.50" },
  }),
  "services.list": async ({ object }) => ({ query: { CustomerId: await object("customerId") } }),
  "services.count": async ({ object }) => ({ query: { CustomerId: await object("customerId") } }),
  "services.csv": async ({ object }) => ({ query: { CustomerId: await object("customerId") } }),
  "psa.updateSettings": () => ({ body: { ...aPsa, defaultAgreementType: "", enabled: true } }),
  "monolithPsa.updateSettings": () => ({ body: { ...aPsa, defaultAgreementType: "", enabled: true } }),
  "psa.refreshAzureCharges": () => ({ body: {} }),
  "psa.testConnection": () => ({ body: aPsa }),
  "monolithPsa.testConnection": () => ({ body: aPsa }),
  "companyProvider.save": () => ({
    body: {
      Issuer: "https://login.acme.example",
      ClientId: "portal",
      ClientSecret: "a secret of the company",
      AddsPeople: false,
      Role: "sales",
    },
  }),
  "companyProvider.addDomain": () => ({ body: { Domain: `${crypto.randomUUID().slice(0, 13)}.example` } }),
  "companyProvider.approveDomain": async ({ person, object }) => ({
    body: { CompanyId: person.resellerId, Domain: await object("providerDomain"), Reason: "Seen on paper" },
  }),
  "tenants.connect": () => ({
    body: { TenantRef: crypto.randomUUID(), Reason: "Its administrator confirmed it" },
  }),
  "tenants.release": () => ({ body: { Reason: "Its customer asked for it" } }),
  "myBusiness.ask": () => ({ body: { Name: `Company ${crypto.randomUUID().slice(0, 8)}` } }),
  "customerUsers.checkFile": () => ({ body: { File: aUserFile() } }),
  "customerUsers.import": () => ({ body: { File: aUserFile() } }),
  // Somebody of their own: others still need the world's user.
  "users.remove": async ({ app, person, object }) => {
    const customerId = await object("customerId");
    const user = await app.signIn({ kind: "endUser", resellerId: person.resellerId, customerId });
    return { params: { userId: user.membershipId } };
  },
  "users.list": async ({ object }) => ({ query: { CustomerId: await object("customerId") } }),
  "ticketFiles.upload": () => ({ body: aTextFile }),
  "desk.upload": () => ({ body: aTextFile }),
  "tickets.list": async ({ object }) => ({ query: { CustomerId: await object("customerId") } }),
  "tickets.count": async ({ object }) => ({ query: { CustomerId: await object("customerId") } }),
  "work.complete": () => ({ body: {} }),
  "workSharing.assign": async ({ object }) => ({
    body: { Items: [{ Id: await object("workItemId"), From: null }], To: null },
  }),
  "workSharing.setDue": async ({ object }) => ({
    body: { Items: [await object("workItemId")], Due: "2999-12-02", Why: "Its numbers are ported then" },
  }),
  "numberPorts.propose": (world) => wishedPort(world, world.person),
  "numberPorts.ask": (world) => wishedPort(world, world.person, saidOfPort),
  "portLetters.send": () => ({ body: { ...aLetter, SignedOn: "2026-01-02" } }),
  "numberPorts.tick": () => ({ body: { Position: 1, Done: true } }),
  "workSharing.tick": () => ({ body: { Position: 1, Done: true } }),
  "tickets.reply": () => ({ body: { Text: "It still does not work." } }),
  "desk.reply": () => ({ body: { Text: "Please try again." } }),
  "tickets.create": async ({ object }) => ({
    body: {
      Subject: "Mails do not arrive",
      Category: "Technical",
      Description: "Since this morning.",
      CustomerId: await object("customerId"),
    },
  }),
  "customers.rename": () => ({ body: { NewName: `Customer ${crypto.randomUUID().slice(0, 8)}` } }),
};

export const parametersOf = (endpoint: Endpoint): string[] =>
  [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]!);

/** Lists fields of query and body that name an object, including optional ones. */
export const idFieldsOf = (endpoint: Endpoint) =>
  (["query", "body"] as const).flatMap((place) =>
    fieldsOf(endpoint[place]).flatMap((field) => {
      const object = objectName(field);
      return object ? [{ place, field, object }] : [];
    }),
  );

/** Builds a valid request to the endpoint about this world's objects. */
export async function requestFor(name: string, world: World): Promise<Sent> {
  const endpoint = endpoints[name]!;
  const params: Record<string, string> = {};
  for (const parameter of parametersOf(endpoint)) params[parameter] = await world.object(parameter);
  const ids = new Map<string, string>();
  for (const { field, object } of idFieldsOf(endpoint)) ids.set(field, await world.object(object));
  const known = (field: string) => ids.get(field);
  return {
    ...(endpoint.params ? { params } : {}),
    ...(endpoint.query ? { query: sampleOf(endpoint.query, known) as Record<string, unknown> } : {}),
    ...(endpoint.body ? { body: sampleOf(endpoint.body, known) } : {}),
    ...(await parts[name]?.(world)),
  };
}
