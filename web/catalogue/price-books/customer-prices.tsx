import { priceBooks, type PriceRuleItem } from "@tradewind/contract/catalogue/price-books.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { useSession } from "../../platform/session.ts";
import { AsOfButton } from "../../shared/as-of/as-of-button.tsx";
import { TextLink } from "../../shared/link-render.tsx";
import { BelowCost } from "../../shared/prices/below-cost.tsx";
import { QueryError } from "../../shared/query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choice.tsx";
import { Card } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { toast } from "../../ui/toast.tsx";
import { priceGroupsQuery, priceRulesQuery } from "./price-books.queries.ts";
import { ruleStateWords, settingWords, targetWords } from "./price-rule-words.ts";

const PricesAsOf = lazy(async () => ({ default: (await import("./prices-as-of.tsx")).PricesAsOf }));
const Dialogs = lazy(async () => ({ default: (await import("./price-rule-dialogs.tsx")).PriceRuleDialogs }));

/** Shows a customer's own prices and its group, and sets both. */
export function CustomerPrices({ customerId, customerName }: { customerId: string; customerName: string }) {
  const [open, setOpen] = useState<{ task: "put" | "end"; rule?: PriceRuleItem }>();
  const { data, error, refetch } = useInfiniteQuery(priceRulesQuery({ CustomerId: customerId }));
  const currency = useSession().Reseller?.Currency ?? "GBP";
  const rules = data?.pages[0]?.Items.filter((rule) => rule.State !== "past");
  return (
    <Card
      title="Prices"
      actions={
        <span className="flex flex-wrap gap-2">
          <AsOfButton label="As they were on…" size="small">
            {(onClose) => <PricesAsOf customerId={customerId} onClose={onClose} />}
          </AsOfButton>
          <Button size="small" icon="add" onClick={() => setOpen({ task: "put" })}>
            Add a rule
          </Button>
        </span>
      }
    >
      <div className="grid gap-4">
        <Group customerId={customerId} />
        {error && !rules ? (
          <QueryError error={error} onRetry={() => void refetch()} />
        ) : !rules ? (
          <Skeleton className="h-16" />
        ) : rules.length === 0 ? (
          <p className="text-muted">
            No rules of its own: its group’s prices apply, or those for everyone.{" "}
            <TextLink to={screens.priceRules.path}>All price rules</TextLink>
          </p>
        ) : (
          <ul aria-label="Own price rules" className="divide-y divide-line">
            {rules.map((rule) => (
              <li key={rule.Id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
                <span className="grid min-w-0 flex-1 basis-60">
                  <span>{targetWords(rule)}</span>
                  <span className="text-sm text-muted">
                    {settingWords(rule, currency)}, from {formatDate(rule.From)}
                  </span>
                  {rule.Cost && <BelowCost cost={rule.Cost} price={rule.Value} currency={currency} />}
                </span>
                <StatusDot tone={ruleStateWords[rule.State].tone}>{ruleStateWords[rule.State].label}</StatusDot>
                <span className="flex gap-2">
                  <Button
                    size="small"
                    aria-label={`Change ${targetWords(rule)}`}
                    onClick={() => setOpen({ task: "put", rule })}
                  >
                    Change
                  </Button>
                  <Button
                    size="small"
                    aria-label={`${rule.State === "coming" ? "Remove" : "End"} ${targetWords(rule)}`}
                    onClick={() => setOpen({ task: "end", rule })}
                  >
                    {rule.State === "coming" ? "Remove" : "End"}
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        )}
        {rules && rules.length > 0 && (
          <p className="text-sm text-muted">
            They come before its group’s and everyone’s.{" "}
            <TextLink to={linkTo(screens.priceRules, {}, { CustomerId: customerId })}>Past rules too</TextLink>
          </p>
        )}
      </div>
      {open && (
        <Suspense fallback={null}>
          <Dialogs {...open} customer={{ id: customerId, label: customerName }} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </Card>
  );
}

function Group({ customerId }: { customerId: string }) {
  const { data } = useQuery(priceGroupsQuery(customerId));
  const move = useWrite(priceBooks.setGroup, {
    refreshes: ["price-rules"],
    onDone: () => toast("The price group was changed"),
  });
  if (!data || data.Items.length === 0) return null;
  return (
    <Select
      label="Price group"
      placeholder="None"
      className="md:w-80"
      disabled={move.isPending}
      value={data.GroupId ?? ""}
      onChange={({ target }) => move.mutate({ params: { customerId }, body: { GroupId: target.value || null } })}
      choices={data.Items.map(({ Id, Name }) => ({ value: Id, label: Name }))}
    />
  );
}
