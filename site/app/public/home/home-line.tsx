import { Line } from '../../art/line.tsx';
import { ClosingLine } from '../page/detail-line.tsx';
import styles from './home-line.module.css';

/**
 * The segments of the home page's line: from "everyone" through the art's ring and the three facts, along the app
 * logos, to the last button's ring.
 */
export function HomeLine({ apps }: { apps: number }) {
  return (
    <>
      <Line className={styles.hero} d="M0 72C18 112 52 100 100 0" only="wide" />
      <Line className={styles.heroNarrow} d="M0 0C60 1 100 4 100 20V100" only="narrow" />
      <Line className={styles.heroRingNarrow} d="M100 0C100 60 0 36 0 100" only="narrow" />
      <Line className={styles.heroAbout} d="M0 0C26-4 58-2 66 34C72 62 78 84 52 100" only="wide" />
      <Line className={styles.heroLeaveNarrow} d="M0 0C0 46 100 40 100 100" only="narrow" />
      <Line className={styles.aboutEnterNarrow} d="M100 0V86C100 94 70 98 0 100" only="narrow" />
      <Line className={styles.facts12} d="M100 0C86 52 18 34 0 100" />
      <Line className={styles.facts23} d="M100 0C86 52 18 34 0 100" />
      <Line className={styles.aboutLeave} d="M100 0C96 22 0 24 0 52C0 76 20 90 48 100" only="wide" />
      <Line className={styles.aboutLeaveNarrow} d="M0 0C20 60 100 30 100 100" only="narrow" />
      <Line className={styles.servicesNarrow} d="M50 0V100" only="narrow" />
      {apps > 0 && (
        <>
          <Line className={styles.appsEnter} d="M100 0C92 50 52 88 0 100" only="wide" />
          {apps > 2 && <Line className={styles.apps32} d="M100 100C76 10 32 10 0 100" only="wide" />}
          {apps > 1 && <Line className={styles.apps21} d="M100 100C76 10 32 10 0 100" only="wide" />}
          <Line className={styles.appsLeave} d="M100 0C40 12 0 8 0 40V100" only="wide" />
          <Line className={styles.close} d="M0 0V58C0 92 8 100 26 100S100 104 100 58" night only="wide" />
          <Line className={styles.appsNarrow} d="M50 0V100" only="narrow" />
        </>
      )}
      <ClosingLine only="narrow" />
    </>
  );
}
