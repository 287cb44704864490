import { useNavigate } from 'react-router';
import { useSignedIn } from '../../../auth/session/session-store.ts';
import { PasswordForm } from './password-form.tsx';
import './security.css';

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
    <section aria-labelledby="new-password" className="panel max-w-192 p-[min(1.5rem,6vw)]">
      <h2 className="panel-title" id="new-password">
        Choose your new password
      </h2>
      <p className="mt-1 mb-5 text-muted">
        For <span className="wrap-anywhere">{user.email}</span>. Saving it signs you out on all other devices.
      </p>
      <PasswordForm asksCurrent={false} onChanged={() => void openSettings()} />
    </section>
  );
}
