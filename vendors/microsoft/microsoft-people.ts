/** Gives licences to people in a customer's directory, and takes them back. */
import { VendorRefusal } from "../http.ts";
import type { FulfilLine, Memo, PersonOfLine, Refusal } from "../vendor.ts";
import type { Directory } from "./microsoft-directory.ts";
import { reasonOf } from "./microsoft-reasons.ts";

/** What has become of each of a line's people, by key: done, with their number in the directory if it knows them, or refused. */
type Result = { refusal: Refusal } | { refusal: null; ref?: string | undefined };
type Results = Record<string, Result>;

/** People whose licences are changed in one round, so that a round stays within its budget of calls. */
const mostInRound = 4;

/**
 * Gives and takes the licences of a line, each after a look, so that a round that was cut off is only continued. What is moved
 * is taken back once the other is known to be ready for it, and goes back if that one cannot have it after all.
 */
export async function handOver(
  directory: Directory,
  vendorRef: string,
  line: FulfilLine,
  country: string,
  memo: Memo,
): Promise<{ waitFor: string } | { refusal: Refusal | undefined; settled: string[]; refs: Record<string, string> }> {
  const people = line.people ?? [];
  const skuId = await directory.findSku(vendorRef);
  // New subscriptions reach the directory some minutes later.
  if (skuId === undefined) throw new VendorRefusal(404, "20000", "The directory does not show the subscription.");
  const kept = `people ${line.key}`;
  const results: Results = memo[kept] === undefined ? {} : (JSON.parse(memo[kept]) as Results);
  const [gets, loses] = [people.filter((each) => each.gets), people.filter((each) => !each.gets)];
  if (gets.length === 1 && loses.length === 1) {
    const [from, to] = [loses[0]!, gets[0]!];
    const moved = await move(directory, skuId, from, to, country);
    results[to.key] = moved;
    results[from.key] = moved.refusal ? moved : { refusal: null };
  } else {
    const left = people.filter(({ key }) => results[key] === undefined);
    for (const person of left.slice(0, mostInRound)) {
      results[person.key] = await attempt(() =>
        person.gets ? give(directory, skuId, person, country) : take(directory, skuId, person),
      );
      memo[kept] = JSON.stringify(results);
    }
    if (left.length > mostInRound)
      return {
        waitFor: `Microsoft has changed the licences of ${Object.keys(results).length} of ${people.length} people`,
      };
  }
  delete memo[kept];
  const done = people.flatMap(({ key }) => {
    const result = results[key]!;
    return result.refusal === null ? [{ key, ref: result.ref }] : [];
  });
  return {
    refusal: refusalOf(people, results),
    settled: done.map(({ key }) => key),
    refs: Object.fromEntries(done.flatMap(({ key, ref }) => (ref === undefined ? [] : [[key, ref]]))),
  };
}

async function move(
  directory: Directory,
  skuId: string,
  from: PersonOfLine,
  to: PersonOfLine,
  country: string,
): Promise<Result> {
  const ready = await attempt(async () => (await makeReady(directory, to, country)).id);
  if (ready.refusal) return ready;
  const taken = await attempt(() => take(directory, skuId, from));
  if (taken.refusal) return taken;
  const given = await attempt(() => give(directory, skuId, to, country));
  if (given.refusal) await attempt(() => give(directory, skuId, from, country));
  return given;
}

/** Finds somebody, and says where they use it if nobody has: without that Microsoft gives no licence. */
async function makeReady(directory: Directory, person: PersonOfLine, country: string) {
  const user = await directory.findUser(person.ref ?? person.email);
  if (!user) throw new VendorRefusal(404, "userNotFound", notThere(person));
  if (!user.usageLocation) await directory.setUsageLocation(user.id, country);
  return user;
}

async function give(directory: Directory, skuId: string, person: PersonOfLine, country: string): Promise<string> {
  const user = await makeReady(directory, person, country);
  if (!has(user, skuId)) await directory.changeLicences(user.id, { add: [skuId] });
  return user.id;
}

/** Whoever is no longer there has no licence either. */
async function take(directory: Directory, skuId: string, person: PersonOfLine): Promise<string | undefined> {
  const user = await directory.findUser(person.ref ?? person.email);
  if (user && has(user, skuId)) await directory.changeLicences(user.id, { remove: [skuId] });
  return user?.id;
}

const has = ({ assignedLicenses }: { assignedLicenses: { skuId: string }[] }, skuId: string) =>
  assignedLicenses.some((each) => each.skuId === skuId);

async function attempt(act: () => Promise<string | undefined>): Promise<Result> {
  try {
    return { refusal: null, ref: await act() };
  } catch (error) {
    if (!(error instanceof VendorRefusal)) throw error;
    return { refusal: readRefusal(error) };
  }
}

const notThere = ({ email }: PersonOfLine) =>
  `Microsoft knows nobody who signs in as ${email}. Create them in the customer's directory, or correct the address.`;

/** Graph tells what is wrong in its sentence only; each by a part of it. */
const reasons: readonly (readonly [part: RegExp, code: string, reason: string])[] = [
  [
    /usage location|country|region/i,
    "ProhibitedInUsageLocationViolation",
    "Microsoft does not offer this where the person uses it. Check their country in the directory.",
  ],
  [
    /available licenses/i,
    "CountViolation",
    "All of these licences are with people already, some of them given at Microsoft. Take one back there, or add one.",
  ],
  [
    /mutually exclusive|conflicting/i,
    "MutuallyExclusiveViolation",
    "The person has another licence that does not go together with this one. Take that back first.",
  ],
  [/depend/i, "DependencyViolation", "Another licence of the person goes together with this one. Change that first."],
  [
    /inherited|group membership/i,
    "inheritedFromGroup",
    "The person has it as a member of a group. Take them out of the group at Microsoft.",
  ],
];

function readRefusal({ code, message }: VendorRefusal): Refusal {
  if (code === "userNotFound") return { code, reason: message };
  const known = reasons.find(([part]) => part.test(message));
  return known ? { code: known[1], reason: known[2] } : { code, reason: reasonOf(code, message) };
}

/** Puts the refusals of a line together, each with the people that it is about. */
function refusalOf(people: readonly PersonOfLine[], results: Results): Refusal | undefined {
  const refused = people.flatMap(({ key, name }) => {
    const { refusal } = results[key]!;
    return refusal ? [{ name, ...refusal }] : [];
  });
  if (refused.length === 0) return undefined;
  const byReason = Map.groupBy(refused, ({ reason }) => reason);
  const words = [...byReason].map(([reason, of]) =>
    people.length === 1 ? reason : `${of.map(({ name }) => name).join(", ")}: ${reason}`,
  );
  return { code: refused[0]!.code, reason: words.join(" ") };
}
