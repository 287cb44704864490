// The places that show an image, with links to their editors.
import { Link } from 'react-router';
import { contentTables, contentTypeOf, dashboardListPath } from '../../../content/content-types.ts';
import { libraryTexts } from './library-texts.ts';
import type { ImageUse } from './use-images.ts';

const t = libraryTexts.card;
const list = new Intl.ListFormat('en-CA');

function contentTableOf(kind: string) {
  return contentTables.find((table) => table === kind);
}

/** "Service: Audits (in the trash)" */
function placeLabel({ kind, name, state }: ImageUse): string {
  if (kind === 'content_autosaves') return t.ofColleague;
  const table = contentTableOf(kind);
  const others = name === null ? t.agency : t.partner(name);
  const place = table ? t.record(contentTypeOf(table).one, name ?? '') : others;
  if (state === 'now') return place;
  if (state === 'unsaved') return t.isUnsaved(place);
  return state === 'trash' ? t.inTrash(place) : t.inVersion(place);
}

/** Null: only a colleague can open it. */
function editorPathOf({ kind, id, state }: ImageUse): string | null {
  if (kind === 'content_autosaves') return null;
  const table = contentTableOf(kind);
  if (!table) return '/dashboard/agency';
  return state === 'trash' ? '/dashboard/trash' : `${dashboardListPath(table)}/${id ?? 'new'}`;
}

/** "Service: Audits and Partner: Kelpbridge" */
export function describePlaces(uses: readonly ImageUse[]): string {
  return list.format(uses.map(placeLabel));
}

function Place({ use }: { use: ImageUse }) {
  const path = editorPathOf(use);
  if (path === null) return <span>{placeLabel(use)}</span>;
  return (
    <Link className="link" to={path}>
      {placeLabel(use)}
    </Link>
  );
}

export function ImageUses({ uses }: { uses: readonly ImageUse[] }) {
  if (uses.length === 0) return <p className="muted small">{t.unused}</p>;
  return (
    <div className="small">
      <p className="muted">{t.usedIn}</p>
      <ul className="stack gap-4">
        {uses.map((use) => (
          <li key={`${use.kind} ${use.id}`}>
            <Place use={use} />
          </li>
        ))}
      </ul>
    </div>
  );
}
