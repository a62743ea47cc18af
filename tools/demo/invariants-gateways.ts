import { currencies } from "@tradewind/domain/values/money.ts";
import type pg from "pg";

const gateways = ["stripe", "zuora", "gocardless"] as const;
export type GatewayAddresses = Partial<Record<(typeof gateways)[number], string>>;

export const gatewayAddresses = (environment: NodeJS.ProcessEnv): GatewayAddresses =>
  Object.fromEntries(
    gateways.flatMap((gateway) => {
      const url = environment[`${gateway.toUpperCase()}_URL`];
      return url ? [[gateway, url]] : [];
    }),
  );

/** Checks that each gateway has as much of our payments as its cash account, but for the differences that are told of it. */
export async function findGatewayBreaches(database: pg.Pool, addresses: GatewayAddresses): Promise<string[]> {
  const { rows } = await database.query<{ gateway: string; currency: string; minor: string }>(
    `select gateway, currency, sum(minor)::text as minor from (
       select substring(account from 6) as gateway, currency, amount_minor as minor from ledger_entries where account like 'cash:%'
       union all
       select gateway, currency, theirs_minor - ours_minor from gateway_differences
       where state <> 'closed' and cause in ('unknownPayment', 'amountDiffers', 'notAtGateway')
     ) told group by gateway, currency`,
  );
  const found: string[] = [];
  for (const gateway of gateways) {
    if (!addresses[gateway]) continue;
    const response = await fetch(`${addresses[gateway]}/__sim/balance`);
    const balance = (await response.json()) as Record<string, number>;
    for (const currency of currencies) {
      const theirs = balance[currency] ?? balance[currency.toLowerCase()] ?? 0;
      const ours = Number(rows.find((row) => row.gateway === gateway && row.currency === currency)?.minor ?? 0);
      if (theirs !== ours) found.push(`${gateway} has ${theirs} ${currency} of payments, and we have ${ours}`);
    }
  }
  return found;
}
