-- When a vendor was last asked about an order, in real time: pressing Look now again and again asks no more often.
alter table orders add column looked_at timestamptz;
