/**
 * Moves what one partner provides to a customer to another. The one that is to have it asks, the other accepts and chooses
 * what goes, and Microsoft moves that under new numbers. It sends no word of it, so it is looked at.
 */
import { addDays } from "@tradewind/domain/values/dates.ts";
import { VendorRefusal } from "../http.ts";
import type { AskedTransfer, ReleasedLine, SeenTransfer, Transfers } from "../transfers.ts";
import { VendorUnavailable } from "../vendor.ts";
import type { PartnerCenter } from "./microsoft-api.ts";
import type { PartnerTransfer } from "./microsoft-api-shapes.ts";
import { isUndecided, reasonOf } from "./microsoft-reasons.ts";

/** The transfer of what is sold under new commerce. */
const transferType = 5;
/** Milliseconds by which Microsoft's clock and ours may differ. */
const clockError = 5 * 60_000;
const notPending = "900103";

export function microsoftTransfers(api: PartnerCenter, newId: () => string): Transfers {
  /** Finds the newest one from the partner since it was asked for: after a lost answer, that is ours. */
  async function find({ tenantRef, partner, since, earlier }: AskedTransfer): Promise<PartnerTransfer | undefined> {
    const begun = Date.parse(since) - clockError;
    return (await api.listTransfers(tenantRef))
      .filter((each) => each.sourcePartnerTenantId?.toLowerCase() === partner.ref && !earlier.includes(each.id))
      .filter((each) => isOpen(each) || Date.parse(each.createdTime ?? "") >= begun)
      .toSorted((a, b) => (b.createdTime ?? "").localeCompare(a.createdTime ?? ""))[0];
  }

  return {
    async ask(asked) {
      const made = await find(asked);
      if (made) return seenOf(made);
      const { tenantRef, partner, customerName, customerEmail } = asked;
      const transfer = {
        sourcePartnerTenantId: partner.ref,
        sourcePartnerName: partner.name,
        customerEmailId: customerEmail,
        customerName,
        transferType,
      };
      return api.createTransfer(tenantRef, transfer, newId()).then(seenOf, refusedOr);
    },

    look: (tenantRef, ref) => api.readTransfer(tenantRef, ref).then(seenOf, orUnknown),

    async withdraw(asked, ref) {
      const made = ref === null ? await find(asked) : await api.readTransfer(asked.tenantRef, ref);
      if (!made) return withdrawn;
      const seen = seenOf(made);
      if (seen.state !== "pending") return seen;
      return api.cancelTransfer(asked.tenantRef, made.id, newId()).then(seenOf, async (error: unknown) => {
        // The other partner was faster.
        if (error instanceof VendorRefusal && error.code === notPending)
          return seenOf(await api.readTransfer(asked.tenantRef, made.id));
        return refusedOr(error);
      });
    },

    listAsked: async (tenantRef) =>
      (await api.listTransfers(tenantRef))
        .filter((each) => isOutgoing(each) && isPending(each))
        .map((each) => ({
          ref: each.id,
          partner: { ref: each.targetPartnerTenantId ?? "", name: nameOf(each) },
          customerEmail: each.customerEmailId ?? "",
          askedAt: each.createdTime ?? each.lastModifiedTime ?? "",
          until: each.expirationTime ?? null,
        })),

    async release(tenantRef, ref, lines) {
      const standing = await api.readTransfer(tenantRef, ref).catch(orUnknown);
      if (!isPending(standing)) return seenOf(standing);
      const roots = lines.filter((line) => line.parentRef === null || !lines.some(isParentOf(line)));
      const lineItems = roots.map((line, id) => ({
        id,
        ...itemOf(line),
        addonItems: lines.filter((each) => each.parentRef === line.vendorRef).map(itemOf),
      }));
      const accepted = await api.acceptTransfer(tenantRef, { id: ref, lineItems }, newId()).catch(refusedOr);
      if ("state" in accepted) return accepted as SeenTransfer;
      const [error] = accepted.transferErrors ?? [];
      const seen = await api.readTransfer(tenantRef, ref).then(seenOf, orUnknown);
      // Nothing of it could be ordered for the other partner.
      return seen.state === "pending" && error ? { state: "refused", reason: wordsOf(error).reason } : seen;
    },
  };
}

const isParentOf = (line: ReleasedLine) => (each: ReleasedLine) => each.vendorRef === line.parentRef;
const itemOf = ({ vendorRef, offerRef, name, quantity }: ReleasedLine) => ({
  subscriptionId: vendorRef,
  offerId: offerRef,
  friendlyName: name,
  quantity,
});

function refusedOr(error: unknown): SeenTransfer {
  if (!(error instanceof VendorRefusal) || isUndecided(error.code)) return orUnknown(error);
  return { state: "refused", reason: reasonOf(error.code, error.message) };
}

/** What Microsoft calls undecided says nothing about the transfer. */
function orUnknown(error: unknown): never {
  if (error instanceof VendorRefusal && isUndecided(error.code))
    throw new VendorUnavailable(error.message, { cause: error });
  throw error;
}

const isPending = ({ status }: PartnerTransfer) => status === "pending" || status === "active";
const isOpen = (transfer: PartnerTransfer) => isPending(transfer) || transfer.status === "inprogress";
const isOutgoing = ({ transferDirection }: PartnerTransfer) => transferDirection?.toLowerCase() === "outgoing";
const withdrawn: SeenTransfer = { state: "withdrawn", reason: "The request was taken back." };

function seenOf(transfer: PartnerTransfer): SeenTransfer {
  const { id: ref, status } = transfer;
  switch (status) {
    case "pending":
    case "active":
      return { state: "pending", ref, until: transfer.expirationTime ?? null };
    case "inprogress":
      return { state: "moving", ref };
    case "complete":
    case "completed":
      return { state: "came", ref, at: cameAt(transfer), lines: linesOf(transfer) };
    case "cancelled":
    case "canceled":
      return isOutgoing(transfer)
        ? { state: "withdrawn", reason: `${nameOf(transfer)} took the request back.` }
        : withdrawn;
    case "reject":
    case "rejected":
      return { state: "refused", reason: `${isOutgoing(transfer) ? "We" : nameOf(transfer)} refused the transfer.` };
    case "expired":
      return {
        state: "expired",
        reason: isOutgoing(transfer)
          ? "It was not accepted in time."
          : `${nameOf(transfer)} did not accept the transfer in time.`,
      };
    default:
      throw new VendorUnavailable("Microsoft names a state of a transfer that is not known");
  }
}

/** Names the other partner. */
const nameOf = (transfer: PartnerTransfer) =>
  (isOutgoing(transfer) ? transfer.targetPartnerName : transfer.sourcePartnerName) || "The other partner";

function cameAt({ completedTime, lastModifiedTime }: PartnerTransfer): string {
  const at = completedTime ?? lastModifiedTime;
  if (!at) throw new VendorUnavailable("Microsoft does not say when a transfer was complete");
  return at;
}

type Line = NonNullable<PartnerTransfer["lineItems"]>[number];

const linesOf = ({ lineItems, transferErrors }: PartnerTransfer) => [
  ...(lineItems ?? []).map(lineOf),
  ...(transferErrors ?? []).flatMap((error) =>
    (error.lineItems ?? []).map((line) => ({ ...lineOf(line), refusal: wordsOf(error) })),
  ),
];

const wordsOf = ({ code, description }: NonNullable<PartnerTransfer["transferErrors"]>[number]) => {
  const known = String(code ?? "");
  return { code: known, reason: reasonOf(known, description ?? "It stayed where it was") };
};

const lineOf = ({ subscriptionId, offerId, friendlyName, quantity, commitmentEndDate }: Line) => ({
  sourceRef: subscriptionId ?? "",
  offerRef: offerId ?? "",
  name: friendlyName ?? offerId ?? "Unnamed",
  quantity,
  // The commitment's last day is inclusive.
  termUntil: commitmentEndDate ? addDays(commitmentEndDate.slice(0, 10), 1) : null,
});
