-- What an ERP orders by, as of adding the line; unknown for existing lines.
alter table offer_line
  add column supplier text,
  add column gtin text,
  add column manufacturer_article_number text;
