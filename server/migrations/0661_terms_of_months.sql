-- As addMonths in the rules: the day of a later month, or that month's last where it has none such.
create function month_on(day date, months int, anchor int) returns date language sql immutable parallel safe
  return least(
    (date_trunc('month', day::timestamp) + make_interval(months => months))::date + anchor - 1,
    (date_trunc('month', day::timestamp) + make_interval(months => months + 1))::date - 1);

-- As termCost: whole periods of some months each, and the days of the last one, in pence.
create function term_cost(period_minor numeric, months int, anchor int, begins date, ends date) returns numeric language sql immutable parallel safe
  return (
    select period_minor * whole + round(period_minor * (ends - month_on(begins, whole * months, anchor))
      / (month_on(begins, (whole + 1) * months, anchor) - month_on(begins, whole * months, anchor)))
    from (select count(*)::int as whole from generate_series(1, 36) k where month_on(begins, k::int * months, anchor) <= ends) w);
