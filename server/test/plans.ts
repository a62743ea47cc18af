import pg from "pg";
import type { Person, TestApp } from "./test-app.ts";

/** A step of PostgreSQL's plan for a statement. The blocks it read are known where it was executed. */
export type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  "Temp Read Blocks"?: number;
  Plans?: Plan[];
};
export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Formats a parameter as PostgreSQL text; lists of ids and numbers as arrays. */
const textOf = (value: unknown) => {
  if (Array.isArray(value)) return `{${value.join()}}`;
  if (Buffer.isBuffer(value)) return `\\x${value.toString("hex")}`;
  return value instanceof Date ? value.toISOString() : String(value);
};

/** A statement, and whether the product has it planned with its values. */
type Sent = { text: string; values: unknown[]; withValues: boolean };

/** Gathers each select that `work` sends in one of these roles. */
async function selectsOf(work: () => Promise<unknown>, of: readonly string[]): Promise<Sent[]> {
  const sent: Sent[] = [];
  const roles = new WeakMap<pg.Client, string>();
  const withValues = new WeakSet<pg.Client>();
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const { text = "", values = [] } = given[0] as { text?: string; values?: unknown[] };
    const role = /set local role (\w+)/.exec(text)?.[1];
    if (role) {
      roles.set(this, role);
      withValues.delete(this);
    } else if (text === "set local plan_cache_mode = force_custom_plan") withValues.add(this);
    else if (/^\s*(select|with)\b/i.test(text) && of.includes(roles.get(this) ?? ""))
      sent.push({ text, values, withValues: withValues.has(this) });
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  await work().finally(() => (pg.Client.prototype.query = query));
  return sent.filter(({ text }) => !/for (update|share)|pg_advisory/.test(text));
}

type How = {
  setting?: string;
  role?: string;
  modes?: readonly ("force_custom_plan" | "force_generic_plan")[];
  /** Executes the statements, too, and counts the blocks they read. */
  execute?: boolean;
};

/** Plans each select of `work` as the tenant, or as the operator: with its values, and as the generic plan. */
export async function plansOf(
  app: TestApp,
  person: Person,
  work: () => Promise<unknown>,
  { setting = "reset enable_seqscan", role = "app_tenant", modes, execute = false }: How = {},
): Promise<Plan[]> {
  const sent = await selectsOf(work, role === "app_operator" ? [role] : ["app_tenant", "app_restricted"]);
  const client = new pg.Client({ connectionString: app.database.webUrl });
  await client.connect();
  try {
    const plans: Plan[] = [];
    for (const { text, values, withValues } of sent)
      for (const mode of withValues ? ["force_custom_plan"] : (modes ?? ["force_custom_plan", "force_generic_plan"])) {
        await client.query("begin");
        await client.query(`${setting}; set local plan_cache_mode = ${mode}`);
        await client.query(
          "select set_config('role', $1, true), set_config('app.reseller_id', $2, true), set_config('app.restricted_to', $3, true)",
          [role, person.resellerId, person.membershipId],
        );
        await client.query(`prepare asked as ${text}`);
        const list = values.map((value) => (value === null ? "null" : pg.escapeLiteral(textOf(value)))).join();
        const options = execute ? "analyze, buffers, timing off, format json" : "format json";
        const { rows } = await client.query(`explain (${options}) execute asked${list && `(${list})`}`);
        plans.push(rows[0]["QUERY PLAN"][0].Plan as Plan);
        await client.query("rollback; deallocate asked");
      }
    return plans;
  } finally {
    await client.end();
  }
}
