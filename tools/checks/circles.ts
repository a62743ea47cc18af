import type { Import } from "./imports.ts";
import { areas, placeOf } from "./places.ts";
import { isTest } from "../source-files.ts";
import type { Fault } from "./fault.ts";

/** Reports import cycles between files, cycles between features of a layer, and imports against the order of areas. */
export function checkCircles(imports: readonly Import[]): Fault[] {
  const own = imports.filter((each) => each.to !== undefined && !isTest(each.from));
  return [...fileCircles(own), ...featureCircles(own), ...areaOrder(own)];
}

const fileCircles = (imports: readonly Import[]) =>
  closing(imports.map((each) => ({ from: each.from, to: each.to!, line: each.line }))).map(({ edge, ring }): Fault => ({
    rule: "circles of files",
    key: `${edge.from} -> ${edge.to}`,
    place: `${edge.from}:${edge.line}`,
    instead: `closes a circle: ${ring.join(" -> ")}. Move what both need into a third file.`,
  }));

function featureCircles(imports: readonly Import[]): Fault[] {
  const edges = imports.flatMap(({ from, to, line }) => {
    const [here, there] = [placeOf(from), placeOf(to!)];
    if (!here || !there || here.layer !== there.layer) return [];
    const [a, b] = [here, there].map(({ layer, area, feature }) => `${layer} ${area}/${feature}`);
    return a === b ? [] : [{ from: a!, to: b!, line, place: from }];
  });
  return closing(edges).map(({ edge, ring }) => ({
    rule: "circles of features",
    key: `${edge.from} -> ${edge.to}`,
    place: `${edge.place}:${edge.line}`,
    instead: `closes a circle of features: ${ring.join(" -> ")}. Move what both need to the earlier of them, or into a feature of its own.`,
  }));
}

/** Reports imports of a later area, in every layer: the contract of a later area is later as well. */
const areaOrder = (imports: readonly Import[]) =>
  imports.flatMap(({ from, to, line }): Fault[] => {
    const [here, there] = [placeOf(from), placeOf(to!)];
    if (!here || !there || areas.indexOf(there.area) <= areas.indexOf(here.area)) return [];
    return [
      {
        rule: "order of areas",
        key: `${from} -> ${to}`,
        place: `${from}:${line}`,
        instead: `${here.area} comes before ${there.area}, so it must not import ${to}. Move what it needs to ${here.area}, or let ${there.area} ask.`,
      },
    ];
  });

type Edge = { from: string; to: string; line: number };

/** Returns every edge that is part of a cycle, once for each pair, with the shortest cycle through it. */
function closing<E extends Edge>(edges: readonly E[]): { edge: E; ring: string[] }[] {
  const next = Map.groupBy(edges, (edge) => edge.from);
  const seen = new Set<string>();
  return edges.flatMap((edge) => {
    const key = `${edge.from} ${edge.to}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const back = shortestWay(edge.to, edge.from, next);
    return back ? [{ edge, ring: [edge.from, ...back] }] : [];
  });
}

function shortestWay(from: string, to: string, next: ReadonlyMap<string, readonly Edge[]>): string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  for (const node of cameFrom.keys()) {
    if (node === to) {
      const way: string[] = [];
      for (let at: string | undefined = to; at !== undefined; at = cameFrom.get(at)) way.unshift(at);
      return way;
    }
    for (const edge of next.get(node) ?? []) if (!cameFrom.has(edge.to)) cameFrom.set(edge.to, node);
  }
  return undefined;
}
