import { nameOfCountry } from "@tradewind/domain/values/countries.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { lazy } from "react";
import { MoneyText } from "../../ui/money-text.tsx";
import { Card, Facts, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { useSeesPrices } from "../../platform/session.ts";
import { AsOfButton } from "../../shared/as-of/as-of-button.tsx";
import { useCrumb } from "../../shared/crumb.ts";
import { DownloadButton } from "../../shared/download-button.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { CreditCard } from "./credit-card.tsx";
import { InvoiceLinesCard } from "./invoice-lines-card.tsx";
import type { InvoiceDetail } from "./invoice-lines.ts";
import { InvoiceStatus, kindWords, periodWords } from "./invoice-words.tsx";
import { invoiceAddress } from "../../shared/invoice-address.ts";
import { PayButton } from "./pay-button.tsx";
import { PaymentsCard } from "./payments-card.tsx";
import { invoiceQuery } from "./invoices.queries.ts";
import { useParamsOf } from "../../shared/screen-address.ts";

const InvoiceAsOf = lazy(async () => ({ default: (await import("./invoice-as-of.tsx")).InvoiceAsOf }));

export const InvoiceScreen = () => <Document kind="invoice" />;
export const CreditMemoScreen = () => <Document kind="creditMemo" />;

/** Shows one invoice or credit memo: state, total, issuer and recipient, and lines. Leads to the address of its kind. */
function Document({ kind }: { kind: InvoiceDetail["Invoice"]["Kind"] }) {
  const { invoiceId } = useParamsOf(screens.invoice);
  const { data, error, refetch } = useQuery(invoiceQuery(invoiceId));
  const prices = useSeesPrices();
  useCrumb(data?.Invoice.Number);
  if (error && !data)
    return <QueryError page list={screens.invoices.path} error={error} onRetry={() => void refetch()} />;
  if (!data) return <InvoiceSkeleton />;
  if (data.Invoice.Kind !== kind) return <Navigate to={invoiceAddress(data.Invoice)} replace />;
  const { Invoice: invoice } = data;
  const sent = { params: { invoiceId } };
  return (
    <>
      <PageHeader
        title={
          <>
            {kindWords[invoice.Kind]} <span className="figures">{invoice.Number}</span>
          </>
        }
        about={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <InvoiceStatus invoice={invoice} />
            <span>{periodWords(invoice.PeriodFrom, invoice.PeriodUntil)}</span>
          </span>
        }
        actions={
          <>
            <AsOfButton>{(onClose) => <InvoiceAsOf invoice={invoice} onClose={onClose} />}</AsOfButton>
            {prices && (
              <>
                {invoice.Kind === "invoice" && <PayButton invoice={invoice} />}
                <DownloadButton endpoint={invoices.linesCsv} sent={sent} fileName={`${invoice.Number}.csv`}>
                  Lines as CSV
                </DownloadButton>
                <DownloadButton endpoint={invoices.eInvoice} sent={sent} fileName={`${invoice.Number}.xml`}>
                  E-invoice (XML)
                </DownloadButton>
                <DownloadButton
                  variant={invoice.Kind === "invoice" && invoice.Status !== "paid" ? "secondary" : "primary"}
                  endpoint={invoices.pdf}
                  sent={sent}
                  fileName={`${invoice.Number}.pdf`}
                >
                  Download PDF
                </DownloadButton>
              </>
            )}
          </>
        }
      />
      <div className={`grid items-start gap-6 ${prices ? "lg:grid-cols-[minmax(0,1fr)_340px]" : ""}`}>
        {prices && (
          <div className="grid min-w-0 gap-6 lg:order-last">
            <Totals detail={data} />
            {invoice.Kind === "invoice" && (
              <>
                <CreditCard invoiceId={invoiceId} />
                <PaymentsCard invoiceId={invoiceId} />
              </>
            )}
          </div>
        )}
        <div className="grid min-w-0 gap-6">
          <Parties detail={data} />
          <InvoiceLinesCard detail={data} />
        </div>
      </div>
    </>
  );
}

const rateWords: Readonly<Record<string, string>> = { S: "VAT", AE: "Reverse charge", O: "Outside the scope of VAT" };

function Totals({ detail }: { detail: InvoiceDetail }) {
  const { Invoice: invoice, Taxes, VatInSterling, Wording } = detail;
  return (
    <Card title="Total">
      <dl className="grid gap-2">
        <Sum label="Net" value={invoice.Net} />
        {Taxes.map((tax) => (
          <Sum
            key={`${tax.Category}${tax.Percent}`}
            label={tax.Category === "O" ? rateWords["O"]! : `${rateWords[tax.Category] ?? "VAT"} at ${tax.Percent}%`}
            value={tax.Vat}
            note={Taxes.length > 1 ? tax.Net : null}
          />
        ))}
        <div className="my-1 border-t border-line" />
        <Sum strong label={invoice.Kind === "invoice" ? "Total" : "Credited"} value={invoice.Gross} />
        {invoice.Kind === "invoice" && <Sum label="Still to pay" value={invoice.Balance} />}
      </dl>
      {VatInSterling && (
        <p className="mt-3 text-sm text-muted">
          VAT in sterling <MoneyText value={VatInSterling.Vat} />, at {VatInSterling.Rate}
        </p>
      )}
      {Wording && <p className="mt-3 text-sm text-muted">{Wording}</p>}
      {invoice.Kind === "invoice" && invoice.Status !== "paid" && (
        <p className="mt-4 rounded-control bg-sunken px-3 py-2 text-sm">
          Please pay by <strong className="font-semibold">{formatDate(invoice.DueOn)}</strong> and quote{" "}
          <span className="figures whitespace-nowrap">{invoice.Number}</span>.
          {detail.Seller.BankDetails.map((line) => (
            <span key={line} className="figures block text-muted">
              {line}
            </span>
          ))}
        </p>
      )}
    </Card>
  );
}

type Amount = InvoiceDetail["Invoice"]["Net"];
function Sum({ label, value, note, strong }: { label: string; value: Amount; note?: Amount; strong?: boolean }) {
  return (
    <div className={`flex items-baseline justify-between gap-4 ${strong ? "text-md font-semibold" : ""}`}>
      <dt className={strong ? "" : "text-muted"}>
        {label}
        {note && (
          <span className="block text-sm">
            on <MoneyText value={note} />
          </span>
        )}
      </dt>
      <dd>{value ? <MoneyText value={value} credit /> : "–"}</dd>
    </div>
  );
}

function Parties({ detail }: { detail: InvoiceDetail }) {
  const { Invoice: invoice, Seller, Buyer, TaxPoint } = detail;
  const party = (who: typeof Buyer, more: string[]) => (
    <>
      <span className="font-medium">{who.Name}</span>
      {[
        ...who.AddressLines,
        ...[nameOfCountry(who.Country)].filter((country) => !who.AddressLines.includes(country)),
        ...more,
        ...(who.VatNumber ? [`VAT number ${who.VatNumber}`] : []),
      ].map((line, at) => (
        <span key={at} className="block text-muted">
          {line}
        </span>
      ))}
    </>
  );
  return (
    <Card>
      <Facts
        facts={[
          { label: "From", value: party(Seller, [`Company number ${Seller.CompanyNumber}`]) },
          { label: "To", value: party(Buyer, []) },
          {
            label: "Dates",
            value: (
              <>
                <span className="block">Issued {formatDate(invoice.IssuedOn)}</span>
                <span className="block text-muted">Tax point {formatDate(TaxPoint)}</span>
                {invoice.Kind === "invoice" && (
                  <span className="block text-muted">Due {formatDate(invoice.DueOn)}</span>
                )}
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}

function InvoiceSkeleton() {
  return (
    <div className="grid gap-6" aria-busy="true" aria-label="Loading the invoice">
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-36" />
      <Skeleton className="h-80" />
    </div>
  );
}
