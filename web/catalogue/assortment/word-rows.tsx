import type { Words } from "@tradewind/contract/catalogue/assortment.ts";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { Select } from "../../ui/choice.tsx";
import { FieldError } from "../../ui/field.tsx";
import { Card } from "../../ui/page.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { customersQuery } from "./assortment.queries.ts";
import { WithShipped } from "./shipped-words.tsx";

type Props<Row> = {
  rows: readonly Row[];
  fields: Readonly<Record<string, string>>;
  shipped: Omit<ComponentProps<typeof WithShipped>, "children">;
  onRows: (rows: Row[]) => void;
};

const line = "grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 md:grid-cols-[240px_minmax(0,1fr)_auto]";
const most = 10;

/** Edits which products go with this one, and why. */
export function GoesWithRows({
  own,
  rows,
  fields,
  shipped,
  onRows,
}: Props<Words["GoesWith"][number]> & { own: string }) {
  const { data = [] } = useQuery(customersQuery);
  const choices = data
    .filter(
      ({ ProductId, IsShown }) => ProductId !== own && (IsShown || rows.some((row) => row.ProductId === ProductId)),
    )
    .map(({ ProductId, Name }) => ({ value: ProductId, label: Name }));
  const set = (at: number, part: Partial<Words["GoesWith"][number]>) =>
    onRows(rows.with(at, { ...rows[at]!, ...part }));
  return (
    <Card
      title="Goes with"
      actions={
        <Button
          size="small"
          icon="add"
          disabled={rows.length === most}
          onClick={() => onRows([...rows, { ProductId: "", Why: "" }])}
        >
          Add product
        </Button>
      }
    >
      <WithShipped {...shipped}>
        <ul className="grid gap-3">
          {rows.map((row, at) => (
            <li key={at} className={line}>
              <Select
                label="Product"
                className="max-md:col-span-2"
                placeholder="Choose"
                choices={choices}
                value={row.ProductId}
                error={fields[`GoesWith.${at}.ProductId`] && "Choose a product"}
                onChange={({ target }) => set(at, { ProductId: target.value })}
              />
              <TextField
                label="Why"
                maxLength={160}
                value={row.Why}
                error={fields[`GoesWith.${at}.Why`]}
                onChange={({ target }) => set(at, { Why: target.value })}
              />
              <IconButton
                icon="trash"
                label={`Remove product ${at + 1}`}
                className="mt-6"
                onClick={() => onRows(rows.toSpliced(at, 1))}
              />
            </li>
          ))}
        </ul>
        {rows.length === 0 && <p className="text-muted">No product is said to go with it.</p>}
        {fields["GoesWith"] && <FieldError>{fields["GoesWith"]}</FieldError>}
      </WithShipped>
    </Card>
  );
}

/** Edits links to what can be read about a product. */
export function DocumentRows({ rows, fields, shipped, onRows }: Props<Words["Documents"][number]>) {
  const set = (at: number, part: Partial<Words["Documents"][number]>) =>
    onRows(rows.with(at, { ...rows[at]!, ...part }));
  return (
    <Card
      title="Documents"
      actions={
        <Button
          size="small"
          icon="add"
          disabled={rows.length === most}
          onClick={() => onRows([...rows, { Title: "", Url: "https://" }])}
        >
          Add document
        </Button>
      }
    >
      <WithShipped {...shipped}>
        <ul className="grid gap-3">
          {rows.map((row, at) => (
            <li key={at} className={line}>
              <TextField
                label="Title"
                className="max-md:col-span-2"
                maxLength={80}
                value={row.Title}
                error={fields[`Documents.${at}.Title`]}
                onChange={({ target }) => set(at, { Title: target.value })}
              />
              <TextField
                label="Address"
                inputMode="url"
                maxLength={300}
                value={row.Url}
                error={fields[`Documents.${at}.Url`]}
                onChange={({ target }) => set(at, { Url: target.value })}
              />
              <IconButton
                icon="trash"
                label={`Remove document ${at + 1}`}
                className="mt-6"
                onClick={() => onRows(rows.toSpliced(at, 1))}
              />
            </li>
          ))}
        </ul>
        {rows.length === 0 && <p className="text-muted">There is nothing to read about it.</p>}
      </WithShipped>
    </Card>
  );
}
