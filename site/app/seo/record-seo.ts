/** What an editor set for search engines and shared links instead of the page's own texts; the rest is missing. */
export interface RecordSeo {
  title?: string;
  description?: string;
  /** URL of an uploaded image */
  image?: string;
  /** whether search engines are asked not to list the page */
  hidden?: boolean;
}

/** The column `seo` of a record, whose form the database checks. */
export function recordSeoOf(seo: unknown): RecordSeo {
  return (seo ?? {}) as RecordSeo;
}
