import type { Step } from "../catalogue-data.ts";

const voice: Step = {
  id: "voice",
  title: "Calls and bandwidth",
  text: "Each call at the same time takes 0.1 Mbit/s up and down. Plan one call for every two or three people.",
  questions: [
    {
      name: "CallReportingEmailAddress",
      label: "Call reports to",
      type: "email",
      optional: true,
      maxLength: 254,
      help: "Leave empty to send no reports.",
    },
    {
      name: "BandwidthConfirmed",
      label: "Every site has the bandwidth for its calls",
      type: "checkbox",
      help: "Calls break up without it. The customer knows that there are no calls, not even emergency ones, without power or internet.",
    },
  ],
};

/** Returns what is asked after the choice when a product is added. */
export const lastSteps = (productId: string): readonly Step[] => (productId === "hosted-voice" ? [voice] : []);
