-- A price list says which of its prices are add-ons: bought beside something else, never what a service starts at.

comment on column public.services.pricing_json is
  'list of {name, price, unit?, addon?}; price in Canadian dollars, 0 means paid by results; addon: true is never what a service starts at';
