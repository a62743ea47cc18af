import type { priceImports } from "@tradewind/contract/catalogue/price-imports.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { Card } from "../../ui/page.tsx";
import { countWords } from "./import-words.ts";

type Props = { count: number; faults: ResultOf<typeof priceImports.byId>["Faults"] };

/** Lists what of a file is wrong, by line and column. */
export const ImportFaults = ({ count, faults }: Props) => (
  <Card
    flush
    title={`${countWords(count)} ${count === 1 ? "fault" : "faults"}`}
    about={
      count > faults.length
        ? `The first ${countWords(faults.length)} of them. Nothing is taken over while one stands.`
        : "Nothing is taken over while one stands. Mend the file and choose it again."
    }
  >
    <table className="w-full text-sm">
      <thead>
        <tr className="border-y border-line text-left text-muted">
          <th scope="col" className="w-20 py-2 pl-5 font-normal max-md:pl-4">
            Line
          </th>
          <th scope="col" className="py-2 pl-4 font-normal">
            Column
          </th>
          <th scope="col" className="py-2 pr-5 pl-4 font-normal max-md:pr-4">
            What is wrong
          </th>
        </tr>
      </thead>
      <tbody>
        {faults.map(({ Line, Column, Reason }) => (
          <tr key={`${Line} ${Column} ${Reason}`} className="border-b border-line last:border-0">
            <td className="figures py-2 pl-5 max-md:pl-4">{countWords(Line)}</td>
            <td className="py-2 pl-4">{Column || "Whole line"}</td>
            <td className="py-2 pr-5 pl-4 max-md:pr-4">{Reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Card>
);
