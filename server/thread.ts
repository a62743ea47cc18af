import { drawInvoice } from "./billing/invoices/invoice-document.ts";
import { drawAgreement } from "./catalogue/agreements/agreement-document.ts";
import { drawQuote } from "./ordering/quotes/quote-document.ts";
import { answerTasks } from "./platform/thread.ts";

/** Everything that `inThread` may call. */
answerTasks({ drawInvoice, drawAgreement, drawQuote });
