import { priceBooks } from "@tradewind/contract/catalogue/price-books.ts";
import { catalogue } from "@tradewind/contract/catalogue/products.ts";
import type { Cast } from "./teller.ts";

/** Gives one customer and a group prices of their own, from the first of the month after next. */
export async function keepPriceBooks({ resellers, today }: Cast): Promise<void> {
  const { reseller } = resellers.harbour;
  const [year, month] = today().split("-").map(Number);
  const From = new Date(Date.UTC(year!, month! + 1, 1)).toISOString().slice(0, 10);
  const named = async (Search: string) =>
    (await reseller.call(priceBooks.choices, { query: { Search } })).Customers[0]!.Id;
  const GroupId = (await reseller.call(priceBooks.addGroup, { body: { Name: "Schools" } })).Id;
  for (const Search of ["Beacon Hill", "Stonebridge"])
    await reseller.call(priceBooks.setGroup, { params: { customerId: await named(Search) }, body: { GroupId } });
  await reseller.call(priceBooks.put, {
    body: { GroupId, ProductId: "acronis-backup", From, Kind: "margin", Value: "18" },
  });
  const { Items } = await reseller.call(catalogue.prices, { query: { ProductId: "microsoft-365" } });
  const premium = Items.find((item) => item.Name.includes("Business Premium") && item.Term === "P1Y") ?? Items[0]!;
  await reseller.call(priceBooks.put, {
    body: {
      CustomerId: await named("Acme Dental"),
      OfferId: premium.OfferId,
      From,
      Kind: "fixed",
      Value: premium.Cost!,
    },
  });
}
