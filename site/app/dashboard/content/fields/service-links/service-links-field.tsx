import { defineTexts } from '../../../../texts/define-texts.ts';
import type { ContentField } from '../../content-form.ts';
import { ServiceLinks } from './service-links.tsx';

/** As the database limits them. */
const most = 12;

const t = defineTexts({ tooMany: `Choose at most ${most} services` });

/** The services that a record names, in the order in which they were chosen. */
export const serviceLinksField: ContentField<readonly string[]> = {
  name: 'services',
  empty: [],
  read: (row) => row['service_ids'] as string[],
  write: (value) => ({ service_ids: value }),
  check: ({ ask }, value, id) => ask(id, value.length > most, t.tooMany),
  render: ({ id, value, error, onChange }) => (
    <ServiceLinks chosen={value} error={error} id={id} onChange={onChange} />
  ),
};
