import { inboxTexts } from './inbox-texts.ts';
import screenStyles from '../screen/screen.module.css';
import styles from './inbox.module.css';

export function LeadSkeleton() {
  return (
    <div className={styles.skeleton}>
      <output>{inboxTexts.list.loading}</output>
      {[1, 2, 3].map((card) => (
        <div aria-hidden="true" className={screenStyles.panel} key={card}>
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
