import type { KeyboardEvent, MouseEvent } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { pictureSize } from '../../ui/picture-sources.ts';
import styles from './app-screenshots.module.css';
import { appTexts } from './app-texts.ts';
import type { Screenshot } from './read-apps.ts';

const texts = appTexts.screenshots;

/** Used where the URL has no size. */
const fallbackSize = { width: 1200, height: 750 };

/** `index` counts from 0, the id from 1. */
export function screenshotDialogId(index: number): string {
  return `plate-${index + 1}`;
}

/**
 * A screenshot in its own native dialog, which opens, steps and closes before any script (a step then opens on top).
 * With scripts a step closes the former dialog, so that Escape returns to the thumbnail of the last picture.
 */
export function ScreenshotDialog({
  screenshot: { url, alt },
  index,
  total,
}: {
  screenshot: Screenshot;
  index: number;
  total: number;
}) {
  return (
    <Dialog
      className={styles.dialog}
      id={screenshotDialogId(index)}
      onKeyDown={stepByArrow}
      title={texts.dialog(index + 1, total)}
    >
      {/* on a phone the picture is larger than the viewport: it scrolls by touch or arrow keys */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <section aria-label={texts.picture} className={styles.large} tabIndex={0}>
        <img alt={alt} loading="lazy" src={url} {...pictureSize(url, fallbackSize)} />
      </section>
      <p aria-hidden="true" className={styles.hint}>
        {texts.swipeHint}
      </p>
      {alt !== '' && (
        <p aria-hidden="true" className={styles.caption}>
          {alt}
        </p>
      )}
      <div className={styles.steps}>
        {index > 0 && <Step direction="back" to={index - 1} />}
        {index < total - 1 && <Step direction="on" to={index + 1} />}
      </div>
    </Dialog>
  );
}

function Step({ direction, to }: { direction: 'back' | 'on'; to: number }) {
  return (
    <button
      className="button"
      command="show-modal"
      commandfor={screenshotDialogId(to)}
      data-size="dashboard"
      data-step={direction}
      data-variant="secondary"
      onClick={step}
      type="button"
    >
      {direction === 'back' && <Icon name="arrow-left" />}
      <span>{direction === 'back' ? texts.previous : texts.next}</span>
      {direction === 'on' && <Icon name="arrow-right" />}
    </button>
  );
}

function step(event: MouseEvent<HTMLButtonElement>): void {
  const { dataset } = event.currentTarget;
  const id = event.currentTarget.getAttribute('commandfor') ?? '';
  const next = document.getElementById(id) as HTMLDialogElement | null;
  if (!next) return;
  // the browser's own step would leave this dialog open below
  event.preventDefault();
  for (const open of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) open.close();
  // the dialog restores the focus to where it was: the picture's thumbnail
  document.querySelector<HTMLElement>(`figure [commandfor="${id}"]`)?.focus();
  next.showModal();
  const reopened = next.querySelector<HTMLElement>(`[data-step="${dataset['step']}"]`);
  (reopened ?? next.querySelector<HTMLElement>('[data-step]'))?.focus();
}

/** Arrow keys step, unless they scroll the picture. */
function stepByArrow(event: KeyboardEvent<HTMLDialogElement>): void {
  const direction = { ArrowLeft: 'back', ArrowRight: 'on' }[event.key];
  const large = event.currentTarget.querySelector('section');
  if (!direction || !large || (event.target === large && large.scrollWidth > large.clientWidth)) return;
  event.currentTarget.querySelector<HTMLElement>(`[data-step="${direction}"]`)?.click();
}
