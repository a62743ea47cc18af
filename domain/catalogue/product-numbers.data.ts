/** Numbers of the agreement and marketplace scheme (CAT-14). No other scheme shares them. */
export const agreementServiceIds = {
  hostedExchange: 1,
  sharePoint: 2,
  emailSecurity: 3,
  secureEmailMessage: 4,
  azure: 6,
  office365: 8,
  backupAcronis: 9,
  bitdefender: 12,
  hostedVoice: 13,
  appInteract: 14,
  hostedVoiceHardware: 15,
  messageLabs: 16,
  exclaimer: 17,
  acronisFilesCloud: 18,
  cloudTalk: 19,
  skykick: 21,
  azureRI: 22,
  dropSuite: 23,
  azureSS: 26,
  vade: 27,
  cloudServer: 30,
  azureASP: 114,
} as const;

/** Products that `office365` of the agreement scheme splits into (CAT-16). */
export const office365SubIds = { core: 1, azure: 6 } as const;

/** Products that stay enabled at user level after being added (CAT-30). */
export const enabledAgainForUser: readonly number[] = [
  agreementServiceIds.sharePoint,
  agreementServiceIds.backupAcronis,
];

/** Products that a customer can have only once (CAT-31). */
export const disabledOnceAdded: readonly number[] = [
  agreementServiceIds.bitdefender,
  agreementServiceIds.appInteract,
  agreementServiceIds.vade,
  agreementServiceIds.azureRI,
  agreementServiceIds.azureASP,
];

/** Products hidden from end-user admins, who may not order them either (CAT-35). */
export const hiddenFromEndUserAdmin: readonly number[] = [
  agreementServiceIds.bitdefender,
  agreementServiceIds.appInteract,
  agreementServiceIds.exclaimer,
  agreementServiceIds.messageLabs,
  agreementServiceIds.vade,
  agreementServiceIds.azureRI,
  agreementServiceIds.azureASP,
  agreementServiceIds.azureSS,
];
