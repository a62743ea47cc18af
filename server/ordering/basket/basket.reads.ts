import type { Basket, BasketLine } from "@tradewind/contract/ordering/basket.ts";
import { toWireMoney } from "@tradewind/contract/ordering/proposals.ts";
import { quoteSums } from "@tradewind/domain/ordering/quotes.ts";
import { findPrice } from "@tradewind/domain/pricing/terms.ts";
import { compareDecimals } from "@tradewind/domain/values/decimal.ts";
import { sum } from "@tradewind/domain/values/money.ts";
import { seesPrices } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Context } from "../../platform/http.ts";
import { drawProposal, meetRules } from "../order-rules/order-rules.reads.ts";
import { propose, type Wanted, type WorkedOut } from "../proposals/proposals.reads.ts";
import { listBasket, type BasketRow, type KeptItem } from "./basket.store.ts";

/** How long what was ordered of a basket is shown with it. */
const shownFor = 24 * 3_600_000;

type Kept = Pick<BasketRow, "customer_id" | "product_id" | "user_id" | "items" | "details" | "delivery_option">;

/** What an order of a basket would do, as an order takes it. */
export const wantedOf = (row: Kept): Wanted & { Details: Kept["details"] } => ({
  CustomerId: row.customer_id,
  ProductId: row.product_id,
  UserId: row.user_id,
  Details: row.details,
  Change: {
    Kind: "add",
    Lines: row.items.map(({ key, offerId, quantity, addOnTo, termUntil, attributes }) => ({
      Key: key,
      OfferId: offerId,
      Quantity: quantity,
      AddOnTo: addOnTo,
      ...(termUntil === null ? {} : { TermUntil: termUntil }),
      Attributes: attributes as Record<string, string | number | boolean | null>,
    })),
    DeliveryOption: row.delivery_option,
  },
});

/** What an offer costs now and what the customer pays for it. */
export const priceOf = (worked: WorkedOut, offerId: string, { actor, now }: Pick<Context, "actor" | "now">) =>
  findPrice(worked, offerId, actor.currency, now.toISOString().slice(0, 10))!;

type Priced = { row: Awaited<ReturnType<typeof listBasket>>[number]; line: BasketLine; worked?: WorkedOut };

async function priceLine(asking: Context, row: Priced["row"]): Promise<Priced> {
  const priced = seesPrices(asking.actor);
  const worked =
    row.state === "ordered"
      ? undefined
      : await propose(asking, wantedOf(row)).catch((error: unknown) => {
          if (error instanceof AppError) return error;
          throw error;
        });
  const done = worked instanceof AppError ? undefined : worked;
  const { db, actor, now } = asking;
  const drawn = done && drawProposal(done, await meetRules(db, actor, row.customer_id, done.sale(), now), actor);
  const finding = drawn?.Findings.find(({ Blocks }) => Blocks);
  return {
    row,
    ...(done && { worked: done }),
    line: {
      Id: row.id,
      CustomerId: row.customer_id,
      CustomerName: row.customer_name,
      ProductId: row.product_id,
      ProductName: row.product_name,
      State: row.state,
      Items: row.items.map((item) => toItem(item, done && priceOf(done, item.offerId, asking).cost, priced)),
      Proposal: finding ? null : (drawn ?? null),
      Trouble:
        worked instanceof AppError
          ? { Code: worked.code, Text: worked.message, AgreementId: null }
          : finding
            ? { Code: "agreementNotSigned", Text: finding.Text, AgreementId: finding.AgreementId }
            : null,
      Refused: row.reason,
      OrderId: row.order_id,
      RequestId: row.request_id,
      InstanceId: row.instance_id,
      ChangedAt: row.changed_at.toISOString(),
    },
  };
}

const toItem = (item: KeptItem, cost: string | undefined, priced: boolean): BasketLine["Items"][number] => ({
  Key: item.key,
  Name: item.name,
  Unit: item.unit,
  Term: item.term,
  Billing: item.billing,
  Quantity: item.quantity,
  Minimum: item.minimum,
  Maximum: item.maximum,
  AddOnTo: item.addOnTo,
  UnitCostBefore: priced && cost !== undefined && compareDecimals(cost, item.unitCost) !== 0 ? item.unitCost : null,
  UnitCost: priced ? (cost ?? null) : null,
});

/** Reads the caller's basket at today's prices, its orders one after the other on one connection. */
export async function readBasket(asking: Context): Promise<Basket> {
  const rows = await listBasket(asking.db, asking.actor, new Date(asking.now.getTime() - shownFor));
  const found: Priced[] = [];
  for (const row of rows) found.push(await priceLine(asking, row));
  return { Lines: found.map(({ line }) => line), Totals: seesPrices(asking.actor) ? totalsOf(asking, found) : [] };
}

/** Adds up what can be placed as it is shown: without trouble, at prices that were agreed to. */
function totalsOf(asking: Context, found: readonly Priced[]): Basket["Totals"] {
  const { currency } = asking.actor;
  const ready = found.flatMap(({ row, line, worked }) =>
    worked && row.state === "open" && line.Proposal && line.Items.every((item) => item.UnitCostBefore === null)
      ? [{ row, worked }]
      : [],
  );
  if (ready.length === 0) return [];
  const added = (of: "net" | "gross") =>
    sum(
      ready.map(({ worked }) => worked.proposal.chargeNow[of]),
      currency,
    );
  const [net, gross] = [added("net"), added("gross")];
  const commitments = ready.flatMap(({ worked }) => worked.proposal.commitment ?? []);
  const priced = ready.flatMap(({ row, worked }) =>
    row.items.flatMap(({ offerId, quantity, billing }) => {
      const { cost: unitCost, customer: unitPrice } = priceOf(worked, offerId, asking);
      return unitPrice === null ? [] : [{ billing, quantity, unitCost, unitPrice }];
    }),
  );
  return [
    {
      Currency: currency,
      Orders: ready.length,
      Net: toWireMoney(net),
      Vat: toWireMoney({ minor: gross.minor - net.minor, currency }),
      Gross: toWireMoney(gross),
      Commitment:
        commitments.length === 0
          ? null
          : {
              Net: toWireMoney(
                sum(
                  commitments.map(({ amount }) => amount),
                  currency,
                ),
              ),
              Until: commitments.map(({ until }) => until).reduce((last, until) => (until > last ? until : last)),
            },
      Periods: quoteSums(priced, currency).map(({ billing, cost, price, margin }) => ({
        Billing: billing,
        Cost: toWireMoney(cost),
        CustomerPrice: toWireMoney(price),
        Margin: toWireMoney(margin),
      })),
    },
  ];
}
