import { assortment, type AssortedProduct, type Withdrawal } from "@tradewind/contract/catalogue/assortment.ts";
import { useId, useState } from "react";
import { useSession } from "../../platform/session.ts";
import { DateField } from "../../ui/date-field.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { useChange } from "./assortment.queries.ts";
import { ChangeNotices } from "./change-notices.tsx";

/** All of a product, or one of its offers. */
export type Sold = { offerId: string | null; name: string; withdrawal: Withdrawal | null };
type Props = { product: AssortedProduct; what: Sold; onClose: () => void };

/** Asks from when until when a product or an offer is not sold. */
export function WithdrawDialog({ product, what: { offerId, name, withdrawal }, onClose }: Props) {
  const form = useId();
  const { Today } = useSession();
  const [from, setFrom] = useState(withdrawal?.From ?? Today);
  const [until, setUntil] = useState(withdrawal?.Until ?? "");
  const save = useChange(assortment.sell, `The sale of ${name} was changed`, onClose);
  const fields = save.error?.fields ?? {};
  const [verb, noun] = offerId === null ? ["Hide", "product"] : ["Withdraw", "offer"];
  return (
    <TaskDialog
      title={`${verb} ${name}`}
      subtitle={`No new order is taken for this ${noun}. Who has it keeps it: it runs on, renews and can be changed.`}
      form={form}
      action={withdrawal ? "Change days" : `${verb} ${noun}`}
      busy={save.isPending}
      onClose={onClose}
    >
      <form
        id={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({
            params: { productId: product.ProductId },
            body: { Version: product.Version, OfferId: offerId, From: from, Until: until === "" ? null : until },
          });
        }}
      >
        <ChangeNotices
          isOvertaken={false}
          fault={Object.keys(fields).length > 0 ? null : save.error}
          onTheirs={onClose}
        />
        <div className="grid gap-4 md:grid-cols-2">
          <DateField label="From" value={from} error={fields["From"]} onValue={setFrom} />
          <DateField
            label={offerId === null ? "Shown again on" : "Sold again on"}
            hint="Empty if that is open"
            optional
            value={until}
            error={fields["Until"]}
            onValue={setUntil}
          />
        </div>
      </form>
    </TaskDialog>
  );
}

/** Asks whether a product or an offer is to be sold again at once. */
export function BringBackDialog({ product, what: { offerId, name }, onClose }: Props) {
  const save = useChange(assortment.sell, `${name} is sold again`, onClose);
  return (
    <TaskDialog
      title={`Bring ${name} back?`}
      action="Bring back"
      busy={save.isPending}
      onClose={onClose}
      onConfirm={() =>
        save.mutate({
          params: { productId: product.ProductId },
          body: { Version: product.Version, OfferId: offerId, From: null, Until: null },
        })
      }
    >
      <ChangeNotices isOvertaken={false} fault={save.error} onTheirs={onClose} />
      <p>Resellers find it in the marketplace at once, and new orders are taken.</p>
    </TaskDialog>
  );
}
