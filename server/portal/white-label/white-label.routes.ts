import { toLabelFields, whiteLabel } from "@tradewind/contract/portal/white-label.ts";
import { marketplaceLabel } from "@tradewind/domain/portal/white-label.ts";
import { AppError } from "../../platform/app-error.ts";
import { answer, answerPrepared } from "../../platform/http.ts";
import { changeLabel, currentLabel, readPictures } from "./white-label.actions.ts";

export const whiteLabelRoutes = [
  answer(whiteLabel.current, (context) => currentLabel(context, context.db)),
  answer(whiteLabel.logo, async (context, { params }) => {
    const wanted = params.whiteLabelId.toLowerCase();
    if (wanted === marketplaceLabel.id) return toLabelFields(marketplaceLabel).Logo;
    const seen = await currentLabel(context, context.db);
    if (seen.WhiteLabelId !== wanted) throw new AppError("notFound");
    return seen.Logo;
  }),
  answerPrepared(
    whiteLabel.change,
    ({ actor, platform }, { body }) => readPictures(platform, actor, body),
    (doing, { body }, pictures) => changeLabel(doing, body, pictures),
  ),
];
