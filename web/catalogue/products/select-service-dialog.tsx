import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import type { MarketplaceService } from "@tradewind/contract/catalogue/products.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { asApiError } from "../../platform/api-error.ts";
import { useAllowed, useSession } from "../../platform/session.ts";
import type { AddProductRequest } from "../../shared/add-product.ts";
import { agreementGateWords } from "../../shared/agreement-words.ts";
import { agreementInfoQuery } from "../agreements/agreements.queries.ts";
import { productQuery, type Buyer } from "./products.queries.ts";
import { ChooseService } from "./choose-service.tsx";
import { ListCustomerDialog } from "./list-customer-dialog.tsx";
import { journeyOf, passGate, type GateOutcome } from "./pass-gate.ts";
import { reviewAddress } from "../../shared/review-address.ts";

type Stopped = { outcome: Exclude<GateOutcome, { kind: "continue" }>; service: MarketplaceService; journey: string };

/** Adding a product, one popup after the other: which product, for whom, and the agreement before the journey begins. */
export function SelectServiceDialog({ request, onClose }: { request: AddProductRequest; onClose: () => void }) {
  const { User, flags } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [picked, setPicked] = useState<MarketplaceService>();
  const [busy, setBusy] = useState(false);
  const [stopped, setStopped] = useState<Stopped>();
  const { data: preset } = useQuery({ ...productQuery(request.productId ?? ""), enabled: !!request.productId });
  const service = picked ?? preset;
  // An end-user admin is never asked for whom: it is always the own organisation.
  const customerId = request.customerId ?? User.endUserAdminId ?? undefined;
  const buyer: Buyer | undefined = customerId
    ? { customerId, ...(request.userId ? { userId: request.userId } : {}) }
    : undefined;

  const go = (href: string) => {
    onClose();
    void navigate({ href });
  };
  const proceed = async (chosen: MarketplaceService, to: Buyer) => {
    const journey = journeyOf(chosen, to, flags, request.plan);
    if (!journey) {
      toast(`${chosen.Name} cannot be added here`, { kind: "problem" });
      return onClose();
    }
    setBusy(true);
    try {
      const outcome = await passGate(queries, chosen, to);
      if (outcome.kind === "continue") return go(journey);
      setStopped({ outcome, service: chosen, journey });
    } catch (error) {
      toast(asApiError(error).message, { kind: "problem", reference: asApiError(error).reference });
      if (request.productId && buyer) onClose();
    } finally {
      setBusy(false);
    }
  };

  // Product and customer are both known: nothing is left to choose.
  const begun = useRef(false);
  useEffect(() => {
    if (!request.productId || !service || !buyer || begun.current) return;
    begun.current = true;
    void proceed(service, buyer);
  });

  if (stopped) return <AgreementPopup stopped={stopped} onGo={go} onClose={onClose} />;
  if (request.productId && (!service || buyer)) return null;
  if (service && !buyer)
    return (
      <ListCustomerDialog
        service={service}
        busy={busy}
        onContinue={(customer) => void proceed(service, { customerId: customer.id })}
        onClose={onClose}
      />
    );
  return (
    <ChooseService
      buyer={buyer}
      customerName={request.customerName}
      busy={busy}
      onChoose={(chosen) => (buyer ? void proceed(chosen, buyer) : setPicked(chosen))}
      onClose={onClose}
    />
  );
}

type AgreementPopupProps = { stopped: Stopped; onGo: (href: string) => void; onClose: () => void };
function AgreementPopup({ stopped: { outcome, service, journey }, onGo, onClose }: AgreementPopupProps) {
  const agreementId = outcome.kind === "askToSign" ? outcome.agreementId : "";
  const { data } = useQuery({
    ...agreementInfoQuery(agreementId),
    enabled: useAllowed(agreements.info) && agreementId !== "",
  });
  if (outcome.kind === "tellAuthorisedOnly")
    return (
      <Dialog
        title={agreementGateWords.tellAuthorisedOnly.title}
        size="small"
        onClose={onClose}
        footer={
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        }
      >
        <p className="text-muted">{agreementGateWords.tellAuthorisedOnly.text(service.Name)}</p>
      </Dialog>
    );
  return (
    <ConfirmDialog
      title={agreementGateWords.askToSign.title}
      action={agreementGateWords.askToSign.action}
      onConfirm={() => onGo(reviewAddress(outcome.agreementId, journey))}
      onClose={onClose}
    >
      <p>{agreementGateWords.askToSign.text(service.Name)}</p>
      {data && (
        <p className="mt-3 text-muted">
          {data.Title}: {data.Summary}
        </p>
      )}
    </ConfirmDialog>
  );
}
