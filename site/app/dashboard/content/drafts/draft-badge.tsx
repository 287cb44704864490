// Marks records of a list that have unpublished changes.
import { useQuery } from '@tanstack/react-query';
import { useAgency } from '../../../agency/use-agency.ts';
import type { ContentTableName } from '../../../content/content-types.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { readAllRows } from '../../../data/data-or-throw.ts';
import { Badge } from '../../../ui/badge.tsx';
import { formatZonedTime } from '../../screen/zoned-time.ts';
import { draftTexts as t } from './draft-texts.ts';

export interface DraftMark {
  /** of the record */
  id: string;
  due_at: string | null;
  zone: string | null;
  error: string | null;
}

/** The records of a type that have a draft, by their ids. */
export function useDraftMarks(table: ContentTableName): ReadonlyMap<string, DraftMark> | undefined {
  const { data } = useQuery({
    queryKey: [table, 'drafts'],
    queryFn: async () => {
      const rows = await readAllRows('the drafts', (from, to) =>
        browserClient()
          .from('content_heads')
          .select('id:record_id, due_at, zone, error')
          .eq('kind', table)
          .not('draft', 'is', null)
          .order('record_id')
          .range(from, to),
      );
      return new Map(rows.map((row) => [row.id, row]));
    },
  });
  return data;
}

export function DraftBadge({ mark: { due_at: dueAt, zone, error } }: { mark: DraftMark }) {
  const { timeZone } = useAgency();
  if (error !== null) {
    return (
      <Badge shape="struck" variant="secondary">
        {t.badgeFailed}
      </Badge>
    );
  }
  return (
    <Badge shape="dot" variant="secondary">
      {dueAt === null ? t.badge : t.badgeScheduled(formatZonedTime(dueAt, zone ?? timeZone))}
    </Badge>
  );
}
