/** Reads a customer's companies as the core compares them. Bitdefender knows no terms: a company runs until it is deleted. */
import type { Connection, Seen, SeenThere } from "../vendor.ts";
import type { Bitdefender, BitdefenderCompany, BitdefenderLicence } from "./bitdefender-api.ts";
import { addOnRef, addOns, readRef } from "./bitdefender-parts.ts";

export function bitdefenderObserver(api: Bitdefender): Required<Pick<Connection, "observe" | "observeTenant">> {
  const statusOf = ({ isSuspended }: BitdefenderCompany) => (isSuspended ? "suspended" : "active");
  const seenOf = (company: BitdefenderCompany, licence: BitdefenderLicence): Seen => ({
    status: statusOf(company),
    quantity: licence.totalSlots ?? 0,
  });
  /** Add-ons are counted and not reserved, so that there is no number to compare. */
  const seenAddOn = (company: BitdefenderCompany, addOn: string): Seen => ({
    status: statusOf(company),
    quantity: 0,
    quantities: { [addOn]: null },
  });
  return {
    async observe({ vendorRef }) {
      const ref = readRef(vendorRef);
      const company = ref && (await api.findCompany(ref.companyId));
      if (!company) return undefined;
      const licence = await api.readLicence(company.id);
      if (ref.addOn === undefined) return seenOf(company, licence);
      return licence[ref.addOn] === true ? seenAddOn(company, ref.addOn) : undefined;
    },

    async observeTenant(tenantRef) {
      const seen: SeenThere[] = [];
      for (const company of await api.findCompanies(tenantRef)) {
        const licence = await api.readLicence(company.id);
        const { id: vendorRef, name } = company;
        const offerRef = licence.assignedProtectionModel ?? undefined;
        seen.push({ ...seenOf(company, licence), vendorRef, name, ...(offerRef && { offerRef }) });
        for (const addOn of Object.keys(addOns).filter((each) => licence[each] === true))
          seen.push({
            ...seenAddOn(company, addOn),
            vendorRef: addOnRef(vendorRef, addOn),
            name,
            offerRef: addOn,
            parentRef: vendorRef,
          });
      }
      return seen;
    },
  };
}
