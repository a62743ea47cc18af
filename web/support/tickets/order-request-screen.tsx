import { sideOf } from "@tradewind/domain/support/tickets.ts";
import { useDraft } from "../../shared/draft.ts";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../platform/session.ts";
import { RadioGroup } from "../../ui/choice.tsx";
import { AboutFields } from "./about-fields.tsx";
import { subjectQuery } from "./tickets.queries.ts";
import { TicketForm } from "./ticket-form.tsx";
import { useTicketForm } from "./use-ticket-form.ts";

const wishes = {
  failed: { label: "An order failed or is stuck", hint: "Retrying did not help, or nothing happens." },
  change: { label: "Change or cancel an order", hint: "What the portal does not let you change yourself." },
  manual: { label: "Order something that is not in the portal", hint: "We find it and send you a price." },
} as const;
type Wish = keyof typeof wishes;
const choices = Object.entries(wishes).map(([value, words]) => ({ value: value as Wish, ...words }));

/**
 * `/support/order`: a request about an order, or for one that people place; filled in from `customer` and `service`.
 */
export function OrderRequestScreen() {
  const form = useTicketForm("order");
  const { draft, change, fields, send } = form;
  const [wish, setWish] = useDraft<Wish>("wish", "failed");
  const staff = sideOf(useSession().User.Kind) === "reseller";
  const services = useQuery(subjectQuery(draft.customerId)).data?.Items ?? [];
  const service = services.find((each) => each.Id === draft.serviceId)?.Name;
  return (
    <TicketForm
      title="Request about an order"
      about="For what you cannot order, change or repair in the portal yourself."
      action="Send request"
      describe={
        wish === "manual"
          ? { label: "What do you need?", hint: "The product, how many, from when, and for how long." }
          : { label: "What should happen?", hint: "What you ordered and when, and what it should be." }
      }
      form={form}
      onSend={() =>
        send(
          service ? `${wishes[wish].label}: ${service}` : wishes[wish].label,
          "Orders",
          staff && draft.customerId === "" ? { CustomerId: "Choose the customer it is for" } : {},
        )
      }
    >
      <RadioGroup label="What is it about?" value={wish} onValue={setWish} choices={choices} />
      <AboutFields draft={draft} onChange={change} fields={fields} customerNeeded />
    </TicketForm>
  );
}
