-- Ranges of numbers of which nothing is held and nothing rests can be withdrawn from stock.
grant update (area_code), delete on number_ranges to app_operator;
