import type { ReactNode } from 'react';
import type { ContentField, FieldProps } from '../content-form.ts';

/** A panel of the editor without a value of its own: a preview, or what is stored apart from the record. */
export function panelField(name: string, render: (props: FieldProps<unknown>) => ReactNode): ContentField {
  return { name, empty: null, read: () => null, write: () => ({}), render };
}
