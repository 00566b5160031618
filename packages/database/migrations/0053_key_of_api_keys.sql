-- The fingerprint of the service's key with which an API key was made. Null if it is not known which one of those before the present key.
alter table api_key add column secret_fingerprint text collate "C";

update api_key
   set secret_fingerprint = case
         when secret_key.changed_at is null or api_key.created_at >= secret_key.changed_at then secret_key.fingerprint
         else secret_key.former_fingerprint
       end
  from secret_key;

alter table secret_key drop column changed_at;
