import { numberPorts } from "@tradewind/contract/ordering/number-ports.ts";
import { portPolicy } from "@tradewind/domain/pricing/policies.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { answer, type Doing } from "../../platform/http.ts";
import { loadPolicies } from "../../catalogue/offers/offers.store.ts";
import { findService } from "../instances/instances.store.ts";
import {
  acceptPort,
  approvePort,
  askPort,
  cancelPort,
  completeOnePort,
  rejectPort,
  submitPort,
  tickPortStep,
} from "./number-ports.actions.ts";
import { proposePort, siteText, toOwnPort, toPortWork, toTerms } from "./number-ports.reads.ts";
import { listPorts, listPortsOfService, listSites, type PortRow } from "./number-ports.store.ts";

const toOwn = async ({ tx, actor, now }: Doing<TenantActor>, row: PortRow) =>
  toOwnPort(row, actor, portPolicy(await loadPolicies(tx)), now);

export const numberPortsRoutes = [
  answer(numberPorts.ofService, async ({ actor, db, now }, { params }) => {
    const service = orNotFound(await findService(db, actor, params.instanceId));
    const [rows, sites, policies] = await Promise.all([
      listPortsOfService(db, actor.resellerId, service.id),
      listSites(db, actor.resellerId, service.id),
      loadPolicies(db),
    ]);
    return {
      Items: rows.map((row) => toOwnPort(row, actor, portPolicy(policies), now)),
      Sites: sites.map((site) => ({
        Id: site.id,
        Name: siteText(site, "SiteName"),
        AreaCode: siteText(site, "DDIAreaCode"),
      })),
    };
  }),
  answer(numberPorts.propose, async (asking, { params, body }) =>
    toTerms(asking.actor, await proposePort(asking, params.instanceId, body)),
  ),
  answer(numberPorts.ask, async (doing, { params, body }) =>
    toOwn(doing, await askPort(doing, params.instanceId, body)),
  ),
  answer(numberPorts.approve, async (doing, { params }) => toOwn(doing, await approvePort(doing, params.numberPortId))),
  answer(numberPorts.cancel, async (doing, { params }) => toOwn(doing, await cancelPort(doing, params.numberPortId))),
  answer(numberPorts.list, async ({ db }, { query }) => ({
    Items: (await listPorts(db, query.Status === "finished")).map(toPortWork),
  })),
  answer(numberPorts.submit, (doing, { params }) => submitPort(doing, params.numberPortId)),
  answer(numberPorts.accept, (doing, { params, body }) =>
    acceptPort(doing, params.numberPortId, body.On, body.Why || null),
  ),
  answer(numberPorts.reject, (doing, { params, body }) => rejectPort(doing, params.numberPortId, body.Why)),
  answer(numberPorts.tick, (doing, { params, body }) => tickPortStep(doing, params.numberPortId, body)),
  answer(numberPorts.complete, (doing, { params }) => completeOnePort(doing, params.numberPortId)),
];
