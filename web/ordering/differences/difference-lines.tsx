import { linkTo } from "@tradewind/contract/address.ts";
import type { WireMoney } from "@tradewind/contract/endpoint.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { formatDateTime } from "@tradewind/domain/values/date-formats.ts";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { formatMoney } from "../../ui/money-text.tsx";
import { StatusDot, type Tone } from "../../ui/status.tsx";
import { customerAddress, orderAddress } from "../../shared/customer-context.ts";
import { TextLink } from "../../shared/link-render.tsx";
import { sentence } from "../../shared/service-status.tsx";
import { cureWords } from "./cure-words.ts";
import type { AnyCure, Difference } from "./differences.queries.ts";

const looks: Record<Difference["State"], { tone: Tone; word: string; moving?: boolean }> = {
  open: { tone: "warning", word: "Open" },
  asked: { tone: "information", word: "The vendor is asked", moving: true },
  accepted: { tone: "disabled", word: "Accepted as it is" },
  closed: { tone: "success", word: "Closed" },
};

export type LineProps = {
  difference: Difference;
  ofOperator: boolean;
  /** Whether what it costs is told at all. */
  priced: boolean;
  onCure: ((cure: AnyCure) => void) | undefined;
  onRead: (() => void) | undefined;
  /** Where it can be cured together with others. */
  onTick: (() => void) | undefined;
  ticked: boolean;
};

const nameOf = (difference: Difference) => `${difference.Name} of ${difference.CustomerName}`;

function Tick({ difference, ticked, onTick, roomy }: LineProps & { roomy?: boolean }) {
  if (!onTick) return null;
  return (
    <label className={roomy ? "-my-2.5 -mr-2.5 grid size-11 shrink-0 place-items-center" : "block pt-0.5"}>
      <input
        type="checkbox"
        aria-label={`Select ${nameOf(difference)}`}
        className={`align-middle ${roomy ? "size-5" : "size-4"}`}
        checked={ticked}
        onChange={onTick}
      />
    </label>
  );
}

const kinds: Record<Difference["Kind"], string> = {
  quantity: "Another number",
  ended: "Ended there",
  suspended: "Suspended there",
  resumed: "Active there",
  runsOn: "Runs on there",
  term: "Another last day",
  termEnd: "Another renewal",
  extended: "Another term",
  uncharged: "Not charged",
  unknown: "Not ordered here",
};

const headCell = "px-4 py-2 text-left font-medium text-muted";

/** The two books side by side. */
export function DifferencesTable({
  closed,
  priced,
  all,
  children,
}: {
  closed: boolean;
  priced: boolean;
  all: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface">
      <table aria-label="Differences" className="w-full text-base">
        <thead className="border-b border-line text-sm">
          <tr>
            {all && (
              <th scope="col" className="w-0 py-2 pl-4">
                {all}
              </th>
            )}
            {["Customer", "Our book", "The vendor’s book", closed ? "What differed" : "What differs"].map((name) => (
              <th key={name} scope="col" className={headCell}>
                {name}
              </th>
            ))}
            {priced && (
              <th scope="col" className={`${headCell} text-right`}>
                {closed ? "In all" : "Each month"}
              </th>
            )}
            <th scope="col" className={`${headCell} text-right`}>
              {closed ? "How it ended" : "Cure"}
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

const cell = "px-4 py-3 align-top";
const parting = "border-x border-line bg-warning-soft font-medium";

export function DifferenceRow({ selects, ...line }: LineProps & { selects: boolean }) {
  const { difference, ofOperator } = line;
  const { tone, word, moving } = looks[difference.State];
  const money = moneyOf(difference);
  return (
    <tr className={`border-b border-line last:border-b-0 ${line.ticked ? "bg-accent-soft" : ""}`}>
      {selects && (
        <td className="py-3 pl-4 align-top">
          <Tick {...line} />
        </td>
      )}
      <td className={cell}>
        <p className="leading-6 font-medium">
          <CustomerName difference={difference} ofOperator={ofOperator} />
        </p>
        <p className="text-sm leading-6 text-muted">
          <Name difference={difference} ofOperator={ofOperator} />
        </p>
      </td>
      <td className={`${cell} ${parting}`}>{difference.Ours}</td>
      <td className={`${cell} ${parting}`}>
        {difference.Theirs}
        <p className="text-sm font-normal text-muted">{difference.VendorName}</p>
      </td>
      <td className={cell}>
        <p>{kinds[difference.Kind]}</p>
        <p className="text-sm text-muted">
          <Cause difference={difference} ofOperator={ofOperator} />
        </p>
        <p className="text-sm text-muted">{timesOf(difference)}</p>
        {difference.State !== "open" && difference.State !== "closed" && (
          <p className="mt-1 text-sm">
            <StatusDot tone={tone} moving={moving}>
              {word}
            </StatusDot>
            {difference.DecidedBy && <span className="text-muted"> · {difference.DecidedBy}</span>}
          </p>
        )}
        {difference.Note && <p className="max-w-80 text-sm wrap-anywhere">{difference.Note}</p>}
      </td>
      {line.priced && (
        <td className={`${cell} figures text-right`}>
          {money ? (
            <>
              <p className="font-medium">{money.amount}</p>
              <p className="text-sm text-muted">{money.words}</p>
              {money.soFar && <p className="text-sm whitespace-nowrap text-muted">{money.soFar}</p>}
            </>
          ) : (
            "–"
          )}
        </td>
      )}
      <td className={`${cell} text-right`}>
        {difference.Closed ? <Ended difference={difference} /> : <Cures {...line} />}
      </td>
    </tr>
  );
}

/** How it came to its end, and when. */
const Ended = ({ difference: { Closed, ClosedAt } }: Pick<LineProps, "difference">) => (
  <>
    <p>{Closed}</p>
    <p className="text-sm text-muted">{formatDateTime(ClosedAt!)}</p>
  </>
);

/** What led to it, with the order behind it. */
function Cause({
  difference: { Cause: cause, Order: order, CustomerId },
  ofOperator,
}: Pick<LineProps, "difference" | "ofOperator">) {
  if (!order || ofOperator) return <>{cause}</>;
  const link = <TextLink to={orderAddress(CustomerId, order.Id)}>{`order ${order.Number}`}</TextLink>;
  return cause.endsWith(order.Number) ? (
    <>After {link}</>
  ) : (
    <>
      {cause} · asked by {link}
    </>
  );
}

const timesOf = ({ Since, ReadAt, State }: Difference): string =>
  State !== "closed" && ReadAt !== null && ReadAt !== Since
    ? `Since ${formatDateTime(Since)} · read ${formatDateTime(ReadAt)}`
    : `Since ${formatDateTime(Since)}`;

/** The proposed cure as a button, the others in a menu. */
function Cures({ difference, onCure, onRead }: LineProps) {
  const [first, ...others] = onCure ? curesOf(difference) : [];
  const items = [
    ...others.map((cure) => ({ label: cureWords([difference], cure).button, onSelect: () => onCure!(cure) })),
    ...(onRead ? [{ label: "Read now", onSelect: onRead }] : []),
  ];
  return (
    <span className="inline-flex items-center gap-1">
      {first && (
        <Button size="small" onClick={() => onCure!(first)}>
          {cureWords([difference], first).button}
        </Button>
      )}
      {items.length > 0 && <Menu label={`More for ${nameOf(difference)}`} groups={[{ items }]} align="end" />}
    </span>
  );
}

export const curesOf = ({ State, Cures: all }: Difference): AnyCure[] =>
  State === "asked" ? [] : all.filter((cure) => cure !== "accept" || State === "open");

const positive = (amount: WireMoney) => formatMoney({ ...amount, Minor: amount.Minor.replace("-", "") });

/** What a month of it costs and what it came to so far, or what it came to in all; and who bears it until it is settled. */
export function moneyOf(difference: Difference): { amount: string; words: string; soFar?: string } | undefined {
  const { PerMonth, StillBilled, SoFar, State } = difference;
  const isBilled = StillBilled && StillBilled.Minor !== "0";
  const month = isBilled ? StillBilled : PerMonth;
  const isClosed = State === "closed";
  if (isClosed ? !SoFar || SoFar.Minor === "0" : !month || month.Minor === "0") return undefined;
  const isTooMuch = (isClosed ? SoFar! : month!).Minor.startsWith("-");
  if (isClosed) {
    const words = isBilled ? "billed until then" : isTooMuch ? "too much" : "not charged until then";
    return { amount: positive(SoFar!), words };
  }
  const words = isBilled ? "still billed" : isTooMuch ? "too much" : "not charged yet";
  return { amount: positive(month!), words, ...(SoFar ? { soFar: `${positive(SoFar)} so far` } : {}) };
}

function Name({ difference, ofOperator }: Pick<LineProps, "difference" | "ofOperator">) {
  const { CustomerId: ctx, InstanceId: instanceId, Name: name } = difference;
  if (!instanceId || ofOperator) return <>{name}</>;
  return <TextLink to={linkTo(screens.service, { ctx, instanceId })}>{name}</TextLink>;
}

function CustomerName({ difference, ofOperator }: Pick<LineProps, "difference" | "ofOperator">) {
  if (ofOperator) return <>{`${difference.CustomerName} · ${difference.ResellerName}`}</>;
  return <TextLink to={customerAddress(difference.CustomerId)}>{difference.CustomerName}</TextLink>;
}

export function DifferenceCard(line: LineProps) {
  const { difference, ofOperator, onCure, onRead } = line;
  const { tone, word, moving } = looks[difference.State];
  const money = moneyOf(difference);
  const cures = onCure ? curesOf(difference) : [];
  return (
    <li
      className={`grid gap-3 rounded-card border border-line px-4 py-4 ${line.ticked ? "bg-accent-soft" : "bg-surface"}`}
    >
      <div className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-base leading-6 wrap-anywhere">
              <CustomerName difference={difference} ofOperator={ofOperator} />
            </h2>
            <StatusDot tone={tone} moving={moving}>
              {word}
            </StatusDot>
          </div>
          <p className="leading-6 text-muted wrap-anywhere">
            <Name difference={difference} ofOperator={ofOperator} />
          </p>
        </div>
        <Tick {...line} roomy />
      </div>
      <dl className="grid grid-cols-2 divide-x divide-line rounded-control border border-line bg-warning-soft">
        {[
          ["Our book", difference.Ours],
          [`${difference.VendorName}’s`, difference.Theirs],
        ].map(([label, value]) => (
          <div key={label} className="px-3 py-2">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid min-w-0 gap-0.5">
        <p>
          {kinds[difference.Kind]} · <Cause difference={difference} ofOperator={ofOperator} />
        </p>
        {money && (
          <p>
            <span className="figures font-medium">{money.amount}</span>
            {difference.State !== "closed" && " a month"} {money.words}
            {money.soFar && <span className="text-muted">, {money.soFar}</span>}
          </p>
        )}
        <p className="text-sm text-muted">
          {timesOf(difference)}
          {difference.State !== "closed" && difference.DecidedBy && ` · ${difference.DecidedBy}`}
        </p>
        {difference.Closed && (
          <p className="text-sm">
            {sentence(difference.Closed)} {formatDateTime(difference.ClosedAt!)}
          </p>
        )}
        {difference.Note && <p className="text-sm wrap-anywhere">{difference.Note}</p>}
      </div>
      {(cures.length > 0 || onRead) && (
        <div className="flex flex-wrap gap-2 *:flex-1">
          {cures.map((cure) => (
            <Button key={cure} onClick={() => onCure!(cure)}>
              {cureWords([difference], cure).button}
            </Button>
          ))}
          {onRead && <Button onClick={onRead}>Read now</Button>}
        </div>
      )}
    </li>
  );
}
