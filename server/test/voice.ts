import { numberStock } from "@tradewind/contract/ordering/number-stock.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { changeOfVoice, voice, type VoiceService } from "@tradewind/contract/ordering/voice.ts";
import { work } from "@tradewind/contract/ordering/work.ts";
import { addCustomerOf } from "./order-story.ts";
import type { Person, TestApp } from "./test-app.ts";
import type { TestWorker } from "./test-worker.ts";

type Site = VoiceService["Sites"][number];

/** A site in an area, with as many blocks of numbers. */
export const siteOf = (DDIAreaCode: string, DDIBlocks = 1, rest: Partial<Site> = {}): Site => ({
  SiteName: "Head office",
  Address1: "1 High Street",
  Address2: null,
  Town: "Leeds",
  County: null,
  Postcode: "LS1 1AA",
  DDIBlocks,
  DDIAreaCode,
  PropertyType: "commercial",
  ...rest,
});

export const proposalOfVoice = (service: VoiceService) => ({
  CustomerId: service.OrganisationID,
  ProductId: "hosted-voice",
  Change: changeOfVoice(service),
});

/** The steps of a story about hosted voice: numbers in stock, an order with sites, and the work that is to be done. */
export function voiceStory(app: TestApp, operator: Person, worker?: Pick<TestWorker, "until">) {
  const stockUp = (AreaCode: string, First: string, Count: number) =>
    app.call(operator, numberStock.add, { body: { AreaCode, First, Count } });

  async function serviceFor(boss: Person, rest: Partial<VoiceService> = {}): Promise<VoiceService> {
    const OrganisationName = rest.OrganisationName ?? `Voice ${crypto.randomUUID().slice(0, 6)}`;
    return {
      OrganisationID: await addCustomerOf(app, boss, OrganisationName),
      OrganisationName,
      Sites: [siteOf("0113")],
      SelectedProduct: "voice-standard",
      MitelLicences: 5,
      NonMitelLicences: 2,
      CallReportingEmailAddress: "office@acme.example",
      BandwidthConfirmed: true,
      OrderId: null,
      ...rest,
    };
  }

  const propose = (boss: Person, service: VoiceService) =>
    app.call(boss, orders.propose, { body: proposalOfVoice(service) });

  async function place(boss: Person, service: VoiceService) {
    const { Result } = await propose(boss, service);
    return app.call(boss, voice.place, { body: { ...service, ProposalHash: Result!.Hash } });
  }

  const workFor = (name: string) =>
    worker!.until(
      async () => (await app.call(operator, work.list)).Result!.Items.find((item) => item.CustomerName === name),
      `work for ${name}`,
    );

  const summary = (boss: Person, customerId: string, orderId: string) =>
    app.call(boss, voice.order, { params: { customerId, orderId } });

  return { stockUp, serviceFor, propose, place, workFor, summary };
}
