-- What registration forms of grid operators ask for.
alter table project
  add column commissioned_on date,
  add column mastr_number text collate "C",
  add column network_carrier_id bigint,
  add column meter_number text,
  add column meter_location text,
  add column metering_point_id text collate "C",
  add column market_location_id text collate "C",
  add column metering_concept text collate "C",
  add column main_fuse_a integer,
  add column grounding_system text collate "C",
  add column connection_power_kw double precision,
  add column cadastral_district text,
  add column cadastral_section text,
  add column parcel_number text,
  add column is_owner boolean,
  add column owner_name text,
  add column owner_consent boolean,
  add column existing_systems json not null default '[]',
  add constraint project_network_carrier_id_fkey foreign key (company_id, network_carrier_id)
    references grid_operator on delete restrict;

create index project_network_carrier_id_idx on project (company_id, network_carrier_id)
  where network_carrier_id is not null;
