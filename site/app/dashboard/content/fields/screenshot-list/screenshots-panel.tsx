import { useState } from 'react';
import { DeleteMedia } from '../../../media/delete-media.tsx';
import { EditMedia } from '../../../media/edit-media.tsx';
import { AddMedia } from '../../../media/upload/add-media.tsx';
import type { MediaRow } from '../../../media/write-media.ts';
import { Button } from '../../../../ui/button.tsx';
import { ListFailed } from '../../../screen/list-failed.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { dismissErrors, toast } from '../../../../ui/toast.tsx';
import { useOrder, useScreenshots } from './use-screenshots.ts';
import { ScreenshotRows } from './screenshot-rows.tsx';
import { errorMessage } from '../../../../ui/error-message.ts';
import { Panel } from '../../../screen/panel.tsx';
import styles from './screenshots.module.css';

/** The screenshots of an app in the order of its page. They are kept apart from the record: each change counts at once. */
export function ScreenshotsPanel({ appId }: { appId: string | null }) {
  return (
    <Panel id="app-screenshots" padded stacked title="Screenshots">
      {appId === null ? (
        <p className="small muted">Create the app first, then add its screenshots here.</p>
      ) : (
        <StoredScreenshots appId={appId} />
      )}
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
      onError: (error) =>
        toast({ title: 'Error', description: errorMessage(error), variant: 'destructive', form }),
    });
  }
  return (
    <>
      {all.isPending && <Spinner label="Loading screenshots..." />}
      {all.isError && (
        <ListFailed
          busy={all.isFetching}
          onRetry={() => void all.refetch()}
          text="We couldn't load the screenshots."
        />
      )}
      {all.data?.length === 0 && (
        <p className="small muted">No screenshots yet. Add some to show visitors what the app looks like.</p>
      )}
      {rows.length > 0 && (
        <ScreenshotRows
          onDelete={(item) => setDoing({ what: 'delete', item })}
          onEdit={(item) => setDoing({ what: 'edit', item })}
          onOrder={keepOrder}
          screenshots={rows}
        />
      )}
      <div className={styles.foot}>
        <Button icon="plus" onClick={() => setDoing({ what: 'add' })} size="dashboard" variant="secondary">
          Add screenshots
        </Button>
        <p className="small muted">Saved automatically, in this order.</p>
      </div>
      {doing?.what === 'add' && (
        <AddMedia onClose={stop} owner={{ source: 'app', id: appId }} title="Add screenshots" />
      )}
      {doing?.what === 'edit' && <EditMedia item={doing.item} onClose={stop} />}
      {doing?.what === 'delete' && <DeleteMedia item={doing.item} of={null} onClose={stop} />}
    </>
  );
}
