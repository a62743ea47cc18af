/** Simulates the parts of Autotask in which a reseller keeps companies, services and contracts: zones, queries, limits. */
import { page, tableOf } from "../kit/tables-page.ts";
import type { SimReply, SimRequest, Vendor, VendorContext } from "../kit/vendor.ts";
import { atFirst } from "./database.data.ts";
import { filterOf, type Row } from "./filters.ts";
import { adjusted, postedUntil, repriced } from "./units.ts";

type Entity = keyof typeof atFirst;
const entities = Object.keys(atFirst) as Entity[];
const mostOfPage = 500;
const hourlyCalls = 10_000;
const firstZone = "ww16";

const refusal = (status: number, ...errors: string[]): SimReply => ({ status, body: { errors } });

export function autotask({ store, clock }: VendorContext): Vendor {
  const isFilled = store.collection<boolean>("filled");
  const zones = store.collection<string>("zone");
  const hidden = store.collection<boolean>("hidden");
  const used = store.collection<number>("used");
  const spoilt = store.collection<string>("spoilt");
  const rowsOf = (entity: Entity) => store.collection<Row>(entity);
  const zone = () => zones.get("") ?? firstZone;

  function filled(): void {
    if (isFilled.get("")) return;
    isFilled.put("", true);
    for (const entity of entities) for (const row of atFirst[entity]) rowsOf(entity).put(String(row.id), row);
  }
  function all(entity: Entity): Row[] {
    filled();
    if (hidden.get(entity)) return [];
    return rowsOf(entity)
      .values()
      .toSorted((a, b) => a.id - b.id);
  }
  const isEntity = (name: string | undefined): name is Entity => entities.includes(name as Entity);

  function guard({ path, headers }: SimRequest): SimReply | undefined {
    const [, asked] = /^\/([^/]+)\/ATServicesRest\/V1\.0\//.exec(path) ?? [];
    if (asked === undefined) return undefined;
    const hasKeys =
      (headers["secret"] ?? "").length >= 8 && headers["username"] && (headers["apiintegrationcode"] ?? "").length >= 8;
    // A wrong zone answers as wrong keys do.
    if (!hasKeys || asked !== zone()) return { status: 401, body: { errors: [] } };
    const calls = (used.get("") ?? 0) + 1;
    used.put("", calls);
    return calls > hourlyCalls
      ? refusal(429, "The number of requests within the time frame has been exceeded.")
      : undefined;
  }

  function matched({ params, body }: SimRequest): Row[] | SimReply {
    if (!isEntity(params["entity"])) return refusal(404, "Resource not found");
    if (!Array.isArray(body["filter"]) || body["filter"].length === 0)
      return refusal(500, "Invalid query syntax. A filter is required.");
    const test = filterOf(body["filter"]);
    return typeof test === "string" ? refusal(500, test) : all(params["entity"]).filter(test);
  }

  function query(request: SimRequest): SimReply {
    const error = spoilt.get(request.params["entity"]!);
    // Errors come inside good answers, too.
    if (error) return { status: 200, body: { errors: [error] } };
    const found = matched(request);
    if (!Array.isArray(found)) return found;
    const { body, query: asked, headers, path } = request;
    const size = Math.min(Number(body["maxRecords"] ?? mostOfPage), mostOfPage);
    const fields = body["includeFields"] as string[] | undefined;
    if (fields && !fields.includes("id") && found.length > size)
      return refusal(500, "IncludeFields must contain id beyond 500 rows.");
    const rest = found.filter(({ id }) => id > Number(asked.get("lastId") ?? 0));
    const items = rest.slice(0, size);
    const next = rest.length > size ? `http://${headers["host"]}${path}?lastId=${items.at(-1)!.id}` : null;
    return {
      status: 200,
      body: {
        items: items.map((row) =>
          fields ? Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name))) : row,
        ),
        pageDetails: { count: items.length, requestCount: size, prevPageUrl: null, nextPageUrl: next },
      },
    };
  }

  const nextId = (entity: Entity) =>
    Math.max(
      0,
      ...rowsOf(entity)
        .values()
        .map(({ id }) => id),
    ) + 1;
  /** Puts rows of units in the place of those of a line. */
  function replaceUnits(lineId: number, rows: readonly Row[]): void {
    const kept = all("ContractServiceUnits").filter(({ contractServiceID }) => contractServiceID === lineId);
    for (const { id } of kept) rowsOf("ContractServiceUnits").remove(String(id));
    for (const row of rows) {
      const id = row.id > 0 ? row.id : nextId("ContractServiceUnits");
      rowsOf("ContractServiceUnits").put(String(id), { ...row, id });
    }
  }
  const unitsOf = (lineId: number) =>
    all("ContractServiceUnits").filter(({ contractServiceID }) => contractServiceID === lineId);

  /** Adjusts a line by a difference; what is not there yet is added to the contract, without an error. */
  function adjust({ body }: SimRequest): SimReply {
    const { contractServiceID, contractID, serviceID, unitChange, effectiveDate } = body;
    if (!Number.isInteger(unitChange)) return refusal(500, "Missing Required Field: unitChange.");
    if (typeof effectiveDate !== "string") return refusal(500, "Missing Required Field: effectiveDate.");
    let line = all("ContractServices").find(({ id }) => id === contractServiceID);
    if (!line) {
      const contract = all("Contracts").find(({ id }) => id === contractID);
      const service = all("Services").find(({ id }) => id === serviceID);
      if (!contract || !service)
        return refusal(500, "Value does not reference an existing entity for contractServiceID.");
      const { unitPrice, unitCost, name } = service;
      line = { id: nextId("ContractServices"), contractID, serviceID, unitPrice, unitCost, invoiceDescription: name };
      rowsOf("ContractServices").put(String(line.id), line);
      const from = { id: 0, contractID, contractServiceID: line.id, serviceID, units: 0, startDate: effectiveDate };
      replaceUnits(line.id, [{ ...from, endDate: contract["endDate"], price: 0, cost: 0 }]);
    }
    const rows = adjusted(unitsOf(line.id), unitChange, effectiveDate);
    if (typeof rows === "string") return refusal(500, rows);
    replaceUnits(line.id, rows);
    return { status: 200, body: { itemId: 77000 + (used.get("") ?? 0) } };
  }
  /** Changes a line: its price and its description are all that can be. */
  function change({ body }: SimRequest): SimReply {
    const line = all("ContractServices").find(({ id }) => id === body["id"]);
    if (!line) return refusal(500, "Value does not reference an existing entity for id.");
    const { adjustedPrice, invoiceDescription = line["invoiceDescription"] } = body;
    if (adjustedPrice !== undefined && !Number.isFinite(adjustedPrice))
      return refusal(500, "The adjustedPrice must be a number.");
    rowsOf("ContractServices").put(String(line.id), { ...line, invoiceDescription });
    if (adjustedPrice !== undefined) replaceUnits(line.id, repriced(unitsOf(line.id), adjustedPrice));
    return { status: 200, body: { itemId: line.id } };
  }
  function charge({ params, body }: SimRequest): SimReply {
    const contract = all("Contracts").find(({ id }) => id === Number(params["contract"]));
    if (!contract) return refusal(404, "Resource not found");
    for (const field of ["name", "chargeType", "datePurchased", "unitQuantity"])
      if (body[field] === undefined || body[field] === null) return refusal(500, `Missing Required Field: ${field}.`);
    if (body["billingCodeID"] == null && body["productID"] == null)
      return refusal(500, "Either a billingCodeID or a productID is required.");
    const id = nextId("ContractCharges");
    rowsOf("ContractCharges").put(String(id), { isBilled: false, ...body, id, contractID: contract.id });
    return { status: 200, body: { itemId: id } };
  }

  return {
    guard,
    routes: [
      {
        method: "GET",
        path: "/",
        answer: () =>
          page(
            "Autotask",
            entities.map((each) => tableOf(each, all(each))),
          ),
      },
      {
        method: "GET",
        path: "/atservicesrest/:version/zoneInformation",
        answer: ({ query: asked, headers }) =>
          asked.get("user")?.includes("@")
            ? {
                status: 200,
                body: {
                  zoneName: "UK",
                  url: `http://${headers["host"]}/${zone()}/ATServicesRest/`,
                  webUrl: `https://${zone()}.autotask.net/`,
                  ci: 12345,
                },
              }
            : refusal(500, "The specified user is not known."),
      },
      {
        method: "GET",
        path: "/:zone/ATServicesRest/V1.0/ThresholdInformation",
        answer: () => ({
          status: 200,
          body: {
            externalRequestThreshold: hourlyCalls,
            requestThresholdTimeframe: 60,
            currentTimeframeRequestCount: used.get("") ?? 0,
          },
        }),
      },
      {
        method: "POST",
        path: "/:zone/ATServicesRest/V1.0/:entity/query/count",
        answer: (request) => {
          const found = matched(request);
          return Array.isArray(found) ? { status: 200, body: { queryCount: found.length } } : found;
        },
      },
      { method: "POST", path: "/:zone/ATServicesRest/V1.0/:entity/query", answer: query },
      { method: "POST", path: "/:zone/ATServicesRest/V1.0/ContractServiceAdjustments", answer: adjust },
      { method: "PATCH", path: "/:zone/ATServicesRest/V1.0/ContractServices", answer: change },
      { method: "POST", path: "/:zone/ATServicesRest/V1.0/Contracts/:contract/Charges", answer: charge },
    ],
    notFound: () => refusal(404, "Resource not found"),
    seed(body: Record<string, any>) {
      filled();
      for (const entity of entities) {
        const rows = body[entity.charAt(0).toLowerCase() + entity.slice(1)] as Row[] | undefined;
        if (!rows) continue;
        for (const { id } of all(entity)) rowsOf(entity).remove(String(id));
        for (const row of rows) rowsOf(entity).put(String(row.id), row);
      }
      return Object.fromEntries(entities.map((entity) => [entity, all(entity).length]));
    },
    /**
     * `moveZone {zone}`, `hide {entity}`, `show {entity}`, `use {calls}` by other tools, `spoil {entity, error}`, `heal {entity}`,
     * `post {line, until}` of what is billed up to a day, `set {entity, id, values}`, `remove {entity, id}`. */
    act({ action, zone: moved, entity, calls, error, line, until, id, values }: Record<string, any>) {
      filled();
      if (action === "moveZone") zones.put("", moved);
      if (action === "hide") hidden.put(entity, true);
      if (action === "show") hidden.remove(entity);
      if (action === "use") used.put("", calls);
      if (action === "spoil") spoilt.put(entity, error);
      if (action === "heal") spoilt.remove(entity);
      if (action === "post") replaceUnits(line, postedUntil(unitsOf(line), until, new Date(clock.now()).toISOString()));
      if (action === "remove") rowsOf(entity).remove(String(id));
      if (action === "set") {
        const modified = entity === "Companies" && { lastTrackedModifiedDateTime: new Date(clock.now()).toISOString() };
        rowsOf(entity).put(String(id), { ...rowsOf(entity as Entity).get(String(id))!, ...modified, ...values });
      }
      return {};
    },
  };
}
