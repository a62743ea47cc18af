import { orders } from "@tradewind/contract/ordering/orders.ts";
import { acceptedOfPorts } from "./accepted-number-ports.ts";
import type { World } from "./object-makers.ts";
import { addCustomerOf } from "./order-story.ts";
import { signAgreements } from "./sign-agreements.ts";
import type { Person } from "./test-app.ts";
import { proposalOfVoice, siteOf } from "./voice.ts";

/** What calls about hosted voice need to be accepted. */
export const acceptedOfVoice = {
  ...acceptedOfPorts,
  "voice.place": async ({ app }: World, person: Person) => {
    await signAgreements(app, person);
    await app.sql(
      "insert into number_ranges (area_code, numbers, added_at) values ('0113', '[441134960000,441134961000)', now()) on conflict do nothing",
    );
    const OrganisationName = `Voice ${crypto.randomUUID().slice(0, 6)}`;
    const service = {
      OrganisationID: await addCustomerOf(app, person, OrganisationName),
      OrganisationName,
      Sites: [siteOf("0113")],
      SelectedProduct: "voice-standard" as const,
      MitelLicences: 1,
      NonMitelLicences: 0,
      BandwidthConfirmed: true,
      OrderId: null,
    };
    const { Result } = await app.call(person, orders.propose, { body: proposalOfVoice(service) });
    return { body: { ...service, ProposalHash: Result!.Hash } };
  },
};
