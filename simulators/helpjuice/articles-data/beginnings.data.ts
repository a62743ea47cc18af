import type { Written } from "../written.ts";

export const beginnings: Record<string, readonly Written[]> = {
  "Getting started": [
    [
      "Your first day in the portal",
      `<p>Three things make a start:</p><ol><li><strong>Sign the terms.</strong> The account holder is asked to before anything else. You find them again under <em>My Account, Your account, Terms and conditions</em>.</li><li><strong>Add a customer.</strong> Open <em>New, Add customer</em>. A name is enough to begin with.</li><li><strong>Order something.</strong> Open the customer and press <em>Add product</em>, or begin at the <em>Marketplace</em>.</li></ol><p>Invite your colleagues under <em>My Account, Manage users</em> when you are ready.</p>`,
      412,
    ],
    [
      "Words we use",
      `<ul><li><strong>Service</strong>: a product that a customer has, with its subscriptions.</li><li><strong>Subscription</strong>: one offer of a service, in a quantity, for a term.</li><li><strong>Term</strong>: how long a price is promised, such as a month or a year.</li><li><strong>Billing</strong>: how often it is charged. A yearly term can be billed monthly.</li><li><strong>Order</strong>: what adds, changes or ends a service.</li></ul>`,
      168,
    ],
  ],
  "Getting started / Signing in": [
    [
      "I cannot sign in",
      `<p>Check that the user name is your email address, and that caps lock is off. After several wrong passwords the portal asks you to wait; the message says for how long.</p><p>Press <em>Forgotten your password?</em> on the sign-in page to get a link by email. It works once. If no mail arrives within a few minutes, look in your spam folder, or ask the person who manages users whether your address is right.</p><p>If your company signs in through its own identity provider, there is no password here: the sign-in page sends you there as soon as you have typed your user name.</p>`,
      1204,
    ],
    [
      "Change your password",
      `<p>Open <em>My Account, Your account, Change password</em>. You type the current password once and the new one twice. The bar below says how strong it is: a few unrelated words are better than one word with digits.</p><p>Your other sessions end when the password changes.</p>`,
      389,
    ],
    [
      "See and end your sessions",
      `<p><em>My Account, Your account, Your sessions</em> lists every browser in which you are signed in, with its address and when it was last used. End those you do not know, then change your password.</p>`,
      97,
    ],
    [
      "Let people in from certain addresses only",
      `<p>Under <em>Your account, IP access</em> you list the addresses and ranges from which your company's people may come, such as <code>203.0.113.7</code> or <code>203.0.113.0/24</code>. The portal refuses a list that would lock you out.</p><p>Only people who manage settings see this page.</p>`,
      143,
    ],
    [
      "Sign in through your company's identity provider",
      `<p>Under <em>Your account, Identity provider</em> you connect your own directory by OpenID Connect. Prove that the domain of your addresses is yours, test the connection with yourself, then switch it on. Whoever set it up can still sign in by password to switch it off again, unless your session rules let people in by single sign-on only.</p>`,
      71,
    ],
    [
      "How long a session lasts",
      `<p>Under <em>Your account, Session policy</em> you choose after how many minutes without a click people of your company are signed out, and after how many hours in any case.</p>`,
      58,
    ],
  ],
  "Getting started / Signing in / Two-step sign-in": [
    [
      "Set up an authenticator app",
      `<p>Open <em>My Account, Your account, Security</em> and press <em>Set up</em>. Scan the picture with any authenticator app, and type the six digits it shows. Then keep the recovery codes somewhere safe: each lets you in once without the app.</p><p><img src="/pictures/form.png" alt="The form in which the six digits are typed"></p>`,
      655,
    ],
    [
      "I lost my phone or my authenticator app",
      `<p>Sign in with one of your recovery codes instead of the six digits. Then open <em>Security</em>, reset multi-factor authentication and set it up on the new phone.</p><p>Without recovery codes, ask the person who manages users in your company to reset it for you.</p>`,
      530,
    ],
    [
      "Sign in with a passkey",
      `<p>A passkey is kept by your device or password manager and unlocked by your fingerprint, face or PIN. Add one under <em>My Account, Your account, Security</em>. From then on choose <em>Use a passkey</em> on the sign-in page; no code is asked for.</p>`,
      214,
    ],
  ],
  "Getting started / Finding your way": [
    [
      "Search for anything with Ctrl K",
      `<p>Press <code>Ctrl K</code> (<code>Command K</code> on a Mac), or the magnifying glass at the top. Two letters are enough. It finds customers, services, invoices and people, and every page and action that you may open.</p>`,
      276,
    ],
    [
      "Your dashboard and its quick links",
      `<p>The dashboard shows what needs you first: failed services, overdue invoices, requests to decide. <em>Configure quick links</em> lets you choose and order the links shown there; drag them, or use the arrow keys.</p>`,
      188,
    ],
    [
      "Use the portal on a phone",
      `<p>Every page works on a phone. The menu is behind the button at the top right. Tables become cards, and wide ones can be scrolled sideways.</p><p><img src="/pictures/menu.png" alt="The menu, opened"></p>`,
      64,
    ],
    [
      "Give the portal your own look",
      `<p>Under <em>Your account, White label</em> you upload your logo, choose a colour and a light or dark scheme. Your customers' people see it as soon as they are signed in. Save shows you first what it will look like.</p>`,
      231,
    ],
    [
      "Notifications and the bell",
      `<p>The bell at the top counts what is new: failed and finished orders, answers to tickets, cards about to expire. Choose a line to go to what it is about. What you have seen is kept for a while and can be listed again.</p>`,
      120,
    ],
    [
      "What the analytics show",
      `<p><em>Analytics</em> has three reports by month: revenue, which is what was invoiced before VAT and with refunds taken off; seats, which are licences, users and mailboxes at the end of the month; and churn, the share of subscriptions that ended. Each is there for all customers together and for each one.</p>`,
      106,
    ],
    [
      "Show or hide prices on your screens",
      `<p>Under <em>Your account, Display</em> the account holder chooses whether prices are shown to your company's people. Where they are hidden nobody sees what anything costs: not in the marketplace, in search, in orders, in billing or in files, and invoices cannot be downloaded. Your customers' people never see your cost.</p>`,
      92,
    ],
  ],
};
