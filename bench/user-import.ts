/** Compares the import of a customer's users from a file with COPY of the same users into the same tables. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { customerUsers } from "@tradewind/contract/access/customer-users.ts";
import { mostUsers, userTemplate } from "@tradewind/domain/access/user-file.ts";
import type pg from "pg";
import { cpuWhile, median } from "./measure.ts";
import { addReseller, inProcess } from "./in-process.ts";
import { onGround } from "./sides.ts";
import type { Row } from "./report.ts";

const gate = 3;

/** Imports the users of `rounds` customers, each time followed by COPY of what that made to another customer. */
export const run = (rounds = 3): Promise<Row[]> =>
  onGround(async ({ cluster, admin }) => {
    const { callerOf, close } = await inProcess(cluster);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bench-users-"));
    fs.chmodSync(folder, 0o777);
    const spent = { ours: [] as number[], limit: [] as number[] };
    try {
      const resellerId = await addReseller(admin);
      const call = await callerOf(admin, resellerId);
      await admin.query(
        "update memberships set permissions = permissions || '{createCustomerAdmin}' where reseller_id = $1",
        [resellerId],
      );
      // The first round warms up both sides.
      for (let round = -1; round < rounds; round++) {
        const [customerId, other] = [await addCustomer(admin, resellerId), await addCustomer(admin, resellerId)];
        const File = Buffer.from(fileOf(round)).toString("base64");
        const ours = await cpuWhile(cluster.pid(), async () => {
          const { Added } = await call(customerUsers.import, { params: { customerId }, body: { File } });
          if (Added !== mostUsers) throw new Error(`The import added ${Added} users`);
        });
        await writeFiles(admin, folder, customerId, other);
        await admin.query("vacuum analyze people, memberships, customers");
        const limit = await cpuWhile(cluster.pid(), () => copy(admin, folder));
        if (round < 0) continue;
        spent.ours.push(ours);
        spent.limit.push(limit);
      }
    } finally {
      await close();
      fs.rmSync(folder, { recursive: true });
    }
    const [ours, limit] = [median(spent.ours), median(spent.limit)];
    return [
      {
        name: `import of ${mostUsers.toLocaleString("en-GB")} users`,
        value: ours / limit,
        gate,
        detail: `COPY with the same checks ${limit.toFixed(0)} ms CPU, ours ${ours.toFixed(0)} ms CPU: the call with its file, each row checked, addresses compared, all added`,
      },
    ];
  });

const addressOf = (round: number, n: number) => `user-${round + 1}-${n}@acme.example`;
const fileOf = (round: number) =>
  userTemplate +
  Array.from(
    { length: mostUsers },
    (_, n) => `Ada,Lovelace,${addressOf(round, n)},0117 496 0148,Analyst,${n % 10 ? "no" : "yes"}`,
  ).join("\r\n");

async function addCustomer(admin: pg.Client, resellerId: string): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(
    "insert into customers (reseller_id, name, created_at) values ($1, 'Customer ' || gen_random_uuid(), '2026-01-01') returning id",
    [resellerId],
  );
  return rows[0]!.id;
}

const added = `reseller_id, person_id, kind, customer_id, first_name, last_name, email, telephone, job_title, views, permissions,
  can_agree, only_products, created_at`;

/** Writes what COPY reads: the users of one customer, as other people of another. */
async function writeFiles(admin: pg.Client, folder: string, from: string, to: string): Promise<void> {
  await admin.query("drop table if exists copied");
  await admin.query("create temp table copied as select * from memberships where customer_id = $1", [from]);
  await admin.query("update copied set person_id = uuidv7(), customer_id = $1", [to]);
  await admin.query(`copy (select person_id, 'added-' || person_id, false from copied) to '${folder}/people'`);
  await admin.query(`copy (select ${added} from copied) to '${folder}/memberships'`);
}

async function copy(admin: pg.Client, folder: string): Promise<void> {
  await admin.query("begin");
  await admin.query(`copy people (id, user_name, signs_in) from '${folder}/people'`);
  await admin.query(`copy memberships (${added}) from '${folder}/memberships'`);
  await admin.query("commit");
}
