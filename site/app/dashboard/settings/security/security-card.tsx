import { CodesBlock, useGenerateCodes } from './codes-block.tsx';
import { useFactors } from './factors.ts';
import { SessionsBlock } from './sessions-block.tsx';
import { TwoStepBlock } from './two-step-block.tsx';
import { Panel } from '../../screen/panel.tsx';
import { securityTexts } from '../settings-texts.ts';
import styles from './security.module.css';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecurityBlock } from './security-block.tsx';

export function SecurityCard() {
  const { data: factors = [] } = useFactors();
  const making = useGenerateCodes();
  return (
    <Panel className={styles.card} id="security" title={securityTexts.title}>
      <PasswordBlock />
      <TwoStepBlock onFirst={() => making.mutate()} />
      {factors.length > 0 && <CodesBlock making={making} />}
      <SessionsBlock />
    </Panel>
  );
}

const t = securityTexts.password;

function PasswordBlock() {
  const [open, setOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  function close(): void {
    setOpen(false);
    heading.current?.focus();
  }

  return (
    <SecurityBlock headingRef={heading} id="security-password" text={t.description} title={t.title}>
      {open ? (
        <PasswordForm asksCurrent onCancel={close} onChanged={close} />
      ) : (
        <div className="cluster">
          <Button onClick={() => setOpen(true)} variant="secondary">
            {t.open}
          </Button>
        </div>
      )}
    </SecurityBlock>
  );
}
