import { expect, test } from 'vitest';
import { findStatements } from './run-sql-script.ts';

function firstWords(sql: string): string[] {
  return [...findStatements(sql)].map(({ start }) => sql.slice(start).split(/[\s;]/)[0] ?? '');
}

test('semicolons in comments, texts, names, bodies and brackets end no statement', () => {
  const sql = `
    -- one; two
    ;; select1 ';', ';''', E'\\';', U&';', ";"";", $$;$$, $b$ $$ ; $c$ $b$, a$b$c; /* ; /* ; */ ; */
    create2 function f() returns int language sql begin atomic select case when true then 1 end; select 2; end;
    create3 rule r as on insert to t do (select 1; select 2);
    begin4; do5 $do$ begin; end $do$; naïve6 "é;"`;
  expect(firstWords(sql)).toEqual(['select1', 'create2', 'create3', 'begin4', 'do5', 'naïve6']);
});

test('a statement ends with its semicolon, the last one with the file', () => {
  const sql = '-- one\na; /* two */ b ; ;c -- three';
  expect([...findStatements(sql)].map(({ start, end }) => sql.slice(start, end))).toEqual([
    'a;',
    'b ;',
    'c -- three',
  ]);
});

test('an unclosed comment, text or quote ends with the file', () => {
  for (const end of ['/* ; a', "' ; a", '" ; a', '$$ ; a'])
    expect(firstWords(`a; b ${end}`)).toEqual(['a', 'b']);
  expect([...findStatements('')]).toEqual([]);
});
