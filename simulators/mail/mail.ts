/** A mail server that stores all mails, and a page to read them. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import type { Clock } from "../kit/clock.ts";
import type { Store } from "../kit/store.ts";
import type { SimReply, SimRequest, Vendor } from "../kit/vendor.ts";
import { inboxPage, mailPage, type KeptMail } from "./pages.ts";

/** Refusals of the next mails, set by `POST /__sim/act {"refuse": {"times": 2, "code": 451}}`. */
type Refusals = { times: number; code: number };

/** What was attached, apart from its mail, so that lists of mails stay small. */
type KeptContent = { type: string; content: string };

export const mailsOf = (store: Store, to = ""): KeptMail[] =>
  store
    .collection<KeptMail>("mails")
    .values()
    .filter((mail) => to === "" || mail.to.includes(to.toLowerCase()))
    .toReversed();

/** Serves the inbox as pages, and as JSON at `/__sim/mails?to=`, newest first. */
export function mailVendor({ store }: { store: Store }): Vendor {
  const page = (body: string): SimReply => ({
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    },
    body,
  });
  const missing: SimReply = { status: 404, body: { message: "There is no such mail" } };
  return {
    routes: [
      { method: "GET", path: "/", answer: ({ query }) => page(inboxPage(mailsOf(store, query.get("to") ?? ""))) },
      {
        method: "GET",
        path: "/mails/:id",
        answer: ({ params }) => {
          const mail = store.collection<KeptMail>("mails").get(params.id!);
          return mail ? page(mailPage(mail)) : missing;
        },
      },
      {
        method: "GET",
        path: "/mails/:id/attachments/:number",
        answer: ({ params }) => {
          const found = store.collection<KeptContent>("attachments").get(`${params.id!}-${params.number!}`);
          if (!found) return missing;
          return { status: 200, headers: { "content-type": found.type }, body: Buffer.from(found.content, "base64") };
        },
      },
    ],
    notFound: () => missing,
    control: (request: SimRequest) =>
      request.method === "GET" && request.path === "/__sim/mails"
        ? { status: 200, body: { mails: mailsOf(store, request.query.get("to") ?? "") } }
        : undefined,
    act: ({ refuse }) => store.collection<Refusals>("refusals").put("", refuse),
  };
}

/** Receives mails: an SMTP server on loopback without authentication. */
export async function startSmtp(port: number, store: Store, clock: Clock) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? "" }),
    onData(stream, session, answer) {
      keep(stream, session).then(
        () => answer(),
        (error: unknown) => answer(error as Error),
      );
    },
  });

  async function keep(stream: Readable, { envelope }: SMTPServerSession): Promise<undefined> {
    const source = await text(stream);
    refuseWhenTold();
    const mail = await PostalMime.parse(source);
    const id = store.newId();
    mail.attachments.forEach(({ mimeType: type, content }, number) =>
      store.collection<KeptContent>("attachments").put(`${id}-${number}`, {
        type,
        content: (typeof content === "string" ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)).toString(
          "base64",
        ),
      }),
    );
    store.collection<KeptMail>("mails").put(id, {
      id,
      at: new Date(clock.now() - clock.offsetMs()).toISOString(),
      messageId: mail.messageId ?? "",
      from: envelope.mailFrom ? envelope.mailFrom.address : "",
      to: envelope.rcptTo.map(({ address }) => address.toLowerCase()),
      subject: mail.subject ?? "",
      text: mail.text ?? "",
      html: mail.html ?? "",
      attachments: mail.attachments.map(({ filename, mimeType }) => ({ name: filename ?? "", type: mimeType })),
    });
    store.commit();
  }

  function refuseWhenTold(): void {
    const refusals = store.collection<Refusals>("refusals");
    const armed = refusals.get("");
    if (!armed || armed.times <= 0) return;
    refusals.put("", { ...armed, times: armed.times - 1 });
    store.commit();
    throw Object.assign(new Error("The simulator was told to refuse this"), { responseCode: armed.code });
  }

  // Whoever sends is ended in the middle of a mail: nothing of it is kept.
  server.on("error", () => {});
  const listening = server.listen(port, "127.0.0.1");
  await once(listening, "listening");
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
