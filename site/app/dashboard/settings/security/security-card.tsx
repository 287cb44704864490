import { CodesBlock } from './codes-block.tsx';
import { useFactors } from './factors.ts';
import { PasswordBlock } from './password-block.tsx';
import { useGenerateCodes } from './recovery-codes.ts';
import { SessionsBlock } from './sessions-block.tsx';
import { TwoStepBlock } from './two-step-block.tsx';
import './security.css';

export function SecurityCard() {
  const { data: factors = [] } = useFactors();
  const making = useGenerateCodes();
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
