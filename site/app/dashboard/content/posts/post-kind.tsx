import { readRecord, saveRecord, signPreview } from '../../../data/content-records.ts';
import type { RecordKind } from '../editor/record-kind.ts';
import {
  columnsOf,
  draftOf,
  emptyPost,
  findPostProblems,
  type PostDraft,
  type PostRow,
} from './post-draft.ts';
import { PostForm } from './post-form.tsx';

export const postKind: RecordKind<PostRow, PostDraft> = {
  thing: 'post',
  list: 'Resources',
  path: '/dashboard/resources',
  publicPath: '/resources',
  queryKey: 'posts',
  slugField: 'post-slug',
  empty: emptyPost,
  titleOf: (row) => row.title,
  draftOf,
  findProblems: findPostProblems,
  read: (id) => readRecord('posts', id),
  save: ({ id, values, version }) => saveRecord('posts', { id, columns: columnsOf(values), version }),
  preview: (id) => signPreview('posts', id),
  renderForm: (draft, stored) => <PostForm draft={draft} stored={stored} />,
};
