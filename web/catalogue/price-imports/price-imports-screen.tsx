import type { PriceImport } from "@tradewind/contract/catalogue/price-imports.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDate, formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { useSession } from "../../platform/session.ts";
import { rowLink } from "../../shared/link-render.tsx";
import { ListTable } from "../../shared/list/list-table.tsx";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/placeholder.tsx";
import { StatusDot } from "../../ui/status.tsx";
import type { Column } from "../../ui/table-model.ts";
import { countWords, stateOf } from "./import-words.ts";
import { priceImportsQuery } from "./price-imports.queries.ts";

const ImportDialog = lazy(async () => ({ default: (await import("./import-dialog.tsx")).ImportDialog }));
const figure = { width: "100px", align: "end", from: "large" } as const;

const columnsOn = (today: string): readonly Column<PriceImport>[] => [
  { id: "file", header: "File", width: "minmax(200px, 2fr)", cell: (row) => row.FileName },
  {
    id: "state",
    header: "State",
    width: "minmax(170px, 1.2fr)",
    card: "line",
    cell: (row) => {
      const { tone, word, moving = false } = stateOf(row, today);
      return (
        <StatusDot tone={tone} moving={moving}>
          {word}
        </StatusDot>
      );
    },
  },
  { id: "from", header: "Holds from", width: "120px", card: "corner", cell: (row) => formatDate(row.From) },
  { ...figure, id: "changed", header: "Changed", cell: (row) => countWords(row.Counts.changed) },
  { ...figure, id: "added", header: "New", cell: (row) => countWords(row.Counts.added) },
  {
    id: "made",
    header: "Imported",
    width: "minmax(200px, 1.4fr)",
    from: "wide",
    quiet: true,
    cell: (row) => `${formatDateTime(row.MadeAt)}, ${row.MadeBy}`,
  },
];

/** Lists the price lists that were imported from files, and imports another. */
export function PriceImportsScreen() {
  const list = useInfiniteQuery({
    ...priceImportsQuery,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ Items }) => Items.some(({ State }) => State === "reading")) ? 2_000 : false,
  });
  const { Today } = useSession();
  const columns = useMemo(() => columnsOn(Today), [Today]);
  const [importing, setImporting] = useState(false);
  const add = (
    <Button variant="primary" icon="add" onClick={() => setImporting(true)}>
      Import prices
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Imported lists"
        about="Prices from files. Each is compared with the prices it replaces before it counts."
        actions={add}
      />
      <ListTable
        label="Imported lists"
        list={list}
        columns={columns}
        rowKey={(row) => row.Id}
        rowName={(row) => row.FileName}
        href={(row) => linkTo(screens.priceImport, { priceImportId: row.Id })}
        renderLink={rowLink}
        empty={
          <EmptyState icon="document" title="No list was imported yet" action={add}>
            Until then, the prices hold that were shipped with the portal.
          </EmptyState>
        }
      />
      {importing && (
        <Suspense fallback={null}>
          <ImportDialog onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  );
}
