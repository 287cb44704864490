// Password input component with a show switch, a Caps Lock warning.
import { useState, type KeyboardEvent } from 'react';
import { RichText } from '../texts/rich-text.tsx';
import { TextField } from './field.tsx';
import { Icon } from './icon.tsx';
import { passwordTexts } from './password-texts.ts';
import './password-field.css';

/** With a switch to show the password and a Caps Lock warning. Pasting is allowed. */
export function PasswordField({
  label = passwordTexts.label,
  name = 'password',
  id,
  autoComplete,
  error,
  hint,
}: {
  label?: string;
  name?: string;
  id: string;
  autoComplete: 'current-password' | 'new-password';
  error: string | undefined;
  hint?: string;
}) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);

  function noticeCapsLock(event: KeyboardEvent): void {
    setCapsLock(event.getModifierState('CapsLock'));
  }

  return (
    <div className="password-field">
      <TextField
        autoCapitalize="none"
        autoComplete={autoComplete}
        error={error}
        hint={hint}
        id={id}
        label={label}
        name={name}
        onBlur={() => setCapsLock(false)}
        onKeyDown={noticeCapsLock}
        onKeyUp={noticeCapsLock}
        required
        spellCheck={false}
        type={shown ? 'text' : 'password'}
      />
      <button aria-pressed={shown} className="password-switch" onClick={() => setShown(!shown)} type="button">
        <Icon name={shown ? 'eye-off' : 'eye'} />
        <RichText text={shown ? passwordTexts.hide(label) : passwordTexts.show(label)} />
      </button>
      <output className="password-caps">
        {capsLock && (
          <>
            <Icon name="warning" /> {passwordTexts.capsLock}
          </>
        )}
      </output>
    </div>
  );
}
