import type { ServiceItem } from "@tradewind/contract/ordering/services.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
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
/** What a person can do about a state, or what happens by itself. */
export const nextStep = (status: Status): string => looks[status].next;
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

/**
 * The state of a service; hovering says since when and what happens next. A service that is active and changes does not
 * become active: it says what is under way.
 */
export function ServiceStatus({
  service: { Status: status, Since, Reason, UnderWay },
}: {
  service: Pick<ServiceItem, "Status" | "Since" | "Reason" | "UnderWay">;
}) {
  const usual = looks[status];
  const what = status === "Activating" && UnderWay ? UnderWay.What : usual.word;
  const [word, next] = UnderWay?.IsUnanswered
    ? [`${what}, outcome unknown`, ""]
    : [what, what === usual.word ? usual.next : "It takes effect automatically."];
  const detail = [`Since ${formatDateTime(Since)}.`, sentence(Reason ?? ""), next].filter(Boolean).join(" ");
  return <ServiceState status={status} word={word} detail={detail} />;
}
