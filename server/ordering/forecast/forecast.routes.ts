import { comingKinds, forecast } from "@tradewind/contract/ordering/forecast.ts";
import { toWireMoney } from "@tradewind/contract/ordering/proposals.ts";
import { seesPrices } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import { forecastBills } from "./forecast.reads.ts";

export const forecastRoutes = [
  answer(forecast.bills, async ({ actor, db, today }) => {
    if (!seesPrices(actor)) throw new AppError("pricesHidden");
    const { bills, unpriced, names, spendKnownUntil } = await forecastBills(db, actor, today);
    return {
      Bills: bills.map(({ month, issuedOn, net, gross, estimated, rows }) => ({
        Month: month,
        IssuedOn: issuedOn,
        Net: toWireMoney(net),
        Vat: toWireMoney({ minor: gross.minor - net.minor, currency: net.currency }),
        Gross: toWireMoney(gross),
        Estimated: toWireMoney(estimated),
        Rows: rows
          .map((row) => ({
            ProductId: row.productId,
            ProductName: names.get(row.productId) ?? row.productId,
            Kind: row.kind,
            Count: row.count,
            Net: toWireMoney(row.net),
          }))
          .toSorted(
            (a, b) =>
              a.ProductName.localeCompare(b.ProductName) || comingKinds.indexOf(a.Kind) - comingKinds.indexOf(b.Kind),
          ),
      })),
      Unpriced: unpriced,
      SpendKnownUntil: spendKnownUntil,
    };
  }),
];
