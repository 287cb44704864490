import { NeatlineCard } from '../page/neatline-card.tsx';
import { Result } from '../case-study-tiles/result.tsx';
import { caseStudiesTexts as texts } from './case-studies-texts.ts';
import styles from './results.module.css';

/** The results beside the story, their numbers large. */
export function Results({ results }: { results: readonly string[] }) {
  return (
    <NeatlineCard className={styles.results} id="results-title" title={texts.results}>
      <ul className="mt-14">
        {results.map((result) => (
          <li className="py-16 line-top text-17" key={result}>
            <Result text={result} />
          </li>
        ))}
      </ul>
    </NeatlineCard>
  );
}
