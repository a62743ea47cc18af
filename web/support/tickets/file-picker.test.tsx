import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { faults } from "../../test/axe.ts";
import { fakeApi, refused, succeeded } from "../../test/fake-api.ts";
import { renderApp } from "../../test/render-app.tsx";
import { sessionOf } from "../../test/sessions.ts";

test("a chosen file says that it is checked, what came of it, and the refusal names it", async () => {
  const files = ["note.txt", "bad.txt"].map((Name, n) => ({
    Id: `019a0000-0000-7000-8000-00000000030${n}`,
    Name,
    Size: 8,
    Scan: "waiting",
  }));
  const arriving = [...files];
  const Files = "A virus was found in “bad.txt”. Remove it to send the message.";
  const checked = Promise.withResolvers<void>();
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "POST /api/support/files": () => succeeded(arriving.shift()),
    [`DELETE /api/support/files/${files[1]!.Id}`]: succeeded({}),
    "GET /api/support/files": async () => {
      await checked.promise;
      return succeeded({ Items: files.map((file, n) => ({ ...file, Scan: n === 0 ? "clean" : "infected" })) });
    },
    "POST /api/support/tickets": refused(422, "ticketFileUnknown", "A file is no longer available.", { Files }),
  });
  await renderApp("/support/add-new-ticket");
  await userEvent.fill(page.getByLabelText("Subject"), "A file");
  await userEvent.selectOptions(page.getByLabelText("Category"), "Technical");
  await userEvent.fill(page.getByLabelText("Description"), "See the files.");
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  await userEvent.upload(
    input,
    files.map(({ Name }) => new File(["It broke"], Name, { type: "text/plain" })),
  );
  const chips = page.getByRole("list", { name: "Files to send" }).getByRole("listitem");
  await expect.element(chips.nth(1)).toHaveTextContent("bad.txt8 bytesBeing checked for viruses");
  checked.resolve();
  await expect.element(chips.nth(1)).toHaveTextContent("bad.txt8 bytesA virus was found: remove it");
  await expect.element(chips.nth(0)).toHaveTextContent("note.txt8 bytesNo virus found");
  expect(await faults()).toEqual([]);
  await userEvent.click(page.getByRole("button", { name: "Send ticket" }));
  await expect.element(page.getByText(Files)).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Remove bad.txt" }));
  await expect.element(chips.nth(1)).not.toBeInTheDocument();
  await expect.poll(() => sent.filter(({ method }) => method === "DELETE")).toHaveLength(1);
});

test("a file that cannot be sent says why, whether the page or the server refuses it", async () => {
  const sent = fakeApi({
    "GET /api/session": succeeded(sessionOf()),
    "POST /api/support/files": refused(400, "invalidRequest", "Please correct.", {
      Content: "You have sent too much.",
    }),
  });
  await renderApp("/support/add-new-ticket");
  await expect.element(page.getByRole("button", { name: "Attach files" })).toBeVisible();
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  await userEvent.upload(input, new File(["MZ"], "setup.exe"));
  await expect
    .element(
      page.getByText(
        "setup.exe: This kind of file is not accepted. Send a picture, a PDF, an Office document, a ZIP or plain text.",
      ),
    )
    .toBeVisible();
  expect(sent.filter(({ method }) => method === "POST")).toHaveLength(0);
  await userEvent.upload(input, new File(["hello"], "note.txt", { type: "text/plain" }));
  await expect.element(page.getByText("note.txt: You have sent too much.")).toBeVisible();
  expect(page.getByRole("list", { name: "Files to send" }).elements()).toHaveLength(0);
});
