import net from "node:net";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startSimulators } from "@tradewind/simulators/simulators.ts";
import { expect, test } from "vitest";
import { smtpMailer } from "./smtp.ts";

const from = "Tradewind <no-reply@tradewind.example>";
const mail = { id: "1", to: "nora@northwind.example", subject: "Hello", text: "Hello", html: "Hello" };

test("a mail server that is away is blamed on its setting", async () => {
  const mailer = smtpMailer({ url: "smtp://127.0.0.1:1", from });
  await expect(mailer.send(mail)).rejects.toThrow(/^MAIL_URL: .*ECONNREFUSED/);
});

test("the simulated mail server lives on when whoever sends is killed in the middle of a mail", async () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-test-"));
  const simulators = await startSimulators({ dataDir });
  const url = simulators.urls.smtp;
  const socket = net.connect(Number(new URL(url).port), "127.0.0.1");
  const lines = ["EHLO here", "MAIL FROM:<a@example.com>", "RCPT TO:<nora@northwind.example>", "DATA"];
  await once(socket, "data");
  for (const line of lines) {
    socket.write(`${line}\r\n`);
    await once(socket, "data");
  }
  socket.write("Subject: Hal");
  socket.resetAndDestroy();
  await smtpMailer({ url, from }).send(mail);
  const answer = await fetch(`${simulators.urls.mail}/__sim/mails?to=${mail.to}`);
  expect(await answer.json()).toMatchObject({ mails: [{ subject: "Hello" }] });
  await simulators.stop();
  fs.rmSync(dataDir, { recursive: true });
});
