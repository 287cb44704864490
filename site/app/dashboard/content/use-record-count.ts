// A query hook that counts the records of a content table or the categories.
import { useQuery } from '@tanstack/react-query';
import type { ContentTable } from '../../content/content-types.ts';
import { browserClient } from '../../data/browser-client.ts';

type CountedTable = ContentTable | 'categories';

async function countRecords(table: CountedTable): Promise<number> {
  const { count } = await browserClient()
    .from(table)
    .select('id', { count: 'exact', head: true })
    .throwOnError();
  return count ?? 0;
}

/** How many there are, drafts included. */
export function useRecordCount(table: CountedTable) {
  return useQuery({ queryKey: [table, 'count'], queryFn: () => countRecords(table) });
}
