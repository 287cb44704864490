create table books (
  id bigint generated always as identity primary key,
  title text not null
);

alter table books enable row level security;

-- Everybody reads; only signed-in users add.
create policy "books are public" on books for select using (true);
create policy "users add books" on books for insert to authenticated with check (true);

insert into books (title) values ('Anne of Green Gables');
