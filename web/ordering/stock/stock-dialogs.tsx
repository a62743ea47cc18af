import { stock, type StockItem } from "@tradewind/contract/ordering/stock.ts";
import { useId, useState, type ReactNode } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Select } from "../../ui/choice.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { useWrite } from "../../platform/queries.ts";

type Props = { item: StockItem; onClose: () => void };
const refreshes = ["stock", "work"];

/** Takes goods into stock. */
export function ReceiveDialog({ item, onClose }: Props) {
  const [quantity, setQuantity] = useState(1);
  const [reason, setReason] = useState("");
  const write = useWrite(stock.receive, {
    refreshes,
    shown: true,
    onDone: () => (toast(`${quantity.toLocaleString("en-GB")} × ${item.Name} are in stock`), onClose()),
  });
  return (
    <StockForm
      title="Receive goods"
      action="Receive"
      {...{ item, onClose }}
      busy={write.isPending}
      problem={write.error?.message}
      onSend={() => write.mutate({ params: { sku: item.Sku }, body: { Quantity: quantity, Reason: reason || null } })}
    >
      {item.IsCounted ? (
        item.Missing > 0 && (
          <p className="text-muted">Orders that wait for it get theirs first, the oldest before others.</p>
        )
      ) : (
        <p className="text-muted">
          From now on it is counted: orders are sent from stock only, and none of it comes straight from the supplier.
        </p>
      )}
      <NumberField label="Received" min={1} max={100_000} value={quantity} onValue={setQuantity} />
      <TextField
        label="Note"
        hint="Such as the number of the delivery note"
        optional
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </StockForm>
  );
}

const corrections = [
  { value: "more", label: "More were counted" },
  { value: "fewer", label: "Fewer were counted" },
  { value: "off", label: "Written off" },
];

/** Corrects what is free after counting it, or writes some of it off. */
export function AdjustDialog({ item, onClose }: Props) {
  const [what, setWhat] = useState("more");
  const [quantity, setQuantity] = useState(1);
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const write = useWrite(stock.adjust, {
    refreshes,
    shown: true,
    onDone: () => (toast(`The stock of ${item.Name} was corrected`), onClose()),
  });
  const send = () => {
    const Reason = reason.trim();
    if (Reason === "") return setMissing(true);
    const Kind = what === "off" ? "writtenOff" : "adjusted";
    write.mutate({
      params: { sku: item.Sku },
      body: { Kind, Quantity: what === "fewer" ? -quantity : quantity, Reason },
    });
  };
  return (
    <StockForm
      title="Correct the stock"
      action="Correct stock"
      {...{ item, onClose }}
      busy={write.isPending}
      problem={write.error?.message}
      onSend={send}
    >
      <p className="text-muted">
        {item.Free.toLocaleString("en-GB")} are free. What is kept for orders cannot be taken away.
      </p>
      <Select
        label="What happened"
        choices={corrections}
        value={what}
        onChange={(event) => setWhat(event.target.value)}
      />
      <NumberField
        label="How many"
        min={1}
        max={what === "more" ? 100_000 : Math.max(1, item.Free)}
        value={quantity}
        error={write.error?.fields["Quantity"]}
        onValue={setQuantity}
      />
      <TextField
        label="Reason"
        maxLength={200}
        value={reason}
        error={missing && reason.trim() === "" ? "A reason is required" : write.error?.fields["Reason"]}
        onChange={(event) => setReason(event.target.value)}
      />
    </StockForm>
  );
}

type FormProps = Props & {
  title: string;
  action: string;
  busy: boolean;
  problem: string | undefined;
  onSend: () => void;
  children: ReactNode;
};

function StockForm({ title, item, action, busy, problem, onSend, onClose, children }: FormProps) {
  const id = useId();
  return (
    <TaskDialog title={title} subtitle={item.Name} size="small" form={id} action={action} busy={busy} onClose={onClose}>
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
        {problem && (
          <Alert type="error" live>
            {problem}
          </Alert>
        )}
        {children}
      </form>
    </TaskDialog>
  );
}
