import { Badge } from '../../ui/badge.tsx';
import { recordTexts as t } from './record-texts.ts';

/** Whether visitors see a record. */
export function RecordState({ isPublished }: { isPublished: boolean }) {
  return (
    <Badge shape={isPublished ? 'ring' : 'circle'} variant={isPublished ? 'outline' : 'secondary'}>
      {isPublished ? t.published : t.draft}
    </Badge>
  );
}
