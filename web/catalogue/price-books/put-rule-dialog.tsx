import { priceBooks, type PriceRuleItem } from "@tradewind/contract/catalogue/price-books.ts";
import { useQuery } from "@tanstack/react-query";
import { useId, useState, type FormEvent } from "react";
import { useWrite } from "../../platform/queries.ts";
import { useDraft } from "../../shared/draft.ts";
import { chargingWords } from "../../shared/charging-words.ts";
import { Alert } from "../../ui/alert.tsx";
import { Segmented, Select } from "../../ui/choice.tsx";
import { Combobox, type Option } from "../../ui/combobox.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { PricePreview } from "./price-preview.tsx";
import { offerWords, targetWords, whoseWords } from "./price-rule-words.ts";
import {
  findCustomers,
  pricedOffersQuery,
  pricedProductsQuery,
  priceGroupsQuery,
  pricePreviewQuery,
  type WantedRule,
} from "./price-books.queries.ts";

type Kind = PriceRuleItem["Kind"];
type Level = "everyone" | "group" | "customer";
type Props = {
  rule: PriceRuleItem | undefined;
  customer: Option | undefined;
  today: string;
  onClose: () => void;
};

const kindWords: Record<Kind, string> = {
  fixed: "A fixed price",
  markUp: "Cost plus a percentage",
  margin: "A margin of the price",
  none: "No price of its own",
};
const valueWords = { fixed: "Price for each unit", markUp: "Percentage on top", margin: "Percentage left to you" };

type Draft = {
  level: Level;
  whose: Option | null;
  groupId: string;
  productId: string;
  offerId: string;
  kind: Kind;
  value: string;
  from: string;
};

const draftOf = (rule: PriceRuleItem | undefined, customer: Option | undefined, today: string): Draft => ({
  level: customer || rule?.CustomerId ? "customer" : rule?.GroupId ? "group" : "everyone",
  whose: customer ?? (rule?.CustomerId ? { id: rule.CustomerId, label: rule.Whose ?? "" } : null),
  groupId: rule?.GroupId ?? "",
  productId: rule?.ProductId ?? "",
  offerId: rule?.OfferId ?? "",
  kind: rule?.Kind ?? "markUp",
  value: rule?.Value ?? "",
  from: rule && rule.From > today ? rule.From : today,
});

/** Sets a price from a day on, after showing whose prices it changes. */
export function PutRuleDialog({ rule, customer, today, onClose }: Props) {
  const form = useId();
  const formName = `price-rule:${rule?.Id ?? "new"}:${customer?.id ?? ""}`;
  const [draft, setDraft] = useDraft<Draft>(formName, draftOf(rule, customer, today), { untilLeft: true });
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }));
  const { level, whose, groupId, productId, offerId, kind, value, from } = draft;

  const { data: products = [] } = useQuery(pricedProductsQuery);
  const { data: offers = [] } = useQuery(pricedOffersQuery(productId));
  const { data: groups } = useQuery(priceGroupsQuery());
  const wanted: WantedRule = {
    CustomerId: level === "customer" ? (whose?.id ?? null) : null,
    GroupId: level === "group" ? groupId || null : null,
    OfferId: offerId || null,
    ProductId: offerId ? null : productId || null,
    From: from,
    Kind: kind,
    Value: kind === "none" ? null : bareValue(kind, value),
  };
  const isNamed = level === "everyone" || (level === "customer" ? whose !== null : groupId !== "");
  const complete = isNamed && priceBooks.put.body.safeParse(wanted).success && from >= today;
  const preview = useQuery(pricePreviewQuery(complete ? wanted : undefined));
  const write = useWrite(priceBooks.put, {
    refreshes: ["price-rules"],
    shown: true,
    onDone: () => {
      toast("The rule was saved");
      onClose();
    },
  });
  const refused = write.error ?? (complete ? preview.error : null);
  const fieldOf = (name: string) => (refused && "fields" in refused ? (refused.fields as Fields)[name] : undefined);
  const told = complete && preview.data && !preview.isPlaceholderData ? preview.data : undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (told) write.mutate({ body: wanted });
  };
  return (
    <TaskDialog
      title={rule ? "Change a price rule" : "Add a price rule"}
      subtitle={rule ? `${targetWords(rule)} · ${whoseWords(rule)}` : customer?.label}
      size="large"
      form={form}
      action="Save rule"
      busy={write.isPending}
      disabled={!told}
      onClose={onClose}
    >
      <form id={form} noValidate className="grid gap-5" onSubmit={submit}>
        {!customer && !rule && (
          <div className="grid gap-4 md:grid-cols-2">
            <Segmented
              label="For whom"
              value={level}
              onValue={(next) => change({ level: next })}
              choices={[
                { value: "everyone", label: "Everyone" },
                { value: "group", label: "A group" },
                { value: "customer", label: "A customer" },
              ]}
            />
            {level === "customer" && (
              <Combobox
                label="Customer"
                value={whose}
                onValue={(next) => change({ whose: next })}
                search={findCustomers}
              />
            )}
            {level === "group" && (
              <GroupField
                groupId={groupId}
                onGroup={(next) => change({ groupId: next })}
                groups={groups?.Items ?? []}
              />
            )}
          </div>
        )}
        {!rule && (
          <div className="grid gap-4 md:grid-cols-2">
            <Select
              label="Product"
              placeholder="Everything"
              value={productId}
              onChange={({ target }) =>
                change({ productId: target.value, offerId: "", kind: kind === "fixed" ? "markUp" : kind })
              }
              choices={products.map(({ Id, Name }) => ({ value: Id, label: Name }))}
            />
            <Select
              label="Offer"
              hint={offers[0] && chargingWords[offers[0].ChargingModel]}
              placeholder={productId ? "All its offers" : "All offers"}
              disabled={productId === ""}
              value={offerId}
              onChange={({ target }) =>
                change({
                  offerId: target.value,
                  kind: target.value ? "fixed" : kind === "fixed" ? "markUp" : kind,
                })
              }
              choices={offers.map((offer) => ({ value: offer.OfferId, label: offerWords(offer) }))}
            />
          </div>
        )}
        <div className="grid gap-4 md:grid-cols-3">
          <Select
            label="Price"
            value={kind}
            onChange={({ target }) => change({ kind: target.value as Kind })}
            choices={(Object.keys(kindWords) as Kind[])
              .filter((each) => each !== "fixed" || offerId !== "")
              .map((each) => ({ value: each, label: kindWords[each] }))}
          />
          {kind !== "none" && (
            <TextField
              label={valueWords[kind]}
              inputMode="decimal"
              autoComplete="off"
              maxLength={16}
              className="figures"
              value={value}
              error={fieldOf("Value") ?? valueFault(kind, value)}
              onChange={({ target }) => change({ value: target.value })}
            />
          )}
          <DateField
            label="From"
            value={from}
            onValue={(next) => change({ from: next })}
            min={today}
            today={today}
            error={fieldOf("From")}
          />
        </div>
        {refused && !("fields" in refused && Object.keys(refused.fields as Fields).length > 0) && (
          <Alert type="error" live>
            {refused.message}
          </Alert>
        )}
        <PricePreview preview={told} from={from} waiting={complete && !refused} />
      </form>
    </TaskDialog>
  );
}

type Fields = Record<string, string>;

/** The figure alone: a percentage is also written with its sign. */
const bareValue = (kind: Kind, value: string): string =>
  kind === "fixed" ? value.trim() : value.trim().replace(/\s*%$/, "");

/** Says what is wrong with a value that was typed. */
function valueFault(kind: Kind, value: string): string | undefined {
  const text = bareValue(kind, value);
  if (text === "") return undefined;
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(text)) return "Must be a number, for example 12.50";
  return kind === "margin" && Number(text) >= 100 ? "Must be less than 100" : undefined;
}

const another = "another";

/** Chooses a group or names another one. */
function GroupField({
  groupId,
  onGroup,
  groups,
}: {
  groupId: string;
  onGroup: (groupId: string) => void;
  groups: readonly { Id: string; Name: string; Customers: number }[];
}) {
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState("");
  const add = useWrite(priceBooks.addGroup, {
    refreshes: ["price-rules"],
    shown: true,
    onDone: ({ Id }) => {
      setNaming(false);
      onGroup(Id);
    },
  });
  if (naming)
    return (
      <TextField
        label="Name of the group"
        hint="Saved when you leave the field. Customers are put into it on their own pages."
        maxLength={100}
        autoFocus
        value={name}
        error={add.error?.fields["Name"] ?? add.error?.message}
        onChange={({ target }) => setName(target.value)}
        onBlur={() => (name.trim() === "" ? setNaming(false) : add.mutate({ body: { Name: name.trim() } }))}
      />
    );
  return (
    <Select
      label="Group"
      placeholder="Choose a group"
      value={groupId}
      onChange={({ target }) => (target.value === another ? setNaming(true) : onGroup(target.value))}
      choices={[
        ...groups.map(({ Id, Name, Customers }) => ({
          value: Id,
          label: `${Name}, ${Customers} ${Customers === 1 ? "customer" : "customers"}`,
        })),
        { value: another, label: "Another group…" },
      ]}
    />
  );
}
