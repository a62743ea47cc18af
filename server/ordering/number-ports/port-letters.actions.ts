import { portNumber } from "@tradewind/domain/ordering/number-ports.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { storeFile, type ReadFile } from "../../platform/sent-files.ts";
import { changePort, findPort, insertEvent, lockPort, type PortRow } from "./number-ports.store.ts";
import { deleteLetter, insertLetter } from "./port-letters.store.ts";

/** Keeps the signed letter of a port in place of an earlier one, until the port is sent to the old provider. */
export async function sendLetter(
  doing: Doing<TenantActor>,
  id: string,
  signedOn: string,
  file: ReadFile,
): Promise<PortRow> {
  const { tx, actor, doer, now } = doing;
  const port = orNotFound(await lockPort(tx, actor, id));
  if (port.state !== "requested") throw new AppError("portElsewhere");
  if (signedOn > now.toISOString().slice(0, 10))
    throw new AppError("invalidRequest", { fields: { SignedOn: "Must not be in the future" } });
  await deleteLetter(tx, port);
  const { Id } = await storeFile(doing, actor.resellerId, file);
  await insertLetter(tx, port, { file_id: Id, who: actor.displayName, at: now });
  await changePort(tx, port, { signed_on: signedOn });
  await insertEvent(tx, port, { kind: "letter", who: actor.displayName }, now);
  await recordActivity(tx, doer, {
    action: "portLetters.send",
    what: `Uploaded the signed letter of authority of the port ${portNumber(id)} from ${port.provider}`,
    customerId: port.customer_id,
    object: ["service", port.instance_id],
  });
  await announce(tx, actor.resellerId, ["services", "work"], port.customer_id);
  return findPort(tx, id);
}
