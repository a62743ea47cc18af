import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { itemsOf } from "../../shared/more-button.tsx";
import { Queue } from "../../shared/queue.tsx";
import { TransferCard } from "./transfer-card.tsx";
import { everyTransferQuery, type TransferView } from "./transfers.queries.ts";

/** Lists all resellers' transfers from and to other partners, for the operator's people. */
export function EveryTransferScreen() {
  const [view, setView] = useState<TransferView>("open");
  const list = useInfiniteQuery({ ...everyTransferQuery(view), select: itemsOf });
  return (
    <Queue
      title="Transfers"
      about="Subscriptions that come from other partners of a vendor, or go to one"
      view={view}
      onView={setView}
      views={[
        { value: "open", label: "Under way" },
        { value: "over", label: "Over" },
      ]}
      list={list}
      empty={{
        icon: "cloud",
        title: view === "open" ? "No transfer is under way" : "No transfer is over yet",
        text:
          view === "open"
            ? "A transfer appears here until it is decided and all of it has moved."
            : "Transfers appear here once they have moved, or ended without anything moving.",
      }}
      renderCard={(item) => (
        <TransferCard key={item.Id} transfer={item} of={{ customer: item.CustomerName, reseller: item.ResellerName }} />
      )}
    />
  );
}
