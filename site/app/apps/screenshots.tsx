import type { Screenshot } from './read-apps.ts';

/** Numbered plates. The caption is the picture's own description, so the image has nothing to add to it. */
export function Screenshots({ screenshots }: { screenshots: readonly Screenshot[] }) {
  return (
    <section aria-labelledby="screenshots-title" className="page screenshots">
      <h2 id="screenshots-title">Screenshots</h2>
      <ol className="plates">
        {screenshots.map(({ id, url, alt }, i) => (
          <li key={id}>
            <figure className="plate">
              <div className="plate-picture">
                <img alt={alt} height={750} loading="lazy" src={url} width={1200} />
              </div>
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
    </section>
  );
}
