import { useNavigate } from 'react-router';
import { useSignedIn } from '../../../auth/session/session-store.ts';
import { PasswordForm } from './password-form.tsx';
import { Panel } from '../../screen/panel.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './security.module.css';

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
    <Panel className={styles.onlyCard} id="new-password" padded title="Choose your new password">
      <p className={classNames(styles.onlyText, 'muted')}>
        For <span className={styles.email}>{user.email}</span>. Saving it signs you out on all other devices.
      </p>
      <PasswordForm asksCurrent={false} onChanged={() => void openSettings()} />
    </Panel>
  );
}
