import { accentShades, contrast } from "@tradewind/domain/portal/accent.ts";
import { defaultAccent } from "@tradewind/domain/portal/white-label.ts";
import type { WhiteLabelAnswer } from "@tradewind/contract/portal/white-label.ts";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { applyAccent } from "../../platform/theme.ts";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";
import { widths } from "../../test/widths.ts";

const path = "/account-setting/whitelabelling";
const mark = "/white-label/tradewind.svg";
const labelOf = (changes: Partial<WhiteLabelAnswer> = {}): WhiteLabelAnswer => ({
  WhiteLabelId: "019a0000-0000-7000-8000-0000000000aa",
  MarketplaceWhitelabel: { Color_1_1: "default", Color_2_1: defaultAccent },
  Logo: { DesktopImageString: mark, MobileImageString: mark, IsCustom: false, IsSvg: true },
  Version: 3,
  Hosts: [],
  IsSwitchedOff: false,
  ...changes,
});

afterEach(async () => {
  await applyAccent(defaultAccent);
});

type Handlers = Parameters<typeof fakeApi>[0];
const signIn = (more: Handlers = {}, changes: Parameters<typeof sessionOf>[0] = {}) =>
  fakeApi({
    "GET /api/session": succeeded(sessionOf(changes)),
    "GET /api/white-label": succeeded(labelOf()),
    ...more,
  });

/** Simulates the server: once saved, a white label is returned from then on. */
function saving(first = labelOf()): Handlers {
  let label = first;
  return {
    "GET /api/white-label": () => succeeded(label),
    "PUT /api/white-label": ({ body }) => {
      const { MarketplaceWhitelabel, DesktopImage } = JSON.parse(body) as {
        MarketplaceWhitelabel: WhiteLabelAnswer["MarketplaceWhitelabel"];
        DesktopImage?: string;
      };
      const Logo = DesktopImage
        ? { DesktopImageString: DesktopImage, MobileImageString: DesktopImage, IsCustom: true, IsSvg: false }
        : label.Logo;
      label = { ...label, MarketplaceWhitelabel, Logo, Version: label.Version + 1 };
      return succeeded(label);
    },
  };
}

async function pngFile(width: number, height: number): Promise<File> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = "#c2410c";
  pen.fillRect(0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  return new File([blob!], "logo.png", { type: "image/png" });
}

const rgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;
const bodyOf = (sent: ReturnType<typeof fakeApi>) =>
  JSON.parse(sent.find(({ method }) => method === "PUT")!.body) as Record<string, unknown>;
const sheetOf = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name);

test("WL-01 WL-03 a saved theme and accent change the portal at once: its buttons, its links and its ground", async () => {
  const sent = signIn(saving());
  const { screen } = await renderApp(path);
  await screen.getByLabelText("Accent", { exact: true }).fill("#C2410C");
  await screen.getByRole("radio", { name: /^Dark/ }).first().click();
  await screen.getByRole("button", { name: "Save changes" }).click();
  await expect.element(screen.getByText("White label saved")).toBeVisible();
  expect(bodyOf(sent)).toEqual({
    Version: 3,
    MarketplaceWhitelabel: { Color_1_1: "dark", Color_2_1: "#C2410C" },
  });
  await expect.poll(() => document.documentElement.dataset["scheme"]).toBe("dark");
  const shades = accentShades("#c2410c", "dark");
  const button = screen.getByRole("button", { name: "New", exact: true });
  await expect.poll(() => getComputedStyle(button.element()).backgroundColor).toBe(rgb(shades.accent));
  const chosen = screen.getByText("First customer");
  expect(getComputedStyle(chosen.element()).color).toBe(rgb(shades.text));
});

test("the preview names nobody's customers, and what is being activated has a clock", async () => {
  signIn();
  const { screen } = await renderApp(path);
  await expect.element(screen.getByText("Second customer")).toBeVisible();
  expect(screen.getByText(/Acme|Penhallow/).elements()).toHaveLength(0);
  expect(screen.getByText("Activating").element().parentElement!.querySelector(".pulse")).not.toBeNull();
});

test("WL-02 three themes to choose from", async () => {
  signIn();
  const { screen } = await renderApp(path);
  const group = screen.getByRole("group", { name: "Theme" });
  await expect.element(group).toBeVisible();
  expect(group.getByRole("radio").elements()).toHaveLength(3);
});

test("WL-07 FORM-16 an invalid colour is reported on the field and cannot be saved; the preview keeps the last one", async () => {
  signIn();
  const { screen } = await renderApp(path);
  const accent = screen.getByLabelText("Accent", { exact: true });
  await accent.fill("#123");
  await expect.element(screen.getByText("Enter a colour such as #3a53d0")).toBeVisible();
  await accent.fill("#12345");
  await expect.element(screen.getByText("Enter a colour such as #3a53d0")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Save changes" })).toBeDisabled();
  await accent.fill("C2410C");
  await expect.element(accent).toHaveValue("#C2410C");
  await expect.element(screen.getByRole("button", { name: "Save changes" })).toBeEnabled();
});

test("WL-08 the page takes the lightened shades of its accent", async () => {
  await applyAccent("#ffd400");
  const { accent, hover, active } = accentShades("#ffd400", "light");
  expect([accent, hover, active]).toEqual(["#e3bd00", "#e7c726", "#e9ca33"]);
  expect(sheetOf("--accent-hover")).toContain(hover);
  expect(sheetOf("--accent-active")).toContain(active);
});

test("WL-06 a chosen picture is fitted, shown in a box of 163 by 48, and sent", async () => {
  const sent = signIn(saving());
  const { screen } = await renderApp(path);
  await userEvent.upload(screen.getByLabelText("File for: Logo", { exact: true }), await pngFile(2000, 400));
  const shown = screen.getByRole("img", { name: "On light" }).first();
  await expect.element(shown).toBeVisible();
  await expect.poll(() => (shown.element() as HTMLImageElement).naturalWidth).toBe(652);
  const box = shown.element().getBoundingClientRect();
  expect([box.width <= 163, box.height <= 48]).toEqual([true, true]);
  await screen.getByRole("button", { name: "Save changes" }).click();
  await expect.element(screen.getByText("White label saved")).toBeVisible();
  expect(String(bodyOf(sent)["DesktopImage"])).toMatch(/^data:image\/png;base64,/);
  const logo = screen.getByRole("banner").getByRole("img", { name: "Harbour IT" });
  await expect.element(logo).toBeVisible();
  const header = logo.element().getBoundingClientRect();
  expect([header.width <= 163, header.height <= 48]).toEqual([true, true]);
});

test("an SVG is drawn as a PNG before it is sent, as fine as a logo can be", async () => {
  const sent = signIn(saving());
  const { screen } = await renderApp(path);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 326 96"><path d="M0 0h326v96H0z" fill="#c2410c"/></svg>`;
  const file = new File([svg], "logo.svg", { type: "image/svg+xml" });
  await userEvent.upload(screen.getByLabelText("File for: Logo", { exact: true }), file);
  const shown = screen.getByRole("img", { name: "On light" }).first();
  await expect.poll(() => (shown.element() as HTMLImageElement).naturalWidth).toBe(652);
  await screen.getByRole("button", { name: "Save changes" }).click();
  await expect.element(screen.getByText("White label saved")).toBeVisible();
  expect(String(bodyOf(sent)["DesktopImage"])).toMatch(/^data:image\/png;base64,/);
});

test("WL-05 phones show the mobile picture, larger screens the desktop one", async () => {
  const pixel = (colour: string) =>
    `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10" fill="${colour}"/></svg>`)}`;
  const Logo = { DesktopImageString: pixel("red"), MobileImageString: pixel("blue"), IsCustom: true, IsSvg: true };
  signIn({ "GET /api/white-label": succeeded(labelOf({ Logo })) });
  const { screen } = await renderApp(path);
  const logo = screen.getByRole("banner").getByRole("img", { name: "Harbour IT" });
  const shown = () => (logo.element() as HTMLImageElement).currentSrc;
  await expect.poll(shown).toBe(pixel("red"));
  await page.viewport(390, 844);
  await expect.poll(shown).toBe(pixel("blue"));
});

test("WL-09 SHELL-03 the shell asks for the white label of whoever is signed in, and follows what it says", async () => {
  const label = labelOf({
    MarketplaceWhitelabel: { Color_1_1: "light", Color_2_1: "#0b7a75" },
    Logo: { DesktopImageString: mark, MobileImageString: mark, IsCustom: true, IsSvg: true },
  });
  const sent = signIn({ "GET /api/white-label": succeeded(label) });
  const { screen, queryClient } = await renderApp("/gallery");
  await expect.poll(() => sent.filter((each) => each.path === "/api/white-label").length, { timeout: 10_000 }).toBe(1);
  await expect.poll(() => sheetOf("--accent")).toContain(accentShades("#0b7a75", "light").accent);
  expect(document.documentElement.dataset["scheme"]).toBe("light");
  const logo = screen.getByRole("banner").getByRole("img", { name: "Harbour IT" });
  await expect.element(logo).toHaveAttribute("src", mark);
  await queryClient.invalidateQueries({ queryKey: ["whiteLabel"] });
  expect(sent.filter((each) => each.path === "/api/white-label")).toHaveLength(2);
});

test("reset offers the marketplace's look again; leaving with changes asks first", async () => {
  const sent = signIn(saving(labelOf({ MarketplaceWhitelabel: { Color_1_1: "dark", Color_2_1: "#c2410c" } })));
  const { screen, router } = await renderApp(path);
  await screen.getByRole("button", { name: "Reset to default" }).click();
  await expect.element(screen.getByLabelText("Accent", { exact: true })).toHaveValue(defaultAccent);
  void router.navigate({ to: "/gallery" });
  await screen.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await screen.getByRole("button", { name: "Save changes" }).click();
  await expect.element(screen.getByText("White label saved")).toBeVisible();
  expect(bodyOf(sent)).toMatchObject({
    MarketplaceWhitelabel: { Color_1_1: "default", Color_2_1: defaultAccent },
    DesktopImage: null,
  });
  await expect.element(screen.getByRole("button", { name: "Reset to default" })).toBeDisabled();
});

test("a change based on an old version is not saved, and the new version can be shown", async () => {
  signIn({ "PUT /api/white-label": refused(409, "conflict", "This was changed in the meantime.") });
  const { screen } = await renderApp(path);
  await screen.getByRole("button", { name: "Orange" }).click();
  await screen.getByRole("button", { name: "Save changes" }).click();
  await expect.element(screen.getByText("Somebody else has changed the white label in the meantime")).toBeVisible();
  await screen.getByRole("button", { name: "Show their changes" }).click();
  await expect.element(screen.getByLabelText("Accent", { exact: true })).toHaveValue(defaultAccent);
});

test("a refused picture shows an error on its field; a file of another kind does so before it is sent", async () => {
  const sentence = "The picture is larger than 200 kB. Save it smaller and try again.";
  const fields = { DesktopImage: sentence };
  signIn({ "PUT /api/white-label": refused(422, "logoInvalid", "The logo cannot be used.", fields) });
  const { screen } = await renderApp(path);
  const input = screen.getByLabelText("File for: Logo", { exact: true });
  await userEvent.upload(input, new File(["hello"], "logo.txt", { type: "text/plain" }));
  await expect.element(screen.getByText(/neither a PNG nor an SVG/)).toBeVisible();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>`;
  const broken = new File(["<svg"], "logo.svg", { type: "image/svg+xml" });
  await userEvent.upload(input, broken);
  await expect.element(screen.getByText(/cannot be read/)).toBeVisible();
  await userEvent.upload(input, new File([svg], "logo.svg", { type: "image/svg+xml" }));
  await screen.getByRole("button", { name: "Save changes" }).click();
  await expect.element(screen.getByText(sentence)).toBeVisible();
});

test("while partners' looks are switched off the page says so; without the view it cannot be opened", async () => {
  signIn({ "GET /api/white-label": succeeded(labelOf({ IsSwitchedOff: true })) });
  const off = await renderApp(path);
  await expect.element(off.screen.getByText("Your own look is switched off")).toBeVisible();
  expect(await faults()).toEqual([]);
  await off.screen.unmount();
  signIn({}, { views: ["home"] });
  const { router } = await renderApp(path);
  await expect.poll(() => router.state.location.pathname).toBe("/access-denied");
});

test("a failed load shows a message and can be tried again", async () => {
  let broken = true;
  signIn({
    "GET /api/white-label": () =>
      broken
        ? refused(503, "unavailable", "The portal is restarting. Please try again in a moment.")
        : succeeded(labelOf()),
  });
  const { screen } = await renderApp(path);
  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  broken = false;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByLabelText("Accent", { exact: true })).toBeVisible();
});

test.each(["#ffd400", "#101840", "#c2410c"].flatMap((accent) => widths.map((width) => ({ accent, width }))))(
  "axe finds nothing with $accent at $width px, light or dark",
  async ({ accent, width }) => {
    await page.viewport(width, 900);
    for (const scheme of ["light", "dark"] as const) {
      const look = { Color_1_1: scheme, Color_2_1: accent };
      const wire = sessionOf();
      signIn({
        "GET /api/session": succeeded({ ...wire, Theme: { ...wire.Theme, ...look } }),
        "GET /api/white-label": succeeded(labelOf({ MarketplaceWhitelabel: look })),
      });
      const { screen } = await renderApp(path);
      await expect.element(screen.getByLabelText("Accent", { exact: true })).toBeVisible();
      await expect.poll(() => sheetOf("--accent")).toContain(accentShades(accent, scheme).accent);
      expect(await faults(true)).toEqual([]);
      // Axe skips disabled parts.
      for (const drawn of document.querySelectorAll<HTMLElement>("[inert] span")) {
        const { color, backgroundColor } = getComputedStyle(drawn);
        const [ink, ground] = [color, backgroundColor].map(hexOf);
        if (ink && ground) expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
      }
      await screen.unmount();
    }
  },
);

/** Converts a colour to hex; undefined if it is transparent. */
function hexOf(colour: string): string | undefined {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1);
  return parts && `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
}
