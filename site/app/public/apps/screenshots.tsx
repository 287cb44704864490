import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ScreenshotDialog, screenshotDialogId } from './screenshot-dialog.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './app-screenshots.module.css';
import { appTexts } from './app-texts.ts';
import type { Screenshot } from './read-apps.ts';

const thumbnailSizes = '(width < 48rem) calc(100vw - 2rem), 50vw';

/**
 * Numbered thumbnails that open large. The caption is the alternative text, so it is hidden from assistive
 * technology.
 */
export function Screenshots({ screenshots }: { screenshots: readonly Screenshot[] }) {
  return (
    <section aria-labelledby="screenshots-title" className={classNames('page', styles.screenshots)}>
      <h2 id="screenshots-title">{appTexts.screenshots.title}</h2>
      <ol className={styles.list}>
        {screenshots.map(({ id, url, alt }, i) => (
          <li key={id}>
            <figure>
              <button
                aria-haspopup="dialog"
                command="show-modal"
                commandfor={screenshotDialogId(i)}
                type="button"
              >
                <span className="sr-only">{appTexts.screenshots.enlarge(i + 1)}</span>
                <Picture alt={alt} height={750} sizes={thumbnailSizes} src={url} width={1200} />
                <Icon name="enlarge" />
              </button>
              {alt !== '' && (
                <figcaption aria-hidden="true">
                  <b>{i + 1}</b>
                  <span>{alt}</span>
                </figcaption>
              )}
            </figure>
          </li>
        ))}
      </ol>
      {screenshots.map((screenshot, i) => (
        <ScreenshotDialog index={i} key={screenshot.id} screenshot={screenshot} total={screenshots.length} />
      ))}
    </section>
  );
}
