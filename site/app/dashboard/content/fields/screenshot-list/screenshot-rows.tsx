import { useRef } from 'react';
import { kindWord } from '../../../media/media-sources.ts';
import type { MediaRow } from '../../../media/write-media.ts';
import { useReorder } from '../../../screen/use-reorder.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Picture } from '../../../../ui/picture.tsx';
import { screenshotTexts as t } from './screenshot-texts.ts';
import styles from './screenshots.module.css';

export interface ScreenshotRowsProps {
  screenshots: readonly MediaRow[];
  onOrder: (screenshots: MediaRow[]) => void;
  onEdit: (screenshot: MediaRow) => void;
  onDelete: (screenshot: MediaRow) => void;
}

function titleOf({ alt, kind }: MediaRow): string {
  return alt === '' ? t.undescribed(kindWord(kind)) : alt;
}

/** Screenshots in the order of the page: moved by buttons, or by the mouse. */
export function ScreenshotRows({ screenshots, onOrder, onEdit, onDelete }: ScreenshotRowsProps) {
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
                  <span className="muted">{t.kind(kindWord(screenshot.kind))}</span>
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
