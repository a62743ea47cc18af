import { announcements } from "@tradewind/contract/portal/announcements.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { checkRunningData } from "@tradewind/tools/demo/data-folder.ts";
import { callAs, tokenOf } from "./authenticator.ts";

/** Starts the product with the demo's data, and checks its invariants before and after the stories. */
export default async function setUp(): Promise<() => Promise<void>> {
  const check = () => checkRunningData(process.env["E2E_DATA"]!);
  await check();
  await withdrawAnnouncements();
  return check;
}

/** Withdraws the announcements that would otherwise open on top of the stories. */
async function withdrawAnnouncements(): Promise<void> {
  const operator = await tokenOf("operator@tradewind.example");
  const { list, withdraw } = announcements;
  const { Items } = await callAs<ResultOf<typeof list>>(operator, list.method, list.path);
  for (const { Id, Kind } of Items)
    if (Kind === "announcement") await callAs(operator, withdraw.method, withdraw.path.replace(":announcementId", Id));
}
