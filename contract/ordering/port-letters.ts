/** Letters of authority, by which a customer has numbers moved from another provider. */
import { isCalendarDate } from "@tradewind/domain/values/dates.ts";
import * as z from "zod/mini";
import { day, endpoint, id } from "../endpoint.ts";
import { download, largestBody, sentFile } from "../sent-files.ts";
import { ownPort } from "./number-ports.ts";

const readers = { anyOf: ["customers", "manageService"] } as const;
const params = z.strictObject({ numberPortId: id });

export const portLetters = {
  form: endpoint({
    method: "GET",
    path: "/api/number-ports/:numberPortId/letter-to-sign",
    summary: "The letter of authority of a port as a document that the customer signs",
    logs: "exports.portLetterToSign",
    access: readers,
    params,
    file: "application/pdf",
    result: z.unknown(),
    errors: ["signNotDrawn"],
  }),
  send: endpoint({
    method: "POST",
    path: "/api/number-ports/:numberPortId/letter",
    summary: "Keeps the signed letter of a port that was not sent to the old provider yet, in place of an earlier one",
    logs: "portLetters.send",
    access: { anyOf: ["addProducts"] },
    params,
    body: z.strictObject({ ...sentFile, SignedOn: day.check(z.refine(isCalendarDate, "Must be a date")) }),
    largestBody,
    result: ownPort,
    errors: ["fileInvalid", "portElsewhere"],
  }),
  download: endpoint({
    ...download,
    path: "/api/number-ports/:numberPortId/letter",
    summary: "The signed letter of a port",
    logs: "exports.portLetter",
    access: readers,
    params,
  }),
  atWork: endpoint({
    ...download,
    path: "/api/operator/number-ports/:numberPortId/letter",
    summary: "The signed letter of any company's port",
    logs: "exports.portLetter",
    access: { anyOf: [], kinds: ["admin"] },
    params,
  }),
};
