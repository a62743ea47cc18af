import { readBankCsv } from "./bank-csv.ts";
import { BankFileFault, type ReadBankFile } from "../bank-file.ts";
import { readCamt } from "./camt.ts";
import { readMt940 } from "./mt940.ts";

/** Tells the format by what the file holds: camt.053, MT940 or CSV. */
export const readBankFile: ReadBankFile = (file) => {
  const text = file.replace(/^\uFEFF/, "");
  if (text.trim() === "") throw new BankFileFault("The file is empty");
  if (/^\s*</.test(text)) return readCamt(text);
  return /^:\d{2}[A-Z]?:/m.test(text) ? readMt940(text) : readBankCsv(text);
};
