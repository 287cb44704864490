import { useAgency } from '../../agency/use-agency.ts';
import { Badge } from '../../ui/badge.tsx';
import { recordTexts as t } from './record-texts.ts';
import { formatZonedTime } from './zoned-time.ts';

export interface RecordStateProps {
  isPublished: boolean;
  /** when it goes on the site, where that is still to come */
  scheduledFor: string | null;
}

/** Whether visitors see a record, or from when. */
export function RecordState({ isPublished, scheduledFor }: RecordStateProps) {
  const { timeZone } = useAgency();
  if (scheduledFor !== null) {
    return (
      <Badge shape="dot" variant="secondary">
        {t.scheduled(formatZonedTime(scheduledFor, timeZone))}
      </Badge>
    );
  }
  return (
    <Badge shape={isPublished ? 'ring' : 'circle'} variant={isPublished ? 'outline' : 'secondary'}>
      {isPublished ? t.published : t.draft}
    </Badge>
  );
}
