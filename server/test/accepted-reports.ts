import type { World } from "./object-makers.ts";
import type { Person } from "./test-app.ts";

/** What calls about reports need to be accepted: a guid is for whoever asked for it. */
export const acceptedReports = {
  "downloads.guid": async ({ app }: World, { personId }: Person) => {
    const [row] = await app.sql<{ user_name: string }>("select user_name from people where id = $1", [personId]);
    return { body: { DownloadId: "vat", UserName: row!.user_name } };
  },
  "downloads.file": async ({ app }: World, { resellerId, membershipId }: Person) => {
    const [row] = await app.sql<{ guid: string }>(
      "insert into download_guids (reseller_id, membership_id, download_id) values ($1, $2, 'vat') returning guid",
      [resellerId, membershipId],
    );
    return { body: { Id: "vat", Guid: row!.guid } };
  },
};
