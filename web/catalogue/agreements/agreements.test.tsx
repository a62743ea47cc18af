import type { Agreement } from "@tradewind/contract/catalogue/agreements.ts";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

const agreement = (changes: Partial<Agreement> = {}): Agreement => ({
  AgreementId: "general",
  Title: "Tradewind marketplace terms",
  Summary: "The general terms.",
  Version: 1,
  ServiceIds: [13],
  Signed: false,
  SignedBy: null,
  JobTitle: null,
  SignedAt: null,
  TextHash: "a".repeat(64),
  Sections: Array.from({ length: 30 }, (_, at) => ({
    Heading: `Clause ${at}`,
    Paragraphs: [`Clause ${at} says what is agreed. `.repeat(12)],
  })),
  ...changes,
});
const signature = { Signed: true, SignedBy: "Hannah Reid", JobTitle: "Owner", SignedAt: "2026-05-21T09:00:00.000Z" };

function portal({ canAgree = true, ...handlers }: { canAgree?: boolean } & Record<string, unknown> = {}) {
  return fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "GET /api/agreements": succeeded({
      Items: [agreement(), agreement({ AgreementId: "azure", Title: "Azure", ...signature })],
    }),
    "GET /api/agreements/can-agree": succeeded({ CanAgree: canAgree }),
    "GET /api/agreements/general": succeeded(agreement()),
    "POST /api/agreements/general/sign": succeeded(agreement(signature)),
    "POST /api/agreements/signature-image": succeeded({ SignatureImageId: "019a0000-0000-7000-8000-0000000000aa" }),
    ...(handlers as Parameters<typeof fakeApi>[0]),
  });
}
const review = "/account-setting/terms-conditions/general/false/false";

async function open(address = review) {
  const app = await renderApp(address);
  await expect.element(app.screen.getByRole("heading", { level: 1 })).toBeVisible();
  return app;
}
const scrollToEnd = (element: Element) => element.scrollTo({ top: element.scrollHeight });

test("AGR-09 AGR-12 both addresses list the agreements, with who signed", async () => {
  portal();
  for (const address of ["/account-setting/terms-conditions", "/account-setting/service-agreements"]) {
    const { screen } = await open(address);
    await expect.element(screen.getByRole("heading", { level: 1, name: "Terms and conditions" })).toBeVisible();
    await expect.element(screen.getByRole("link", { name: "Tradewind marketplace terms" })).toBeVisible();
    await expect.element(screen.getByText("Not signed")).toBeVisible();
    await expect.element(screen.getByText("by Hannah Reid on 21/05/2026")).toBeVisible();
    expect(await faults()).toEqual([]);
    await screen.unmount();
  }
});

test("AGR-10 AGR-14 the list leads to one agreement to review, each by its own call", async () => {
  const sent = portal();
  const { screen, router } = await open("/account-setting/terms-conditions");
  await screen.getByRole("link", { name: "Tradewind marketplace terms" }).click();
  await expect.poll(() => router.state.location.pathname).toBe(review);
  await expect.element(screen.getByRole("region", { name: "Text of Tradewind marketplace terms" })).toBeVisible();
  const calls = sent.map(({ path }) => path).filter((path) => path.startsWith("/api/agreements"));
  expect(calls.toSorted()).toEqual(["/api/agreements", "/api/agreements/can-agree", "/api/agreements/general"]);
  expect(await faults()).toEqual([]);
});

test("AGR-17 an agreement is saved as agreementdocument", async () => {
  const sent = portal({ "GET /api/agreements/general/download": { body: "bytes" } });
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const { screen } = await open();
  await screen.getByRole("button", { name: "Download" }).click();
  await expect
    .poll(() => saved.mock.contexts.map((link) => (link as HTMLAnchorElement).download))
    .toEqual(["agreementdocument.pdf"]);
  expect(sent.map(({ path }) => path)).toContain("/api/agreements/general/download");
  saved.mockRestore();
});

test("signing needs the text read to its end, a job title and a signature", async () => {
  const sent = portal();
  const { screen } = await open();
  await screen.getByRole("button", { name: "Sign agreement" }).click();
  await expect.element(screen.getByText("Job title is required")).toBeVisible();
  await expect.element(screen.getByText("Signature is required")).toBeVisible();
  await expect.element(screen.getByText("Read the agreement to its end before you sign")).toBeVisible();
  expect(sent.some((line) => line.method === "POST" && line.path.endsWith("/sign"))).toBe(false);
  await screen.getByRole("textbox", { name: "Job title" }).fill("Owner");
  await expect.poll(() => screen.getByText("Job title is required").elements()).toHaveLength(0);
  await expect.element(screen.getByText("Signature is required")).toBeVisible();
  scrollToEnd(screen.getByRole("region", { name: /Text of/ }).element());
  await expect.element(screen.getByText("You have reached the end of the agreement.")).toBeVisible();
  expect(screen.getByText("Read the agreement to its end before you sign").elements()).toHaveLength(0);
  await screen.getByText("Type", { exact: true }).click();
  await screen.getByRole("textbox", { name: "Type your full name" }).fill("Hannah Reid");
  await expect.poll(() => screen.getByText("Signature is required").elements()).toHaveLength(0);
});

test("AGR-21 a typed signature signs, and leads back to the journey", async () => {
  const sent = portal();
  const { screen, router } = await open(`${review}?return=${encodeURIComponent("/gallery")}`);
  scrollToEnd(screen.getByRole("region", { name: /Text of/ }).element());
  await expect.element(screen.getByText("You have reached the end of the agreement.")).toBeVisible();
  await screen.getByRole("textbox", { name: "Job title" }).fill("Owner");
  await screen.getByText("Type", { exact: true }).click();
  await screen.getByRole("textbox", { name: "Type your full name" }).fill("Hannah Reid");
  await screen.getByRole("button", { name: "Sign agreement" }).click();
  await expect.poll(() => router.state.location.pathname).toBe("/gallery");
  const body = JSON.parse(sent.find((line) => line.path.endsWith("/sign"))!.body);
  expect(body).toEqual({
    Version: 1,
    TextHash: "a".repeat(64),
    ReadToEnd: true,
    Name: "Hannah Reid",
    JobTitle: "Owner",
    SignatureImageId: null,
  });
});

test("AGR-20 a drawn signature is sent as an image before the signature", async () => {
  const sent = portal();
  const { screen } = await open();
  scrollToEnd(screen.getByRole("region", { name: /Text of/ }).element());
  await screen.getByRole("textbox", { name: "Job title" }).fill("Owner");
  const canvas = screen.getByRole("img", { name: /draw your signature/ });
  await expect.poll(() => (canvas.element() as HTMLCanvasElement).width).toBeGreaterThan(400);
  await userEvent.dragAndDrop(canvas, canvas, {
    sourcePosition: { x: 40, y: 40 },
    targetPosition: { x: 160, y: 90 },
  });
  await screen.getByRole("button", { name: "Sign agreement" }).click();
  await expect.poll(() => sent.some((line) => line.path.endsWith("/sign"))).toBe(true);
  const image = JSON.parse(sent.find((line) => line.path.endsWith("/signature-image"))!.body);
  expect(image.Image).toMatch(/^data:image\/png;base64,/);
  const body = JSON.parse(sent.find((line) => line.path.endsWith("/sign"))!.body);
  expect(body).toMatchObject({ SignatureImageId: "019a0000-0000-7000-8000-0000000000aa", Name: "Hannah Reid" });
});

test("AGR-05 AGR-13 somebody who tries to sign and may not is told: no permission to agree", async () => {
  const sent = portal({ canAgree: false });
  const { screen } = await open();
  await screen.getByRole("button", { name: "Sign agreement" }).click();
  await expect.element(screen.getByRole("dialog", { name: "No permission to agree" })).toBeVisible();
  expect(sent.some((line) => line.method === "POST" && line.path.endsWith("/sign"))).toBe(false);
});

test("AGR-05 a right withdrawn in the meantime is told the same way", async () => {
  portal({ "POST /api/agreements/general/sign": refused(409, "noPermissionToAgree", "You have no permission.") });
  const { screen } = await open();
  scrollToEnd(screen.getByRole("region", { name: /Text of/ }).element());
  await expect.element(screen.getByText("You have reached the end of the agreement.")).toBeVisible();
  await screen.getByRole("textbox", { name: "Job title" }).fill("Owner");
  await screen.getByText("Type", { exact: true }).click();
  await screen.getByRole("textbox", { name: "Type your full name" }).fill("Hannah Reid");
  await screen.getByRole("button", { name: "Sign agreement" }).click();
  await expect.element(screen.getByRole("dialog", { name: "No permission to agree" })).toBeVisible();
});

test("ACL-31 ACL-32 AGR-11 a reseller who must sign is led there from everywhere, and goes on once it is signed", async () => {
  let signed = false;
  const sent = portal({
    "GET /api/session": () => succeeded(sessionOf({ mustSignNow: !signed })),
    "GET /api/agreements/validity": () => succeeded({ MustSignNow: !signed, AgreementId: signed ? null : "general" }),
    "POST /api/agreements/general/sign": () => {
      signed = true;
      return succeeded(agreement(signature));
    },
  });
  const { screen, router } = await open("/customers");
  const forced = "/account-setting/terms-conditions/0/true/true";
  await expect.poll(() => router.state.location.pathname).toBe(forced);
  for (const href of ["/", "/dashboard", "/account-setting/terms-conditions"]) {
    await router.navigate({ href });
    expect(router.state.location.pathname).toBe(forced);
  }
  await router.navigate({ href: "/gallery?tab=1" });
  expect(router.state.location.pathname).toBe(forced);
  await expect.element(screen.getByRole("heading", { level: 1, name: "Tradewind marketplace terms" })).toBeVisible();
  scrollToEnd(screen.getByRole("region", { name: /Text of/ }).element());
  await expect.element(screen.getByText("You have reached the end of the agreement.")).toBeVisible();
  await screen.getByRole("textbox", { name: "Job title" }).fill("Owner");
  await screen.getByText("Type", { exact: true }).click();
  await screen.getByRole("textbox", { name: "Type your full name" }).fill("Hannah Reid");
  await screen.getByRole("button", { name: "Sign agreement" }).click();
  await expect.poll(() => router.state.location.href).toBe("/gallery?tab=1");
  const { length } = sent;
  for (const href of ["/account-setting", "/access-denied", "/gallery"]) {
    await router.navigate({ href });
    expect(router.state.location.pathname).toBe(href);
  }
  expect(sent.slice(length).filter(({ path }) => path.startsWith("/api/auth/"))).toEqual([]);
});

test("AGR-11 number 0 opens whatever must be signed now", async () => {
  portal({ "GET /api/agreements/validity": succeeded({ MustSignNow: true, AgreementId: "general" }) });
  const { screen } = await open("/account-setting/terms-conditions/0/true/true");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Tradewind marketplace terms" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Sign agreement" })).toBeVisible();
});

test("a signed agreement says by whom and when, and asks for nothing", async () => {
  portal({ "GET /api/agreements/general": succeeded(agreement(signature)) });
  const { screen } = await open();
  await expect.element(screen.getByText(/by Hannah Reid, Owner, on 21\/05\/2026/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Sign agreement" }).elements()).toHaveLength(0);
});
