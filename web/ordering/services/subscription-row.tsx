import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { services } from "@tradewind/contract/ordering/services.ts";
import type { CurrentSubscription } from "@tradewind/contract/ordering/subscriptions.ts";
import { counted } from "@tradewind/domain/catalogue/units.ts";
import { times } from "@tradewind/domain/values/money.ts";
import { formatDate, formatDateTime, formatLastDay, formatMoment } from "@tradewind/domain/values/date-formats.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { Badge, StatusDot } from "../../ui/status.tsx";
import { useSession } from "../../platform/session.ts";
import { useBusinessNow } from "../../shared/business-now.ts";
import { timeLeft } from "../../shared/dates.ts";
import { changeWords } from "../../shared/units.ts";
import { billingWords, formatUnitPrice, sumWords, termWords } from "../../shared/proposal/unit-price.ts";
import type { SubscriptionAction } from "./subscription-action.ts";

export type Intent = ResultOf<typeof services.byId>["Intents"][number];

type Props = {
  subscription: CurrentSubscription;
  nested: boolean;
  /** What is wanted of it, and whether the vendor has it. */
  intents: readonly Intent[];
  /** Whether nobody knows yet what became of a change of it. */
  unsure: boolean;
  mayChange: boolean;
  onAction: (action: SubscriptionAction) => void;
};

/** One subscription: what, how many, at what price, until when, and what can still be given back. */
export function SubscriptionRow({ subscription, intents, nested, unsure, mayChange, onAction }: Props) {
  const { Id: id, Billing, Status } = subscription;
  const once = Billing === "once";
  const active = Status === "active";
  /** No term runs, and nothing can be returned. */
  const unprovided = subscription.AtVendor === "refused";
  const { WaitsUntil = null } = subscription;
  /** Whether its units, term and billing take a change now. */
  const isOpen = !unprovided && WaitsUntil === null;
  const anyOpen = subscription.Lots.some((lot) => lot.Open);
  const items: MenuItem[] = [
    ...(subscription.IsUpgradable && isOpen
      ? [
          {
            label: "Upgrade",
            icon: "arrowUp" as const,
            hint: "Move to a better product now",
            onSelect: () => onAction({ kind: "upgrade", id }),
          },
        ]
      : []),
    ...(once || !isOpen || subscription.TermUntil === null
      ? []
      : [
          {
            label: "At the end of the term",
            icon: "calendar" as const,
            hint: "Renew, change or cancel then",
            onSelect: () => onAction({ kind: "schedule", id }),
          },
        ]),
    ...(!isOpen || !subscription.ChangesBilling
      ? []
      : [
          {
            label: "Change the billing",
            icon: "calendar" as const,
            hint: "From the next charge on",
            onSelect: () => onAction({ kind: "billing", id }),
          },
        ]),
    ...(!isOpen || !subscription.TakesNewTerm
      ? []
      : [
          {
            label: Billing === "daily" ? "Begin a new term" : "Change to a longer term",
            icon: "refresh" as const,
            hint: "From today, at today’s price",
            onSelect: () => onAction({ kind: "newTerm", id }),
          },
        ]),
    ...(unprovided || subscription.Editable.length === 0
      ? []
      : [{ label: "Change details", icon: "edit" as const, onSelect: () => onAction({ kind: "details", id }) }]),
    ...(subscription.IsCancellable
      ? [
          {
            label: once ? "Cancel order" : "Cancel now",
            icon: "close" as const,
            danger: true,
            hint: anyOpen ? "While the cancellation window is open" : undefined,
            onSelect: () => onAction({ kind: "cancel", id }),
          },
        ]
      : []),
  ];
  return (
    <li className={`grid gap-3 px-5 py-4 max-md:px-4 ${nested ? "bg-canvas/60 md:pl-12" : ""}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-0.5">
          <div className="flex flex-wrap items-center gap-2">
            {nested && <Badge>Add-on</Badge>}
            <h3 className="text-base wrap-anywhere">{subscription.Name}</h3>
            {Billing === "daily" && <Badge tone="warning">Extended service</Badge>}
            {!active && <StatusDot tone="warning">Suspended</StatusDot>}
            {unprovided && <StatusDot tone="fail">Refused by the vendor</StatusDot>}
            {subscription.AtVendor === "changing" && <Changing unsure={unsure}>Change in progress</Changing>}
          </div>
          <Terms subscription={subscription} unprovided={unprovided} />
          {subscription.Attributes.length > 0 && (
            <p className="text-sm wrap-anywhere">
              {subscription.Attributes.map(({ Label, Text }) => `${Label}: ${Text}`).join(" · ")}
            </p>
          )}
        </div>
        <div className="flex items-center gap-4 max-md:w-full max-md:justify-between">
          <Cost subscription={subscription} />
          {mayChange && active && subscription.AtVendor !== "changing" && (
            <div className="flex items-center gap-1">
              {!once && isOpen && (
                <Button
                  size="small"
                  aria-label={`${changeWords(subscription.Unit)} of ${subscription.Name}`}
                  onClick={() => onAction({ kind: "seats", id })}
                >
                  {changeWords(subscription.Unit)}
                </Button>
              )}
              {items.length > 0 && <Menu label={`More for ${subscription.Name}`} groups={[{ items }]} align="end" />}
            </div>
          )}
        </div>
      </div>
      {!unprovided && (
        <>
          <div className="grid gap-1">
            <TermEndLine subscription={subscription} />
            {intents.filter(({ Kind }) => Kind === "termEnd").map(intentLine)}
            {WaitsUntil !== null && mayChange && active && (
              <p className="text-sm text-muted">
                {subscription.TermEnd.Outcome === "cancel"
                  ? "Its end is too near to change it now."
                  : `Its renewal is too near to change it now. It can be changed again once it is renewed, on ${formatDate(WaitsUntil)}.`}
              </p>
            )}
            {subscription.NextOfferId !== null && subscription.PeriodUntil !== null && (
              <p className="flex items-center gap-2 text-sm">
                <Icon name="calendar" size={14} className="text-muted" />
                <span>
                  {`Billed ${Billing === "monthly" ? "once a year" : "each month"} from ${formatDate(subscription.PeriodUntil)}`}
                </span>
                <Badge tone="accent">Scheduled</Badge>
              </p>
            )}
            {intents.filter(({ Kind }) => Kind === "billing").map(intentLine)}
          </div>
          <Lots subscription={subscription} />
        </>
      )}
    </li>
  );
}

function Terms({ subscription, unprovided }: { subscription: CurrentSubscription; unprovided: boolean }) {
  const { Term, Billing, TermUntil, DispatchedAt } = subscription;
  const parts = [
    Term === "none" ? undefined : `${termWords[Term]} term`,
    Billing === "once"
      ? "bought once"
      : Billing === "daily"
        ? "charged by the day until you cancel it"
        : `billed each ${billingWords[Billing]}`,
    !unprovided && TermUntil && `until ${formatLastDay(TermUntil)}`,
    DispatchedAt && `dispatched ${formatDateTime(DispatchedAt)}`,
  ];
  return <p className="text-sm text-muted">{parts.filter(Boolean).join(" · ")}</p>;
}

/** What it costs who looks: its reseller, or the customer where that may be seen. */
function Cost({ subscription }: { subscription: CurrentSubscription }) {
  const { Quantity, Unit, Billing } = subscription;
  const each = subscription.UnitCost ?? subscription.CustomerPrice;
  const currency = useSession().Reseller?.Currency ?? "GBP";
  return (
    <div className="figures grid text-right max-md:text-left">
      <span className="text-md font-semibold">{counted(Quantity, Unit)}</span>
      {each !== null && (
        <span className="text-sm text-muted">
          × {formatUnitPrice(each, currency)} ={" "}
          <MoneyText
            value={{ Minor: String(times(each, Quantity, currency).minor), Currency: currency }}
            className="text-ink"
          />{" "}
          {Billing === "once" ? "once" : `each ${billingWords[Billing]}`}
        </span>
      )}
    </div>
  );
}

/** What is arranged for the end of the term, where it is not simply the same again. */
function TermEndLine({
  subscription: { TermEnd, TermUntil, Then, Quantity, Unit },
}: {
  subscription: CurrentSubscription;
}) {
  if (TermUntil === null) return null;
  const cancelled = TermEnd.Outcome === "cancel";
  const extended = TermEnd.Outcome === "extend";
  const planned =
    cancelled ||
    extended ||
    TermEnd.OfferId !== null ||
    TermEnd.Until !== null ||
    (TermEnd.Quantity !== null && TermEnd.Quantity !== Quantity);
  const words = cancelled
    ? `Ends on ${formatLastDay(TermUntil)} and does not renew`
    : extended
      ? `Runs on from ${formatDate(TermUntil)} without a commitment, charged by the day`
      : planned
        ? `Renews on ${formatDate(TermUntil)}${TermEnd.Quantity === null ? "" : ` with ${counted(TermEnd.Quantity, Unit)}`}${TermEnd.OfferId === null ? "" : " on another term or billing"}${TermEnd.Until === null ? "" : ` until ${formatLastDay(TermEnd.Until)}`}`
        : `Renews automatically on ${formatDate(TermUntil)}`;
  return (
    <p className="flex items-center gap-2 text-sm">
      <Icon
        name={cancelled || extended ? "alert" : "calendar"}
        size={14}
        className={cancelled || extended ? "text-warning" : "text-muted"}
      />
      <span className={planned ? "" : "text-muted"}>
        {words}
        {Then && <span className="figures">: {sumWords(Then)}</span>}
      </span>
      {planned && <Badge tone={cancelled || extended ? "warning" : "accent"}>Scheduled</Badge>}
    </p>
  );
}

const intentLine = (each: Intent) => <IntentLine key={each.Id} intent={each} />;

/** Who wanted it, and whether the vendor has it. */
function IntentLine({ intent: { State, SetBy, SetAt, Text } }: { intent: Intent }) {
  const { icon, colour } = stateMarks[State];
  return (
    <p className="flex items-start gap-2 pl-[22px] text-sm text-muted">
      <Icon name={icon} size={14} className={`mt-0.5 shrink-0 ${colour}`} />
      <span className="figures">
        {SetBy === null ? "By the rule of its term" : `Set by ${SetBy} on ${formatDate(SetAt)}`} · {Text}
      </span>
    </p>
  );
}

const waiting = { icon: "clock", colour: "text-muted" } as const;
const there = { icon: "check", colour: "text-success" } as const;
const stateMarks = {
  notYet: waiting,
  placed: there,
  placedAgain: there,
  lost: { icon: "alert", colour: "text-warning" },
  tooLate: { icon: "alert", colour: "text-danger" },
  withdrawn: waiting,
  done: there,
} as const satisfies Record<Intent["State"], { icon: string; colour: string }>;

/** How many units can be undone until when: what is bought on one day has the same last moment. */
function Lots({ subscription: { Lots: lots, Unit } }: { subscription: CurrentSubscription }) {
  const now = useBusinessNow();
  const open = lots.filter((lot) => lot.Open);
  if (open.length === 0) return null;
  const together = Map.groupBy(open, (lot) => lot.RefundableUntil);
  return (
    <ul className="flex flex-wrap gap-2">
      {[...together].map(([until, some]) => (
        <li
          key={String(until)}
          className="figures flex items-center gap-2 rounded-full bg-info-soft px-3 py-1 text-sm"
          title={`Bought ${some.map((lot) => formatMoment(lot.OpenedAt)).join(", ")}`}
        >
          <Icon name="clock" size={14} className="text-info" />
          <span>
            {until === null ? (
              "You can reduce this at any time"
            ) : (
              <>
                <strong className="font-medium">
                  {counted(
                    some.reduce((all, lot) => all + lot.Quantity, 0),
                    Unit,
                  )}
                </strong>{" "}
                can be undone until {formatDateTime(until)}
                {now !== undefined && timeLeft(until, now) && (
                  <span className="text-muted"> · {timeLeft(until, now)}</span>
                )}
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Says that a change is at the vendor, and whether it has not answered what became of it. */
export const Changing = ({ unsure, children }: { unsure: boolean; children: string }) => (
  <StatusDot tone={unsure ? "warning" : "information"} moving={!unsure}>
    {unsure ? `${children}, outcome unknown` : children}
  </StatusDot>
);
