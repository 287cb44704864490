import { CodesBlock } from './codes-block.tsx';
import { useFactors } from './factors.ts';
import { PasswordBlock } from './password-block.tsx';
import { useMakeCodes } from './recovery-codes.ts';
import { SessionsBlock } from './sessions-block.tsx';
import { TwoStepBlock } from './two-step-block.tsx';
import './security.css';

/** How this account is kept: its password, its second factors with their recovery codes, its sessions. */
export function SecurityCard() {
  const { data: factors = [] } = useFactors();
  const making = useMakeCodes();
  return (
    <section aria-labelledby="security" className="panel security-card">
      <h2 className="panel-title" id="security">
        Security
      </h2>
      <PasswordBlock />
      <TwoStepBlock onFirst={() => making.mutate()} />
      {factors.length > 0 && <CodesBlock making={making} />}
      <SessionsBlock />
    </section>
  );
}
