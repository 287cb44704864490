import { CodesBlock } from './codes-block.tsx';
import { useFactors } from './factors.ts';
import { PasswordBlock } from './password-block.tsx';
import { useGenerateCodes } from './recovery-codes.ts';
import { SessionsBlock } from './sessions-block.tsx';
import { TwoStepBlock } from './two-step-block.tsx';
import { Panel } from '../../screen/panel.tsx';
import { securityTexts } from './security-texts.ts';
import styles from './security.module.css';

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
