import { serviceLists } from "@tradewind/contract/ordering/service-lists.ts";
import { DownloadButton } from "../../shared/download-button.tsx";

/** Downloads a customer's services as a file. */
export const ExportServices = ({ customerId, customerName }: { customerId: string; customerName: string }) => (
  <DownloadButton
    endpoint={serviceLists.ofCustomerCsv}
    sent={{ params: { customerId } }}
    fileName={`${customerName} services.csv`}
    size="small"
  >
    Export CSV
  </DownloadButton>
);
