/** 100 authors and 5,000 books that anyone may read. */
export const librarySql = `
  create table authors (id int primary key, name text not null);
  create table books (
    id int primary key,
    title text not null,
    author_id int not null references authors,
    pages int not null,
    published boolean not null,
    added_at timestamptz not null default now()
  );
  create index books_author on books (author_id);
  create index books_added on books (added_at desc);
  alter table books enable row level security;
  alter table authors enable row level security;
  create policy anyone_reads_published on books for select using (published);
  create policy anyone_reads on authors for select using (true);
  insert into authors select n, 'Author ' || n from generate_series(1, 100) as n;
  insert into books (id, title, author_id, pages, published, added_at)
    select n, 'Book ' || n, 1 + n % 100, 50 + n % 400, n % 10 <> 0, timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, 5000) as n;
  analyze`;

/** Twenty rows by an index, filtered by a policy. */
export const readQuery = 'select=id,title,pages,added_at&order=added_at.desc&limit=20';
