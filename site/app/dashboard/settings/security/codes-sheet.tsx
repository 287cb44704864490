import { useEffect, useRef } from 'react';
import { useAgency } from '../../../agency/use-agency.ts';
import { Button } from '../../../ui/button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { CopyButton } from './copy-button.tsx';
import { securityTexts } from './security-texts.ts';
import styles from './security.module.css';

const t = securityTexts.codes.sheet;

/** In the browser: codes are not sent again. */
function download(text: string): void {
  saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt');
}

/** A new set of codes, shown once. */
export function CodesSheet({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { name } = useAgency();
  const title = useRef<HTMLHeadingElement>(null);
  const groups = codes.map((code) => code.replaceAll(/.{6}(?=.)/g, '$&-'));
  const list = groups.join('\n');

  useEffect(() => title.current?.focus(), []);

  return (
    <section aria-labelledby="codes-title" className={styles.step}>
      <h4 className="sans text-17 leading-14" id="codes-title" ref={title} tabIndex={-1}>
        {t.title}
      </h4>
      <p>{t.description}</p>
      <ul className={styles.codes}>
        {groups.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="cluster">
        <CopyButton text={list} texts={t.copy} />
        <Button
          onClick={() => download(`${t.fileTitle(name)}\n${location.origin}/auth\n\n${list}\n`)}
          variant="secondary"
        >
          {t.download}
        </Button>
        <Button onClick={onKept}>{t.saved}</Button>
      </div>
    </section>
  );
}
