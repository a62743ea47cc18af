/** What stands in each Azure subscription, and what a day of each meter costs; `weekend` is the share of it that a day of rest takes. */
type Resource = { name: string; kind: string; weekend: number; meters: readonly (readonly [string, number])[] };

export const azureLayout: readonly { group: string; resources: readonly Resource[] }[] = [
  {
    group: "production",
    resources: [
      {
        name: "web-1",
        kind: "Microsoft.Compute/virtualMachines",
        weekend: 1,
        meters: [
          ["D4s v5", 3.84],
          ["P10 LRS Disk", 0.58],
        ],
      },
      {
        name: "web-2",
        kind: "Microsoft.Compute/virtualMachines",
        weekend: 0.6,
        meters: [
          ["D4s v5", 3.84],
          ["P10 LRS Disk", 0.58],
        ],
      },
      {
        name: "orders-db",
        kind: "Microsoft.Sql/servers/databases",
        weekend: 0.9,
        meters: [
          ["vCore", 5.62],
          ["General Purpose Data Stored", 0.74],
        ],
      },
      {
        name: "gateway",
        kind: "Microsoft.Network/applicationGateways",
        weekend: 0.7,
        meters: [
          ["Standard Fixed Cost", 4.1],
          ["Standard Data Transfer Out", 1.26],
        ],
      },
    ],
  },
  {
    group: "staging",
    resources: [
      {
        name: "staging-1",
        kind: "Microsoft.Compute/virtualMachines",
        weekend: 0.1,
        meters: [
          ["D2s v5", 1.92],
          ["P10 LRS Disk", 0.58],
        ],
      },
      {
        name: "build-agents",
        kind: "Microsoft.Compute/virtualMachineScaleSets",
        weekend: 0.05,
        meters: [["D2s v5", 2.7]],
      },
    ],
  },
  {
    group: "backup",
    resources: [
      {
        name: "vault",
        kind: "Microsoft.RecoveryServices/vaults",
        weekend: 1,
        meters: [
          ["GRS Data Stored", 1.48],
          ["Azure VM Protected Instance", 0.97],
        ],
      },
      {
        name: "archive",
        kind: "Microsoft.Storage/storageAccounts",
        weekend: 1,
        meters: [
          ["Cool LRS Data Stored", 0.66],
          ["Cool Write Operations", 0.08],
        ],
      },
    ],
  },
];
