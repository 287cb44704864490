import type { ReactNode } from 'react';
import type { ContentField, ContentFieldProps } from '../content-form.ts';

/** A panel of the editor without a value of its own: a preview, or what is stored apart from the record. */
export function panelField(
  name: string,
  render: (props: ContentFieldProps<unknown>) => ReactNode,
): ContentField {
  return { name, empty: null, read: () => null, write: () => ({}), render };
}
