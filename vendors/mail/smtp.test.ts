import { expect, test } from "vitest";
import { smtpMailer } from "./smtp.ts";

test("a mail server that is away is blamed on its setting", async () => {
  const mailer = smtpMailer({ url: "smtp://127.0.0.1:1", from: "Tradewind <no-reply@tradewind.example>" });
  const mail = { id: "1", to: "nora@northwind.example", subject: "Hello", text: "Hello", html: "Hello" };
  await expect(mailer.send(mail)).rejects.toThrow(/^MAIL_URL: .*ECONNREFUSED/);
});
