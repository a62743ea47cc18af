import { priceImports, type PriceImport } from "@tradewind/contract/catalogue/price-imports.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { useWrite } from "../../platform/queries.ts";
import { Alert } from "../../ui/alert.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { countWords } from "./import-words.ts";

const decisions = {
  commit: {
    endpoint: priceImports.commit,
    title: "Take over these prices?",
    action: "Take over",
    danger: false,
    about: ({ From }: PriceImport) =>
      `They hold from ${formatDate(From)} on. Terms that run keep their prices, and so do quotes that were sent. The list can be taken back until the day before.`,
    done: ({ Counts }: PriceImport) => `${countWords(Counts.added + Counts.changed)} prices were taken over`,
  },
  takeBack: {
    endpoint: priceImports.takeBack,
    title: "Take these prices back?",
    action: "Take back",
    danger: true,
    about: ({ From }: PriceImport) => `They do not hold from ${formatDate(From)} on. The earlier prices go on.`,
    done: () => "The prices were taken back",
  },
  discard: {
    endpoint: priceImports.discard,
    title: "Discard this import?",
    action: "Discard",
    danger: true,
    about: () => "Its rows are removed. No price changes.",
    done: () => "The import was discarded",
  },
} as const;

type Props = { task: keyof typeof decisions; of: PriceImport; onClose: () => void };

/** Asks whether an import is to be taken over, taken back or discarded. */
export function ImportDecision({ task, of, onClose }: Props) {
  const { endpoint, title, action, danger, about, done } = decisions[task];
  const write = useWrite(endpoint, {
    refreshes: ["priceImports", "priceLists"],
    shown: true,
    onDone: (row) => (toast(done(row)), onClose()),
  });
  return (
    <ConfirmDialog
      title={title}
      action={action}
      danger={danger}
      busy={write.isPending}
      onConfirm={() => write.mutate({ params: { priceImportId: of.Id } })}
      onClose={onClose}
    >
      {write.error && (
        <Alert type="error" live>
          {write.error.message}
        </Alert>
      )}
      <p>{about(of)}</p>
    </ConfirmDialog>
  );
}
