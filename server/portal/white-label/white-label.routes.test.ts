import { session } from "@tradewind/contract/access/session.ts";
import { whiteLabel } from "@tradewind/contract/portal/white-label.ts";
import { expect, test } from "vitest";
import { pixelsOf, pngAddress, pngOf } from "../../test/pictures.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();

const colours = (Color_1_1: "light" | "dark" | "default" = "dark", Color_2_1 = "#C2410C") => ({ Color_1_1, Color_2_1 });
type Changes = { Version?: number; DesktopImage?: string | null; MobileImage?: string | null };
const change = (person: Person, { Version = 0, ...pictures }: Changes = {}, look = colours()) =>
  app.call(person, whiteLabel.change, { body: { Version, MarketplaceWhitelabel: look, ...pictures } });
const labelOf = async (person: Person) => (await app.call(person, whiteLabel.current)).Result!;
const themeOf = async (person: Person) => (await app.call(person, session.current)).Result!.Theme;
const file = (url: string) => app.app.inject({ method: "GET", url });

async function household() {
  const reseller = await app.signIn();
  const { resellerId } = reseller;
  const [customer] = await app.sql<{ id: string }>(
    "insert into customers (reseller_id, name, created_at) values ($1, 'Acme Dental', '2026-01-01') returning id",
    [resellerId],
  );
  const customerId = customer!.id;
  return {
    reseller,
    engineer: await app.signIn({ kind: "engineer", resellerId }),
    endUserAdmin: await app.signIn({ kind: "endUserAdmin", resellerId, customerId }),
    endUser: await app.signIn({ kind: "endUser", resellerId, customerId, rights: [] }),
  };
}

async function setFlag(enabled: boolean) {
  await app.sql("update feature_flags set enabled = $1 where name = 'DisablePartnerLevelWhitelabel'", [enabled]);
  app.platform.sessions.forget("");
}

test("WL-04 WL-09 the label of whoever is signed in has its id, theme and accent; without one it is the marketplace's", async () => {
  const { reseller, engineer, endUserAdmin, endUser } = await household();
  expect(await labelOf(reseller)).toEqual({
    WhiteLabelId: "00000000-0000-0000-0000-000000000001",
    MarketplaceWhitelabel: { Color_1_1: "default", Color_2_1: "#3a53d0" },
    Logo: {
      DesktopImageString: "/white-label/tradewind.svg",
      MobileImageString: "/white-label/tradewind.svg",
      IsCustom: false,
      IsSvg: true,
    },
    Version: 0,
    Hosts: [],
    IsSwitchedOff: false,
  });
  expect((await change(reseller)).status).toBe(200);
  for (const person of [reseller, engineer, endUserAdmin, endUser])
    expect(await labelOf(person)).toMatchObject({
      WhiteLabelId: reseller.resellerId,
      MarketplaceWhitelabel: { Color_1_1: "dark", Color_2_1: "#c2410c" },
      Version: 1,
    });
  expect((await labelOf(await app.signIn())).Version).toBe(0);
  expect((await labelOf(await app.signInOperator())).MarketplaceWhitelabel.Color_2_1).toBe("#3a53d0");
});

test("WL-02 the theme is light, dark or default, and nothing else", async () => {
  const person = await app.signIn();
  for (const [Version, theme] of (["light", "dark", "default"] as const).entries()) {
    await change(person, { Version }, colours(theme));
    expect((await labelOf(person)).MarketplaceWhitelabel.Color_1_1).toBe(theme);
  }
  expect((await change(person, { Version: 3 }, colours("sepia" as never))).status).toBe(400);
});

test("WL-07 an accent is For example #3a53d0", async () => {
  const person = await app.signIn();
  for (const wrong of ["#12345", "#1234567", "12345g", "#12345g", "red", "", "#123456;", " #123456", "#fff"]) {
    const { status, Errors } = await change(person, {}, colours("dark", wrong));
    expect([wrong, status, Object.values(Errors ?? {})]).toEqual([wrong, 400, ["Enter a colour such as #3a53d0"]]);
  }
  expect((await change(person, {}, colours("dark", "#FFD400"))).Result!.MarketplaceWhitelabel.Color_2_1).toBe(
    "#ffd400",
  );
});

test("WL-05 WL-10 the logo of a label is asked for by its id: two pictures, whether it is its own, and whether an SVG", async () => {
  const { reseller, endUser } = await household();
  const sent = { DesktopImage: pngAddress(pngOf(326, 96)), MobileImage: pngAddress(pngOf(40, 40)) };
  const { WhiteLabelId, Logo } = (await change(reseller, sent)).Result!;
  const { Result } = await app.call(endUser, whiteLabel.logo, { params: { whiteLabelId: WhiteLabelId } });
  expect(Result).toEqual(Logo);
  expect(Result).toMatchObject({ IsCustom: true, IsSvg: false });
  expect(Result!.DesktopImageString).not.toBe(Result!.MobileImageString);
  expect(await themeOf(endUser)).toMatchObject({
    LogoUrl: Logo.DesktopImageString,
    MobileLogoUrl: Logo.MobileImageString,
  });
  const png = await change(reseller, { Version: 1, DesktopImage: pngAddress(pngOf(163, 48)), MobileImage: null });
  expect(png.Result!.Logo).toMatchObject({
    IsSvg: false,
    IsCustom: true,
    MobileImageString: png.Result!.Logo.DesktopImageString,
  });
  const foreign = await app.call(await app.signIn(), whiteLabel.logo, { params: { whiteLabelId: WhiteLabelId } });
  expect([foreign.status, foreign.Error]).toEqual([404, "notFound"]);
  const marketplace = { whiteLabelId: "00000000-0000-0000-0000-000000000001" };
  expect((await app.call(endUser, whiteLabel.logo, { params: marketplace })).Result).toMatchObject({
    IsCustom: false,
    IsSvg: true,
  });
  expect((await change(reseller, { Version: 2, DesktopImage: null })).Result!.Logo.IsCustom).toBe(false);
  expect((await file(Logo.DesktopImageString)).statusCode).toBe(404);
});

test("WL-06 a logo is fitted into 163x48, and refused with a sentence where it cannot be", async () => {
  const person = await app.signIn();
  await change(person, { DesktopImage: pngAddress(pngOf(652, 100)) });
  const [kept] = await app.sql("select width, height from white_label_images where reseller_id = $1", [
    person.resellerId,
  ]);
  expect(kept).toEqual({ width: 163, height: 25 });
  const refusal = async (DesktopImage: string) => {
    const { status, Error, Errors } = await change(person, { Version: 1, DesktopImage });
    return [status, Error, Errors?.["DesktopImage"]];
  };
  expect(await refusal(pngAddress(pngOf(653, 48)))).toEqual([
    422,
    "logoInvalid",
    "The picture is 653 by 48 pixels. Logos are shown at 163 by 48; send at most 652 by 192.",
  ]);
  const heavy = pngOf(10, 10, { extra: ["tEXt", Buffer.alloc(200_000)] });
  expect(await refusal(pngAddress(heavy))).toEqual([
    422,
    "logoInvalid",
    "The picture is larger than 200 kB. Save it smaller and try again.",
  ]);
  const asked = await change(person, { Version: 1, MobileImage: "data:image/gif;base64,R0lGODlhAQABAAAAACw=" });
  expect([asked.status, asked.Errors!["MobileImage"]]).toEqual([
    400,
    "Must be a PNG picture. Save the logo as one and try again.",
  ]);
});

test("a picture is judged by its bytes: wrong extensions, broken files and files with extra content are refused", async () => {
  const person = await app.signIn();
  const good = pngOf(20, 10);
  const bent = Buffer.from(good);
  bent[30] = bent[30]! ^ 1;
  for (const wrong of [
    pngAddress(Buffer.from("GIF89a")),
    pngAddress(Buffer.from("<html><script>1</script>")),
    pngAddress(good.subarray(0, 40)),
    pngAddress(bent),
  ]) {
    const { status, Error, Errors } = await change(person, { DesktopImage: wrong });
    expect([status, Error]).toEqual([422, "logoInvalid"]);
    expect(Errors!["DesktopImage"]).toMatch(/^[A-Z].+\.$/);
  }
  const said = pngOf(20, 10, { extra: ["tEXt", Buffer.from("comment\0where it was taken")] });
  const secret = Buffer.concat([said, Buffer.from("<script>1</script>")]);
  const { Logo } = (await change(person, { DesktopImage: pngAddress(secret) })).Result!;
  const { rawPayload } = await file(Logo.DesktopImageString);
  expect(await pixelsOf(rawPayload)).toEqual(await pixelsOf(good));
  expect(rawPayload.toString("latin1")).not.toMatch(/where it was|script/);
  const lonely = await change(await app.signIn(), { MobileImage: pngAddress(good) });
  expect([lonely.status, lonely.Errors!["MobileImage"]]).toEqual([422, "Choose the logo for larger screens as well"]);
});

test("a logo is served to anyone as an inert PNG, under its own label only", async () => {
  const person = await app.signIn();
  const { Logo } = (await change(person, { DesktopImage: pngAddress(pngOf(20, 10)) })).Result!;
  const { headers, statusCode } = await file(Logo.DesktopImageString);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "image/png",
    "x-content-type-options": "nosniff",
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect(headers["content-security-policy"]).toMatch(/^sandbox; default-src 'none'/);
  const [, id, name] = /^\/white-label\/(.+)\/(.+)$/.exec(Logo.DesktopImageString)!;
  const other = await app.signIn();
  for (const url of [`/white-label/${other.resellerId}/${name}`, `/white-label/${id}/${"0".repeat(64)}.png`])
    expect((await file(url)).statusCode).toBe(404);
});

test("only a member of the reseller with the settings view changes it; an old version and a repeat change nothing twice", async () => {
  const { reseller, endUserAdmin } = await household();
  const { resellerId } = reseller;
  const reader = await app.signIn({ kind: "engineer", resellerId, rights: ["home", "customers", "manageUsers"] });
  for (const person of [endUserAdmin, reader]) expect((await change(person)).Error).toBe("PermissionNotFound");
  const body = { Version: 0, MarketplaceWhitelabel: colours() };
  const first = await app.call(reseller, whiteLabel.change, { body }, { key: "once" });
  const again = await app.call(reseller, whiteLabel.change, { body }, { key: "once" });
  expect(again.text).toBe(first.text);
  const stale = await change(reseller, {}, colours("light"));
  expect([stale.status, stale.Error]).toEqual([409, "conflict"]);
  const both = await Promise.all([change(reseller, { Version: 1 }), change(reseller, { Version: 1 })]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const newcomer = await app.signIn();
  const race = await Promise.all([change(newcomer), change(newcomer)]);
  expect(race.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const lines = await app.sql("select what from activity where reseller_id = $1 and outcome = 'done' order by id", [
    resellerId,
  ]);
  expect(lines).toEqual([
    { what: "Changed the white label: theme dark, accent #c2410c" },
    { what: "Changed the white label: theme dark, accent #c2410c" },
  ]);
  const topics = await app.sql("select topics from events where reseller_id = $1", [resellerId]);
  expect(topics).toEqual([{ topics: ["whiteLabel"] }, { topics: ["whiteLabel"] }]);
});

test("SHELL-03 SHELL-04 FLAG-15 DisablePartnerLevelWhitelabel keeps the partner's theme from resellers and engineers, not from its customers' people", async () => {
  const people = await household();
  await change(people.reseller, { DesktopImage: pngAddress(pngOf(20, 10)) });
  const seen = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(people).map(async ([kind, person]) => {
          const theme = await themeOf(person);
          const label = await labelOf(person);
          expect(label.MarketplaceWhitelabel.Color_2_1).toBe(theme.Color_2_1);
          expect(label.Logo.IsCustom).toBe(theme.LogoUrl !== null);
          return [kind, `${theme.Color_1_1} ${theme.Color_2_1}`];
        }),
      ),
    );
  app.platform.sessions.forget("");
  const own = "dark #c2410c";
  expect(await seen()).toEqual({ reseller: own, engineer: own, endUserAdmin: own, endUser: own });
  await setFlag(true);
  const marketplace = "default #3a53d0";
  expect(await seen()).toEqual({ reseller: marketplace, engineer: marketplace, endUserAdmin: own, endUser: own });
  const refused = await change(people.reseller, { Version: 1 });
  expect([refused.status, refused.Error]).toEqual([409, "whiteLabelsOff"]);
  expect((await labelOf(people.reseller)).IsSwitchedOff).toBe(true);
  await setFlag(false);
  expect((await seen())["reseller"]).toBe(own);
});
