import { checkRunningData } from "@tradewind/tools/demo/data-folder.ts";

/** The product starts with the demo's data; whatever the stories do to it must hold together before and afterwards. */
export default async function setUp(): Promise<() => Promise<void>> {
  const check = () => checkRunningData(process.env["E2E_DATA"]!);
  await check();
  return check;
}
