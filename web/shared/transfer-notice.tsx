import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { TextLink } from "./link-render.tsx";
import { itemsOf } from "./more-button.tsx";
import { Alert } from "../ui/alert.tsx";
import { isUnderWay, transferWords } from "./transfer-words.ts";
import { transfersQuery } from "../ordering/transfers/transfers.queries.ts";

/** Says how a customer's transfers stand that are under way, of one vendor or of all, the latest first. */
export function TransferNotice({ customerId, vendor }: { customerId: string; vendor?: string }) {
  const { data } = useInfiniteQuery(transfersQuery(customerId));
  const open = data
    ? itemsOf(data).filter((each) => isUnderWay(each) && (vendor === undefined || each.VendorName === vendor))
    : [];
  if (open.length === 0) return null;
  const waitsForUs = open.some((each) => transferWords(each).tone === "warning");
  return (
    <div className="mb-5">
      <Alert
        type={waitsForUs ? "warning" : "info"}
        title={open.length === 1 ? "A transfer is under way" : `${open.length} transfers are under way`}
        action={<TextLink to={linkTo(screens.transfers, { ctx: customerId })}>Show transfers</TextLink>}
      >
        <ul>
          {open.map((each) => (
            <li key={each.Id}>
              {each.VendorName} {each.Direction === "in" ? "from" : "to"} {each.PartnerName}:{" "}
              {transferWords(each).label}
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  );
}
