const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escape = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!);

export const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title>
<body style="font: 16px system-ui; max-width: 24rem; margin: 4rem auto; padding: 0 1rem"><h1>${escape(title)}</h1>${body}</body></html>`;

export const hidden = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join("");

/** Asks who is signing in; there are no passwords. */
export const signInPage = (title: string, action: string, userName: string, fields: Record<string, string> = {}) =>
  page(
    title,
    `<form method="post" action="${escape(action)}">${hidden(fields)}
<p><label>Username<br><input name="username" value="${escape(userName)}" autofocus style="width: 100%; font: inherit"></label></p>
<p><button name="answer" value="yes">Sign in</button> <button name="answer" value="no">Cancel</button></p></form>`,
  );
