import { readRecord, saveRecord, signPreview } from '../../data/content-records.ts';
import type { RecordKind } from '../../ui/editor/record-kind.ts';
import { findServiceProblems } from './check-service.ts';
import { columnsOf, draftOf, emptyService, type ServiceDraft, type ServiceRow } from './service-draft.ts';
import { ServiceForm } from './service-form.tsx';

export const serviceKind: RecordKind<ServiceRow, ServiceDraft> = {
  thing: 'service',
  list: 'Services',
  path: '/dashboard/services',
  queryKey: 'services',
  slugField: 'service-slug',
  empty: emptyService,
  titleOf: (row) => row.name,
  draftOf,
  findProblems: findServiceProblems,
  read: (id) => readRecord('services', id),
  save: ({ id, values, version }) => saveRecord('services', { id, columns: columnsOf(values), version }),
  preview: (id) => signPreview('services', id),
  renderForm: (draft, stored) => <ServiceForm draft={draft} stored={stored} />,
};
