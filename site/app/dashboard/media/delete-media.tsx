import { useQuery } from '@tanstack/react-query';
import { contentTables } from '../../content/content-types.ts';
import { DeleteRecord } from '../screen/delete-record.tsx';
import { deleteMedia, readShownOn, type MediaRow } from './write-media.ts';

export interface DeleteMediaProps {
  item: MediaRow;
  /** name of its service or app */
  of: string | null;
  onClose: () => void;
}

function consequence({ source, kind }: MediaRow, of: string | null, shownOn: readonly string[]): string {
  const pages = shownOn.join(', ');
  if (shownOn.length === 1) return `${pages} uses it and will have no image.`;
  if (shownOn.length > 1) return `${pages} use it and will have no image.`;
  if (source === 'app' && kind !== 'logo') return `It will be removed from the page for ${of ?? 'its app'}.`;
  return 'No page uses it, so nothing changes for visitors.';
}

const longestName = 80;

function nameOf({ alt, kind }: MediaRow): string {
  if (alt === '') return `this ${kind}`;
  return alt.length > longestName ? `“${alt.slice(0, longestName)}…”` : `“${alt}”`;
}

/** Confirms a deletion and lists the pages that show the picture. */
export function DeleteMedia({ item, of, onClose }: DeleteMediaProps) {
  const { data: shownOn = [] } = useQuery({
    queryKey: ['media', 'shown-on', item.url],
    queryFn: () => readShownOn(item.url),
    staleTime: 0,
  });
  return (
    <DeleteRecord
      onClose={onClose}
      queryKeys={['media', ...contentTables]}
      remove={() => deleteMedia(item)}
      thing="image"
      title={nameOf(item)}
    >
      <li>{consequence(item, of, shownOn)}</li>
      <li>Its files will be removed from the site.</li>
    </DeleteRecord>
  );
}
