-- How the pages for customers look, where they lead, and which websites may show the booking page in a frame.
alter table company
  add column brand_color text collate "C",
  add column imprint_url text,
  add column privacy_url text,
  add column embed_origins text[] not null default '{}';
