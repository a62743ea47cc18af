import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Facts } from "../ui/page.tsx";
import { StatusDot, type Tone } from "../ui/status.tsx";
import { Queue } from "./queue.tsx";

export type Decided = "waiting" | "decided";

type QueueProps<Item> = {
  title: string;
  about: string;
  shown: Decided;
  onShown: (shown: Decided) => void;
  list: UseQueryResult<readonly Item[]>;
  /** Texts of an empty queue: that nothing is waiting, and where requests come from. */
  empty: { title: string; text: string; decided: string };
  renderCard: (item: Item) => ReactNode;
};

/** Shows what companies ask of the operator: waiting, or decided. */
export const DecisionQueue = <Item,>({ shown, onShown, empty, ...queue }: QueueProps<Item>) => (
  <Queue
    {...queue}
    view={shown}
    onView={onShown}
    views={[
      { value: "waiting", label: "Waiting" },
      { value: "decided", label: "Decided" },
    ]}
    empty={
      shown === "waiting"
        ? { icon: "building", title: empty.title, text: empty.text }
        : { icon: "building", title: "No decisions yet", text: empty.decided }
    }
  />
);

type Status = "Waiting" | "Accepted" | "Declined" | "Withdrawn";
const tones: Record<Exclude<Status, "Waiting">, Tone> = {
  Accepted: "success",
  Declined: "fail",
  Withdrawn: "disabled",
};

type CardProps = {
  title: string;
  about: ReactNode;
  asked: { Status: Status; DecidedBy: string | null; Note: string | null };
  onDecide: (accept: boolean) => void;
  facts: readonly { label: string; value: ReactNode }[];
  message?: string | null;
  children?: ReactNode;
};

/** Shows one of them: whose it is, what it says, and the decision or who made it. */
export const DecisionCard = ({
  title,
  about,
  asked: { Status, DecidedBy, Note },
  onDecide,
  facts,
  message,
  children,
}: CardProps) => (
  <li className="grid gap-4 rounded-card border border-line bg-surface px-5 py-4 max-md:px-4">
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 gap-0.5">
        <h2 className="text-base wrap-anywhere">{title}</h2>
        <p className="text-sm text-muted">{about}</p>
      </div>
      {Status === "Waiting" ? (
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
          <Button variant="outlineDanger" onClick={() => onDecide(false)}>
            Decline
          </Button>
          <Button variant="primary" onClick={() => onDecide(true)}>
            Accept
          </Button>
        </div>
      ) : (
        <StatusDot tone={tones[Status]}>
          {Status} by {DecidedBy}
        </StatusDot>
      )}
    </div>
    <Facts facts={facts} />
    {message && <p className="wrap-anywhere whitespace-pre-line">{message}</p>}
    {Note && <p className="text-sm text-muted wrap-anywhere">Note: {Note}</p>}
    {children}
  </li>
);
