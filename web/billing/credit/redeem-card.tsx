import { credit } from "@tradewind/contract/billing/credit.ts";
import { useState } from "react";
import { useWrite } from "../../platform/queries.ts";
import { useAllowed } from "../../platform/session.ts";
import { Button } from "../../ui/button.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { Card } from "../../ui/page.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";

/** Redeems a code, whose amount is then in credit. */
export function RedeemCard() {
  const [code, setCode] = useState("");
  const write = useWrite(credit.redeem, {
    refreshes: ["invoices"],
    shown: true,
    onDone: ({ Amount }, { body }) => {
      setCode((now) => (now === body.Code ? "" : now));
      toast(`${formatMoney(Amount)} was added to your credit`);
    },
  });
  const mayRedeem = useAllowed(credit.redeem);
  if (!mayRedeem) return null;
  return (
    <Card title="Redeem a code">
      <form
        noValidate
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          write.mutate({ body: { Code: code } });
        }}
      >
        <TextField
          label="Code"
          quietLabel
          aria-label="Code"
          className="max-w-md min-w-0 flex-1 basis-64 max-md:max-w-none"
          placeholder="XXXX-XXXX-XXXX-XXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          value={code}
          onChange={({ target }) => setCode(target.value)}
          error={write.error?.fields["Code"] ?? write.error?.message}
        />
        <Button type="submit" variant="primary" className="max-md:w-full" busy={write.isPending}>
          Redeem
        </Button>
      </form>
    </Card>
  );
}
