import { contentTypes, type ContentTable } from '../../content/content-types.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorLayout } from './error-layout.tsx';
import { missingRecordTexts as t } from './missing-record-texts.ts';

interface MissingRecordProps {
  table: ContentTable;
  title: string;
  /** not null: it was asked for by a preview's token, which is expired or invalid */
  previewUntil: number | null;
}

export function MissingRecord({ table, title, previewUntil }: MissingRecordProps) {
  if (previewUntil !== null) {
    return (
      <ErrorLayout title={t.previewExpired.title}>
        <p>{t.previewExpired.text}</p>
      </ErrorLayout>
    );
  }
  const { label, path } = contentTypes[table];
  return (
    <ErrorLayout title={title}>
      <p>{t.text}</p>
      <ButtonLink size="public" to={path}>
        {t.back(label)}
      </ButtonLink>
    </ErrorLayout>
  );
}
