-- Under which key the signing secrets are encrypted: one row, and all processes must have that key.
create table secret_key (
  -- HMAC-SHA256 under the key, hex: it tells keys apart and nothing of them.
  fingerprint text collate "C" not null,
  singleton boolean not null default true,
  constraint secret_key_pkey primary key (singleton),
  constraint secret_key_singleton_check check (singleton)
);
