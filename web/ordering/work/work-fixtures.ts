import type { WorkItem, WorkLoad, WorkPage } from "./work.queries.ts";

export const workId = "019a0000-0000-7000-8000-0000000000a1";
export const [priya, alex] = ["019a0000-0000-7000-8000-0000000000b1", "019a0000-0000-7000-8000-0000000000b2"];

/** An order of hosted voice that nobody has taken. */
export const workItemOf = (changes: Partial<WorkItem> = {}): WorkItem => ({
  Id: workId,
  ResellerName: "Harbour IT",
  CustomerName: "Acme Dental",
  Title: "Provide 5 × Standard user",
  OrderNumber: "0000-00E1",
  Status: "queued",
  Note: null,
  Assignee: null,
  AssigneeId: null,
  ProductName: "Hosted Voice",
  Due: "2026-06-03",
  StepsLeft: 0,
  EstimatedCompletion: "2026-06-03",
  Created: "2026-05-20T13:05:00.000Z",
  Lines: [],
  Delivery: null,
  Details: {},
  ...changes,
});

export const workPageOf = (changes: Partial<WorkPage> = {}): WorkPage => ({
  ...workItemOf(),
  Steps: [],
  History: [],
  ...changes,
});

/** Alex is signed in, Priya is a colleague. */
export const workLoad: WorkLoad = {
  Open: 12,
  Overdue: 3,
  Unassigned: 5,
  Oldest: "2026-05-10T08:00:00.000Z",
  People: [
    { Id: priya, Name: "Priya Nair", IsMe: false, Open: 6, Overdue: 2 },
    { Id: alex, Name: "Alex Tradewind", IsMe: true, Open: 1, Overdue: 0 },
  ],
  Products: [
    {
      Id: "hosted-voice",
      Name: "Hosted Voice",
      Open: 9,
      Overdue: 3,
      Unassigned: 4,
      Oldest: "2026-05-10T08:00:00.000Z",
    },
    { Id: "exclaimer", Name: "Exclaimer", Open: 3, Overdue: 0, Unassigned: 1, Oldest: "2026-05-19T08:00:00.000Z" },
  ],
  Resellers: [{ Id: "019a0000-0000-7000-8000-0000000000aa", Name: "Harbour IT", Open: 12 }],
};
