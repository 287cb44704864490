// What is set for search engines and shared links, while it is edited.
import type { ContentTableName } from '../../../content/content-types.ts';
import type { RecordSeo } from '../../../seo/record-seo.ts';
import type { ContentFieldProps } from '../content-form.ts';

export interface SeoDraft {
  title: string;
  description: string;
  image: string;
  isHidden: boolean;
}

/** What is stored: only what is set. */
export function seoOf({ title, description, image, isHidden }: SeoDraft): RecordSeo {
  return {
    ...(title.trim() !== '' && { title: title.trim() }),
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(image !== '' && { image }),
    ...(isHidden && { hidden: true }),
  };
}

export interface SeoPanelProps extends ContentFieldProps<SeoDraft> {
  table: ContentTableName;
}
