import { assortment, type AssortedProduct } from "@tradewind/contract/catalogue/assortment.ts";
import { catalogue } from "@tradewind/contract/catalogue/products.ts";
import { shop } from "@tradewind/contract/catalogue/shop.ts";
import { vendors } from "@tradewind/vendors/index.ts";
import { expect, test } from "vitest";
import { prepareDatabase } from "../../prepare-database.ts";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();
const operator = await app.signInOperator();
const reseller = await app.signIn();

const read = async (productId: string) =>
  (await app.call(operator, assortment.byId, { params: { productId } })).Result!;
const say = ({ ProductId: productId, Version, Words }: AssortedProduct, changes: Partial<AssortedProduct["Words"]>) =>
  app.call(operator, assortment.say, { params: { productId }, body: { Version, ...Words!, ...changes } });
const shownAs = async (productId: string) => ({
  ...(await app.call(reseller, catalogue.product, { params: { productId } })).Result!,
  ...(await app.call(reseller, shop.page, { params: { productId } })).Result!,
});

test("the list finds products by name and search word, vendor, category and whether they are shown", async () => {
  const list = async (query: object) =>
    (await app.call(operator, assortment.list, { query })).Result!.Items.map(({ ProductId }) => ProductId);
  expect(await list({ Search: "o365" })).toContain("microsoft-365");
  expect(await list({ Search: "vade" })).toEqual(["vade"]);
  const hidden = await list({ State: "hidden" });
  expect(hidden).toContain("cirius");
  expect(await list({ State: "shown" })).not.toEqual(expect.arrayContaining(hidden));
  expect(await list({ Vendor: "Microsoft", Category: "modernWorkplace" })).toContain("power-bi");
  expect(await list({ Vendor: "Microsoft", Category: "security" })).not.toContain("power-bi");
});

test("what the operator says is what resellers read, and is logged; what it leaves alone follows the release", async () => {
  const before = await read("vade");
  const { Result: after } = await say(before, {
    Name: "Vade Mail Filter",
    Summary: "Takes phishing out of mailboxes.",
    SearchWords: ["phish", "phish", "spoof"],
    Needs: ["Microsoft 365"],
    GoesWith: [{ ProductId: "exclaimer", Why: "Signs what is left." }],
    Documents: [{ Title: "Data sheet", Url: "https://docs.example/vade" }],
  });
  expect(after!.Version).toBe(before.Version + 1);
  expect(await shownAs("vade")).toMatchObject({
    Name: "Vade Mail Filter",
    Description: "Takes phishing out of mailboxes.",
    Lines: before.ShippedWords!.Description,
    Needs: ["Microsoft 365"],
    GoesWith: [{ ProductId: "exclaimer", Why: "Signs what is left." }],
    Documents: [{ Title: "Data sheet", Url: "https://docs.example/vade" }],
  });
  const window = (await app.call(reseller, shop.window)).Result!.Items;
  expect(window.find(({ ProductId }) => ProductId === "vade")!.Synonyms).toEqual(["phish", "spoof"]);
  expect(await app.sql("select what from activity where action = 'assortment.say'")).toEqual([
    { what: "Changed what is said of Vade Mail Filter: name, summary, search words, needs, goes with, documents" },
  ]);
  // A release with other words: those that the operator did not change follow it.
  const renewed = vendors.map((vendor) => ({
    ...vendor,
    catalogue: {
      ...vendor.catalogue,
      products: vendor.catalogue.products.map((product) =>
        product.id === "vade" ? { ...product, name: "Vade 2", category: "backupContinuity" as const } : product,
      ),
    },
  }));
  await prepareDatabase(app.database.adminUrl, renewed);
  const next = await read("vade");
  expect(next.ShippedWords).toMatchObject({ Name: "Vade 2", Category: "backupContinuity" });
  expect(next.Words).toMatchObject({ Name: "Vade Mail Filter", Category: "backupContinuity" });
  expect(next.Version).toBe(after!.Version + 1);
  // An edit that began before that release would take its words back unseen.
  expect(await say(after!, { Summary: "Late" })).toMatchObject({ status: 409, Error: "conflict" });
  expect((await say(next, next.ShippedWords)).Result!.Words).toEqual(next.ShippedWords);
  await prepareDatabase(app.database.adminUrl);
  expect(await shownAs("vade")).toMatchObject({ Name: before.ShippedWords!.Name });
});

test("two who save at once do not overwrite each other unseen", async () => {
  const seen = await read("drop-suite");
  const both = await Promise.all([say(seen, { Summary: "One" }), say(seen, { Summary: "Other" })]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test("words that would confuse are refused on their field", async () => {
  const seen = await read("exclaimer");
  expect(await say(seen, { Name: "microsoft 365" })).toMatchObject({ status: 409, Error: "productNameTaken" });
  const goesWith = (...ids: string[]) => ({ GoesWith: ids.map((ProductId) => ({ ProductId, Why: "Because" })) });
  for (const wrong of [goesWith("exclaimer"), goesWith("vade", "vade"), goesWith("no-such-thing")])
    expect((await say(seen, wrong)).Errors).toHaveProperty("GoesWith");
  const link = { Documents: [{ Title: "Sheet", Url: "javascript:alert(1)" }] };
  expect((await say(seen, link)).Errors).toHaveProperty(["Documents.0.Url"]);
  const nameOnly = await read("cirius");
  expect(nameOnly.Words).toBeNull();
  expect(await say({ ...nameOnly, Words: seen.Words }, {})).toMatchObject({ status: 409, Error: "productNameOnly" });
});

test("plans have the operator's names and order, and say what each contains", async () => {
  const before = await read("microsoft-365");
  const [first, ...others] = before.Plans.map(({ Sku, Name }) => ({ Sku, Name }));
  const arrange = (version: number, Plans: { Sku: string; Name: string }[], Features = before.Features) =>
    app.call(operator, assortment.arrange, {
      params: { productId: "microsoft-365" },
      body: { Version: version, Plans, Features },
    });
  const { Result: after } = await arrange(
    before.Version,
    [...others, { ...first!, Name: "Starter" }],
    [{ Name: "Calls", Of: { [first!.Sku]: "yes" } }],
  );
  expect(after!.Plans.at(-1)).toMatchObject({ Name: "Starter", ShippedName: first!.Name });
  const page = await shownAs("microsoft-365");
  expect(page.Plans.at(-1)!.Name).toBe("Starter");
  expect(page.Features).toEqual([{ Name: "Calls", Of: { [first!.Sku]: "yes" } }]);
  expect((await arrange(after!.Version, others)).Errors).toHaveProperty("Plans");
  const back = await arrange(after!.Version, [first!, ...others], before.ShippedFeatures);
  expect(back.Result!.Plans.map(({ Name }) => Name)).toEqual(before.Plans.map(({ Name }) => Name));
  expect(await app.sql("select own from product_words where product_id = 'microsoft-365'")).toEqual([{ own: {} }]);
});
