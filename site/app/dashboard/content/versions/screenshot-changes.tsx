import { Picture } from '../../../ui/picture.tsx';
import type { KeptScreenshot } from './kept-screenshots.ts';
import { versionTexts } from './version-texts.ts';
import styles from './versions.module.css';

const t = versionTexts.screenshots;

interface ScreenshotChangesProps {
  /** as the app's page has them */
  from: readonly KeptScreenshot[];
  /** as the version has them */
  to: readonly KeptScreenshot[];
}

/** Which screenshots restoring a version takes away and brings back. */
export function ScreenshotChanges({ from, to }: ScreenshotChangesProps) {
  const lacks = (list: readonly KeptScreenshot[]) => (one: KeptScreenshot) =>
    !list.some(({ id }) => id === one.id);
  const going = from.filter(lacks(to));
  const coming = to.filter(lacks(from));
  return (
    <dl className={styles.changes}>
      <dt className="font-bold">{t.title}</dt>
      <dd>
        {going.length + coming.length === 0 && <p>{t.rearranged}</p>}
        <ul className={styles.screenshots}>
          {going.map((one) => (
            <Screenshot isComing={false} key={one.id} screenshot={one} />
          ))}
          {coming.map((one) => (
            <Screenshot isComing key={one.id} screenshot={one} />
          ))}
        </ul>
      </dd>
    </dl>
  );
}

function Screenshot({ screenshot, isComing }: { screenshot: KeptScreenshot; isComing: boolean }) {
  const Tag = isComing ? 'ins' : 'del';
  return (
    <li className="row">
      <Picture alt="" height={75} sizes="7.5rem" src={screenshot.url} width={120} />
      <Tag>
        <span className="sr-only">{isComing ? versionTexts.added : versionTexts.removed}</span>
        <span>{screenshot.alt || t.decorative}</span>
      </Tag>
    </li>
  );
}
