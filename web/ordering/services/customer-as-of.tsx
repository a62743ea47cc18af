import type { CustomerStanding } from "@tradewind/contract/customers/customers.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { services } from "@tradewind/contract/ordering/services.ts";
import { customerDetails, eachDetail, type CustomerDetail } from "@tradewind/domain/customers/customers.ts";
import { nameOfCountry } from "@tradewind/domain/values/countries.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { formatMoney } from "../../ui/money-text.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { AsOfDialog } from "../../shared/as-of/as-of-dialog.tsx";
import { ChangesSince, rowsOf, ThenAndNow, type ThenAndNowRow } from "../../shared/as-of/then-and-now.tsx";
import { useSession } from "../../platform/session.ts";
import { toTimeline } from "./history-entry.tsx";
import { customerAsOf } from "./services.queries.ts";
import { lineOf } from "./standing-words.ts";

type Read = ResultOf<typeof services.asOfCustomer>;

/** Shows a customer and its services on one day, as was known on another, beside now. */
export function CustomerAsOf({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const currency = useSession().Reseller?.Currency ?? "GBP";
  return (
    <AsOfDialog query={customerAsOf(customerId)} onClose={onClose}>
      {(read, on) => <Compared read={read} on={on} currency={currency} />}
    </AsOfDialog>
  );
}

function Compared({ read, on, currency }: { read: Read; on: string; currency: Currency }) {
  const { Then, Now } = read.Details;
  const services = servicesOf(read, currency);
  return (
    <>
      {Then === null && (
        <EmptyState tight icon="clock" title="Nothing was known yet">
          {formatDate(on)} lies before this customer’s details were first recorded, or before we knew of them.
        </EmptyState>
      )}
      {services.length > 0 ? (
        <ThenAndNow caption="Services" on={on} rows={services} />
      ) : (
        <p className="text-muted">It had no services then, and has none now.</p>
      )}
      <ThenAndNow caption="Details" on={on} rows={rowsOf(Then ? detailsOf(Then) : [], detailsOf(Now))} />
      <ChangesSince entries={read.Changes.map(toTimeline)} />
    </>
  );
}

/** Lists what is given of a customer, as label and words. */
function detailsOf(standing: CustomerStanding): [string, string][] {
  const details = Object.entries(eachDetail((name) => standing[name])).flatMap(([name, text]): [string, string][] =>
    text === null ? [] : [[customerDetails[name as CustomerDetail].label, text]],
  );
  return [
    ["Name", standing.Name],
    ["Status", standing.Status],
    ["Organisation type", standing.OrganisationType],
    ...details,
    ["Country", nameOfCountry(standing.Country)],
  ];
}

function servicesOf({ Subscriptions, Monthly }: Read, currency: Currency): ThenAndNowRow[] {
  const rows = Subscriptions.map(({ Id, Name, Unit, Then, Now }) => ({
    key: Id,
    label: Name,
    before: lineOf(Then, Unit, currency),
    after: lineOf(Now, Unit, currency),
  }));
  if (!Monthly || rows.length === 0) return rows;
  const total = { label: "All, in a month", before: formatMoney(Monthly.Then), after: formatMoney(Monthly.Now) };
  return [...rows, { key: "total", ...total }];
}
