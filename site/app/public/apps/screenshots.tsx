import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { PlateDialog, plateId } from './plate-dialog.tsx';
import type { Screenshot } from './read-apps.ts';

const plateSizes = '(width < 48rem) calc(100vw - 2rem), 50vw';

/**
 * Numbered plates, each of which opens large. The caption is the picture's own description, so for those who hear
 * the description it is not said twice.
 */
export function Screenshots({ screenshots }: { screenshots: readonly Screenshot[] }) {
  return (
    <section aria-labelledby="screenshots-title" className="page screenshots">
      <h2 id="screenshots-title">Screenshots</h2>
      <ol className="plates">
        {screenshots.map(({ id, url, alt }, i) => (
          <li key={id}>
            <figure className="plate">
              <button
                aria-haspopup="dialog"
                className="plate-picture"
                command="show-modal"
                commandfor={plateId(i)}
                type="button"
              >
                <span className="sr-only">{`Enlarge screenshot ${i + 1}: `}</span>
                <Picture alt={alt} height={750} sizes={plateSizes} src={url} width={1200} />
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
        <PlateDialog index={i} key={screenshot.id} screenshot={screenshot} total={screenshots.length} />
      ))}
    </section>
  );
}
