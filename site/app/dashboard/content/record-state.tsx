// The state of a record, with the link to its page.
import { useAgency } from '../../agency/use-agency.ts';
import { Badge } from '../../ui/badge.tsx';
import { recordTexts as t } from './record-texts.ts';
import { formatZonedTime } from '../screen/zoned-time.ts';
import { Icon } from '../../ui/icon.tsx';
import { RichText } from '../../texts/rich-text.tsx';

export interface RecordStateBadgeProps {
  isPublished: boolean;
  /** when it will be published, if that is in the future */
  scheduledFor: string | null;
}

/** Whether visitors can see a record, or from when. */
export function RecordStateBadge({ isPublished, scheduledFor }: RecordStateBadgeProps) {
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

interface RecordPageLinkProps {
  /** name of the record */
  title: string;
  /** the path of its public page, or of its preview */
  path: string;
  /** whether the editor has changes that the preview does not show */
  isChanged?: boolean;
}

/** A link that opens the page of a record in a new tab, or a preview while the record is not public. */
export function RecordPageLink({ title, path, isChanged = false }: RecordPageLinkProps) {
  return (
    <a
      className="button"
      data-size="dashboard"
      data-variant="secondary"
      href={path}
      rel="noreferrer"
      target="_blank"
    >
      <Icon name="external" />
      <RichText text={isChanged ? t.viewSaved(title) : t.view(title)} />
    </a>
  );
}
