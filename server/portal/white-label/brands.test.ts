import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import { whiteLabel } from "@tradewind/contract/portal/white-label.ts";
import { accentShades } from "@tradewind/domain/portal/accent.ts";
import { expect, test } from "vitest";
import { pngAddress, pngOf } from "../../test/pictures.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { labelled } from "../../platform/serve.ts";
import { fileMail } from "../mail/mail.actions.ts";
import { labelsByHost } from "./white-label-files.ts";

const app = await testApp();
const worker = await testWorker(app);

const dress = (person: Person, accent = "#c2410c") =>
  app.call(person, whiteLabel.change, {
    body: {
      Version: 0,
      MarketplaceWhitelabel: { Color_1_1: "dark", Color_2_1: accent },
      DesktopImage: pngAddress(pngOf(326, 96)),
    },
  });

async function mailTo(address: string): Promise<{ html: string; text: string }> {
  await app.platform.database.write({ role: "app_identity" }, (tx) =>
    fileMail(app.platform, tx, address, "passwordReset", {
      name: "Robin",
      userName: "robin",
      url: "https://x.example/k",
      minutes: 60,
    }),
  );
  return worker.until(async () => {
    const { mails } = (await worker.control("mail", `mails?to=${address}`)) as {
      mails: { html: string; text: string }[];
    };
    return mails[0];
  }, "the mail");
}

test("a mail carries the name, accent and logo of its reader's reseller, and the marketplace's to everybody else", async () => {
  const person = await app.signIn();
  const { Result } = await dress(person);
  await app.sql("update resellers set name = 'Tom & Sons' where id = $1", [person.resellerId]);
  const { html, text } = await mailTo(person.email);
  const { accent, on } = accentShades("#c2410c", "light");
  expect(html).toContain(`background:${accent};color:${on}`);
  expect(html).toContain(
    `<img src="http://localhost:4000${Result!.Logo.DesktopImageString}" alt="Tom &amp; Sons" width="163" height="48"`,
  );
  expect(text).toMatch(/Tom & Sons\s*$/);
  for (const address of ["stranger@acme.example", (await app.signIn()).email]) {
    const plain = await mailTo(address);
    expect(plain.text).toMatch(/Tradewind\s*$/);
    expect(plain.html).not.toContain("<img");
  }
});

test("a document has the reseller's accent and logo, or the marketplace's if it has none", async () => {
  const [dressed, plain] = [await app.signIn(), await app.signIn()];
  await dress(dressed);
  app.platform.sessions.forget("");
  const fileOf = async (person: Person) => {
    const { headers, status } = await app.call(person, agreements.download, { params: { agreementId: "general" } });
    expect([status, headers["content-type"]]).toEqual([200, "application/pdf"]);
    const { rawPayload } = await app.app.inject({
      method: "GET",
      url: "/api/agreements/general/download",
      headers: { authorization: `Bearer ${person.token}` },
    });
    return rawPayload.toString("latin1");
  };
  expect(await fileOf(dressed)).toMatch(/\/Subtype \/Image/);
  expect(await fileOf(plain)).not.toMatch(/\/Subtype \/Image/);
});

test("a page asked of a reseller's host looks like it from its first byte; any other host's like the marketplace", async () => {
  const person = await app.signIn();
  const { Result } = await dress(person, "#FFD400");
  await app.sql("update resellers set name = '\"Tom\" & Sons' where id = $1", [person.resellerId]);
  await app.sql("insert into portal_hosts (reseller_id, host) values ($1, 'tom.localhost')", [person.resellerId]);
  const labelOf = labelsByHost(app.platform);
  expect(await labelOf("localhost")).toBeUndefined();
  const label = (await labelOf("tom.localhost"))!;
  const page = labelled(
    '<!doctype html><html lang="en-GB"><head><title>Sign in · Tradewind</title></head><body></body></html>',
    label,
  );
  expect(page).toBe(
    `<!doctype html><html data-scheme="dark" data-theme="dark" data-accent="#ffd400" data-brand="&quot;Tom&quot; &amp; Sons" data-logo="${Result!.Logo.DesktopImageString}" data-mobile-logo="${Result!.Logo.MobileImageString}" lang="en-GB"><head><title>Sign in · &quot;Tom&quot; &amp; Sons</title><link rel="stylesheet" href="/white-label/accent/ffd400.css" /></head><body></body></html>`,
  );
  const sheet = await app.app.inject({ method: "GET", url: label.sheet });
  expect(sheet.headers["content-type"]).toBe("text/css; charset=utf-8");
  expect(sheet.body).toContain(`--accent:light-dark(${accentShades("#ffd400", "light").accent}`);
  for (const url of ["/white-label/accent/ffd40.css", "/white-label/accent/FFD400.css", "/white-label/accent/red.css"])
    expect((await app.app.inject({ method: "GET", url })).statusCode).not.toBe(500);
  expect((await app.app.inject({ method: "GET", url: "/white-label/accent/zzzzzz.css" })).statusCode).toBe(404);
});
