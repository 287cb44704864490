import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { leadFormTexts } from './lead-form-texts.ts';
import styles from './proposal.module.css';

export const proposalDialogId = 'proposal';

/** Opens the dialog, also before hydration. A browser with neither gets the form in the page. */
export function ProposalButton({ variant, children }: { variant?: 'primary' | 'buff'; children: ReactNode }) {
  return (
    <>
      <Button
        size="public"
        command="show-modal"
        commandfor={proposalDialogId}
        {...(variant ? { variant } : {})}
      >
        {children}
      </Button>
      <noscript>
        <a className={styles.link} href="?proposal=#proposal-form">
          {leadFormTexts.proposal.inPage}
        </a>
      </noscript>
    </>
  );
}
