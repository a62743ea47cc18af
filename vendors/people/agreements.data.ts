import type { AgreementText } from "../catalogue-data.ts";

export const hardwareAgreement: AgreementText = {
  id: "hardware",
  version: 1,
  title: "Hardware terms of sale",
  summary: "Terms for phones, headsets and accessories that we deliver to your customers.",
  serviceIds: [15],
  sections: [
    {
      heading: "Orders and delivery",
      paragraphs: [
        "This agreement is between Tradewind Distribution Ltd (“Tradewind”) and the reseller named at its end (“you”). Tradewind delivers to the address in the order. Delivery times are estimates. You may call an order off free of charge until the goods leave the warehouse.",
      ],
    },
    {
      heading: "Risk and title",
      paragraphs: ["The risk in the goods passes on delivery. Title passes when they are paid for in full."],
    },
    {
      heading: "Returns and warranty",
      paragraphs: [
        "Report damage within three working days of delivery. Goods that do not work within 30 days are replaced; after that the manufacturer’s warranty applies.",
        "Old equipment is taken back for recycling under the rules for waste electrical equipment.",
      ],
    },
    {
      heading: "Law",
      paragraphs: ["These terms are governed by the law of England and Wales."],
    },
  ],
};
