// The panel of paths that visitors requested without a page, each with a button to redirect it.
import { RichText } from '../../../texts/rich-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { LoadMoreButton } from '../../screen/load-more-button.tsx';
import { AgencyZoneTime } from '../../screen/shown-times.tsx';
import { Panel } from '../../screen/panel.tsx';
import { QueryResult } from '../../screen/query-result.tsx';
import { screenTexts } from '../../screen/screen-texts.ts';
import { redirectTexts } from './redirect-texts.ts';
import { dismissMissedPath, missedPathsQueryName, useMissedPaths, type MissedPath } from './use-redirects.ts';

const t = redirectTexts.missed;

/** Paths that visitors requested and the site does not have, each with a button that makes a redirect. */
export function MissedPaths({ onRedirect }: { onRedirect: (path: string) => void }) {
  const missed = useMissedPaths();
  return (
    <Panel className="content-start" id="missed" padded stacked title={t.title}>
      <p className="muted">{t.hint}</p>
      <QueryResult loadingText={screenTexts.list.loading(t.what)} query={missed}>
        {(items) =>
          items.length === 0 ? (
            <p>{t.empty}</p>
          ) : (
            <ul>
              {items.map((path) => (
                <MissedRow key={path.id} onRedirect={onRedirect} path={path} />
              ))}
            </ul>
          )
        }
      </QueryResult>
      <LoadMoreButton pages={missed} what={t.what} />
    </Panel>
  );
}

function MissedRow({ path, onRedirect }: { path: MissedPath; onRedirect: (path: string) => void }) {
  const { id, visits, last_at: lastAt } = path;
  const removal = useWriteMutation(dismissMissedPath, [missedPathsQueryName], {
    form: 'missed-paths',
    done: () => ({ title: t.dismissed, description: id }),
    // the row is removed, and with it the focused button
    onSuccess: () => document.querySelector('h1')?.focus(),
  });
  return (
    <li className="spread gap-8-20 hair-top py-12">
      <div className="stack gap-6 min-w-0 justify-items-start basis-14rem">
        <b>{id}</b>
        <span className="small muted">
          <RichText
            tags={{ time: () => <AgencyZoneTime timestamp={lastAt} withTime /> }}
            text={t.visits(visits, lastAt)}
          />
        </span>
      </div>
      <div className="cluster gap-8">
        <Button onClick={() => onRedirect(id)} variant="secondary">
          <RichText text={t.redirect(id)} />
        </Button>
        <Button
          busy={removal.isPending}
          icon="close"
          iconOnly
          onClick={() => removal.mutate(id)}
          variant="secondary"
        >
          {t.dismiss(id)}
        </Button>
      </div>
    </li>
  );
}
