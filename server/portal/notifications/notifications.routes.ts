import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer } from "../../platform/http.ts";
import {
  closeNotice,
  countNew,
  listDropzone,
  listNotifications,
  readAll,
  setStatus,
  type NotificationRow,
} from "./notifications.store.ts";

const toWire = (row: NotificationRow) => ({
  Id: row.id,
  Status: row.status,
  Category: row.category,
  Content: row.content,
  Created: row.created_at.toISOString(),
  Link: row.link,
});

export const notificationsRoutes = [
  answer(notifications.list, async ({ db, actor }, { query }) => {
    const [rows, New] = await Promise.all([
      listNotifications(db, actor, { status: query.Status, category: query.Category, search: query.Search ?? "" }),
      countNew(db, actor),
    ]);
    return { Items: rows.map(toWire), New };
  }),
  answer(notifications.change, async ({ tx, actor }, { body }) => {
    orNotFound(await setStatus(tx, actor, body.Id, body.Status));
    return { New: await countNew(tx, actor) };
  }),
  answer(notifications.readAll, async ({ tx, actor }) => {
    await readAll(tx, actor);
    return { New: 0 };
  }),
  answer(notifications.reloadInterval, ({ platform }) => platform.config.NOTIFICATION_RELOAD_MS),
  answer(notifications.dropzone, async ({ db, actor, now }) => ({
    Items: (await listDropzone(db, actor, now)).map((row) => ({
      Id: row.id,
      Added: row.created_at.toISOString(),
      ServiceName: row.service_name ?? "",
      Message: row.content,
    })),
  })),
  answer(notifications.close, async ({ tx, actor, now }, { params }) => {
    orNotFound(await closeNotice(tx, actor, params.notificationId, now));
    return {};
  }),
];
