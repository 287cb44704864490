import { Result } from '../case-study-tiles/result.tsx';
import { caseStudiesTexts as texts } from './case-studies-texts.ts';
import styles from './results.module.css';

/** The results beside the story, their numbers large. */
export function Results({ results }: { results: readonly string[] }) {
  return (
    <section aria-labelledby="results-title" className={styles.results}>
      <div aria-hidden="true" className="neatline" />
      <div>
        <h2 id="results-title">{texts.results}</h2>
        <ul>
          {results.map((result) => (
            <li key={result}>
              <Result text={result} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
