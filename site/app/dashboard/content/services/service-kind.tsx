import { readRecord, saveRecord, signPreview } from '../../../data/content-records.ts';
import { addToMedia } from '../../media/upload/add-to-media.ts';
import type { RecordKind } from '../editor/record-kind.ts';
import { findServiceProblems } from './check-service.ts';
import { columnsOf, draftOf, emptyService, type ServiceDraft, type ServiceRow } from './service-draft.ts';
import { ServiceForm } from './service-form.tsx';

export const serviceKind: RecordKind<ServiceRow, ServiceDraft> = {
  thing: 'service',
  list: 'Services',
  path: '/dashboard/services',
  publicPath: '/services',
  queryKey: 'services',
  slugField: 'service-slug',
  empty: emptyService,
  titleOf: (row) => row.name,
  draftOf,
  findProblems: findServiceProblems,
  read: (id) => readRecord('services', id),
  preview: (id) => signPreview('services', id),
  async save({ id, values, version }) {
    const result = await saveRecord('services', { id, columns: columnsOf(values), version });
    if (result.outcome === 'saved') {
      const { hero_image_url: url, hero_image_alt: alt } = result.row;
      await addToMedia({ source: 'service', id, kind: 'hero', url, alt });
    }
    return result;
  },
  renderForm: (draft, stored) => <ServiceForm draft={draft} stored={stored} />,
};
