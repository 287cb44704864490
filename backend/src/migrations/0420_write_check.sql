-- Written by /readyz, which is no sign of anything while writes fail. Emptied and filled again, so that each check
-- needs a new block of the disk and the table never grows.
create table backend.write_check (
  only_one boolean primary key default true check (only_one)
);
