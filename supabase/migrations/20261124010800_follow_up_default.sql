-- The trigger computes it from the day; the default says to clients that they need not.
alter table public.lead_follow_ups alter column due_at set default now();
