import { adminRelationships } from "@tradewind/contract/ordering/admin-relationships.ts";
import { answer } from "../../platform/http.ts";
import type { Platform } from "../../platform/platform.ts";
import { changeRelationship, requestRelationship } from "./admin-relationships.actions.ts";
import { placeOfAdmin, toAdminRelationship } from "./admin-relationships.reads.ts";
import { listRelationships, type RelationshipRow } from "./admin-relationships.store.ts";

type Now = { platform: Platform; now: Date };
const toWire = ({ platform, now }: Now, row: RelationshipRow) =>
  toAdminRelationship(row, platform.vendors.find(row.fulfiller)?.can.delegatesAdmin, now);

export const adminRelationshipsRoutes = [
  answer(adminRelationships.list, async (context, { params, query }) => {
    const { vendor, terms, customer } = await placeOfAdmin(context, params.customerId, query.ProductId);
    const rows = await listRelationships(context.db, context.actor.resellerId, customer.id, vendor.id);
    return {
      Terms: {
        VendorName: vendor.name,
        MostDays: terms.mostDays,
        ExtendsByDays: terms.extendsByDays,
        Roles: terms.roles.map(({ ref: Id, name: Name, about: About, isEverything = false }) => ({
          Id,
          Name,
          About,
          IsEverything: isEverything,
        })),
      },
      Items: rows.map((row) => toWire(context, row)),
    };
  }),
  answer(adminRelationships.request, async (doing, { params, body }) => ({
    Relationship: toWire(doing, await requestRelationship(doing, params.customerId, body)),
  })),
  answer(adminRelationships.change, async (doing, { params, body }) => ({
    Relationship: toWire(
      doing,
      await changeRelationship(doing, params.adminRelationshipId, { extendsItself: body.ExtendsItself }),
    ),
  })),
  answer(adminRelationships.end, async (doing, { params }) => ({
    Relationship: toWire(doing, await changeRelationship(doing, params.adminRelationshipId, { end: true })),
  })),
];
