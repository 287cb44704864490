import { classNames } from '../../ui/class-names.ts';
import { homeTexts } from './home-texts.ts';
import styles from './partners.module.css';
import type { Partner } from './read-partners.ts';

/** One ruled line of names, which wraps and never moves. Rendered only if there are any. */
export function Partners({ partners }: { partners: readonly Partner[] }) {
  const { title, samplesTitle } = homeTexts.partners;
  const hasSamples = partners.some(({ isSample }) => isSample);
  return (
    <section aria-labelledby="partners-title" className="band on-paper above-line">
      <div className={classNames('page', styles.partners)}>
        <h2 className="caption" id="partners-title">
          {hasSamples ? samplesTitle : title}
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
