import { useSearchParams } from 'react-router';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { AccountCard } from './account-card.tsx';
import { InboxCard } from './inbox-card.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { NewPasswordCard } from './security/new-password-card.tsx';
import { SecurityCard } from './security/security-card.tsx';
import { settingsTexts as t } from './settings-texts.ts';
import styles from './settings.module.css';

export default function Settings() {
  const [search] = useSearchParams();
  if (search.has('new-password')) {
    return (
      <>
        <ScreenHeading text={t.newPasswordDescription} title={t.title} />
        <NewPasswordCard />
      </>
    );
  }
  return (
    <>
      <ScreenHeading text={t.description} title={t.title} />
      <div className={styles.cards}>
        <ProfileCard />
        <InboxCard />
        <NotificationsCard />
        <SecurityCard />
        <AccountCard />
      </div>
    </>
  );
}
