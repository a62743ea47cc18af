import { basket } from "@tradewind/contract/ordering/basket.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import type { ApiError } from "../../platform/api-error.ts";
import { useWrite } from "../../platform/queries.ts";
import type { Wanted } from "../../shared/proposal/use-proposal.ts";

type Props = {
  wanted: Wanted | undefined;
  disabled: boolean;
  className: string;
  /** Whether nothing is missing; shows what is. */
  check: () => boolean;
  onAdded: () => void;
  onRefused: (refusal: ApiError | undefined) => void;
};

/** Puts what is asked for on the page into the basket, and opens it. */
export function AddToBasket({ wanted, disabled, className, check, onAdded, onRefused }: Props) {
  const navigate = useNavigate();
  const write = useWrite(basket.add, {
    refreshes: ["basket"],
    shown: true,
    onDone: () => {
      onAdded();
      toast("Added to the basket");
      void navigate({ to: screens.basket.path });
    },
  });
  const send = () => {
    if (wanted?.Change.Kind !== "add" || !check()) return;
    const { CustomerId, ProductId, UserId, Details, Change } = wanted;
    const { Lines, DeliveryOption } = Change;
    onRefused(undefined);
    write.mutate({ body: { CustomerId, ProductId, UserId, Details, Lines, DeliveryOption } }, { onError: onRefused });
  };
  return (
    <Button sends className={className} disabled={disabled} busy={write.isPending} onClick={send}>
      Add to basket
    </Button>
  );
}
