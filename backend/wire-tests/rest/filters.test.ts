import { expect, test } from 'vitest';
import { idsOf, startLibrary } from './library.ts';
import { setUp } from '../set-up.ts';

const server = setUp(startLibrary);

const ids = (query: string, table?: string) => idsOf(server, query, table);

test.each([
  ['id=eq.2', [2]],
  ['id=neq.2', [1, 3, 4]],
  ['pages=gt.120', [1, 3]],
  ['pages=gte.120', [1, 2, 3]],
  ['pages=lt.120', [4]],
  ['pages=lte.120', [2, 4]],
  ['title=like.*Engines', [1, 2]],
  ['title=ilike.*engines*', [1, 2]],
  ['title=match.^Eng', [1]],
  ['title=imatch.^eng', [1]],
  ['title=like(any).{Eng*,Orp*}', [1, 4]],
  ['title=like(all).{*Engines,Notes*}', [2]],
  ['id=eq(any).{1,4}', [1, 4]],
  ['id=in.(1,3)', [1, 3]],
  ['id=in.()', []],
  ['title=in.("Orphan","Bob\'s 100% \\"Best\\", (1)")', [3, 4]],
  ['author_id=is.null', [4]],
  ['author_id=not.is.null', [1, 2, 3]],
  ['author_id=is.not_null', [1, 2, 3]],
  ['author_id=isdistinct.1', [3, 4]],
  ['author_id=not.eq.1', [3]],
  ['tags=cs.{math}', [1, 2]],
  ['tags=cd.{math,old}', [1, 2, 4]],
  ['tags=ov.{old,new}', [1, 3]],
  ['printed=cs.[2020-05-05,2020-05-06)', [1]],
  ['printed=sl.[2021-06-01,2021-07-01)', [1]],
  ['printed=sr.[2020-01-01,2020-12-31)', [2]],
  ['printed=nxr.[2020-06-01,2021-01-01)', [1]],
  ['printed=nxl.[2021-01-01,2021-06-01)', [2]],
  ['printed=adj.[2019-01-01,2020-01-01)', [1]],
  ['words=fts.engine', [1, 2]],
  ['words=plfts(english).the engines', [1, 2]],
  ['words=phfts(english).notes on engines', [2]],
  ['words=wfts(english).engines -notes', [1]],
  ['title=fts(english).engine', [1, 2]],
  ['or=(id.eq.1,title.eq.Orphan)', [1, 4]],
  ['or=(id.eq.1,and(pages.lt.200,author_id.not.is.null))', [1, 2]],
  ['not.or=(id.eq.1,id.eq.2)', [3, 4]],
  ['and=(pages.gt.100,not.or(id.eq.1,id.in.(2,9)))', [3]],
  ['or=(tags.cs.{math,old},title.eq."Bob\'s 100% \\"Best\\", (1)")', [1, 3]],
  ['or=(id.eq(any).{1,2},id.eq.4)', [1, 2, 4]],
] as [string, number[]][])('B-51 filter %s', async (query, expected) => {
  const encoded = query.replace(/=(.*)$/s, (_all, value: string) => `=${encodeURIComponent(value)}`);
  expect(await ids(encoded)).toEqual(expected);
});

test('B-51 rows can be filtered by JSON paths', async () => {
  expect(await ids('data->>city=eq.Paris', 'authors')).toEqual([2]);
  expect(await ids('data->deep->n=eq.7', 'authors')).toEqual([1]);
  expect(await ids('data->tags->>1=eq.poetry', 'authors')).toEqual([1]);
});
