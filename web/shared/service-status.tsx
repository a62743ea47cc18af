import type { orderItem } from "@tradewind/contract/ordering/order-item.ts";
import type { ServiceItem } from "@tradewind/contract/ordering/services.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import type * as z from "zod/mini";
import { StatusDot, type Tone } from "../ui/status.tsx";

type Status = ServiceItem["Status"];
const looks: Record<Status, { tone: Tone; word: string; moving?: boolean; next: string }> = {
  Active: { tone: "success", word: "Active", next: "" },
  Activating: { tone: "warning", word: "Activating", moving: true, next: "It becomes active automatically." },
  Deleting: { tone: "warning", word: "Deleting", moving: true, next: "It is deleted automatically." },
  ActivationFailed: { tone: "fail", word: "Activation failed", next: "Retry, or delete the service." },
  DeletionFailed: { tone: "fail", word: "Deletion failed", next: "Retry the deletion." },
  Deleted: { tone: "disabled", word: "Deleted", next: "" },
  Upgraded: { tone: "disabled", word: "Upgraded", next: "" },
};

export const isChanging = (status: Status): boolean => looks[status].moving === true;
export const hasFailed = (status: Status): boolean => looks[status].tone === "fail";

/** A vendor's words may lack their full stop. */
export const sentence = (words: string) => (words === "" || /[.!?]$/.test(words) ? words : `${words}.`);

/** A state of a service in its one look, wherever it is shown. */
export const ServiceState = ({
  status,
  word,
  detail,
}: {
  status: Status;
  word?: string | undefined;
  detail?: string;
}) => {
  const { tone, word: usual, moving } = looks[status];
  return (
    <StatusDot tone={tone} moving={moving} solid={moving || tone === "fail"} detail={detail}>
      {word ?? usual}
    </StatusDot>
  );
};

type Doing = Pick<z.output<typeof orderItem>, "Status" | "What" | "Unanswered">;

/**
 * The state of a service; hovering says since when and what happens next. With its orders, it says what is under way: a
 * service that is active and changes does not become active.
 */
export function ServiceStatus({
  service,
  orders = [],
}: {
  service: Pick<ServiceItem, "Status" | "Since" | "Reason">;
  orders?: readonly Doing[];
}) {
  const doing = service.Status === "Activating" ? doingOf(orders) : undefined;
  const detail = [
    `Since ${formatDateTime(service.Since)}.`,
    sentence(service.Reason ?? ""),
    doing?.next ?? looks[service.Status].next,
  ]
    .filter(Boolean)
    .join(" ");
  return <ServiceState status={service.Status} word={doing?.word} detail={detail} />;
}

function doingOf(orders: readonly Doing[]) {
  const working = orders.filter(({ Status }) => Status === "Working");
  const words = new Set(working.map(({ What }) => What));
  const [word] = words.size > 1 ? ["Several changes under way"] : words;
  if (word === undefined) return undefined;
  if (working.every(({ Unanswered }) => Unanswered)) return { word: `${word}, outcome unknown`, next: "" };
  return word === looks.Activating.word ? undefined : { word, next: "It takes effect automatically." };
}
