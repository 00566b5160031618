-- The logo that offers show to customers: a PNG or JPEG file.

alter table company add column logo bytea;
alter table company add constraint company_logo_check check (octet_length(logo) <= 512 * 1024);
