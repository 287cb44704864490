// The screenshots of an app.
import { useState, useRef } from 'react';
import { DeleteMediaDialog, EditMediaDialog } from '../../media/edit-media.tsx';
import { AddMediaDialog } from '../../media/upload/add-media.tsx';
import type { MediaRow } from '../../media/write-media.ts';
import { saveAppMediaOrder } from '../../media/write-media.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { QueryResult } from '../../screen/query-result.tsx';
import { showError } from '../../screen/show-error.ts';
import { dismissErrorToasts } from '../../../ui/toast.tsx';
import { screenshotTexts as t } from '../record-texts.ts';
import { Panel } from '../../screen/panel.tsx';
import { mediaKindLabel } from '../../media/media-owner-types.ts';
import { useReorder } from '../../screen/use-reorder.ts';
import { Picture } from '../../../ui/picture.tsx';
import styles from './screenshots.module.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { readAllRows } from '../../../data/data-or-throw.ts';

/**
 * The screenshots of an app in the order of its page. They are not part of the record: each change is saved at once.
 */
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
  const all = useAppMedia(appId);
  const order = useOrder(appId);
  const [doing, setDoing] = useState<Doing>();
  const rows = all.data ?? [];
  function stop(): void {
    setDoing(undefined);
  }
  function keepOrder(next: MediaRow[]): void {
    order.mutate(next, {
      onSuccess: () => dismissErrorToasts(form),
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
        <AddMediaDialog onClose={stop} owner={{ source: 'app', id: appId }} title={t.add} />
      )}
      {doing?.what === 'edit' && <EditMediaDialog item={doing.item} onClose={stop} />}
      {doing?.what === 'delete' && <DeleteMediaDialog item={doing.item} of={null} onClose={stop} />}
    </>
  );
}

interface ScreenshotRowsProps {
  screenshots: readonly MediaRow[];
  onOrder: (screenshots: MediaRow[]) => void;
  onEdit: (screenshot: MediaRow) => void;
  onDelete: (screenshot: MediaRow) => void;
}

function titleOf({ alt, kind }: MediaRow): string {
  return alt === '' ? t.undescribed(mediaKindLabel(kind)) : alt;
}

/** Screenshots in the order of the page, which buttons or the mouse can change. */
function ScreenshotRows({ screenshots, onOrder, onEdit, onDelete }: ScreenshotRowsProps) {
  const list = useRef<HTMLOListElement>(null);
  const { announcement, move, dragProps } = useReorder(screenshots, list, titleOf, onOrder);
  const last = screenshots.length - 1;
  return (
    <>
      <ol className="stack gap-12" ref={list}>
        {screenshots.map((screenshot, index) => {
          const title = titleOf(screenshot);
          return (
            <li className={styles.row} key={screenshot.id} {...dragProps(index)}>
              <Picture alt="" height={75} sizes="7.5rem" src={screenshot.url} width={120} />
              <p className="leading-14">
                <span className={screenshot.alt === '' ? 'muted' : undefined}>
                  {screenshot.alt || t.decorative}
                </span>
                {screenshot.kind !== 'screenshot' && (
                  <span className="muted">{t.kind(mediaKindLabel(screenshot.kind))}</span>
                )}
              </p>
              <span className="cluster gap-0">
                <IconButton
                  data-up=""
                  disabled={index === 0}
                  icon="chevron-up"
                  label={t.moveUp(title)}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  data-down=""
                  disabled={index === last}
                  icon="chevron-down"
                  label={t.moveDown(title)}
                  onClick={() => move(index, index + 1)}
                />
                <IconButton icon="edit" label={t.edit(title)} onClick={() => onEdit(screenshot)} />
                <IconButton icon="trash" label={t.remove(title)} onClick={() => onDelete(screenshot)} />
              </span>
            </li>
          );
        })}
      </ol>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

async function readAppMedia(appId: string): Promise<MediaRow[]> {
  const media = await readAllRows('the screenshots', (from, to) =>
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

/** All media of an app in the order of its page, including an uploaded logo. */
export function useAppMedia(appId: string, enabled = true) {
  return useQuery({ queryKey: keyOf(appId), queryFn: () => readAppMedia(appId), enabled });
}

/** Saves a new order, which is shown at once; a refused one is undone. Orders are saved one after the other. */
function useOrder(appId: string) {
  const queries = useQueryClient();
  return useMutation({
    scope: { id: `order-${appId}` },
    mutationFn: (rows: readonly MediaRow[]) =>
      saveAppMediaOrder(
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
