import { expect, test } from "vitest";
import { parseSource } from "./syntax.ts";
import { checkWords } from "./words.ts";

// Put together here, so that this file does not break the rule it tests.
const spelt = (between: string, e = "e", mail = "mail") => `${e}${between}${mail}`;

const faultsOf = (path: string, text: string) =>
  checkWords([{ path, text }], /\.tsx?$/.test(path) ? [parseSource({ path, text })] : []);

test.each([
  ["a label", "web/a.tsx", `<TextField label="Contact ${spelt("-")}" />;`],
  ["a sentence of a screen", "web/a.tsx", `<p>\n  Your ${spelt("-", "E")} address\n</p>;`],
  ["an entity", "web/a.tsx", `<p>Your ${spelt("&#8209;")}</p>;`],
  ["a template", "server/a.ts", `say(\`Your ${spelt("-")} is \${mail}\`);`],
  ["several words", "server/a.ts", `say("No ${spelt("-")}s");`],
  ["capitals", "server/a.ts", `say("${spelt("-", "E", "MAIL")}");`],
  ["another hyphen", "server/a.ts", `say("${spelt("\u2011")}");`],
  ["a soft hyphen", "server/a.ts", `say("${spelt("\u00AD")}");`],
  ["a space", "server/a.ts", `say("${spelt(" ", "E")}");`],
  ["a comment", "domain/a.ts", `/** Roughly an ${spelt("-")} address. */`],
  ["a comment of two lines", "domain/a.ts", `/**\n * Roughly an ${spelt("-\n * ")} address.\n */`],
  ["a name", "domain/a.ts", `const ${spelt("", "e", "Mail")} = 1;`],
  ["a title of a test", "e2e/a.spec.ts", `test("AUTH-96 takes an ${spelt("-")}", run);`],
  ["a document", "README.md", `Sign in with your ${spelt("-")}.`],
  ["a list in a document", "docs/a.md", `- **${spelt("-", "E")}** is sent`],
  ["an escape", "server/a.ts", String.raw`say("your ${spelt("\\u002d")}");`],
  ["two halves", "server/a.ts", `say("your e-" + "mail");`],
  ["two halves of a template", "server/a.ts", 'say("your e" + `-mail`);'],
])("another spelling of email is refused once: %s", (_where, path, text) => {
  expect(faultsOf(path, text)).toMatchObject([{ rule: "words", instead: expect.stringContaining('"email"') }]);
});

test.each([
  ["domain/a.ts", 'say("Your email, Emails, EmailErrors, EMAIL");'],
  ["domain/a.ts", 'const sku = "hosted-exchange-mailbox";'],
  ["domain/a.ts", "const someMail = createMail(theMail);"],
  ["domain/a.ts", "// What it says, i.e. mail and letters; the mail; time-mail."],
  ["domain/a.ts", "const f = (e) => e.mail;"],
  ["docs/requirements/api.md", `the ${spelt("-")} address`],
  ["server/migrations/0051_passwords.sql", `-- the ${spelt("-")} address`],
])("nothing else is refused: %s %s", (path, text) => {
  expect(faultsOf(path, text)).toEqual([]);
});

test("the place of a fault is its line", () => {
  expect(faultsOf("README.md", `One.\n\nAn ${spelt("-")}.\n`)).toMatchObject([{ place: "README.md:3" }]);
});
