import { describe, expect, test } from "vitest";
import {
  isCustomerDisabled,
  isHiddenFromEndUserAdmin,
  isServiceDisabled,
  isUnlimitedStorage,
  mayOrder,
} from "./products.ts";
import { agreementServiceIds, office365SubIds } from "./product-numbers.data.ts";
import { filterOptions, inCategory, sortProducts, type ListedProduct } from "./product-list.ts";
import { instanceStates } from "./instances.ts";

const { office365 } = agreementServiceIds;
const named = (agreementServiceId: number, subId: number | null = null, id = `product-${agreementServiceId}`) => ({
  id,
  agreementServiceId,
  subId,
});
const everyProduct = [
  ...Object.values(agreementServiceIds)
    .filter((number) => number !== office365)
    .map((number) => named(number)),
  named(office365, office365SubIds.core, "microsoft-365"),
  named(office365, office365SubIds.azure, "microsoft-365-azure"),
  named(1001, office365SubIds.azure, "another's sixth part"),
  named(1000, null, "backup"),
];
const idOf = (product: { id: string }) => product.id;
const added = (product: ReturnType<typeof named>) => ({
  ...product,
  added: true,
  status: "Active" as const,
  cardinality: "MultiplePerCustomer" as const,
});

test("the agreement scheme has its numbers", () => {
  expect(agreementServiceIds).toEqual({
    hostedExchange: 1,
    sharePoint: 2,
    emailSecurity: 3,
    secureEmailMessage: 4,
    azure: 6,
    office365: 8,
    backupAcronis: 9,
    bitdefender: 12,
    hostedVoice: 13,
    appInteract: 14,
    hostedVoiceHardware: 15,
    messageLabs: 16,
    exclaimer: 17,
    acronisFilesCloud: 18,
    cloudTalk: 19,
    skykick: 21,
    azureRI: 22,
    dropSuite: 23,
    azureSS: 26,
    vade: 27,
    cloudServer: 30,
    azureASP: 114,
  });
});

test("the parts of Microsoft 365 are numbered", () => {
  expect(office365SubIds).toEqual({ core: 1, azure: 6 });
});

test("storage without a limit is one product", () => {
  expect([273, 274].map(isUnlimitedStorage)).toEqual([true, false]);
});

describe("the list of products", () => {
  test("CAT-30 CAT-31 at user level what is added is disabled, but for four products", () => {
    const enabled = everyProduct.filter((product) => !isServiceDisabled(added(product), "user"));
    expect(enabled.map(idOf)).toEqual(["product-2", "product-9", "microsoft-365", "backup"]);
  });

  test("CAT-32 at customer level only six added products are disabled", () => {
    const disabled = everyProduct.filter((product) => isServiceDisabled(added(product), "customer"));
    const { bitdefender, appInteract, azureRI, vade, azureASP } = agreementServiceIds;
    const six = [bitdefender, appInteract, azureRI, vade, azureASP].map((number) => `product-${number}`);
    expect(disabled.map(idOf)).toEqual([...six, "microsoft-365-azure"]);
  });

  test.each(instanceStates.filter((state) => state !== "Active"))(
    "CAT-33 a service that is %s is disabled",
    (status) => {
      const service = { ...added(named(19)), added: false, status };
      expect([isServiceDisabled(service, "customer"), isServiceDisabled(service, "user")]).toEqual([true, true]);
    },
  );

  test("CAT-33 a service without a status is not disabled", () => {
    const without = { ...added(named(12)), added: false, status: null };
    expect(isServiceDisabled(without, "customer")).toBe(false);
    expect(isServiceDisabled({ ...without, cardinality: "OncePerCustomer" }, "customer")).toBe(false);
  });

  test.each([
    { cardinality: "OncePerCustomer" as const, disabled: true },
    { cardinality: "OncePerReseller" as const, disabled: true },
    { cardinality: "MultiplePerCustomer" as const, disabled: false },
    { cardinality: "Unknown" as const, disabled: false },
  ])("CAT-34 an active service that is $cardinality", ({ cardinality, disabled }) => {
    expect(isServiceDisabled({ ...added(named(19)), cardinality }, "customer")).toBe(disabled);
  });

  test("CAT-35 nine products are hidden from an end-user admin", () => {
    const hidden = everyProduct.filter(isHiddenFromEndUserAdmin);
    expect(hidden.map(({ agreementServiceId }) => agreementServiceId)).toEqual([12, 14, 16, 17, 22, 26, 27, 114, 8]);
    expect(hidden.at(-1)?.id).toBe("microsoft-365-azure");
  });
});

test.each([
  { status: null, cardinality: "OncePerCustomer" as const, disabled: false },
  { status: "Active" as const, cardinality: "MultiplePerCustomer" as const, disabled: false },
  { status: "Active" as const, cardinality: "OncePerReseller" as const, disabled: false },
  { status: "Active" as const, cardinality: "OncePerCustomer" as const, disabled: true },
  { status: "Activating" as const, cardinality: "MultiplePerCustomer" as const, disabled: true },
  { status: "ActivationFailed" as const, cardinality: "MultiplePerCustomer" as const, disabled: true },
])("CUST-24 a customer with $status and $cardinality", ({ status, cardinality, disabled }) => {
  expect(isCustomerDisabled(status, cardinality)).toBe(disabled);
});

describe("ordering one more", () => {
  const nobody = { isEndUserAdmin: false, hasItHere: false, hasItAnywhere: false };
  const once = (cardinality: "OncePerCustomer" | "OncePerReseller") => ({ ...named(19), cardinality });

  test("once per customer and once per reseller refuse the second", () => {
    expect(mayOrder(once("OncePerCustomer"), nobody).ok).toBe(true);
    expect(mayOrder(once("OncePerCustomer"), { ...nobody, hasItHere: true, hasItAnywhere: true })).toMatchObject({
      refusal: "onlyOnePerCustomer",
    });
    expect(mayOrder(once("OncePerReseller"), nobody).ok).toBe(true);
    expect(mayOrder(once("OncePerReseller"), { ...nobody, hasItAnywhere: true })).toMatchObject({
      refusal: "onlyOnePerReseller",
    });
  });

  test("once per customer is free at the next customer, and many may be many", () => {
    expect(mayOrder(once("OncePerCustomer"), { ...nobody, hasItAnywhere: true }).ok).toBe(true);
    const many = { ...named(19), cardinality: "MultiplePerCustomer" as const };
    expect(mayOrder(many, { ...nobody, hasItHere: true, hasItAnywhere: true }).ok).toBe(true);
  });

  test("CAT-35 an end-user admin may not order what is hidden", () => {
    const vade = { ...named(agreementServiceIds.vade), cardinality: "MultiplePerCustomer" as const };
    expect(mayOrder(vade, { ...nobody, isEndUserAdmin: true })).toMatchObject({ refusal: "productNotForEndUserAdmin" });
    expect(mayOrder(vade, nobody).ok).toBe(true);
  });
});

describe("the catalogue page", () => {
  const listed = (name: string, changes: Partial<ListedProduct> = {}): ListedProduct => ({
    name,
    category: "security",
    hidden: false,
    featureFlag: null,
    added: false,
    popularity: 0,
    ...changes,
  });
  const names = (products: ListedProduct[]) => products.map(({ name }) => name);
  const products = [
    listed("Vade", { popularity: 9 }),
    listed("Acronis Backup", { category: "backupContinuity", added: true }),
    listed("Azure", { category: "cloudInfrastructure" }),
    listed("Microsoft 365", { category: "modernWorkplace", added: true, popularity: 5 }),
    listed("Bitdefender"),
  ];

  test("five choices, each with its number of products", () => {
    expect(filterOptions(products)).toEqual([
      { option: "all", amount: 5 },
      { option: "modernWorkplace", amount: 1 },
      { option: "cloudInfrastructure", amount: 1 },
      { option: "security", amount: 2 },
      { option: "backupContinuity", amount: 1 },
    ]);
    expect(names(inCategory(products, "security"))).toEqual(["Vade", "Bitdefender"]);
  });

  test("by name, or by relevance: matches, then added, then popular", () => {
    expect(names(sortProducts(products, "name"))).toEqual([
      "Acronis Backup",
      "Azure",
      "Bitdefender",
      "Microsoft 365",
      "Vade",
    ]);
    expect(names(sortProducts(products, "relevance"))).toEqual([
      "Microsoft 365",
      "Acronis Backup",
      "Vade",
      "Azure",
      "Bitdefender",
    ]);
    expect(names(sortProducts(products, "relevance", "de"))[0]).toBe("Vade");
    expect(names(sortProducts(products, "relevance", " BIT"))[0]).toBe("Bitdefender");
  });
});

test("what matches at its beginning comes first, and an empty search matches nothing better", () => {
  const product = (name: string, popularity: number): ListedProduct => ({
    name,
    category: "security",
    hidden: false,
    featureFlag: null,
    added: false,
    popularity,
  });
  const products = [product("Backup for Azure", 9), product("Azure", 1), product("Vade", 5)];
  const names = (search?: string) => sortProducts(products, "relevance", search).map(({ name }) => name);
  expect(names("azure")).toEqual(["Azure", "Backup for Azure", "Vade"]);
  expect(names(" AZ ")).toEqual(["Azure", "Backup for Azure", "Vade"]);
  for (const search of ["", "  ", undefined]) expect(names(search)).toEqual(["Backup for Azure", "Vade", "Azure"]);
});
