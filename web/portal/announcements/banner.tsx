import { useQuery } from "@tanstack/react-query";
import { Alert } from "../../ui/alert.tsx";
import { bannerQuery } from "./announcements.queries.ts";

/** Shows the marketplace's banner above every page. */
export function Banner() {
  const { data } = useQuery(bannerQuery);
  return (
    data && (
      <aside aria-label="Message of the marketplace" className="-order-1 pt-3">
        <Alert type="info" title={data.Title}>
          <span className="whitespace-pre-line">{data.Text}</span>
        </Alert>
      </aside>
    )
  );
}
