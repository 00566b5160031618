-- When the background work of a company is due. The row is locked while a process does the work.
create table company_task (
  company_id bigint not null,
  -- Name of the task.
  task text collate "C" not null,
  due_at timestamptz(3) not null,
  constraint company_task_pkey primary key (company_id, task),
  constraint company_task_company_id_fkey foreign key (company_id) references company on delete cascade
);
