import { announcements } from "@tradewind/contract/portal/announcements.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { checkRunningData } from "@tradewind/tools/demo/data-folder.ts";
import { callAs, tokenOf } from "./authenticator.ts";

/** The product starts with the demo's data; whatever the stories do to it must hold together before and afterwards. */
export default async function setUp(): Promise<() => Promise<void>> {
  const check = () => checkRunningData(process.env["E2E_DATA"]!);
  await check();
  await withdrawAnnouncements();
  return check;
}

/** What the marketplace announces to some of the demo's people would open over any story. */
async function withdrawAnnouncements(): Promise<void> {
  const operator = await tokenOf("operator@tradewind.example");
  const { list, withdraw } = announcements;
  const { Items } = await callAs<ResultOf<typeof list>>(operator, list.method, list.path);
  for (const { Id, Kind } of Items)
    if (Kind === "announcement") await callAs(operator, withdraw.method, withdraw.path.replace(":announcementId", Id));
}
