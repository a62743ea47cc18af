import type { Written } from "../written.ts";

export const people: Record<string, readonly Written[]> = {
  "Customers and people / Customers": [
    [
      "Add a customer",
      `<p>Open <em>New, Add customer</em>. Only the name is required; address and contact are asked for when an order needs them. For Microsoft products the customer's domain is needed too.</p><p><img src="/pictures/form.png" alt="The form for a new customer"></p>`,
      876,
    ],
    [
      "Find and filter customers",
      `<p><em>Customers</em> lists everybody you look after. Type part of a name, filter by state or product, and sort by any column. <em>Export</em> gives you the list as it is filtered, as CSV.</p><p><img src="/pictures/list.png" alt="The list of customers"></p>`,
      345,
    ],
    [
      "Suspend a customer",
      `<p>Open the customer, then <em>Manage</em>, and choose <em>Suspend</em>. All of its services are suspended at their vendors, and nothing new can be ordered. Licences are still charged, since vendors charge for them.</p><p>Lift the suspension at the same place; services come back by themselves.</p>`,
      302,
    ],
    [
      "What happened at a customer",
      `<p>The tab <em>Activity</em> of a customer says who did what and when: orders, changes, people, sign-ins of support. Filter by day, person or kind. The log of your whole company is under <em>Your account, Activity log</em>.</p>`,
      92,
    ],
  ],
  "Customers and people / Colleagues and rights": [
    [
      "Invite a colleague",
      `<p>Open <em>My Account, Manage users</em> and press <em>Invite</em>. Choose what they may see and do; you can change it later. The link in the mail works once and for some days. You may send it again, or withdraw it, in the same list.</p>`,
      467,
    ],
    [
      "Change what somebody may see and do",
      `<p>Open <em>Manage users</em>, choose the person, then <em>Roles</em>. Views open pages, permissions allow actions. A change holds at once, also in pages that the person has open.</p><p>Nobody can take away their own last right to manage users.</p>`,
      398,
    ],
    [
      "Restrict an engineer to certain customers or products",
      `<p>Open the person under <em>Manage users</em>, then <em>Customers and products</em>. A restricted engineer finds, sees and orders for these only. Bills of the whole company are hidden from them.</p>`,
      176,
    ],
    [
      "Let a customer's administrator in",
      `<p>Open <em>Manage users</em>, the tab for customer administrators, and invite the person for their customer. They see their own services and users in your look, and order only what your order rules allow.</p>`,
      288,
    ],
    [
      "Hide prices from somebody",
      `<p>Prices are shown to people with the view Billing. For everybody else in the company you can hide them under <em>Your account, Display</em>. Engineers then order without seeing what it costs.</p>`,
      154,
    ],
    [
      "Somebody has left: what to do",
      `<p>Open the person under <em>Manage users</em> and remove them. Their sessions and API tokens end at once. What they ordered stays, and the activity log still names them.</p>`,
      133,
    ],
  ],
  "Customers and people / Colleagues and rights / API tokens": [
    [
      "Make an API token for a script",
      `<p>Under <em>Your account, API tokens</em> choose a name, what the token may read and write, and until when. It is shown once: copy it into your script's secret store. It acts with your rights, never with more.</p><pre><code>curl -H "Authorization: Bearer $TOKEN" https://portal.example/api/customers</code></pre>`,
      119,
    ],
    [
      "A token stopped working",
      `<p>Look at its line under <em>Your account, API tokens</em>: it may have expired or been revoked, or your own rights changed. A token also stops when the person who made it is removed. A call that lacks a scope is refused with <code>403</code> and says which one it needs.</p>`,
      58,
    ],
  ],
};
