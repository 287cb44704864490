import { useQuery } from '@tanstack/react-query';
import { contentTables } from '../../content/content-types.ts';
import { DeleteRecord } from '../screen/delete-record.tsx';
import { kindWord } from './media-sources.ts';
import { mediaTexts } from './media-texts.ts';
import { deleteMedia, readUses, type MediaRow } from './write-media.ts';

export interface DeleteMediaProps {
  item: MediaRow;
  /** name of its service or app */
  of: string | null;
  onClose: () => void;
}

const t = mediaTexts.remove;
const longestName = 80;

function consequence(
  { source, kind }: MediaRow,
  of: string | null,
  shownOn: readonly string[],
): string | null {
  if (shownOn.length > 0) return t.shownOn(shownOn);
  return source === 'app' && kind !== 'logo' ? t.fromPageOf(of) : null;
}

function nameOf({ alt, kind }: MediaRow): string {
  if (alt === '') return t.undescribed(kindWord(kind));
  return alt.length > longestName ? t.namedShortened(alt.slice(0, longestName)) : t.named(alt);
}

/** Confirms a deletion and lists the pages that show the picture. */
export function DeleteMedia({ item, of, onClose }: DeleteMediaProps) {
  const { data: { shownOn, inTextOf } = { shownOn: [], inTextOf: [] } } = useQuery({
    queryKey: ['media', 'shown-on', item.url],
    queryFn: () => readUses(item.url),
    staleTime: 0,
  });
  const filesText = item.source === 'app' ? t.filesOfVersions : t.files;
  const change = consequence(item, of, shownOn) ?? (inTextOf.length > 0 ? null : t.unused);
  return (
    <DeleteRecord
      onClose={onClose}
      queryKeys={['media', ...contentTables]}
      remove={() => deleteMedia(item)}
      thing={t.thing}
      title={nameOf(item)}
    >
      {change !== null && <li>{change}</li>}
      <li>{inTextOf.length > 0 ? t.inTextOf(inTextOf) : filesText}</li>
    </DeleteRecord>
  );
}
