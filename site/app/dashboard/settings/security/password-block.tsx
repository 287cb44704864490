import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecurityBlock } from './security-block.tsx';
import { securityTexts } from './security-texts.ts';

const t = securityTexts.password;

export function PasswordBlock() {
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
