import { useRef } from 'react';
import type { MediaRow } from '../../../media/write-media.ts';
import { useReorder } from '../../../screen/use-reorder.ts';
import { Icon } from '../../../../ui/icon.tsx';
import type { IconName } from '../../../../ui/icons.ts';
import { Picture } from '../../../../ui/picture.tsx';
import styles from './screenshots.module.css';

export interface ScreenshotRowsProps {
  screenshots: readonly MediaRow[];
  onOrder: (screenshots: MediaRow[]) => void;
  onEdit: (screenshot: MediaRow) => void;
  onDelete: (screenshot: MediaRow) => void;
}

function titleOf({ alt, kind }: MediaRow): string {
  return alt === '' ? `${kind} without a description` : alt;
}

/** Screenshots in the order of the page: moved by buttons, or by the mouse. */
export function ScreenshotRows({ screenshots, onOrder, onEdit, onDelete }: ScreenshotRowsProps) {
  const list = useRef<HTMLOListElement>(null);
  const { announcement, move, dragProps } = useReorder(screenshots, list, titleOf, onOrder);
  const last = screenshots.length - 1;
  return (
    <>
      <ol className={styles.rows} ref={list}>
        {screenshots.map((screenshot, index) => {
          const title = titleOf(screenshot);
          function button(label: string, icon: IconName, onClick: () => void, rest = {}) {
            return (
              <button
                aria-label={`${label} ${title}`.trim()}
                className="icon-button"
                onClick={onClick}
                type="button"
                {...rest}
              >
                <Icon name={icon} />
              </button>
            );
          }
          return (
            <li className={styles.row} key={screenshot.id} {...dragProps(index)}>
              <Picture alt="" height={75} sizes="7.5rem" src={screenshot.url} width={120} />
              <p>
                {screenshot.alt || <span className="muted">Decorative</span>}
                {screenshot.kind !== 'screenshot' && <span className="muted"> ({screenshot.kind})</span>}
              </p>
              <span className={styles.buttons}>
                {button('Move up:', 'chevron-up', () => move(index, index - 1), {
                  disabled: index === 0,
                  'data-up': '',
                })}
                {button('Move down:', 'chevron-down', () => move(index, index + 1), {
                  disabled: index === last,
                  'data-down': '',
                })}
                {button('Edit', 'edit', () => onEdit(screenshot))}
                {button('Delete', 'trash', () => onDelete(screenshot))}
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
