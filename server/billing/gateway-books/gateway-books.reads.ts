import type {
  GatewayDifferenceItem,
  GatewayPayoutItem,
  GatewayStanding,
} from "@tradewind/contract/billing/gateway-books.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { GatewayBook } from "@tradewind/vendors/gateway-books.ts";
import type { Platform } from "../../platform/platform.ts";
import type { DifferenceRow, PayoutRow, StandingRow } from "./gateway-differences.store.ts";

type Gateways = Pick<Platform, "gateway" | "vault" | "debits">;
/** The books of whoever takes payments here, by name. */
export const booksOf = ({ gateway, vault, debits }: Gateways) =>
  new Map<string, GatewayBook>([gateway, vault, debits].flatMap((of) => (of?.book ? [[of.book.id, of.book]] : [])));

const toMoney = (minor: bigint, currency: Currency) => ({ Minor: String(minor), Currency: currency });
/** A gateway that was set up once and is no more has its name all the same. */
const namesOf = (gateways: Gateways) => (id: string) => booksOf(gateways).get(id)?.name ?? id;

export const toDifference =
  (gateways: Gateways) =>
  (row: DifferenceRow): GatewayDifferenceItem => ({
    Id: row.id,
    Gateway: row.gateway,
    Name: namesOf(gateways)(row.gateway),
    Cause: row.cause,
    Ref: row.ref,
    Theirs: toMoney(row.theirs_minor, row.currency),
    Ours: toMoney(row.ours_minor, row.currency),
    ResellerName: row.reseller_name,
    Number: row.number,
    Words: row.words,
    Since: row.since.toISOString(),
    State: row.state,
    Reason: row.reason,
    DecidedBy: row.decided_by,
    ClosedAt: row.closed_at?.toISOString() ?? null,
    Version: row.version,
  });

export const toStanding =
  (gateways: Gateways) =>
  (row: StandingRow): GatewayStanding => ({
    Gateway: row.gateway,
    Name: namesOf(gateways)(row.gateway),
    Ours: toMoney(row.ours, row.currency),
    Theirs: row.theirs === null ? null : toMoney(row.theirs, row.currency),
    ReadAt: row.read_at?.toISOString() ?? null,
    Explained: toMoney(row.explained, row.currency),
    Differences: row.differences,
    Fees: toMoney(row.fees, row.currency),
    ReadUntil: row.read_until?.toISOString() ?? null,
  });

export const toPayout =
  (gateways: Gateways) =>
  (row: PayoutRow): GatewayPayoutItem => ({
    Gateway: row.gateway,
    Name: namesOf(gateways)(row.gateway),
    Ref: row.ref,
    Amount: toMoney(row.amount_minor, row.currency),
    Status: row.status,
    MadeAt: row.made_at.toISOString(),
    ArrivesOn: row.arrives_on,
    Items: row.is_itemised ? row.items : null,
    Fees: row.is_itemised ? toMoney(row.fees, row.currency) : null,
  });
