import { classNames } from '../../ui/class-names.ts';
import { AppCards } from '../apps/app-card.tsx';
import type { AppCardData } from '../apps/read-apps.ts';
import styles from './apps-section.module.css';
import { homeTexts } from './home-texts.ts';

const texts = homeTexts.apps;

export function AppsSection({ apps }: { apps: readonly AppCardData[] }) {
  return (
    <section aria-labelledby="apps-title" className={classNames('band on-shoal', styles.apps)}>
      <div className="page">
        <h2 className="section-title above-line" id="apps-title">
          {texts.title}
        </h2>
        <p className="above-line">{texts.text}</p>
        <AppCards apps={apps} level={3} />
      </div>
    </section>
  );
}
