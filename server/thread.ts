import { drawStatement } from "./billing/account/statement-document.ts";
import { drawInvoice } from "./billing/invoices/invoice-document.ts";
import { drawUbl } from "./billing/invoices/invoice-ubl.ts";
import { drawAgreement } from "./catalogue/agreements/agreement-document.ts";
import { drawPortLetter } from "./ordering/number-ports/port-letter-document.ts";
import { drawQuote } from "./ordering/quotes/quote-document.ts";
import { answerTasks } from "./platform/thread.ts";

/** Everything that `inThread` may call. */
answerTasks({ drawStatement, drawInvoice, drawUbl, drawAgreement, drawQuote, drawPortLetter });
