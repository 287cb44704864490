import { useState } from 'react';
import { DeleteMedia } from '../../../media/delete-media.tsx';
import { EditMedia } from '../../../media/edit-media.tsx';
import { AddMedia } from '../../../media/upload/add-media.tsx';
import type { MediaRow } from '../../../media/write-media.ts';
import { Button } from '../../../../ui/button.tsx';
import { QueryResult } from '../../../screen/query-result.tsx';
import { showError } from '../../../screen/show-error.ts';
import { dismissErrors } from '../../../../ui/toast.tsx';
import { useOrder, useScreenshots } from './use-screenshots.ts';
import { screenshotTexts as t } from './screenshot-texts.ts';
import { ScreenshotRows } from './screenshot-rows.tsx';
import { Panel } from '../../../screen/panel.tsx';

/** The screenshots of an app in the order of its page. They are kept apart from the record: each change counts at once. */
export function ScreenshotsPanel({ appId }: { appId: string | null }) {
  return (
    <Panel id="app-screenshots" padded stacked title={t.title}>
      {appId === null ? <p className="small muted">{t.createFirst}</p> : <StoredScreenshots appId={appId} />}
    </Panel>
  );
}

const form = 'screenshot-order';

type Doing = { what: 'add' } | { what: 'edit' | 'delete'; item: MediaRow };

function StoredScreenshots({ appId }: { appId: string }) {
  const all = useScreenshots(appId);
  const order = useOrder(appId);
  const [doing, setDoing] = useState<Doing>();
  const rows = all.data ?? [];
  function stop(): void {
    setDoing(undefined);
  }
  function keepOrder(next: MediaRow[]): void {
    order.mutate(next, {
      onSuccess: () => dismissErrors(form),
      onError: (error) => showError(error, form),
    });
  }
  return (
    <>
      <QueryResult failedText={t.failed} loadingText={t.loading} query={all} />
      {all.data?.length === 0 && <p className="small muted">{t.empty}</p>}
      {rows.length > 0 && (
        <ScreenshotRows
          onDelete={(item) => setDoing({ what: 'delete', item })}
          onEdit={(item) => setDoing({ what: 'edit', item })}
          onOrder={keepOrder}
          screenshots={rows}
        />
      )}
      <div className="spread">
        <Button icon="plus" onClick={() => setDoing({ what: 'add' })} variant="secondary">
          {t.add}
        </Button>
        <p className="small muted">{t.savedHint}</p>
      </div>
      {doing?.what === 'add' && (
        <AddMedia onClose={stop} owner={{ source: 'app', id: appId }} title={t.add} />
      )}
      {doing?.what === 'edit' && <EditMedia item={doing.item} onClose={stop} />}
      {doing?.what === 'delete' && <DeleteMedia item={doing.item} of={null} onClose={stop} />}
    </>
  );
}
