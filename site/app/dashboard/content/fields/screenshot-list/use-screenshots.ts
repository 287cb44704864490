import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { browserClient } from '../../../../data/browser-client.ts';
import { readAll } from '../../../../data/read-or-throw.ts';
import { orderAppMedia, type MediaRow } from '../../../media/write-media.ts';

async function readScreenshots(appId: string): Promise<MediaRow[]> {
  const media = await readAll('the screenshots', (from, to) =>
    browserClient()
      .from('app_media')
      .select('id, kind, url, alt')
      .eq('app_id', appId)
      .order('sort_order')
      .order('id')
      .range(from, to),
  );
  return media.map((row) => ({ ...row, source: 'app' }));
}

function keyOf(appId: string) {
  return ['media', 'in-order', appId];
}

/** All media of an app in the order of its page; a logo that was uploaded is among them. */
export function useScreenshots(appId: string, enabled = true) {
  return useQuery({ queryKey: keyOf(appId), queryFn: () => readScreenshots(appId), enabled });
}

/** Writes a new order, shown at once; one that is refused is taken back. Orders are written one after the other. */
export function useOrder(appId: string) {
  const queries = useQueryClient();
  return useMutation({
    scope: { id: `order-${appId}` },
    mutationFn: (rows: readonly MediaRow[]) =>
      orderAppMedia(
        appId,
        rows.map(({ id }) => id),
      ),
    async onMutate(rows) {
      await queries.cancelQueries({ queryKey: keyOf(appId) });
      queries.setQueryData(keyOf(appId), [...rows]);
    },
    onError: () => queries.invalidateQueries({ queryKey: keyOf(appId) }),
  });
}
