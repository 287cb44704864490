import { readRecord, saveRecord, signPreview } from '../../../data/content-records.ts';
import { addToMedia } from '../../media/upload/add-to-media.ts';
import type { RecordKind } from '../editor/record-kind.ts';
import { columnsOf, draftOf, emptyApp, findAppProblems, type AppDraft, type AppRow } from './app-draft.ts';
import { AppForm } from './app-form.tsx';

export const appKind: RecordKind<AppRow, AppDraft> = {
  thing: 'app',
  list: 'Apps',
  path: '/dashboard/apps',
  publicPath: '/apps',
  queryKey: 'apps',
  slugField: 'app-slug',
  empty: emptyApp,
  titleOf: (row) => row.name,
  draftOf,
  findProblems: findAppProblems,
  read: (id) => readRecord('apps', id),
  preview: (id) => signPreview('apps', id),
  async save({ id, values, version }) {
    const result = await saveRecord('apps', { id, columns: columnsOf(values), version });
    if (result.outcome === 'saved') {
      const { logo_url: url, logo_alt: alt } = result.row;
      await addToMedia({ source: 'app', id, kind: 'logo', url, alt });
    }
    return result;
  },
  renderForm: (draft, stored) => <AppForm draft={draft} stored={stored} />,
};
