import type { Partner } from './read-partners.ts';

/** One ruled line of names, which wraps and never moves. Rendered only if there are any. */
export function Partners({ partners }: { partners: readonly Partner[] }) {
  const hasSamples = partners.some(({ isSample }) => isSample);
  return (
    <section aria-labelledby="partners-title" className="band on-paper partners">
      <div className="page">
        <h2 className="caption" id="partners-title">
          {hasSamples ? 'Who we work with (sample names)' : 'Who we work with'}
        </h2>
        <ul>
          {partners.map(({ name }) => (
            <li className="display" key={name}>
              {name}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
