import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { TextLink } from "../../shared/link-render.tsx";
import { useFilter } from "../../shared/list/use-filter.ts";
import { itemsOf } from "../../shared/more-button.tsx";
import { Queue } from "../../shared/queue.tsx";
import { TransferCard } from "./transfer-card.tsx";
import { allTransfersQuery } from "./transfers.queries.ts";

/** Lists the transfers of all customers; what there is to do with one is done on its customer's page. */
export function AllTransfersScreen() {
  const { asked, ask } = useFilter(screens.allTransfers);
  const list = useInfiniteQuery({ ...allTransfersQuery(asked.Status), select: itemsOf });
  return (
    <Queue
      title="Transfers"
      about="Subscriptions of your customers that come from another partner of a vendor, or go to one"
      view={asked.Status}
      onView={(Status) => ask({ Status })}
      views={[
        { value: "open", label: "Under way" },
        { value: "over", label: "Over" },
      ]}
      list={list}
      empty={{
        icon: "cloud",
        title: asked.Status === "open" ? "No transfer is under way" : "No transfer is over yet",
        text:
          asked.Status === "open"
            ? "Open a customer and choose Transfers under More actions to ask another partner for what it provides, or to look for what other partners ask of you. It stays here until all of it has moved and is taken over."
            : "Transfers appear here once they have moved and are taken over, or ended without anything moving.",
      }}
      renderCard={(item) => (
        <TransferCard key={item.Id} transfer={item} of={{ customer: item.CustomerName }}>
          <TextLink to={linkTo(screens.transfers, { ctx: item.CustomerId })}>
            {asked.Status === "open" ? "Open" : "Show"} transfers of {item.CustomerName}
          </TextLink>
        </TransferCard>
      )}
    />
  );
}
