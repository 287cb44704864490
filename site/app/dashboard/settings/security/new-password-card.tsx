import { useNavigate } from 'react-router';
import { useSignedIn } from '../../../auth/session/session-store.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { PasswordForm } from './password-form.tsx';
import { Panel } from '../../screen/panel.tsx';
import { securityTexts } from './security-texts.ts';
import styles from './security.module.css';

const t = securityTexts.password;

/** After a recovery link: the new password, before the rest of Settings. */
export function NewPasswordCard() {
  const { user } = useSignedIn();
  const navigate = useNavigate();

  async function openSettings(): Promise<void> {
    await navigate('/dashboard/settings', { replace: true });
    // the form, which had the focus, is removed
    document.querySelector<HTMLElement>('main h1')?.focus();
  }

  return (
    <Panel className={styles.onlyCard} id="new-password" padded title={t.newTitle}>
      <p className={styles.onlyText}>
        <RichText
          tags={{ email: (email) => <span>{email}</span> }}
          text={t.newDescription(user.email ?? '')}
        />
      </p>
      <PasswordForm asksCurrent={false} onChanged={() => void openSettings()} />
    </Panel>
  );
}
