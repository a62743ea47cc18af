import { publicPages } from "@tradewind/contract/public-pages.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { expect, test } from "vitest";
import { pageAt } from "./pages.ts";

const example = (path: string) => path.replace(/\$\w+/g, "019a0000-0000-7000-8000-000000000001");

test("every screen is a page of the portal, signed in or not", () => {
  for (const { path } of Object.values(screens))
    expect({ path, ...pageAt(example(path)) }).toEqual({ path, document: "signedIn", exists: true });
  const { notFound, missing } = publicPages;
  const others = Object.values(publicPages).filter((path) => path !== notFound && path !== missing);
  for (const path of [...others, "/change-password/admin/robin/key"])
    expect({ path, ...pageAt(path) }).toEqual({ path, document: "signedOut", exists: true });
  for (const path of ["/", "/customers/", "/customers/customer/1+2/add-service/azure"])
    expect({ path, ...pageAt(path) }).toEqual({ path, document: "signedIn", exists: true });
});

test.each(["/no-such-page", "/customers/nobody", "/customers/customer//view/users", "/robots.txt", "/dashboard/x"])(
  "%s is none, and the signed-in portal says so",
  (path) => expect(pageAt(path)).toEqual({ document: "signedIn", exists: false }),
);

test.each(["/404", "/not-found"])("AUTH-10 %s opens signed out, and is not a page either", (path) =>
  expect(pageAt(path)).toEqual({ document: "signedOut", exists: false }),
);
