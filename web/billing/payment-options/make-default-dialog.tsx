import { typeOfKind } from "@tradewind/domain/billing/payment-methods.ts";
import { useQuery } from "@tanstack/react-query";
import { QueryError } from "../../shared/query-error.tsx";
import { Alert } from "../../ui/alert.tsx";
import { TaskDialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { nameOfCard } from "../../shared/card-words.ts";
import { type Method, nameOf } from "./method-words.ts";
import { type NewDefault, updateFailed, useMakeDefault } from "./make-default.ts";
import { cardsQuery, type PaymentOptions } from "./payment-options.queries.ts";

/** Says which cards are cancelled with it before a card or the direct debit becomes the default. */
export function MakeDefaultDialog({
  method,
  options,
  onClose,
}: {
  method: Method;
  options: PaymentOptions;
  onClose: () => void;
}) {
  const cards = useQuery(cardsQuery("Active"));
  const name = nameOf(method);
  const chosen: NewDefault = { Id: method.of.Id, type: typeOfKind[method.kind] };
  const others = (cards.data ?? []).filter(({ Id }) => Id !== chosen.Id);
  const { make, isPending, failed } = useMakeDefault(options, () => {
    toast(`${name} is your default now`);
    onClose();
  });
  return (
    <TaskDialog
      size="small"
      title="Change your default"
      action="Make default"
      busy={isPending}
      disabled={!cards.data}
      onConfirm={() =>
        make(
          chosen,
          others.map(({ Id }) => Id),
        )
      }
      onClose={onClose}
    >
      <div className="grid gap-4">
        {failed && (
          <Alert type="error" live>
            {updateFailed}
          </Alert>
        )}
        {cards.error && !cards.data && <QueryError tight error={cards.error} onRetry={() => void cards.refetch()} />}
        <p className="text-muted">
          Your default will be: {name}.
          {others.length > 0 && " Your other cards are cancelled, and have to be added again to be used:"}
        </p>
        {others.length > 0 && (
          <ul className="list-disc pl-5">
            {others.map((card) => (
              <li key={card.Id}>{nameOfCard(card)}</li>
            ))}
          </ul>
        )}
      </div>
    </TaskDialog>
  );
}
