/** Who an invoice is from and to, as they were when it was issued. */
export type Party = { name: string; addressLines: string[]; country: string; vatNumber: string | null };
export type Seller = Party & {
  companyNumber: string;
  registeredOffice: string;
  bankName: string;
  accountName: string;
  sortCode: string;
  accountNumber: string;
  iban: string;
  bic: string;
};
