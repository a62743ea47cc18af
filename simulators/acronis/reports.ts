/**
 * Usage reports, as Acronis makes them for billing: asked for once, saved after a while, and the same for a month that is
 * over, until somebody corrects it. What they tell of a period is the level at the end of its last day.
 */
import type { Route, SimReply, SimRequest } from "../kit/vendor.ts";
import { usageAt } from "./offering-items.ts";
import { type AcronisState, refuse, type Report, type Tenant, tenantOf } from "./state.ts";

/** Really a minute or two. */
const savedAfterMs = (state: AcronisState) => (state.switches.get("saveAtOnce")?.on ? 0 : 300);
const day = 86_400_000;
const one = "/api/2/reports/:report";

export function reportRoutes(state: AcronisState): Route[] {
  return [
    { method: "POST", path: "/api/2/reports", answer: (request) => createReport(state, request) },
    { method: "GET", path: one, answer: ({ params }) => ({ status: 200, body: reportOf(state, params.report) }) },
    { method: "GET", path: `${one}/stored`, answer: (request) => listStored(state, request) },
    { method: "GET", path: `${one}/stored/:stored`, answer: (request) => showStored(state, request) },
  ];
}

const reportOf = (state: AcronisState, id: string | undefined): Report =>
  state.reports.get(id ?? "") ?? refuse(404, "report", "The report was not found.");

function createReport(state: AcronisState, { body }: SimRequest): SimReply {
  const { parameters, schedule, result_action: action } = body;
  if (!["usage_summary", "usage_daily", "usage_current"].includes(parameters?.kind))
    refuse(400, "report", "The kind of the report is missing or unknown.");
  if (!["direct_partners", "all_partners", "all_customers", "accounts"].includes(parameters.level))
    refuse(400, "report", "The level of the report is missing or unknown.");
  tenantOf(state, parameters.tenant_id);
  if (schedule?.type !== "once" || action !== "save")
    refuse(400, "report", "Only reports that are made once and saved are made here.");
  const { start, end } = parameters.period ?? {};
  if (!/^\d{4}-\d\d-\d\d$/.test(start) || !/^\d{4}-\d\d-\d\d$/.test(end) || end < start)
    refuse(400, "report", "The period is missing or not valid.");
  if (Date.parse(end) > state.clock.now()) refuse(400, "report", "The period must not be in the future.");
  const report: Report = {
    id: state.store.newId(),
    parameters,
    schedule: { type: "once", enabled: true },
    result_action: "save",
    generation_date: new Date(state.clock.now()).toISOString().slice(0, 10),
    version: 1,
    stored: state.store.newId(),
    asked_at: state.clock.now(),
  };
  state.reports.put(report.id, report);
  return { status: 200, body: shown(report) };
}

const shown = ({ stored: _stored, asked_at: _askedAt, ...report }: Report) => report;

function listStored(state: AcronisState, { params }: SimRequest): SimReply {
  const report = reportOf(state, params.report);
  const isSaved = state.clock.now() >= report.asked_at + savedAfterMs(state);
  const item = {
    id: report.stored,
    created_at: new Date(report.asked_at).toISOString(),
    report_format: "json_v2_0",
    size: isSaved ? JSON.stringify(contentOf(state, report)).length : 0,
    status: isSaved ? "saved" : "processing",
  };
  return { status: 200, body: { items: [item] } };
}

function showStored(state: AcronisState, { params }: SimRequest): SimReply {
  const report = reportOf(state, params.report);
  if (report.stored !== params.stored) refuse(404, "report", "The stored report was not found.");
  return { status: 200, body: contentOf(state, report) };
}

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1_000);

function contentOf(state: AcronisState, report: Report) {
  const { period, hide_zero_usage: hidesZero, tenant_id: root } = report.parameters;
  const until = Date.parse(period.end) + day;
  const stoodUntil = state.switches.get("listDeleted")?.on ? Date.parse(period.start) : until;
  const standing = [...state.tenants.values(), ...state.gone.values()].filter(
    (tenant) => Date.parse(tenant.created_at) < until && (tenant.gone_at ?? Infinity) >= stoodUntil,
  );
  return {
    params: {
      kind: 5,
      gen_date: seconds(report.asked_at + savedAfterMs(state)),
      begin_date: seconds(Date.parse(period.start)),
      end_date: seconds(Date.parse(period.end)),
      group_id: 1,
      name: tenantOf(state, root).name,
      report_level: 3,
      report_type: 5,
    },
    tenants: standing
      .filter(({ kind }) => kind === "unit")
      .flatMap((unit) => linesOf(state, unit, period.end, until))
      .filter(({ value }) => !hidesZero || value > 0),
  };
}

/** What a unit used; settled when it is told first, so that it stays the same whatever is changed later. */
const linesOf = (state: AcronisState, unit: Tenant, end: string, until: number) =>
  (state.items.get(unit.id)?.items ?? [])
    .filter(({ status }) => status === 1)
    .map((item) => {
      const key = `${unit.id}:${item.name}:${end}`;
      const isOver = until <= state.clock.now();
      const told = state.told.get(key)?.value ?? usageAt(state, unit.id, item, until - 1);
      if (isOver) state.told.put(key, { value: told });
      return {
        absolute_value: told,
        application_id: item.application_id,
        edition: item.edition,
        ...(item.infra_id && { infra_id: item.infra_id }),
        measurement_unit: item.measurement_unit,
        name: item.name,
        sku: `SKU-${item.name.toUpperCase()}`,
        tenant_uuid: unit.id,
        tenant_name: unit.name,
        type: item.type,
        usage_name: item.usage_name,
        value: told,
      };
    });

/** Has a month told otherwise from now on, as when agents report late. */
export const correctReport = (state: AcronisState, { tenantId, item, month, value }: Record<string, any>) => {
  const [year, number] = String(month).split("-").map(Number);
  const end = new Date(Date.UTC(year!, number, 0)).toISOString().slice(0, 10);
  return state.told.put(`${tenantId}:${item}:${end}`, { value: Number(value) });
};
