/** What happens to invoices that stay open, by days after they were due. A changed rule takes a new id. */
export const dunningPolicies = {
  standard: {
    id: "standard-1",
    /** Working days after the due day on which automatic payment tries again what may go through then. */
    retryDays: [3, 7, 12],
    /** The least that is asked for, in minor units: less is left until more is owed. */
    leastMinor: 100n,
    steps: [
      { id: "reminder", days: 3 },
      { id: "overdue", days: 7 },
      { id: "lastWarning", days: 14 },
      { id: "orderingPaused", days: 21 },
      { id: "escalated", days: 30 },
    ],
  },
  /** For whoever's ordering is not paused. */
  remindersOnly: {
    id: "reminders-1",
    retryDays: [3, 7, 12],
    leastMinor: 100n,
    steps: [
      { id: "reminder", days: 3 },
      { id: "overdue", days: 7 },
      { id: "lastWarning", days: 14 },
      { id: "escalated", days: 30 },
    ],
  },
} as const;
