import type { AdminRole } from "../delegated-admin.ts";

/** Directory roles of Entra that a partner asks for, from the least to the most. */
export const adminRoles: readonly AdminRole[] = [
  {
    ref: "88d8e3e3-8f55-4a1e-953a-9b9898b8876b",
    name: "Directory Readers",
    about: "Read users, groups and licences. Needed to see what is used.",
  },
  {
    ref: "f2ef992c-3afb-46b9-b7cf-a126ee74c451",
    name: "Global Reader",
    about: "Read everything an administrator sees, and change nothing.",
  },
  {
    ref: "f023fd81-a637-4b56-95fd-791ac0226033",
    name: "Service Support Administrator",
    about: "See the health of services and open support requests.",
  },
  {
    ref: "4d6ac14f-3453-41d0-bef9-a3e0c569773a",
    name: "License Administrator",
    about: "Give licences to users and take them back.",
  },
  {
    ref: "729827e3-9c14-49f7-bb1b-9608f156bbb8",
    name: "Helpdesk Administrator",
    about: "Reset passwords of those who are no administrators.",
  },
  {
    ref: "9360feb5-f418-4baa-8175-e2a00bac4301",
    name: "Directory Writers",
    about: "Write basic directory data. Needed to move licences at an upgrade.",
  },
  {
    ref: "fe930be7-5e62-47db-91af-98c3a49a38b1",
    name: "User Administrator",
    about: "Add, change and remove users and groups.",
  },
  {
    ref: "fdd7a751-b60b-444a-984c-02652fe8fa1c",
    name: "Groups Administrator",
    about: "Manage groups and their settings.",
  },
  {
    ref: "29232cdf-9323-42fd-ade2-1d097af3e4de",
    name: "Exchange Administrator",
    about: "Manage mailboxes and the flow of mail.",
  },
  {
    ref: "3a2c62db-5318-420d-8d74-23affee5d9d5",
    name: "Intune Administrator",
    about: "Manage devices and their policies.",
  },
  {
    ref: "c4e39bd9-1100-46d3-8c65-fb160da0071f",
    name: "Authentication Administrator",
    about: "Reset ways to sign in of those who are no administrators.",
  },
  {
    ref: "62e90394-69f5-4237-9190-012177145e10",
    name: "Global Administrator",
    about: "Do everything, for all users and services.",
    isEverything: true,
  },
];
