import { contentTypes, type ContentTable } from '../../content/content-types.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorLayout } from './error-layout.tsx';
import { missingRecordTexts } from './missing-record-texts.ts';

export function MissingRecord({ table, title }: { table: ContentTable; title: string }) {
  const { label, path } = contentTypes[table];
  return (
    <ErrorLayout title={title}>
      <p>{missingRecordTexts.text}</p>
      <ButtonLink size="public" to={path}>
        {missingRecordTexts.back(label)}
      </ButtonLink>
    </ErrorLayout>
  );
}
