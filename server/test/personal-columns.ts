/** Which columns may hold something about a person, by their names. */

/** Names of columns that may name a person. */
export const suspicious =
  /person|member|user|signer|author|assignee|inviter|invited|opened_by|placed_by|asked_by|decided_by|created_by|sent_by|behind|(^|_)who$|first_name|last_name|full_name|display_name|contact|mail|phone|(^|_)ip$|device|agent$|login|subject$|job_title|birth|signature/;
/** Those that do not, whatever they are called. */
export const innocent = new Set([
  "activity.who_erased",
  "activity.what_erased",
  "activity_chain.who_salt",
  "activity_chain.who_digest",
  "agreement_signatures.signature_image_id",
  "announcements.user_kinds",
  "rating_features.user_kinds",
  "activity_roots.signature",
  "customers.user_count",
  "resellers.billing_email",
  "offers.is_per_person",
  "order_rules.second_person",
]);
