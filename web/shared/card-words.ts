import type { PaymentCard } from "@tradewind/contract/billing/payment-methods.ts";
import { brandWords, type CardBrand } from "@tradewind/domain/billing/payment-methods.ts";

export const wordOfBrand = (brand: CardBrand | null): string => (brand ? brandWords[brand] : "Card");

export const ending = (lastFour: string | null) => (lastFour ? ` ending ${lastFour}` : "");
export const nameOfCard = ({ Brand, LastFour }: Pick<PaymentCard, "Brand" | "LastFour">): string =>
  wordOfBrand(Brand) + ending(LastFour);

export const expiryOf = ({ ExpiryMonth, ExpiryYear }: PaymentCard): string | undefined =>
  ExpiryMonth && ExpiryYear ? `${String(ExpiryMonth).padStart(2, "0")}/${ExpiryYear}` : undefined;
