-- Periodic tasks of a company get the columns of all work that waits, so that one queue does them.
alter table company_task rename column task to id;
alter table company_task
  add column status text collate "C" not null default 'queued',
  add column lane text collate "C",
  add column attempts integer not null default 0,
  -- Identifies the lease under which a process runs the task.
  add column lease_token uuid,
  add column leased_by integer,
  add column leased_at timestamptz(3),
  add column lease_until timestamptz(3),
  add column last_error text,
  add column created_at timestamptz(3) not null default now(),
  add column finished_at timestamptz(3);
update company_task set lane = id;
alter table company_task alter column status drop default;
alter table company_task alter column created_at drop default;
alter table company_task alter column lane set not null;
alter table company_task add constraint company_task_status_check check (status in ('queued', 'done', 'failed'));
alter table company_task add constraint company_task_lease_check
  check ((lease_token is null) = (lease_until is null) and (lease_token is null or status = 'queued'));
alter table company_task add constraint company_task_finished_at_check check ((finished_at is null) = (status = 'queued'));
create index company_task_status_idx on company_task (company_id, status, due_at) where status = 'queued';
