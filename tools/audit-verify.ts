/**
 * Verifies an exported activity log: `node tradewind.mjs audit-verify log.jsonl`, then the operator's public key, and
 * exports of earlier, whose signed roots and last entries must still be there. Names the first bad entry, and exits 1 if
 * there is one; exits 2 if a file is no export, or has no root that the key could prove.
 */
import { earlierIn, linesOf, verifyExport } from "./verify-export.ts";

/** Says which file cannot be used, and ends: nothing is proven either way. */
const unusable =
  (file: string) =>
  (error: unknown): never => {
    console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(2);
  };

const [file, key, ...others] = process.argv.slice(2);
if (!file) {
  console.error("Give an exported log: node tradewind.mjs audit-verify log.jsonl <public key> [earlier.jsonl …]");
  process.exit(2);
}
const earlier = await Promise.all(others.map((each) => earlierIn(each).catch(unusable(each))));
const verify = async () => verifyExport(linesOf(file), { key, earlier });
const { company, isNamed, entries, erased, removed, root, fault } = await verify().catch(unusable(file));
if (!isNamed) console.log(`The operator did not sign that this is the log of ${company}: an export of now says so.`);
if (fault) {
  console.error(`${company}: entry ${fault.entry} ${fault.what}.`);
  process.exit(1);
}
if (removed)
  console.log(
    `Entries up to ${removed.until} were removed: all are from ${removed.day} or before. Compare with how long the operator keeps the log.`,
  );
console.log(
  `${company}: all ${entries} entries are as they were sealed${erased ? `, ${erased} of them without erased personal data` : ""}.`,
);
if (root) {
  console.log(`Signed up to entry ${root.Number}, on ${root.Day}.`);
  if (!key) console.log(`Compare the key with the one the operator published: ${root.PublicKey}`);
} else if (key) {
  console.error("No root is signed here, so the key proves nothing of it: give an earlier export that has one.");
  process.exit(2);
} else console.log("No root is signed yet.");
