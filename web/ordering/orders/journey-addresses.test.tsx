import { expect, test } from "vitest";
import { fakeApi, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { acme } from "../../test/samples.ts";
import { sessionOf } from "../../test/sessions.ts";
import { journeyOf } from "./journey-fixtures.ts";

const names = [
  "secure-message",
  "share-point",
  "office-365",
  "power-bi",
  "dynamics-365",
  "intune",
  "ems",
  "azure",
  "office-365-secure",
  "acronis-backup",
  "bitdefender",
  "hosted-voice",
  "appinteract",
  "message-labs",
  "hosted-voice-hardware",
  "acronis-files-cloud",
  "cloudtalk",
  "skykick",
  "azure-asp",
  "azure-ri",
  "azure-ss",
  "vade",
  "cloud-server",
  "webroot",
  "titanhq",
];

test("CAT-19 each of the 25 route names opens the journey of its product, and an unknown one is not found", async () => {
  const journeys = names.map((name) => [
    `GET /api/journeys/route/${name}`,
    succeeded(journeyOf({ ProductId: name, ProductName: `the product of ${name}`, RouteName: name })),
  ]);
  fakeApi({ "GET /api/session": succeeded(sessionOf()), ...Object.fromEntries(journeys) });
  const place = (name: string) => `/customers/customer/${acme.Id}/add-service/${name}`;
  const { screen, router } = await renderApp(place("no-such-product"));
  await expect.element(screen.getByText(/^We could not find this/).first()).toBeVisible();
  for (const name of names) {
    await router.navigate({ href: place(name) });
    await expect
      .element(screen.getByRole("heading", { level: 1, name: `Add the product of ${name}`, exact: true }))
      .toBeVisible();
  }
});
