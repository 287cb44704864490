import { CategorySelect } from '../categories/category-select.tsx';
import type { ContentField } from '../content-form.ts';

/** One of the categories, "" for none. */
export const categoryField: ContentField<string> = {
  name: 'category',
  empty: '',
  read: (row) => String(row['category_id'] ?? ''),
  write: (value) => ({ category_id: value || null }),
  render: ({ id, value, onChange }) => <CategorySelect id={id} onChange={onChange} value={value} />,
};
