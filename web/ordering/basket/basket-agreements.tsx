import type { BasketLine } from "@tradewind/contract/ordering/basket.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { useQuery } from "@tanstack/react-query";
import { Alert } from "../../ui/alert.tsx";
import { canAgreeQuery } from "../../shared/can-agree.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { reviewAddress } from "../../shared/review-address.ts";
import { countOrders } from "./basket-words.ts";

/** Asks once for each agreement that orders of the basket wait for. */
export function BasketAgreements({ lines }: { lines: readonly BasketLine[] }) {
  const missing = lines.filter((line) => line.Trouble?.AgreementId);
  const { data: canAgree } = useQuery({ ...canAgreeQuery, enabled: missing.length > 0 });
  const waiting = Map.groupBy(missing, (line) => line.Trouble!.AgreementId!);
  return [...waiting].map(([agreementId, orders]) => (
    <Alert key={agreementId} type="warning" title={`An agreement is missing for ${countOrders(orders.length)}`}>
      <p>{orders[0]!.Trouble!.Text}</p>
      {canAgree ? (
        <TextLink to={reviewAddress(agreementId, screens.basket.path)}>Review and sign</TextLink>
      ) : (
        <p>Somebody who may sign for your company has to do so.</p>
      )}
    </Alert>
  ));
}
